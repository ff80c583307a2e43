import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Seed } from "../../../emulator";
import { openAccount, type TestAccount } from "../../support/account";
import { formatWrites, inAnyOrder } from "../../support/requests";

const [BEFORE, AFTER] = ["of the infra repo", "of the edge repo"];
const TEAM = '{"team":"edge"}';

const IMPORTS = `
new edge.IpPolicy("hand", {}, { import: "ipp_hand" });
new edge.IpPolicy("kept", { description: "kept", metadata: "" }, { import: "ipp_kept" });
`;

const program = (more = "") => `
const edge = require("pulumi-tunnel-edge/native");
new edge.IpPolicy("ignored", {}, { ignoreChanges: ["description"] });
new edge.IpPolicy("plain", {});
${more}
`;

describe("defaults of description and metadata in the configuration", () => {
  let account: TestAccount;

  const declare = (more?: string) => account.workspace.writeProgram({ "index.js": program(more) });
  const patch = (name: string, body: object) => ["PATCH", `/ip_policies/${account.idOf(name)}`, body];
  const upWrites = async () => inAnyOrder(formatWrites({ writes: (await account.up()).writes }));

  beforeAll(async () => {
    const seed: Seed = {
      "/ip_policies": [
        { id: "ipp_hand", description: "by hand" },
        { id: "ipp_kept", description: "kept" },
        { id: "ipp_other", description: "another", metadata: "others" },
      ],
    };
    account = await openAccount({ seed }, { provider: "native" });
    declare();
    await account.up();
    account.workspace.setConfig("tunnel-edge:defaultDescription", BEFORE);
    account.workspace.setConfig("tunnel-edge:defaultMetadata", TEAM);
  });

  afterAll(() => account?.close());

  test("are set on existing objects without a value, even with ignoreChanges", async () => {
    const defaults = { description: BEFORE, metadata: TEAM };
    expect(await upWrites()).toEqual(inAnyOrder([patch("ignored", defaults), patch("plain", defaults)]));
    await account.expectSettled();
  });

  test("don't change a value that ignoreChanges includes", async () => {
    account.workspace.setConfig("tunnel-edge:defaultDescription", AFTER);
    expect(await upWrites()).toEqual(inAnyOrder([patch("plain", { description: AFTER })]));
    await account.expectSettled();
  });

  test("are set on imported objects only if the program leaves the property unset", async () => {
    declare(IMPORTS);
    expect(await upWrites()).toEqual(inAnyOrder([patch("hand", { description: AFTER, metadata: TEAM })]));
    await account.expectSettled();
  });

  test("don't affect lookups, which match the exact description or metadata", async () => {
    declare(`${IMPORTS}
exports.ids = [
  edge.getIpPolicyOutput({ description: "another" }).id,
  edge.getIpPolicyOutput({ metadata: "others" }).id,
];`);
    expect(await upWrites()).toEqual([]);
    expect(account.workspace.outputs().ids).toEqual(["ipp_other", "ipp_other"]);
  });
});
