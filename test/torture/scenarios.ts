import type { EmulatorOptions, Fault } from "../../emulator";
import type { Declared } from "../support/program";
import { waitUntilReached } from "../support/wait-until-reached";
import type { Boundary } from "./boundary";
import { Bed, type Verdict } from "./environment";

/** The result of a scenario. */
export interface Result extends Verdict {
  readonly fault: string;
  /** Requests of all runs of the scenario. */
  readonly requests: number;
  readonly seconds: number;
  /** Output of a failed `up`. */
  readonly failure?: string;
}

export interface FaultScenario {
  readonly fault: string;
  readonly faults?: readonly Fault[];
  readonly emulator?: EmulatorOptions;
  /** Number of requests that another client has sent just before. */
  readonly spent?: number;
}

const chance = { probability: 0.1 };
const shared = { probability: 0.1 / 4 };

/** Faults during one `up`, which must succeed. */
export const faultScenarios: readonly FaultScenario[] = [
  { fault: "none" },
  {
    fault: "reply lost on 10% of POSTs, after the write",
    faults: [{ on: "POST *", kind: "cut-after", ...chance, seed: 11 }],
  },
  {
    fault: "reply lost on 10% of POSTs, before the write",
    faults: [{ on: "POST *", kind: "cut-before", ...chance, seed: 12 }],
  },
  { fault: "10% of responses are 5xx", faults: [{ status: 503, ...chance, seed: 13 }] },
  {
    fault: "10% of responses are 5xx, after the write",
    faults: [{ status: 500, commit: true, ...chance, seed: 14 }],
  },
  {
    fault: "10% of responses are garbage",
    faults: (["html", "empty", "truncated", "wrong-types"] as const).map((kind, n) => ({
      kind,
      ...shared,
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

/** Runs one `up` of the program with faults. */
export async function runFault(scenario: FaultScenario, program: readonly Declared[]): Promise<Result> {
  const bed = await Bed.make(program, scenario.emulator);
  const started = Date.now();
  try {
    for (let n = 0; n < (scenario.spent ?? 0); n++) {
      await fetch(`${bed.emulator.url}/ip_policies`, {
        headers: { authorization: `Bearer ${bed.emulator.token}` },
      });
    }
    if (scenario.faults) bed.emulator.faults([...scenario.faults]);
    const { code, stdout, stderr } = await bed.workspace.up();
    const requests = bed.proxy.requests.length;
    const seconds = (Date.now() - started) / 1000;
    bed.emulator.faults({ clear: true });
    const failure = code === 0 ? {} : { failure: `${stdout}${stderr}` };
    return { fault: scenario.fault, ...(await bed.judge()), requests, seconds, ...failure };
  } finally {
    await bed.close();
  }
}

/** Returns the requests of an `up` without faults. */
export async function countRequests(program: readonly Declared[]): Promise<readonly string[]> {
  const bed = await Bed.make(program);
  try {
    await bed.workspace.up({ mustSucceed: true });
    return [...bed.proxy.requests];
  } finally {
    await bed.close();
  }
}

/** Stops the proxy at a boundary, kills the engine, the program, and the provider, and runs `up` again. */
export async function runKill(boundary: Boundary, program: readonly Declared[]): Promise<Result> {
  const bed = await Bed.make(program);
  const started = Date.now();
  try {
    const reached = bed.proxy.open(boundary);
    const first = bed.workspace.startUp();
    await Promise.race([reached, first.done]);
    first.signal("SIGKILL");
    await first.done;
    const before = bed.proxy.requests.length;
    await bed.unlock();
    void bed.proxy.open();
    const { code, stdout, stderr } = await bed.upAgain();
    const requests = before + bed.proxy.requests.length;
    const failure = code === 0 ? {} : { failure: `${stdout}${stderr}` };
    const fault = `killed ${boundary.side} request ${boundary.request}`;
    return { fault, ...(await bed.judge()), requests, seconds: (Date.now() - started) / 1000, ...failure };
  } finally {
    await bed.close();
  }
}

/** Interrupts an `up` in the middle, once or twice, and runs it again. */
export async function runInterrupts(signals: 1 | 2, program: readonly Declared[]): Promise<Result> {
  const bed = await Bed.make(program, { latencyMs: 300 });
  const started = Date.now();
  try {
    const first = bed.workspace.startUp();
    const middle = Math.min(12, Math.floor(program.length / 2));
    await waitUntilReached(first.done, () => bed.proxy.requests.length >= middle);
    for (let n = 0; n < signals; n++) {
      first.signalCommand("SIGINT");
      await pause(150);
    }
    await first.done;
    const before = bed.proxy.requests.length;
    await bed.unlock();
    void bed.proxy.open();
    const { code, stdout, stderr } = await bed.upAgain();
    const requests = before + bed.proxy.requests.length;
    const failure = code === 0 ? {} : { failure: `${stdout}${stderr}` };
    const fault = signals === 1 ? "one SIGINT, then up" : "two SIGINTs, then up";
    return { fault, ...(await bed.judge()), requests, seconds: (Date.now() - started) / 1000, ...failure };
  } finally {
    await bed.close();
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
