import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { IpPolicy } from "../../../sdk";
import { IpPolicy as NativeIpPolicy } from "../../../sdk/native";

const earlier = Error.prepareStackTrace;

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ inputs }) => inputs,
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
  if (earlier) Error.prepareStackTrace = earlier;
  else delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
});

/** Functions whose stack was formatted, with the text. */
function asked(textOf: (sites: readonly NodeJS.CallSite[]) => string, run: () => void) {
  const told: { by: string; text: string }[] = [];
  const own: typeof Error.prepareStackTrace = (_, sites) => {
    const text = textOf(sites);
    told.push({ by: sites[0]?.getFunctionName() ?? "", text });
    return text;
  };
  Error.prepareStackTrace = own;
  run();
  expect(Error.prepareStackTrace).toBe(own);
  return told;
}

const inFull = (sites: readonly NodeJS.CallSite[]) => sites.map((site) => `    at ${site}`).join("\n");
const isOfPromises = ({ by }: { by: string }) => by === "debuggablePromise";

describe.each([
  ["dynamic", IpPolicy],
  ["native", NativeIpPolicy],
])("the stack traces of a registration, %s", (face, Class) => {
  test("are those that tell its place, and none of the promises", () => {
    const told = asked(inFull, () => new Class(`${face}-place`));
    expect(told.filter(isOfPromises)).toEqual([]);
    const place = told.find(({ by }) => by.endsWith("callsites"));
    expect(place?.text).toContain("traces.test.ts");
  });

  test("are all there for who looks for promises that leak", () => {
    vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
    const told = asked(inFull, () => new Class(`${face}-leaks`));
    expect(told.filter(isOfPromises).length).toBeGreaterThan(10);
  });

  /** The stack of an error that the program makes while the resource is registered. */
  const stackIn = (name: string) => {
    let stack = "";
    const transformation = () => {
      stack = String(new Error("the program's").stack);
      return undefined;
    };
    new Class(`${face}-${name}`, {}, { transformations: [transformation] });
    return stack;
  };

  test("are unchanged for an error of the program", () => {
    expect(stackIn("transformed")).toContain("traces.test.ts");
  });

  test("have the frames of modules in the form that the engine's SDK reads", () => {
    const url = pathToFileURL("/programs/my app/index.mjs");
    let stack = "";
    asked(
      () => `Error\n    at ${url}:3:7\n    at async ${url}:4:1\n    at made (${url}:5:2)`,
      () => (stack = stackIn("module")),
    );
    expect(stack.split("\n").slice(1)).toEqual([
      "    at <module> (/programs/my app/index.mjs:3:7)",
      "    at <module> (/programs/my app/index.mjs:4:1)",
      "    at made (/programs/my app/index.mjs:5:2)",
    ]);
  });
});
