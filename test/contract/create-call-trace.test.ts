import type { dynamic } from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { countFileSwitches, type Entry, TracedProvider } from "../support/call-trace";
import { isolatedJournal } from "../support/hosted-provider";

type Host = typeof import("../../provider/engine/dynamic");
type Accounts = typeof import("../../provider/account/account");

let emulator: Emulator;
let journal: ReturnType<typeof isolatedJournal>;
let recorded: TracedProvider;

beforeAll(async () => {
  emulator = await startEmulator();
  // Other tests of this process may have turned the journal off, and a walk without it is shorter.
  journal = isolatedJournal();
  recorded = new TracedProvider();
});

afterAll(async () => {
  await ((await recorded.load("provider/account/account.ts")) as Accounts).closeAccounts();
  recorded.remove();
  await journal.remove();
  await emulator.close();
});

/** Creates one object after the other in one process, and returns the walk of each. */
async function walksOf(name: string, all: readonly Record<string, unknown>[]): Promise<(readonly Entry[])[]> {
  const config: Readonly<Record<string, unknown>> = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
    "tunnel-edge:ownershipMark": true,
  };
  const { provider } = (await recorded.load("provider/engine/dynamic/index.ts")) as Host;
  const host = provider(name) as Required<dynamic.ResourceProvider>;
  const get = (key: string) => config[key];
  await host.configure({ config: { get, require: get } } as unknown as dynamic.ConfigureRequest);
  const walks = [];
  for (const [i, inputs] of all.entries()) {
    const named = { ...inputs, __resource: `organization/app/dev/${name}${i}` };
    const { inputs: checked = {} } = await host.check({}, named);
    walks.push(await recorded.traceCalls(() => host.create(checked)));
  }
  return walks;
}

/**
 * Decision 0028: the second create of a process counts. The first one also opens the account, its journal, and its
 * connection.
 */
const CASES = [
  {
    what: "an IP policy",
    name: "IpPolicy",
    inputs: [{ description: "Office" }, { description: "Home" }],
    most: { stops: 60, returns: 12 },
  },
  {
    what: "a domain that may exist",
    name: "ReservedDomain",
    inputs: [
      { domain: "app.example.com", adopt: "ifExists" },
      { domain: "api.example.com", adopt: "ifExists" },
    ],
    most: { stops: 77, returns: 21 },
  },
];

function describeWalk(walk: readonly Entry[]): string {
  const { stops, returns } = countFileSwitches(walk);
  const files = new Set(walk.map(({ file }) => file));
  return `${stops} stops, ${returns} returns, ${walk.length} functions, ${files.size} files`;
}

test.for(CASES)("a create of $what is followed without going back often", async (one, { annotate }) => {
  const { name, inputs, most } = one;
  const [first = [], second = []] = await walksOf(name, inputs);
  await annotate(`first: ${describeWalk(first)}; second: ${describeWalk(second)}`);
  const files = second.map(({ file, name: entered }) => `${file}: ${entered}`).join("\n");
  const { stops, returns } = countFileSwitches(second);
  expect(second.at(0)?.name).toBe("EngineProvider.create");
  expect(stops, files).toBeLessThanOrEqual(most.stops);
  expect(returns, files).toBeLessThanOrEqual(most.returns);
});

test("a stop is a change of file, and a return a stop in a file that was left before", () => {
  const walk = ["a", "a", "b", "c", "a", "b", "b"].map((file) => ({ file, name: "" }));
  expect(countFileSwitches(walk)).toEqual({ stops: 5, returns: 2 });
});
