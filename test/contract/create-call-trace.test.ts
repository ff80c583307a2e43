import type { dynamic } from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { countFileSwitches, type Entry, TracedProvider } from "../support/call-trace";
import { isolatedJournal } from "../support/hosted-provider";

type Host = typeof import("../../provider/engine/dynamic");
type Accounts = typeof import("../../provider/account/account");

let emulator: Emulator;
let journal: ReturnType<typeof isolatedJournal>;
let traced: TracedProvider;

beforeAll(async () => {
  emulator = await startEmulator();
  // Other tests of this process may have disabled the journal, which would shorten the trace.
  journal = isolatedJournal();
  traced = new TracedProvider();
});

afterAll(async () => {
  await ((await traced.load("provider/account/account.ts")) as Accounts).closeAccounts();
  traced.remove();
  await journal.remove();
  await emulator.close();
});

/** Creates objects one after the other in one process, and returns the call trace of each. */
async function traceCreates(
  name: string,
  inputsList: readonly Record<string, unknown>[],
): Promise<(readonly Entry[])[]> {
  const config: Readonly<Record<string, unknown>> = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
    "tunnel-edge:ownershipMark": true,
  };
  const { provider } = (await traced.load("provider/engine/dynamic/index.ts")) as Host;
  const host = provider(name) as Required<dynamic.ResourceProvider>;
  const get = (key: string) => config[key];
  await host.configure({ config: { get, require: get } } as unknown as dynamic.ConfigureRequest);
  const traces = [];
  for (const [i, inputs] of inputsList.entries()) {
    const namedInputs = { ...inputs, __resource: `organization/app/dev/${name}${i}` };
    const { inputs: checked = {} } = await host.check({}, namedInputs);
    traces.push(await traced.traceCalls(() => host.create(checked)));
  }
  return traces;
}

/**
 * Limits for the second create of a process (decision 0028), because the first one also opens the account, its journal,
 * and its connection. A stop is a run of calls in one file, and a return is a stop in a file seen before.
 */
const CASES = [
  {
    subject: "an IP policy",
    name: "IpPolicy",
    inputs: [{ description: "Office" }, { description: "Home" }],
    limits: { stops: 60, returns: 12 },
  },
  {
    subject: "a domain that may already exist",
    name: "ReservedDomain",
    inputs: [
      { domain: "app.example.com", adopt: "ifExists" },
      { domain: "api.example.com", adopt: "ifExists" },
    ],
    limits: { stops: 77, returns: 21 },
  },
];

function describeTrace(trace: readonly Entry[]): string {
  const { stops, returns } = countFileSwitches(trace);
  const files = new Set(trace.map(({ file }) => file));
  return `${stops} stops, ${returns} returns, ${trace.length} functions, ${files.size} files`;
}

test.for(CASES)(
  "the creation of $subject passes through few files, and rarely returns to an earlier one",
  async (example, { annotate }) => {
    const { name, inputs, limits } = example;
    const [first = [], second = []] = await traceCreates(name, inputs);
    await annotate(`first: ${describeTrace(first)}; second: ${describeTrace(second)}`);
    const calls = second.map(({ file, name: functionName }) => `${file}: ${functionName}`).join("\n");
    const { stops, returns } = countFileSwitches(second);
    expect(second.at(0)?.name).toBe("EngineProvider.create");
    expect(stops, calls).toBeLessThanOrEqual(limits.stops);
    expect(returns, calls).toBeLessThanOrEqual(limits.returns);
  },
);

test("counts each run of calls in a file as a stop, and one in an earlier file as a return", () => {
  const trace = ["a", "a", "b", "c", "a", "b", "b"].map((file) => ({ file, name: "" }));
  expect(countFileSwitches(trace)).toEqual({ stops: 5, returns: 2 });
});
