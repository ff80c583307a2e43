import type { EmulatorOptions, Fault } from "../../emulator";
import type { CommandResult } from "../support/engine";
import type { Declared } from "../support/program";
import { waitUntilReached } from "../support/wait-until-reached";
import type { Boundary } from "./boundary";
import { Environment, unlock, upAgain, type Verdict } from "./environment";

export interface Result extends Verdict {
  readonly fault: string;
  /** Requests of all runs of the scenario. */
  readonly requests: number;
  readonly seconds: number;
  readonly failure?: string;
}

export interface FaultScenario {
  readonly fault: string;
  readonly faults?: readonly Fault[];
  readonly emulator?: EmulatorOptions;
  /** Number of requests that another client has sent just before. */
  readonly spent?: number;
}

const TEN_PERCENT = { probability: 0.1 };
/** For each of four kinds of garbage. */
const TEN_PERCENT_IN_FOUR = { probability: 0.1 / 4 };

/** Faults during one `up`, which must succeed. */
export const faultScenarios: readonly FaultScenario[] = [
  { fault: "none" },
  {
    fault: "reply lost on 10% of POSTs, after the write",
    faults: [{ on: "POST *", kind: "cut-after", ...TEN_PERCENT, seed: 11 }],
  },
  {
    fault: "reply lost on 10% of POSTs, before the write",
    faults: [{ on: "POST *", kind: "cut-before", ...TEN_PERCENT, seed: 12 }],
  },
  { fault: "10% of responses are 5xx", faults: [{ status: 503, ...TEN_PERCENT, seed: 13 }] },
  {
    fault: "10% of responses are 5xx, after the write",
    faults: [{ status: 500, commit: true, ...TEN_PERCENT, seed: 14 }],
  },
  {
    fault: "10% of responses are garbage",
    faults: (["html", "empty", "truncated", "wrong-types"] as const).map((kind, n) => ({
      kind,
      ...TEN_PERCENT_IN_FOUR,
      seed: 20 + n,
    })),
  },
  { fault: "10 requests a second", emulator: { rateLimit: { requests: 10, windowSeconds: 1 } } },
  {
    fault: "120 requests in a rolling minute, 90 of them spent",
    emulator: { rateLimit: { requests: 120, windowSeconds: 60 } },
    spent: 90,
  },
];

async function withEnvironment<T>(
  program: readonly Declared[],
  options: EmulatorOptions | undefined,
  run: (env: Environment) => Promise<T>,
): Promise<T> {
  const env = await Environment.make(program, options);
  try {
    return await run(env);
  } finally {
    await env.close();
  }
}

const failureOutput = ({ code, stdout, stderr }: CommandResult) =>
  code === 0 ? {} : { failure: `${stdout}${stderr}` };

/** Runs one `up` of the program with faults. */
export const runFault = (scenario: FaultScenario, program: readonly Declared[]): Promise<Result> =>
  withEnvironment(program, scenario.emulator, async (env) => {
    const started = Date.now();
    for (let n = 0; n < (scenario.spent ?? 0); n++) {
      await fetch(`${env.emulator.url}/ip_policies`, {
        headers: { authorization: `Bearer ${env.emulator.token}` },
      });
    }
    if (scenario.faults) env.emulator.faults([...scenario.faults]);
    const result = await env.workspace.up();
    const requests = env.proxy.requests.length;
    const seconds = (Date.now() - started) / 1000;
    env.emulator.faults({ clear: true });
    const state = await env.compareState();
    return { fault: scenario.fault, ...state, requests, seconds, ...failureOutput(result) };
  });

/** Returns the requests of an `up` without faults. */
export const countRequests = (program: readonly Declared[]): Promise<readonly string[]> =>
  withEnvironment(program, undefined, async ({ workspace, proxy }) => {
    await workspace.up({ mustSucceed: true });
    return [...proxy.requests];
  });

/** Unlocks the stack after an interrupted run, and runs `up` again. */
async function recover(env: Environment, fault: string, started: number): Promise<Result> {
  const before = env.proxy.requests.length;
  await unlock(env.workspace);
  void env.proxy.open();
  const result = await upAgain(() => env.workspace.up(), env.emulator);
  const requests = before + env.proxy.requests.length;
  const state = await env.compareState();
  return { fault, ...state, requests, seconds: (Date.now() - started) / 1000, ...failureOutput(result) };
}

/** Stops the proxy at a boundary, kills the engine, the program, and the provider, and runs `up` again. */
export const runKill = (boundary: Boundary, program: readonly Declared[]): Promise<Result> =>
  withEnvironment(program, undefined, async (env) => {
    const started = Date.now();
    const reached = env.proxy.open(boundary);
    const first = env.workspace.startUp();
    await Promise.race([reached, first.done]);
    first.signal("SIGKILL");
    await first.done;
    return recover(env, `killed ${boundary.side} request ${boundary.request}`, started);
  });

/** Interrupts an `up` in the middle, once or twice, and runs it again. */
export const runInterrupts = (signals: 1 | 2, program: readonly Declared[]): Promise<Result> =>
  withEnvironment(program, { latencyMs: 300 }, async (env) => {
    const started = Date.now();
    const first = env.workspace.startUp();
    const middle = Math.min(12, Math.floor(program.length / 2));
    await waitUntilReached(first.done, () => env.proxy.requests.length >= middle);
    for (let n = 0; n < signals; n++) {
      first.signalCommand("SIGINT");
      await pause(150);
    }
    await first.done;
    return recover(env, signals === 1 ? "one SIGINT, then up" : "two SIGINTs, then up", started);
  });

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
