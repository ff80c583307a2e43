import { onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, type RequestRecord, startEmulator } from "../../emulator";
import { ApiClient } from "../../provider/api";
import { managed, resources } from "../../provider/families";
import { serviceCode } from "../../provider/families/service-codes";
import {
  type CheckResult,
  type CreateResult,
  type Diff,
  InMemoryJournal,
  type Inputs,
  type Lifecycle,
  lifecycleOf,
  type Move,
  openLedger,
  openSharedLedger,
  type ReadResult,
  RecordedLifecycle,
  type Removal,
  type ResourceIdentity,
  type Run,
  type State,
} from "../../provider/lifecycle";
import { Transport, type TransportOptions } from "../../provider/transport";
import { VirtualClock } from "./virtual-clock";

/** The lifecycle of a class within a run, recorded in the run's ledger. */
export interface RunLifecycle {
  check(before: Inputs, inputs: Inputs): CheckResult;
  changedInputs(id: string, state: State, inputs: Inputs): readonly string[];
  diff(id: string, state: State, inputs: Inputs, move?: Move): Diff;
  planned: Lifecycle["plan"];
  create(account: Run, inputs: Inputs, creator?: ResourceIdentity): Promise<CreateResult>;
  read(account: Run, id: string, state: State): Promise<ReadResult | undefined>;
  update(account: Run, id: string, state: State, inputs: Inputs): Promise<State>;
  delete(account: Run, id: string, state: State): Promise<Removal>;
}

/** An emulated account with the provider's lifecycle, called directly: without the engine and its protocols. */
export interface BareAccount {
  readonly emulator: Emulator;
  /** Clock of client and server; waits take no real time. */
  readonly clock: VirtualClock;
  readonly account: Run;
  readonly lines: string[];
  /** Returns the lifecycle of a class in a new process, without memory of others. */
  of(className: string): RunLifecycle;
  recordCalls(task: () => Promise<unknown>): Promise<readonly RequestRecord[]>;
  close(): Promise<void>;
}

type Client = Partial<TransportOptions> | ((emulator: Emulator) => Promise<Partial<TransportOptions>>);

export async function openBareAccount(options?: EmulatorOptions, client?: Client): Promise<BareAccount> {
  const account = await openSharedAccount(options, client);
  onTestFinished(account.close);
  return account;
}

/** Starts an account for several tests; the caller closes it. */
export async function openSharedAccount(
  options: EmulatorOptions = {},
  client: Client = {},
): Promise<BareAccount> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({ time: clock.serverTime, ...options });
  const { url, token } = emulator;
  const clientOptions = typeof client === "function" ? await client(emulator) : client;
  const transport = new Transport({
    baseUrl: url,
    token: async () => token,
    userAgent: "test",
    clock,
    ...clientOptions,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= transport.close().then(() => emulator.close());
    return closing;
  };
  const lines: string[] = [];
  const ledger = openLedger(openSharedLedger(clock));
  return {
    emulator,
    clock,
    account: {
      api: new ApiClient(transport, clock, undefined, serviceCode),
      journal: new InMemoryJournal(),
      ledger,
      ownershipMark: false,
      isOwnToken: async (candidate) => candidate === token,
      families: async () => resources,
      report: (line) => lines.push(line),
      now: () => Date.parse(emulator.clock().now),
      sleep: (milliseconds) => clock.sleep(milliseconds),
      limit: () => new AbortController().signal,
    },
    lines,
    of(className) {
      const family = managed.find(({ name }) => name === className);
      if (!family) throw new Error(`there is no class ${className}`);
      const lifecycle = lifecycleOf(family);
      const recorded = new RecordedLifecycle(family, lifecycleOf(family));
      const ownObjects = openLedger().objects;
      const within = (account: Run) => ({
        ...account,
        ledger: { ...account.ledger, objects: ownObjects },
      });
      return {
        check: (before, inputs) => recorded.check({ ...ledger, objects: ownObjects }, { before, inputs }),
        changedInputs: (id, state, inputs) => lifecycle.changedInputs({ id, state, inputs }),
        diff: (id, state, inputs, move) =>
          recorded.diff({ ...ledger, objects: ownObjects }, { id, state, inputs, move }),
        planned: (inputs, before) => lifecycle.plan(inputs, before),
        create: (account, inputs, creator) => recorded.create(within(account), { inputs, creator }),
        read: (account, id, state) => recorded.read(within(account), { id, state }),
        update: (account, id, state, inputs) => {
          const changedInputs = lifecycle.changedInputs({ id, state, inputs });
          return recorded.update(within(account), { id, state, inputs, changedInputs });
        },
        delete: (account, id, state) => recorded.delete(within(account), { id, state }),
      };
    },
    async recordCalls(task) {
      const since = emulator.requests().at(-1)?.n ?? 0;
      await task();
      return emulator.requests({ since });
    },
    close,
  };
}

export const formatCalls = (calls: readonly RequestRecord[]) =>
  calls.map(({ method, path }) => `${method} ${path}`);
