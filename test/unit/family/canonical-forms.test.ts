import { describe, expect, test } from "vitest";
import * as forms from "../../../provider/family/canonical-forms";
import { sorted } from "../../../provider/family/collections";

const { canonicalHostname, canonicalHostports, canonicalInstant, canonicalPem } = forms;
const { canonicalPolicy, canonicalUrl, lowerCaseItems, lowerCaseKeys } = forms;

const PEM = "-----BEGIN X-----\nAA\n-----END X-----";

describe("canonical forms", () => {
  test.each<[string, (value: unknown) => unknown, unknown, unknown]>([
    ["an instant", canonicalInstant, "2030-01-01T01:00:00+01:00", "2030-01-01T00:00:00.000Z"],
    ["a hostname", canonicalHostname, " App.Example.com. ", "app.example.com"],
    ["hostports", canonicalHostports, ["App.Example.com.:443", "b."], ["app.example.com:443", "b"]],
    ["a URL", canonicalUrl, "HTTPS://App.Example.com.:443/", "https://app.example.com"],
    ["a URL with a port and a path", canonicalUrl, "http://A.b.c:8080/B", "http://a.b.c:8080/B"],
    ["a hostname instead of a URL", canonicalUrl, "App.Example.com", "app.example.com"],
    ["a policy in JSON", canonicalPolicy, '{"b":1,"a":[{"d":1,"c":2}]}', { a: [{ c: 2, d: 1 }], b: 1 }],
    ["a policy in YAML", canonicalPolicy, "b: 1\na:\n  - c\n", { a: ["c"], b: 1 }],
    ["PEM text", canonicalPem, "\r\n-----BEGIN X-----\r\n  AA \r\n\r\n-----END X-----\r\n", PEM],
    ["header names", lowerCaseKeys, { "X-A": "B" }, { "x-a": "B" }],
    ["a list of header names", lowerCaseItems, ["X-A", "x-b"], ["x-a", "x-b"]],
    ["the order of keys", sorted, { b: [{ d: 1, c: null }], a: 1 }, { a: 1, b: [{ c: null, d: 1 }] }],
  ])("%s", (_, canonical, value, expected) => {
    expect(JSON.stringify(canonical(value))).toBe(JSON.stringify(expected));
    expect(canonical(canonical(value))).toEqual(expected);
  });
});

describe("values that can't be interpreted are unchanged", () => {
  const canonicals = Object.entries(forms).filter(([name]) => name !== "isInstant");
  const odd = [7, true, null, undefined, [], ["a", 7, null], {}, "x", "a: [", "2030-13-01t00:00:00z", "://"];

  test.each(canonicals)("%s", (_, canonical) => {
    for (const value of odd) expect(canonical(value as never)).toEqual(value);
  });
});

test("invalid policies are equal only if their texts are identical", () => {
  expect(canonicalPolicy('{"a":[1')).not.toEqual(canonicalPolicy('{"a":[1]}'));
  expect(canonicalPolicy("a: 1\na: 2")).toBe("a: 1\na: 2");
});
