import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator, Fault } from "../../emulator";
import { journalOfTest } from "../support/ending";
import { type HostedProvider, hostFor } from "../support/hosted";
import { virtualTime } from "../support/virtual-clock";

type Props = Record<string, unknown>;

const time = virtualTime();

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof journalOfTest>;
let config: Props;

beforeEach(async () => {
  config = {};
  journal = journalOfTest();
  emulator = await time.startEmulator();
  host = hostFor(emulator);
});

/** A separate run with a separate disk: nothing is known of earlier ones. */
async function freshDisk(): Promise<void> {
  await journal.restart({ loseFolder: true });
  emulator.faults({ clear: true });
  host = hostFor(emulator, config);
}

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);

describe("a creation that was lost once", () => {
  test.each<[string, first: Fault, then: Fault, told: string]>([
    ["it fails for another reason", { kind: "cut-after" }, { status: 403 }, "403"],
    ["it is given up", { status: 500, commit: true }, { status: 500 }, "in 6 attempts"],
  ])("stays noted when %s: the lost request may be carried out late", async (_, first, then, told) => {
    emulator.faults([
      { on: "POST *", ...first, times: 1 },
      { on: "POST *", ...then },
      // The service is slow: its lists do not show the object yet.
      { on: "GET *", kind: "custom", status: 200, body: { ip_policies: [], next_page_uri: null } },
    ]);
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow(told);
    expect(journal.entries()).toHaveLength(1);
    await journal.restart();
    emulator.faults({ clear: true });
    host = hostFor(emulator);
    const { id } = await host.create("IpPolicy", {}, "a");
    expect(ids("/ip_policies")).toEqual([id]);
  });
});

describe("an object that was left in place, its mark in its metadata", () => {
  beforeEach(() => {
    config = { "tunnel-edge:ownershipMark": true };
    host = hostFor(emulator, config);
  });

  test("is neither deleted nor used when its secret is shown once: the error says what to do", async () => {
    const { id } = await host.create("ApiKey", { description: "ci", deleteOnDestroy: false }, "key");
    const before = ids("/api_keys");
    await freshDisk();
    const again = host.create("ApiKey", { description: "ci" }, "key");
    await expect(again).rejects.toThrow(
      `ApiKey ${id} carries the ownership mark of this resource: an interrupted run has created it, it was left in place, or its resource was renamed or moved. It may be in use, and its token, which is shown once, cannot be read again. First see whether a state has it: \`pulumi stack export\` of this stack, and of those that it may have been moved to, shows ${id} then. If this stack has it, run \`pulumi refresh\` and then \`pulumi up\`; if another stack has it, run \`pulumi up\` there first. Only if no state has it and nothing uses it, delete it to have another one created; else set adoptId to ${id} to manage it without its token`,
    );
    expect(ids("/api_keys")).toEqual(before);
    const adopted = await host.create("ApiKey", { description: "ci", adoptId: id }, "key");
    expect(adopted.id).toBe(id);
  });

  test("is not changed: one that differs belongs to somebody, and another one is created", async () => {
    const { id } = await host.create("IpPolicy", { description: "old", deleteOnDestroy: false }, "a");
    await freshDisk();
    const again = await host.create("IpPolicy", { description: "new" }, "a");
    expect(again.id).not.toBe(id);
    expect(emulator.requests({ method: "PATCH" })).toEqual([]);
  });

  test("does not stand in the way of its second replacement", async () => {
    const { id: policy } = await host.create("IpPolicy", {}, "office");
    const inputs = (type: string) => ({ type, ipPolicyIds: [policy], deleteOnDestroy: false });
    const made: string[] = [];
    for (const type of ["api", "agent", "dashboard"]) {
      made.push((await host.create("IpRestriction", inputs(type), "guard")).id);
      await freshDisk();
    }
    expect(ids("/ip_restrictions")).toEqual(made);
  });
});
