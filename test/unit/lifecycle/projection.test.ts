import { describe, expect, test } from "vitest";
import { lookups, modules, resources } from "../../../provider/families";
import { bool, object, oneOf, out, secretString, string } from "../../../provider/family/fields";
import { defineLookup } from "../../../provider/family/lookup";
import { defineResource } from "../../../provider/family/resource";
import { view, visibleFields } from "../../../provider/lifecycle/values/view";

const named = <F extends { readonly name: string }>(families: readonly F[], name: string): F => {
  const family = families.find((candidate) => candidate.name === name);
  if (!family) throw new Error(name);
  return family;
};

/** A family with every kind of property that views treat differently. */
const family = defineResource({
  name: "Thing",
  summary: "A thing.",
  path: "/things",
  listKey: "things",
  inputs: {
    note: string("Note.", { unset: { sends: "" } }).optional(),
    kind: oneOf({ a: "A.", b: "B." }, "Kind.", { unset: { sends: "a" } }).optional(),
    shade: oneOf({ x: "X." }, "Shade.", { unset: { sends: "x" }, responseValues: ["", "x"] }).optional(),
    pin: secretString("Pin.", { returned: "never" }).optional(),
    wait: bool("Wait.", { returned: "local" }).optional(),
    part: object(
      { on: bool("On.", { unset: { sends: true } }).optional(), name: string("Name.").optional() },
      "Part.",
    ).optional(),
  },
  update: ["note", "kind", "shade", "part"],
  outputs: {
    words: out.strings("Words."),
    owner: out.ref("Owner.", { nullable: true }),
    records: out.list({ name: out.string("Name."), hosts: out.strings("Hosts.") }, "Records."),
    pinned: out.bool("Whether it is pinned.", { returned: "local" }),
    key: out.string("Key.", { secret: true, nullable: true }),
  },
});

const viewed = (answer: object) => view(family, { id: "th_1", ...answer }, {}).value;

describe("the properties of a view", () => {
  test("are the inputs and outputs of responses", () => {
    const { inputs, outputs } = visibleFields(family);
    expect(Object.keys(inputs)).toEqual(["note", "kind", "shade", "part"]);
    expect(Object.keys(outputs)).toEqual(["words", "owner", "records", "key"]);
    const session = visibleFields(named(lookups, "TunnelSession"));
    expect(session.inputs).toEqual({});
    expect(Object.keys(session.outputs)).toContain("startedAt");
  });

  test("contain a repeated input only once, as the input", () => {
    const { inputs, outputs } = visibleFields(named(resources, "HttpsEdgeRoute"));
    expect(Object.keys(outputs).filter((key) => key in inputs)).toEqual([]);
  });
});

describe("an empty response", () => {
  test("results in default inputs, no unset ones, and null or empty outputs", () => {
    expect(viewed({})).toEqual({
      id: "th_1",
      note: "",
      kind: "a",
      shade: "x",
      words: [],
      owner: null,
      records: [],
      key: null,
    });
  });

  test("is treated like a response whose values are null", () => {
    const answer = { note: null, kind: null, part: null, words: null, owner: null, records: null, key: null };
    expect(viewed(answer)).toEqual(viewed({}));
  });
});

describe("a full response", () => {
  test("is shown in the program's names, with missing nested values", () => {
    const answer = {
      note: "n",
      kind: "b",
      pin: "1234",
      wait: true,
      part: { name: "p" },
      words: ["w"],
      owner: { id: "usr_1" },
      records: [{ name: "r", stranger: 1 }, null],
      pinned: true,
      key: "k",
      stranger: "s",
    };
    expect(viewed(answer)).toEqual({
      id: "th_1",
      note: "n",
      kind: "b",
      shade: "x",
      part: { on: true, name: "p" },
      words: ["w"],
      owner: { id: "usr_1", uri: null },
      records: [{ name: "r", hosts: [] }, null],
      key: "k",
    });
  });

  test("treats an empty string as absent only if it isn't a valid value", () => {
    expect(viewed({ note: "", kind: "", shade: "" })).toMatchObject({ note: "", kind: "a", shade: "" });
  });

  test("shows whether it contains a secret", () => {
    const holds = (answer: object) => view(family, { id: "th_1", ...answer }, {}).holdsSecret;
    expect([holds({ key: "k" }), holds({ key: null }), holds({ pin: "1234" })]).toEqual([true, false, false]);
  });
});

describe("ids", () => {
  test("in the path are those of the request", () => {
    const { value } = view(named(resources, "HttpsEdgeRoute"), { id: "rt_1", match: "/" }, { edgeId: "e_1" });
    expect(value).toMatchObject({ id: "rt_1", edgeId: "e_1", match: "/" });
  });

  test("of a module are made of its path", () => {
    const answer = { certificate_authorities: [{ id: "ca_1" }] };
    const { value } = view(named(modules, "TlsEdgeMutualTls"), answer, { edgeId: "e_1" });
    expect(value).toEqual({
      id: "e_1/mutual_tls",
      edgeId: "e_1",
      enabled: true,
      certificateAuthorityIds: ["ca_1"],
      certificateAuthorities: [{ id: "ca_1", uri: null }],
    });
  });

  test("of read-only objects are shown next to their fields", () => {
    const lookup = defineLookup({
      name: "Word",
      summary: "A word.",
      section: "Words",
      path: "/words",
      listKey: "words",
      outputs: { text: out.string("Text.") },
    });
    expect(view(lookup, { id: "w_1", text: "hello", stranger: 1 }, {}).value).toEqual({
      id: "w_1",
      text: "hello",
    });
  });
});
