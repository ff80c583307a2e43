import { output } from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { strayTextsIn } from "../../../provider/family/stray-text";

/** Formats a non-string value, as programs do by mistake. */
const textOf = (value: unknown) => `for ${value}`;

beforeEach(() => vi.stubEnv("PULUMI_ERROR_OUTPUT_STRING", "false"));
afterEach(() => vi.unstubAllEnvs());

describe("a string built from a non-string value", () => {
  test.each<[string, () => string]>([
    ["an output in a template", () => textOf(output("app.example.com"))],
    ["an output in JSON", () => JSON.stringify({ host: output("app.example.com") })],
    [
      "an output of Python",
      () => "for Calling __str__ on an Output[T] is not supported.\n\nTo get the value",
    ],
    ["an output of .NET", () => "Calling [ToString] on an [Output<T>] is not supported."],
    ["a promise", () => textOf(Promise.resolve(1))],
    ["an object as a whole", () => String({})],
  ])("%s is rejected at every path", (_, build) => {
    const text = build();
    const values = { url: text, list: ["a", { deep: text }], map: { [text]: 1 } };
    expect(strayTextsIn(values)).toEqual([
      { isError: true, path: ["url"], reason: expect.stringContaining("pulumi.interpolate") },
      { isError: true, path: ["list", 1, "deep"], reason: expect.stringContaining("pulumi.interpolate") },
      {
        isError: true,
        path: ["map"],
        reason: expect.stringMatching(/^has a key that was built|^has a key that contains/),
      },
    ]);
    expect(JSON.stringify(strayTextsIn(values))).not.toContain("is not supported");
  });

  test("warns about an object within a string", () => {
    expect(strayTextsIn(textOf({}))).toMatchObject([{ isError: false }]);
  });

  test.each([
    "an ordinary text",
    'if (String(x) === "[object Object]") fail();',
    "tells `[object Promise]` from '[object Object]'",
    "[object Window]",
    "Outputs are not supported here",
    "",
  ])("%s is accepted", (text) => expect(strayTextsIn({ text, [text]: text })).toEqual([]));
});
