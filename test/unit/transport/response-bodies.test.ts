import { describe, expect, test } from "vitest";
import { decodeBody, MAX_JSON_DEPTH } from "../../../provider/transport/call";

describe("response bodies", () => {
  const decode = (text: string | Buffer, type = "application/json") => decodeBody(Buffer.from(text), type);

  test("accepts a JSON object or null with any content type", () => {
    expect(decode('{"a":1}', "text/plain")).toEqual({ ok: true, value: { a: 1 } });
    expect(decode("\ufeffnull")).toEqual({ ok: true, value: null });
  });

  test.each([
    ["", "empty"],
    [" \n", "empty"],
    ["<!doctype html>", "not JSON but HTML"],
    ['{"a":', "truncated or damaged JSON"],
    ["hello", "not JSON"],
    ["[1]", "JSON, but not an object"],
    ["7", "JSON, but not an object"],
    [Buffer.from([0xff]), "not JSON"],
    [
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
      `JSON nested more than ${MAX_JSON_DEPTH} levels deep`,
    ],
  ])("case %#", (text, why) => {
    expect(decode(text)).toEqual({ ok: false, why });
  });

  test("ignores brackets in strings", () => {
    const value = { a: `${"[{".repeat(500)}\\"` };
    expect(decode(JSON.stringify(value))).toEqual({ ok: true, value });
  });

  test("keeps a __proto__ key as data", () => {
    const decoded = decode('{"__proto__":{"polluted":true}}');
    expect(decoded.ok && Object.getPrototypeOf(decoded.value)).toBe(Object.prototype);
  });
});
