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

/** Runs a function and returns the stacks that Node formats meanwhile, each with the function that created the error. */
function formattedStacks(format: (sites: readonly NodeJS.CallSite[]) => string, run: () => void) {
  const stacks: { creator: string; text: string }[] = [];
  const prepare: typeof Error.prepareStackTrace = (_, sites) => {
    const text = format(sites);
    stacks.push({ creator: sites[0]?.getFunctionName() ?? "", text });
    return text;
  };
  Error.prepareStackTrace = prepare;
  run();
  expect(Error.prepareStackTrace).toBe(prepare);
  return stacks;
}

const allFrames = (sites: readonly NodeJS.CallSite[]) => sites.map((site) => `    at ${site}`).join("\n");
const isFromPromise = ({ creator }: { creator: string }) => creator === "debuggablePromise";

describe.each([
  ["dynamic", IpPolicy],
  ["native", NativeIpPolicy],
])("the stack traces of a registration, %s", (face, Class) => {
  test("include the location of the call but none of promises", () => {
    const stacks = formattedStacks(allFrames, () => new Class(`${face}-place`));
    expect(stacks.filter(isFromPromise)).toEqual([]);
    const place = stacks.find(({ creator }) => creator.endsWith("callsites"));
    expect(place?.text).toContain("traces.test.ts");
  });

  test("include those of promises with PULUMI_DEBUG_PROMISE_LEAKS", () => {
    vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
    const stacks = formattedStacks(allFrames, () => new Class(`${face}-leaks`));
    expect(stacks.filter(isFromPromise).length).toBeGreaterThan(10);
  });

  /** Returns the stack of an error that the program creates while the resource is registered. */
  const programStack = (name: string) => {
    let stack = "";
    const transformation = () => {
      stack = String(new Error("the program's").stack);
      return undefined;
    };
    new Class(`${face}-${name}`, {}, { transformations: [transformation] });
    return stack;
  };

  test("are unchanged for an error of the program", () => {
    expect(programStack("transformed")).toContain("traces.test.ts");
  });

  test("have the frames of modules in the form that the engine's SDK reads", () => {
    const url = pathToFileURL("/programs/my app/index.mjs");
    let stack = "";
    formattedStacks(
      () => `Error\n    at ${url}:3:7\n    at async ${url}:4:1\n    at create (${url}:5:2)`,
      () => (stack = programStack("module")),
    );
    expect(stack.split("\n").slice(1)).toEqual([
      "    at <module> (/programs/my app/index.mjs:3:7)",
      "    at <module> (/programs/my app/index.mjs:4:1)",
      "    at create (/programs/my app/index.mjs:5:2)",
    ]);
  });
});
