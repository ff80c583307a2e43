import { expect, test } from "vitest";
import { fillPath } from "../../../provider/api";
import fc, { anyText } from "../../support/properties";

test("encodes each id as one segment", () => {
  expect(fillPath("/edges/https/{edgeId}/routes", { edgeId: "edghts_1" })).toBe(
    "/edges/https/edghts_1/routes",
  );
  expect(fillPath("/a/{x}/b/{y}", { x: "ü:1", y: "v1.2" })).toBe("/a/%C3%BC%3A1/b/v1.2");
});

test.each([
  ["", "is empty"],
  [".", 'is "."'],
  ["..", 'is ".."'],
  ["a/b", "contains one of"],
  ["a\\b", "contains one of"],
  ["a?b", "contains one of"],
  ["a#b", "contains one of"],
  ["%2e%2e", "contains one of"],
  ["a b", "white space"],
  ["a\u0000", "control characters"],
  ["a\u202eb", "control characters"],
  ["\ud800", "control characters"],
  ["x".repeat(513), "longer than 512"],
])("rejects %j with the reason", (id, reason) => {
  expect(() => fillPath("/things/{id}", { id })).toThrow(`id cannot be used in the path /things/{id}: it `);
  expect(() => fillPath("/things/{id}", { id })).toThrow(reason);
});

test("rejects a missing parameter, including inherited names", () => {
  expect(() => fillPath("/things/{id}", {})).toThrow(
    "id cannot be used in the path /things/{id}: it is missing",
  );
  expect(() => fillPath("/things/{constructor}", {})).toThrow("is missing");
});

test("rejects or encodes any value as one segment", () => {
  fc.assert(
    fc.property(anyText(), (id) => {
      let filled: string;
      try {
        filled = fillPath("/things/{id}", { id });
      } catch {
        return true;
      }
      const { pathname } = new URL(filled, "https://api.example.com");
      return pathname.split("/").length === 3 && decodeURIComponent(pathname.slice("/things/".length)) === id;
    }),
  );
});
