import { beforeEach, describe, expect, test } from "vitest";
import { bool, id, mapOf, out, secretString, string, stringList } from "../../../provider/family/fields";
import { defineModule } from "../../../provider/family/module";
import { defineResource } from "../../../provider/family/resource";
import { UNKNOWN } from "../../../provider/family/unknown";
import { lifecycleOf } from "../../../provider/lifecycle";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

/** Features for families that no current family uses. */

let bare: BareAccount;

beforeEach(async () => {
  // The service refuses unknown parameters, and these belong to families that do not exist yet.
  bare = await openBareAccount({ reference: true, seed: { "/edges/tls": [{ id: "edgtls_1" }] } });
});

const thing = defineResource({
  name: "Thing",
  summary: "A thing.",
  path: "/ip_policies",
  listKey: "ip_policies",
  inputs: {
    list: stringList("List.").optional(),
    map: mapOf(string("Value."), "Map.").optional(),
    word: string("Word.").optional(),
    flag: bool("Flag.").optional(),
  },
  update: ["list", "map", "word", "flag"],
  outputs: { label: out.string("Label.") },
  derive: { from: ["word"], outputs: ["label"], compute: ({ word }) => ({ label: `<${word}>` }) },
});

const module = defineModule({
  name: "TlsEdgePin",
  summary: "A pin.",
  section: "Edge module operations",
  path: "/edges/tls/{edgeId}/mutual_tls",
  at: { edgeId: id("Id.") },
  parameters: { pin: secretString("Pin.").optional() },
  insteadOf: { family: "TlsEdge", input: "mutualTls" },
});

test("what has no default and goes is sent as the empty value of its type, or as null", async () => {
  const lifecycle = lifecycleOf(thing);
  const before = { list: ["a"], map: { a: "b" }, word: "w", flag: true };
  const { id } = await lifecycle.create(bare.account, { inputs: before });
  const compared = { id, state: before, inputs: {} };
  await lifecycle.update(bare.account, { ...compared, changedInputs: lifecycle.changedInputs(compared) });
  expect(bare.emulator.requests({ method: "PATCH" })[0]?.body).toEqual({
    list: [],
    map: {},
    word: "",
    flag: null,
  });
});

describe("outputs that follow from the inputs", () => {
  const check = (news: object) => lifecycleOf(thing).check({ inputs: { ...news } });

  test("are known at preview, once the inputs are", () => {
    expect(check({ word: "w", list: [UNKNOWN] })).toStrictEqual({
      inputs: { word: "w", list: [UNKNOWN], label: "<w>" },
      failures: [],
    });
    // Unknown, and not missing: an update plan allows no input that its preview has not had.
    const unknown = { word: UNKNOWN, label: UNKNOWN };
    expect(check({ word: UNKNOWN, flag: true }).inputs).toStrictEqual({ ...unknown, flag: true });
  });

  test("are not worked out of inputs that are refused", () => {
    expect(check({ word: "w", flag: "yes" }).inputs).toStrictEqual({ word: "w", flag: "yes" });
  });
});

test("a secret of a single module stays out of errors", async () => {
  bare.emulator.faults({ on: "PUT *", status: 400, body: { error_code: "ERR_1", msg: "no: hush-hush" } });
  await expect(
    lifecycleOf(module).create(bare.account, { inputs: { edgeId: "edgtls_1", pin: "hush-hush" } }),
  ).rejects.toThrow("no: [secret]");
});
