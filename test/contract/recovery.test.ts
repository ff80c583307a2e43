import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Emulator, EmulatorOptions, Fault } from "../../emulator";
import { type HostedProvider, hostFor, ownJournal } from "../support/hosted";
import { virtualTime } from "../support/virtual-clock";

const time = virtualTime();

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof ownJournal>;

async function start(options: EmulatorOptions = {}): Promise<void> {
  emulator = await time.startEmulator(options);
  host = hostFor(emulator);
}

beforeEach(async () => {
  journal = ownJournal();
  await start();
});

afterEach(async () => {
  await emulator.close();
  await journal.remove();
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
    "status 500": { kind: "status", status: 500, commit: true },
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

  test("equal creations in flight share what is found", async () => {
    emulator.faults({ on: "POST /ip_policies", kind: "cut-after", probability: 0.5, seed: 7 });
    const creations = Array.from({ length: 12 }, (_, n) =>
      host.create("IpPolicy", { description: "same" }, `p${n}`),
    );
    const made = (await Promise.all(creations)).map(({ id }) => id);
    expect([...made].sort()).toEqual([...ids("/ip_policies")].sort());
    expect(new Set(made).size).toBe(12);
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

  test("a secret that is shown once: the orphan is deleted and another one created", async () => {
    emulator.faults({ on: "POST /api_keys", kind: "cut-after", times: 1 });
    const before = ids("/api_keys");
    const { id, outs } = await host.create("ApiKey", { description: "ci" }, "key");
    expect(outs.token).toMatchObject({ value: expect.any(String) });
    expect(ids("/api_keys").filter((other) => !before.includes(other))).toEqual([id]);
  });
});

describe("a reply that is lost before anything was created", () => {
  test.each([
    ["connection cut", { kind: "cut-before" }],
    ["status 503", { status: 503 }],
    ["time limit", { kind: "hang" }],
  ] as const)("%s: it is sent again", async (_, fault) => {
    emulator.faults({ on: "POST /ip_policies", times: 1, ...fault });
    if ("kind" in fault && fault.kind === "hang") givesUpSoon();
    const { id } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
    expect(posts("/ip_policies")).toHaveLength(2);
  });

  test("an API that keeps failing: one error that names the family and the call", async () => {
    emulator.faults({ on: "POST /ip_policies", status: 500 });
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow(
      /IpPolicy: nothing was created in 6 attempts: POST \/ip_policies/,
    );
    expect(ids("/ip_policies")).toEqual([]);
  });
});

describe("objects that somebody else made in the same second are never taken", () => {
  const other = (fields: Record<string, unknown>) => emulator.seed({ "/ip_policies": [fields as never] });

  test.each([
    ["with another value", { description: "office", metadata: "theirs" }],
    ["without what was sent", { description: "" }],
  ])("an object %s", async (_, theirs) => {
    emulator.faults({ on: "POST /ip_policies", kind: "cut-before", times: 1 });
    other(theirs);
    const [theirId] = ids("/ip_policies");
    const { id } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(id).not.toBe(theirId);
    expect(ids("/ip_policies")).toHaveLength(2);
  });

  test("equal ones: nothing is taken, and the error names them", async () => {
    emulator.faults({ on: "POST /ip_policies", kind: "cut-after", times: 1 });
    other({ description: "office" });
    const failure = await host
      .create("IpPolicy", { description: "office" }, "a")
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    for (const id of ids("/ip_policies")) expect((failure as Error).message).toContain(id);
    expect((failure as Error).message).toContain("adoptId");
    expect(ids("/ip_policies")).toHaveLength(2);
  });
});
