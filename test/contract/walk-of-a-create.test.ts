import type { dynamic } from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { countWalk, type Entry, RecordedProvider } from "../support/walk";

type Host = typeof import("../../provider/engine/dynamic");
type Accounts = typeof import("../../provider/account/account");

/** Decision 0025. */
const MOST_STOPS = 35;
const MOST_RETURNS = 11;

let emulator: Emulator;
let recorded: RecordedProvider;

beforeAll(async () => {
  emulator = await startEmulator();
  recorded = new RecordedProvider();
});

afterAll(async () => {
  await ((await recorded.load("provider/account/account.ts")) as Accounts).closeAccounts();
  recorded.remove();
  await emulator.close();
});

async function walkOf(name: string, inputs: Record<string, unknown>): Promise<readonly Entry[]> {
  const config: Readonly<Record<string, unknown>> = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
    "tunnel-edge:ownershipMark": true,
  };
  const { provider } = (await recorded.load("provider/engine/dynamic/index.ts")) as Host;
  const host = provider(name) as Required<dynamic.ResourceProvider>;
  const get = (key: string) => config[key];
  await host.configure({ config: { get, require: get } } as unknown as dynamic.ConfigureRequest);
  const { inputs: checked = {} } = await host.check(
    {},
    { ...inputs, __resource: `organization/app/dev/${name}` },
  );
  return recorded.entriesOf(() => host.create(checked));
}

/** Whether a function is of the rooms in which something happens; values and plans are pure. */
const isActing = ({ file }: Entry) => /^provider\/lifecycle\/(act|run)\//.test(file);

test.for([
  ["an IP policy", "IpPolicy", { description: "Office" }],
  ["a domain that may exist", "ReservedDomain", { domain: "app.example.com", adopt: "ifExists" }],
] as const)("a create of %s is followed without going back often", async ([, name, inputs], { annotate }) => {
  const walk = await walkOf(name, inputs);
  const acting = walk.filter(isActing);
  expect(walk.at(0)?.name).toBe("EngineProvider.create");
  expect(acting.map((entry) => entry.name)).toContain("createOnce");
  const { stops, returns } = countWalk(acting);
  await annotate(`${stops} stops, ${returns} returns`);
  const files = acting.map(({ file, name: entered }) => `${file}: ${entered}`).join("\n");
  expect(stops, files).toBeLessThanOrEqual(MOST_STOPS);
  expect(returns, files).toBeLessThanOrEqual(MOST_RETURNS);
});

test("a stop is a change of file, and a return a stop in a file that was left before", () => {
  const walk = ["a", "a", "b", "c", "a", "b", "b"].map((file) => ({ file, name: "" }));
  expect(countWalk(walk)).toEqual({ stops: 5, returns: 2 });
});
