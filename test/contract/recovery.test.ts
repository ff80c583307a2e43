import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator, Fault } from "../../emulator";
import { catchError } from "../support/failures";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { formatCalls } from "../support/lifecycle";
import { selectWrites } from "../support/requests";
import { testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

type Props = Record<string, unknown>;

const time = virtualTime();

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof testJournal>;

beforeEach(async () => {
  journal = testJournal();
  emulator = await time.startEmulator();
  host = hostFor(emulator);
});

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);
const posts = (path: string) => emulator.requests({ method: "POST", path });

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

test.each(Object.entries(losses))(
  "a create whose response is lost finds the object instead of creating another one: %s",
  async (_, fault) => {
    emulator.faults({ on: "POST /ip_policies", times: 1, ...fault });
    // The other faults need no time limit, which could be too short on a busy machine.
    if (fault.kind === "hang") host = hostFor(emulator, { "tunnel-edge:requestTimeout": 1 });
    const { id, outs } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
    expect(outs).toMatchObject({ description: "office", createdAt: expect.any(String) });
    expect(posts("/ip_policies")).toHaveLength(1);
  },
);

test.each<[string, first: Fault, retry: Fault, message: string]>([
  ["it fails for another reason", { kind: "cut-after" }, { status: 403 }, "403"],
  ["it is abandoned", { status: 500, commit: true }, { status: 500 }, "in 6 attempts"],
])(
  "a creation after a lost response stays recorded if %s, because the lost request may be processed late",
  async (_, first, retry, message) => {
    emulator.faults([
      { on: "POST *", ...first, times: 1 },
      { on: "POST *", ...retry },
      // The service's lists don't contain the object yet.
      { on: "GET *", kind: "custom", status: 200, body: { ip_policies: [], next_page_uri: null } },
    ]);
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow(message);
    expect(journal.entries()).toHaveLength(1);
    await journal.restart();
    emulator.faults({ clear: true });
    host = hostFor(emulator);
    const { id } = await host.create("IpPolicy", {}, "a");
    expect(ids("/ip_policies")).toEqual([id]);
  },
);

describe("a marked object that was left in place", () => {
  const markConfig = { "tunnel-edge:ownershipMark": true };

  beforeEach(() => {
    host = hostFor(emulator, markConfig);
  });

  /** Starts another run, without the journal of earlier ones. */
  async function newRun(): Promise<void> {
    await journal.restart({ loseFolder: true });
    emulator.faults({ clear: true });
    host = hostFor(emulator, markConfig);
  }

  test("is neither deleted nor adopted if its secret is shown once, with advice in the error", async () => {
    const { id } = await host.create("ApiKey", { description: "ci", deleteOnDestroy: false }, "key");
    const before = ids("/api_keys");
    await newRun();
    const recreated = host.create("ApiKey", { description: "ci" }, "key");
    await expect(recreated).rejects.toThrow(
      `ApiKey ${id} carries the ownership mark of this resource, and it is unknown whether a state has it. Its token, which is shown once, cannot be read again. Possible causes: an interrupted run created it; it was left in place; its resource was renamed or moved. Search for ${id} in \`pulumi stack export\` of this stack, and of those that its resource may have been moved to. If this stack has it, run \`pulumi refresh\`, then \`pulumi up\`. If another stack has it, run \`pulumi up\` there first. If no state has it and nothing uses it, delete it, and another one is created. If it is in use, set adoptId to ${id} to manage it without its token`,
    );
    expect(ids("/api_keys")).toEqual(before);
    const adopted = await host.create("ApiKey", { description: "ci", adoptId: id }, "key");
    expect(adopted.id).toBe(id);
  });

  test("is not changed if it differs, and another one is created", async () => {
    const { id } = await host.create("IpPolicy", { description: "old", deleteOnDestroy: false }, "a");
    await newRun();
    const recreated = await host.create("IpPolicy", { description: "new" }, "a");
    expect(recreated.id).not.toBe(id);
    expect(emulator.requests({ method: "PATCH" })).toEqual([]);
  });

  test("does not prevent a second replacement", async () => {
    const { id: policy } = await host.create("IpPolicy", {}, "office");
    const inputs = (type: string) => ({ type, ipPolicyIds: [policy], deleteOnDestroy: false });
    const created: string[] = [];
    for (const type of ["api", "agent", "dashboard"]) {
      created.push((await host.create("IpRestriction", inputs(type), "guard")).id);
      await newRun();
    }
    expect(ids("/ip_restrictions")).toEqual(created);
  });
});

/** An error that keeps an object in the state. */
type PartialError = Error & {
  readonly id?: string;
  readonly properties?: Props;
  readonly reasons?: readonly string[];
};

const writesSince = (since: number) =>
  formatCalls(selectWrites(emulator.requests({ since }))).map((line) =>
    line.replace(/[a-z]+_\w{20,}/g, "ID"),
  );

describe("an update that removes modules and changes the rest", () => {
  const before = {
    description: "before",
    tlsTermination: { terminateAt: "edge" },
    trafficPolicy: { enabled: true, value: '{"on_tcp_connect":[]}' },
  };
  const after = { description: "after" };
  const steps = [
    "PATCH /edges/tls/*",
    "DELETE /edges/tls/*/tls_termination",
    "DELETE /edges/tls/*/traffic_policy",
  ];

  test.each(steps)(
    "failing at %s: the state says what is left, and the next one does the rest",
    async (step) => {
      const family = host.of("TlsEdge");
      const { id, outs } = await host.create("TlsEdge", before, "edge");
      emulator.faults({ on: step, status: 400, times: 1 });
      const failure = await catchError<PartialError>(family.update(id, outs, after));
      // The first step changes the description, and each other one removes a module.
      const done = steps.indexOf(step);
      const state = (failure.properties ?? outs) as Props;
      const missing = ["tlsTermination", "trafficPolicy"].filter((key) => state[key] === undefined);
      expect([missing.length, state.description]).toEqual([
        Math.max(0, done - 1),
        done === 0 ? "before" : "after",
      ]);
      expect(failure.id).toBe(done === 0 ? undefined : id);

      const since = emulator.requests().length;
      const { outs: repaired } = await family.update(id, state, after);
      expect(writesSince(since)).toEqual(steps.slice(done).map((line) => line.replace("*", "ID")));
      expect(repaired).toMatchObject({ description: "after" });
      const [stored] = emulator.objects("/edges/tls");
      expect(stored).toMatchObject({ description: "after" });
      expect([stored?.tls_termination ?? null, stored?.traffic_policy ?? null]).toEqual([null, null]);
      expect(await family.diff(id, repaired as Props, after)).toEqual({ changes: false });
    },
  );
});
