import { describe, expect, test } from "vitest";
import { camelCase, chunks, kebabCase, withoutAccents } from "../../../cli/common";

describe("names", () => {
  test.each([
    ["TlsEdgeMutualTLSPolicy2nd", "tls-edge-mutual-tls-policy-2-nd", "tlsEdgeMutualTlsPolicy2Nd"],
    ["app.example.com /api", "app-example-com-api", "appExampleComApi"],
    ["  Über ΑΒ ", "über-αβ", "überΑβ"],
    ["10.0.0.0/8", "10-0-0-0-8", "100008"],
    ["--", "", ""],
  ])("converts %s to kebab case and camel case", (text, kebab, camel) => {
    expect(kebabCase(text)).toBe(kebab);
    expect(camelCase(text)).toBe(camel);
  });

  test.each([
    ["Zürich and Łódź", "Zurich and Łodz"],
    ["Zu\u0308rich", "Zurich"],
    ["Αθήνα 東京", "Αθηνα 東京"],
  ])("removes the marks of %s", (text, plain) => {
    expect(withoutAccents(text)).toBe(plain);
  });
});

test("chunks() keeps the order and puts the rest into a shorter last chunk", () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([], 2)).toEqual([]);
});
