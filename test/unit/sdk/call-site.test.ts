import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { callSite, errorAtCallSite } from "../../../sdk/functions/call-site";

const own = resolve(__dirname, "../../../sdk/functions/lookup.ts");
const program = join(process.cwd(), "src", "index.ts");

describe("the location of a call", () => {
  test.each([
    ["in a function", `    at main (${program}:3:7)`, "src/index.ts:3:7"],
    ["at the top of a file", `    at ${program}:3:7`, "src/index.ts:3:7"],
    ["in a module", `    at async ${pathToFileURL(program)}:3:7`, "src/index.ts:3:7"],
    [
      "in a callback",
      `    at new Promise (<anonymous>)\n    at node:internal/x:1:2\n    at ${program}:3:7`,
      "src/index.ts:3:7",
    ],
    ["that is unknown", "    at new Promise (<anonymous>)\n    at node:internal/x:1:2", undefined],
  ])("%s", (_, frames, place) => {
    expect(callSite(`Error\n    at get (${own}:1:2)\n${frames}`)).toBe(place);
  });

  test("is detected", () => {
    expect(callSite()).toMatch(/^test\/unit\/sdk\/call-site\.test\.ts:\d+:\d+$/);
  });
});

describe("a failure", () => {
  test("is one line for the engine, with the error as its cause", () => {
    const cause = new Error("gone");
    expect(errorAtCallSite("index.ts:1:2", cause)).toMatchObject({ message: "gone (index.ts:1:2)", cause });
    expect(errorAtCallSite(undefined, cause)).toMatchObject({ message: "gone" });
    expect(pulumi.RunError.isInstance(errorAtCallSite(undefined, cause))).toBe(true);
  });

  test.each([new TypeError("x"), "text"])("that is a TypeError or not an Error is unchanged: %s", (error) => {
    expect(errorAtCallSite("index.ts:1:2", error)).toBe(error);
  });
});
