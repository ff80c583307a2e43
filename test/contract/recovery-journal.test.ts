import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { type HostedProvider, hostFor, ownJournal } from "../support/hosted";

/** What is on the disk is not always what was written there. */

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof ownJournal>;

beforeEach(async () => {
  journal = ownJournal();
  emulator = await startEmulator();
  host = hostFor(emulator);
});

afterEach(async () => {
  await emulator.close();
  await journal.remove();
});

async function newRun(): Promise<void> {
  await journal.restart();
  emulator.faults({ clear: true });
  host = hostFor(emulator);
}

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);

/** A creation whose answer never comes, in a run that does not live to look for its object. */
async function killedInFlight(): Promise<void> {
  emulator.faults([
    { on: `POST *`, kind: "cut-after" },
    { on: "GET *", status: 401 },
  ]);
  await expect(host.create("IpPolicy", { description: "office" }, "a")).rejects.toThrow("Run again");
  await newRun();
}

describe("an entry", () => {
  test.each([
    ["that is empty", ""],
    ["that lacks its time", "{}"],
    ["whose time is none", '{"at":"yesterday"}'],
    ["that is another thing", "null"],
  ])("%s still says that something was about to be created", async (_, contents) => {
    await killedInFlight();
    for (const file of journal.entries()) writeFileSync(join(journal.folder(), file), contents);
    const { id } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
  });

  test("is recognised under another spelling of the base URL", async () => {
    await killedInFlight();
    host = hostFor(emulator, { "tunnel-edge:baseUrl": `${emulator.url}/` });
    const { id } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
  });

  test("of another program is left alone", async () => {
    mkdirSync(journal.folder(), { recursive: true });
    writeFileSync(join(journal.folder(), "notes.json"), "{}");
    await host.create("IpPolicy", {}, "a");
    expect(journal.entries()).toContain("notes.json");
  });

  test("is not made for an id that no file name can hold", async () => {
    const id = `ipp_${"x".repeat(200)}`;
    emulator.faults({ on: "POST /ip_policies", kind: "custom", status: 201, body: { id } });
    expect((await host.create("IpPolicy", {}, "a")).id).toBe(id);
    expect(journal.entries()).toEqual([]);
  });

  test("of several that may be somebody else's goes once the program has taken one over", async () => {
    emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET *", status: 401 },
    ]);
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow("Run again");
    const [ours = ""] = ids("/ip_policies");
    emulator.seed({ "/ip_policies": [{}] });
    await newRun();
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow("adoptId");
    expect(journal.entries()).toHaveLength(1);
    await newRun();
    const { id, outs } = await host.create("IpPolicy", { adoptId: ours }, "a");
    await host.of("IpPolicy").read(id, outs);
    expect([id, journal.entries()]).toEqual([ours, []]);
  });
});

describe("the key", () => {
  test("that is damaged costs the recognition, and nothing is written over it", async () => {
    mkdirSync(journal.folder(), { recursive: true });
    const key = join(journal.folder(), "key");
    writeFileSync(key, "short");
    const { id } = await host.create("IpPolicy", {}, "a");
    await newRun();
    const again = await host.create("IpPolicy", {}, "a");
    expect(ids("/ip_policies")).toEqual([id, again.id]);
    expect(readFileSync(join(journal.folder(), "key"), "utf8")).toBe("short");
  });
});
