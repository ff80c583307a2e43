import { describe, expect, test } from "vitest";
import { covers } from "../../../policy/certificates";
import { exemptStacks, isProduction } from "../../../policy/enforcement";
import { metadataObject, missingKeys } from "../../../policy/metadata";
import { parseUrn } from "../../../policy/rule";

describe("covers", () => {
  test.each([
    ["a.example.com", "a.example.com", true],
    ["A.example.com", "a.EXAMPLE.com", true],
    ["*.example.com", "a.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "a.b.example.com", false],
    ["*.example.com", "*.example.com", true],
    ["a.example.com", "*.example.com", false],
    ["*.com", "*.example.com", false],
    ["example.com", "notexample.com", false],
  ])("returns for the name %s and the host %s: %s", (name, host, expected) => {
    expect(covers(name, host)).toBe(expected);
  });
});

describe("metadataObject", () => {
  test.each([
    ['{"owner":"x"}', { owner: "x" }],
    ["[1]", undefined],
    ["null", undefined],
    ["owner=x", undefined],
    [undefined, undefined],
  ])("parses %s", (text, object) => {
    expect(metadataObject(text)).toEqual(object);
  });
});

test("missingKeys returns keys that are missing, empty, or not a string", () => {
  expect(missingKeys('{"a":"x","b":" ","c":1}', ["a", "b", "c", "d"])).toEqual(["b", "c", "d"]);
});

describe("isProduction", () => {
  const exempt = exemptStacks.parse(undefined);
  test.each(["prod", "main", "eu-production", "shop", "latest", "contest"])("is true for %s", (stack) => {
    expect(isProduction(stack, exempt)).toBe(true);
  });
  test.each(["dev", "test", "staging", "dev-ann", "shop-staging", "eu.dev", "pr-12", "pr12"])(
    "is false for %s",
    (stack) => {
      expect(isProduction(stack, exempt)).toBe(false);
    },
  );
});

test("parseUrn returns stack and project", () => {
  const urn = "urn:pulumi:prod::infra::pulumi-nodejs:dynamic/tunnel-edge:IpPolicy::office";
  expect(parseUrn(urn)).toEqual({ stack: "prod", project: "infra" });
});
