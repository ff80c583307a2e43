import { describe, expect, test } from "vitest";
import {
  bool,
  hostname,
  instant,
  mapOf,
  object,
  policyText,
  text,
  textList,
  textSet,
  url,
} from "../../../provider/family/fields";
import { UNKNOWN } from "../../../provider/family/unknown";
import { align, alignInput, same } from "../../../provider/lifecycle/compare";

const termination = object(
  {
    enabled: bool("On.", { default: true }).optional(),
    terminateAt: text("Where.", { default: "edge" }).optional(),
    minVersion: text("Floor.", { picked: true }).optional(),
  },
  "TLS termination.",
);

describe("the same to the service", () => {
  test.each([
    ["a set in another order", textSet("x"), ["a", "b"], ["b", "a"]],
    ["a set with a repeated item", textSet("x"), ["a", "a"], ["a"]],
    ["an instant in another zone", instant("x"), "2030-01-01T00:00:00Z", "2030-01-01T01:00:00.000+01:00"],
    ["a hostname with capitals and a dot", hostname("x"), "App.Example.com.", "app.example.com"],
    ["a URL with its default port", url("x"), "HTTPS://App.example.com:443/", "https://app.example.com"],
    ["a policy as YAML and as an object", policyText("x"), "a:\n  - b: 1\n", { a: [{ b: 1 }] }],
    ["a policy with other key order", policyText("x"), '{"a":1,"b":2}', '{ "b": 2, "a": 1 }'],
    ["a map in another order", mapOf(text("v"), "x"), { a: "1", b: "2" }, { b: "2", a: "1" }],
    ["a default and nothing", bool("x", { default: true }), undefined, true],
    ["absence in four spellings", textSet("x"), null, []],
    ["an empty text and nothing", text("x", { default: "" }), "", undefined],
    ["an object with only defaults", termination, {}, { enabled: true, terminateAt: "edge" }],
  ])("%s", (_, schema, one, other) => {
    expect(same(schema, one, other)).toBe(true);
  });

  test.each([
    ["a list in another order", textList("x"), ["a", "b"], ["b", "a"]],
    ["a map with another key", mapOf(text("v"), "x"), { a: "1" }, { A: "1" }],
    ["false and a default of true", bool("x", { default: true }), false, undefined],
    ["an unknown value and itself", text("x"), UNKNOWN, UNKNOWN],
    ["an object that holds an unknown value", termination, { minVersion: UNKNOWN }, { minVersion: UNKNOWN }],
    ["a module that is there, and nothing", termination, { enabled: true }, undefined],
  ])("not: %s", (_, schema, one, other) => {
    expect(same(schema, one, other)).toBe(false);
  });

  test("an object whose presence matters differs from nothing even when it is empty", () => {
    const provider = object({ clientId: text("x").optional() }, "Provider.", { presence: true });
    expect(same(provider, {}, undefined)).toBe(false);
  });
});

describe("what was observed, in the program's spelling", () => {
  test("keeps the spelling of what means the same", () => {
    expect(align(textSet("x"), ["b", "a"], ["a", "b"])).toEqual(["b", "a"]);
  });

  test("leaves out what the service filled in and takes over what differs", () => {
    const observed = { enabled: true, terminateAt: "upstream", minVersion: "1.2" };
    expect(align(termination, { terminateAt: "edge" }, observed)).toEqual({ terminateAt: "upstream" });
  });

  test("shows a picked value once the program gave one", () => {
    const given = { minVersion: "1.3" };
    expect(align(termination, given, { enabled: true, terminateAt: "edge", minVersion: "1.2" })).toEqual({
      minVersion: "1.2",
    });
  });

  test("shows what was removed", () => {
    expect(align(termination, { minVersion: "1.3" }, { minVersion: null, enabled: false })).toEqual({
      enabled: false,
    });
  });

  test.each([
    ["a key that the answer does not have", text("x"), "kept", undefined, "kept"],
    ["a value that is never returned", text("x", { writeOnly: true }), "kept", "other", "kept"],
  ])("keeps the program's value for %s", (_, schema, given, observed, result) => {
    expect(alignInput(schema, given, observed)).toBe(result);
  });
});
