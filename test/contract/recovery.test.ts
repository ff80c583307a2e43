import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator, EmulatorOptions, Fault } from "../../emulator";
import { journalOfTest } from "../support/ending";
import { type HostedProvider, hostFor } from "../support/hosted";
import { virtualTime } from "../support/virtual-clock";

const time = virtualTime();

let emulator: Emulator;
let host: HostedProvider;

async function start(options: EmulatorOptions = {}): Promise<void> {
  emulator = await time.startEmulator(options);
  host = hostFor(emulator);
}

beforeEach(async () => {
  journalOfTest();
  await start();
});

/** A response that never comes is given up soon; others have the time that a busy machine needs. */
function givesUpSoon(): void {
  host = hostFor(emulator, { "tunnel-edge:requestTimeout": 1 });
}

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);
const posts = (path: string) => emulator.requests({ method: "POST", path });

describe("a reply that is lost after the object was created", () => {
  const losses: Record<string, Fault> = {
    "connection cut": { kind: "cut-after" },
    "time limit": { kind: "hang", commit: true },
    ...Object.fromEntries(
      [408, 425, 460, 499, 500, 503, 520, 524, 530].map((status): [string, Fault] => [
        `status ${status}`,
        { kind: "status", status, commit: true },
      ]),
    ),
    "HTML with status 201": { kind: "html" },
    "empty body": { kind: "empty" },
    "body cut off": { kind: "truncated" },
    "other types": { kind: "wrong-types" },
    "too large": { kind: "huge", bytes: 40 * 1024 * 1024 },
    "too deep": { kind: "deep" },
  };

  test.each(Object.entries(losses))("%s: the object is found, not made again", async (_, fault) => {
    emulator.faults({ on: "POST /ip_policies", times: 1, ...fault });
    if (fault.kind === "hang") givesUpSoon();
    const { id, outs } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
    expect(outs).toMatchObject({ description: "office", createdAt: expect.any(String) });
    expect(posts("/ip_policies")).toHaveLength(1);
  });

  test("equal creations in flight, some lost before and some after the write", async () => {
    emulator.faults([
      { on: "POST /ip_policies", kind: "cut-after", probability: 0.3, seed: 3 },
      { on: "POST /ip_policies", kind: "cut-before", probability: 0.3, seed: 5 },
    ]);
    const creations = Array.from({ length: 12 }, (_, n) => host.create("IpPolicy", {}, `p${n}`));
    const made = (await Promise.all(creations)).map(({ id }) => id);
    expect([...made].sort()).toEqual([...ids("/ip_policies")].sort());
    expect(new Set(made).size).toBe(12);
  });
});
