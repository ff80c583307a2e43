import { describe, expect, test } from "vitest";
import { staticBackend } from "../../../provider/families/static-backend";
import { lowerCaseKeys } from "../../../provider/family/canonical-forms";
import { knownField } from "../../../provider/family/field";
import {
  bool,
  hostname,
  instant,
  mapOf,
  object,
  out,
  string,
  stringList,
  stringSet,
  trafficPolicyText,
  url,
} from "../../../provider/family/fields";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  alignInput,
  alignWithProgram,
  areEqual,
  isBlank,
  keepSpelling,
} from "../../../provider/lifecycle/values/compare";

const termination = object(
  {
    enabled: bool("On.", { unset: { sends: true } }).optional(),
    terminateAt: string("Where.", { unset: { sends: "edge" } }).optional(),
    minVersion: string("Floor.", { unset: "serverDefault" }).optional(),
  },
  "TLS termination.",
);

const chosen = string("x", { unset: "serverDefault" });
const onByDefault = bool("x", { unset: { sends: true } });
const headers = mapOf(string("v"), "x", { spelling: { canonical: lowerCaseKeys } });

describe("areEqual", () => {
  test.each([
    ["a set in another order", stringSet("x"), ["a", "b"], ["b", "a"]],
    ["a set with a repeated item", stringSet("x"), ["a", "a"], ["a"]],
    ["an instant in another zone", instant("x"), "2030-01-01T00:00:00Z", "2030-01-01T01:00:00.000+01:00"],
    ["a hostname with capitals and a dot", hostname("x"), "App.Example.com.", "app.example.com"],
    [
      "an address with capitals",
      knownField(staticBackend.inputs, "address"),
      "App.Example.com:443",
      "app.example.com:443",
    ],
    ["a URL with its default port", url("x"), "HTTPS://App.example.com:443/", "https://app.example.com"],
    ["a policy as YAML and as an object", trafficPolicyText("x"), "a:\n  - b: 1\n", { a: [{ b: 1 }] }],
    ["a policy with other key order", trafficPolicyText("x"), '{"a":1,"b":2}', '{ "b": 2, "a": 1 }'],
    ["a map in another order", mapOf(string("v"), "x"), { a: "1", b: "2" }, { b: "2", a: "1" }],
    ["a default and no value", onByDefault, undefined, true],
    ["null and an empty list", stringSet("x"), null, []],
    ["an empty string and no value", string("x", { unset: { sends: "" } }), "", undefined],
    ["an object with only defaults", termination, {}, { enabled: true, terminateAt: "edge" }],
  ])("is true for %s", (_, schema, one, other) => {
    expect(areEqual(schema, one, other)).toBe(true);
  });

  test.each([
    ["a list in another order", stringList("x"), ["a", "b"], ["b", "a"]],
    ["a map with another key", mapOf(string("v"), "x"), { a: "1" }, { A: "1" }],
    ["false and a default of true", onByDefault, false, undefined],
    ["an unknown value and itself", string("x"), UNKNOWN, UNKNOWN],
    ["an object that holds an unknown value", termination, { minVersion: UNKNOWN }, { minVersion: UNKNOWN }],
    ["a module and no module", termination, { enabled: true }, undefined],
  ])("is false for %s", (_, schema, one, other) => {
    expect(areEqual(schema, one, other)).toBe(false);
  });

  test("distinguishes an empty object from none if its presence matters", () => {
    const provider = object({ clientId: string("x").optional() }, "Provider.", {
      significantWhenEmpty: true,
    });
    expect(areEqual(provider, {}, undefined)).toBe(false);
  });
});

describe("alignWithProgram", () => {
  test("keeps the spelling of an equivalent value", () => {
    expect(alignWithProgram(stringSet("x"), ["b", "a"], ["a", "b"])).toEqual(["b", "a"]);
  });

  test("removes values that the service filled in and keeps different ones", () => {
    const observed = { enabled: true, terminateAt: "upstream", minVersion: "1.2" };
    expect(alignWithProgram(termination, { terminateAt: "edge" }, observed)).toEqual({
      terminateAt: "upstream",
    });
  });

  test("keeps the service's value if the program sets one", () => {
    const declared = { minVersion: "1.3" };
    expect(
      alignWithProgram(termination, declared, { enabled: true, terminateAt: "edge", minVersion: "1.2" }),
    ).toEqual({
      minVersion: "1.2",
    });
  });

  test("shows values that the service no longer has as removed", () => {
    expect(
      alignWithProgram(termination, { minVersion: "1.3" }, { minVersion: null, enabled: false }),
    ).toEqual({
      enabled: false,
    });
  });

  test.each([
    ["a key missing from the response", string("x"), "kept", undefined, "kept"],
    ["a value that is never returned", string("x", { returned: "never" }), "kept", "other", "kept"],
  ])("keeps the program's value for %s", (_, schema, declared, observed, result) => {
    expect(alignInput(schema, declared, observed)).toBe(result);
  });

  test.each([
    ["a withheld secret", string("x", { returned: "sometimes" }), "kept", "", "kept"],
    ["a returned secret", string("x", { returned: "sometimes" }), "kept", "other", "other"],
    ["a blank that leaves the choice to the service", chosen, "", "1.2", ""],
    ["an unset value that the service chose", chosen, undefined, "1.2", undefined],
    ["an unset value if the response has the default", onByDefault, undefined, true, undefined],
    ["an unset value if the response doesn't have the default", onByDefault, undefined, false, false],
    ["a removed value", string("x"), "gone", null, null],
  ])("returns the program's or the service's value for %s", (_, schema, declared, observed, result) => {
    expect(alignInput(schema, declared, observed)).toBe(result);
  });

  test("keeps the spelling of header names if other values differ", () => {
    const declared = { "X-Team": "edge", "X-Zone": "eu" };
    const observed = { "x-team": "other", "x-zone": "eu", "X-New": "1" };
    expect(alignWithProgram(headers, declared, observed)).toEqual({
      "X-Team": "other",
      "X-Zone": "eu",
      "X-New": "1",
    });
    expect(alignWithProgram(mapOf(string("v"), "x"), { A: "1" }, { a: "2" })).toEqual({ a: "2" });
  });

  test("replaces an object with a value of another type, and the reverse", () => {
    expect(alignWithProgram(termination, "odd", { enabled: false })).toEqual({ enabled: false });
    expect(alignWithProgram(termination, { enabled: false }, "odd")).toBe("odd");
    expect(alignWithProgram(termination, { minVersion: "1.3" }, null)).toBeNull();
  });
});

describe("keepSpelling", () => {
  const hosts = stringSet("x");
  const both = { hosts: ["b", "a"], name: "x" };
  const added = object({ add: headers }, "Headers.");
  const nested = object({ hosts: stringSet("x").optional(), name: string("x").optional() }, "Nested.");

  test.each([
    ["keeps an equivalent value", hosts, ["b", "a"], ["a", "b"], ["b", "a"]],
    ["returns a different value", hosts, ["b", "a"], ["a", "c"], ["a", "c"]],
    ["returns a new value", hosts, undefined, ["a", "b"], ["a", "b"]],
    ["returns a new empty value", hosts, undefined, [], []],
    ["keeps equal parts", nested, both, { hosts: ["a", "b"], name: "y" }, { ...both, name: "y" }],
    ["removes omitted keys", nested, both, { hosts: ["a", "b"] }, { hosts: ["b", "a"] }],
    ["keeps unknown keys", nested, { zzz: 1, name: "x" }, { zzz: 2, name: "y" }, { zzz: 2, name: "y" }],
    ["returns header names", headers, { "X-Team": "a" }, { "x-team": "a" }, { "x-team": "a" }],
    ["returns header names in objects", added, { add: { A: "1" } }, { add: { a: "1" } }, { add: { a: "1" } }],
    ["replaces a value of another type with an object", nested, "odd", { name: "x" }, { name: "x" }],
    ["replaces an object with a value of another type", nested, { name: "x" }, "odd", "odd"],
  ])("%s", (_, schema, before, value, result) => {
    expect(keepSpelling(schema, before, value)).toEqual(result);
  });
});

describe("items of lists", () => {
  const list = out.list(
    { name: string("x", { unset: { sends: "" } }).optional(), hosts: stringSet("x").optional() },
    "List.",
  );

  test("are compared by their canonical forms", () => {
    expect(areEqual(list, [{ hosts: ["a", "b"] }], [{ hosts: ["b", "a"], name: "" }])).toBe(true);
    expect(areEqual(list, [{ hosts: ["a"] }], [{ hosts: ["b"] }])).toBe(false);
    expect(areEqual(list, [{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }])).toBe(false);
  });

  test("count even if they are blank", () => {
    expect(areEqual(stringList("x"), ["", "a"], ["a"])).toBe(false);
    expect(areEqual(stringList("x"), [""], [])).toBe(false);
  });
});

test("isBlank is true only for values by which services represent absence", () => {
  expect([undefined, null, "", [], {}].map(isBlank)).toEqual([true, true, true, true, true]);
  expect([0, false, " ", [""], { a: undefined }].map(isBlank)).toEqual([false, false, false, false, false]);
});
