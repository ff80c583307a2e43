import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { PrivateFolder } from "../../provider/account/process/private-folder";
import { onFullDisk } from "../support/full-disk";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

const time = virtualTime();

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof testJournal>;
let messages: string[];

beforeEach(async () => {
  messages = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    messages.push(String(line).trim());
    return true;
  });
  journal = testJournal();
  emulator = await time.startEmulator();
  host = hostFor(emulator);
});

async function newRun(): Promise<void> {
  await journal.restart();
  emulator.faults({ clear: true });
  host = hostFor(emulator);
}

const replaceWithLink = (file: string) => {
  renameSync(file, `${file}.real`);
  symlinkSync(`${file}.real`, file);
};

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);
const pathOf = (name: string) => join(journal.folder(), name);
const entryPath = () => pathOf(String(journal.entries()[0]));
const warnings = () => messages.filter((line) => line.startsWith("warning: "));
const makeFolder = () => mkdirSync(journal.folder(), { recursive: true, mode: 0o700 });

/** Creates an object whose response never arrives, in a run that ends before it can look for the object. */
async function createAndKill(name = "IpPolicy", inputs: object = { description: "office" }): Promise<void> {
  emulator.faults([
    { on: `POST *`, kind: "cut-after" },
    { on: "GET *", status: 401 },
  ]);
  await expect(host.create(name, { ...inputs }, "a")).rejects.toThrow("Run again");
  await newRun();
}

/** Replaces the contents of an entry, and keeps its file's time, which the test's virtual clock has set. */
function damage(file: string, contents: string): void {
  const { note } = JSON.parse(readFileSync(file, "utf8")) as { readonly note: { readonly at: number } };
  writeFileSync(file, contents);
  utimesSync(file, note.at / 1_000, note.at / 1_000);
}

describe("an entry", () => {
  const damaged = [
    ["that is empty", ""],
    ["without a time", "{}"],
    ["with an invalid time", '{"at":"yesterday"}'],
    ["of another type", "null"],
    ["of an earlier release", '{"at":1}'],
  ] as const;

  test.each(damaged)("%s still shows that an object was about to be created", async (_, contents) => {
    await createAndKill();
    for (const file of journal.entries()) damage(pathOf(file), contents);
    const { id } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
  });

  test.each(damaged)("%s does not justify the deletion of a key", async (_, contents) => {
    await createAndKill("ApiKey", { description: "ci" });
    const before = ids("/api_keys");
    damage(entryPath(), contents);
    await expect(host.create("ApiKey", { description: "ci" }, "a")).rejects.toThrow(
      "it is unknown which of the equal objects",
    );
    expect(ids("/api_keys")).toEqual(before);
  });

  test("of another program is ignored", async () => {
    makeFolder();
    writeFileSync(pathOf("notes.json"), "{}");
    await host.create("IpPolicy", {}, "a");
    expect(journal.entries()).toContain("notes.json");
  });

  test("with several candidates is removed after the program has adopted one", async () => {
    emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET *", status: 401 },
    ]);
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow("Run again");
    const [ownId = ""] = ids("/ip_policies");
    emulator.seed({ "/ip_policies": [{}] });
    await newRun();
    await expect(host.create("IpPolicy", {}, "a")).rejects.toThrow("adoptId");
    expect(journal.entries()).toHaveLength(1);
    await newRun();
    const { id, outs } = await host.create("IpPolicy", { adoptId: ownId }, "a");
    await host.of("IpPolicy").read(id, outs);
    expect([id, journal.entries()]).toEqual([ownId, []]);
  });
});

describe("a forged entry is ignored", () => {
  let foreignId: string;

  beforeEach(() => {
    [foreignId = ""] = emulator.seed({ "/ip_policies": [{ description: "theirs" }] })["/ip_policies"] ?? [];
  });

  /** Changes the entry of a creation that the state lacks, and repeats the creation in the next run. */
  async function recreateAfter(tamper: (file: string) => void) {
    const { id } = await host.create("IpPolicy", { description: "ours" }, "a");
    await newRun();
    tamper(entryPath());
    const recreated = await host.create("IpPolicy", { description: "ours" }, "a");
    expect(emulator.requests({ method: "PATCH" })).toEqual([]);
    expect(emulator.objects("/ip_policies")[0]).toMatchObject({ id: foreignId, description: "theirs" });
    return { id, recreatedId: recreated.id };
  }

  const changeId = (file: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(/ipp_\w+/, foreignId));

  const makePipe = (file: string) => {
    rmSync(file);
    execFileSync("mkfifo", [file]);
  };

  // If the entry still counts, the object is found by the values that were sent.
  test.each<[string, (file: string) => void, isRecovered: boolean]>([
    ["with a changed id", changeId, true],
    ["in a symbolic link", replaceWithLink, false],
    ["in a special file", makePipe, false],
    ["in a file that others may write to", (file) => chmodSync(file, 0o666), false],
    ["in a very large file", (file) => writeFileSync(file, " ".repeat(100_000)), true],
  ])("%s", async (_, tamper, isRecovered) => {
    const { id, recreatedId } = await recreateAfter(tamper);
    expect(recreatedId === id).toBe(isRecovered);
  });

  test("in a special file, with a warning", async () => {
    await recreateAfter(makePipe);
    expect(warnings()).toEqual([
      expect.stringMatching(/json is not a regular file that only you may write to/),
    ]);
  });

  test("copied from another resource", async () => {
    await host.create("IpPolicy", { description: "theirs" }, "b");
    const { recreatedId } = await recreateAfter((file) => {
      const otherEntry = journal.entries().find((name) => pathOf(name) !== file);
      copyFileSync(pathOf(String(otherEntry)), file);
    });
    expect(ids("/ip_policies").indexOf(recreatedId)).toBeGreaterThan(1);
  });

  test("in a file of another user", async () => {
    await host.create("IpPolicy", {}, "a");
    const folder = new PrivateFolder(journal.folder());
    const [name = ""] = journal.entries();
    expect(folder.read(name)).toBeDefined();
    vi.spyOn(process, "geteuid").mockReturnValue(12345);
    expect(folder.read(name)).toBeUndefined();
  });
});

describe("unexpected file names in the folder", () => {
  test.each([
    "%",
    "%.json",
    `${"a".repeat(24)}-${"b".repeat(24)}~%.json`,
    `${"a".repeat(24)}-${"b".repeat(24)}~%E0%A4%A.json`,
    `${"a".repeat(24)}-${"b".repeat(24)}.json`,
  ])("don't stop the run: %s", async (name) => {
    const { id } = await host.create("IpPolicy", {}, "a");
    await newRun();
    writeFileSync(pathOf(name), "?");
    expect((await host.create("IpPolicy", {}, "a")).id).toBe(id);
    expect(warnings()).toEqual([]);
  });

  test("of half-written files of a killed process are removed later", async () => {
    await host.create("IpPolicy", {}, "a");
    const fileNames = ["key.0123456789ab.tmp", "new.0123456789ab.tmp"];
    for (const name of fileNames) writeFileSync(pathOf(name), "");
    const longAgo = Date.now() / 1000 - 30 * 24 * 3600;
    utimesSync(pathOf(String(fileNames[0])), longAgo, longAgo);
    await newRun();
    await host.create("IpPolicy", {}, "b");
    expect(fileNames.map((name) => statSync(pathOf(name), { throwIfNoEntry: false })?.isFile())).toEqual([
      undefined,
      true,
    ]);
  });
});

describe("the key", () => {
  /** Returns true if a run recognizes an object that the run before created. */
  async function isUsable(): Promise<boolean> {
    const { id } = await host.create("IpPolicy", {}, "b");
    await newRun();
    return (await host.create("IpPolicy", {}, "b")).id === id;
  }

  test.each([
    ["empty", (key: string) => writeFileSync(key, "")],
    ["too long", (key: string) => writeFileSync(key, "k".repeat(41))],
    ["full of zeros", (key: string) => writeFileSync(key, Buffer.alloc(statSync(key).size))],
    [
      "changed in one bit",
      (key: string) =>
        writeFileSync(
          key,
          readFileSync(key).map((byte, n) => (n === 7 ? byte ^ 1 : byte)),
        ),
    ],
    ["a symbolic link", replaceWithLink],
    ["writable by others", (key: string) => chmodSync(key, 0o666)],
  ])("that is %s is replaced with one message, and usable from then on", async (_, damage) => {
    const { id } = await host.create("IpPolicy", {}, "a");
    await newRun();
    damage(pathOf("key"));
    expect((await host.create("IpPolicy", {}, "a")).id).not.toBe(id);
    expect(await isUsable()).toBe(true);
    expect(warnings()).toEqual([
      `warning: the key of the intent journal ${warnings()[0]?.match(/\/\S+run-1/)?.[0]} was damaged and was replaced: objects that earlier, killed runs created are not recognized`,
    ]);
    expect(statSync(pathOf("key")).mode & 0o777).toBe(0o600);
  });

  test("that is missing is reported only if the journal has entries", async () => {
    await host.create("IpPolicy", {}, "a");
    expect(warnings()).toEqual([]);
    await newRun();
    rmSync(pathOf("key"));
    expect(await isUsable()).toBe(true);
    expect(warnings()).toEqual([expect.stringContaining("was missing and was replaced")]);
  });
});

test.each([
  ["from the start", 0],
  ["later", 1],
])("a full disk prevents the request, with advice in the error: %s", async (_, createdBefore) => {
  const posts = () => emulator.requests({ method: "POST" }).length;
  for (let n = 0; n < createdBefore; n++)
    await host.create("IpPolicy", { description: "early" }, `early-${n}`);
  const create = () => host.create("IpPolicy", { description: "office" }, "a");
  await expect(onFullDisk(create)).rejects.toThrow(
    /nothing was created, because the intent journal .* cannot grow \(the system says EFBIG\).*free space.*ulimit -f/,
  );
  expect(posts()).toBe(createdBefore);
  await create();
  expect([posts(), warnings()]).toEqual([createdBefore + 1, []]);
  expect(readFileSync(pathOf(".gitignore"), "utf8")).toBe("*\n");
});

describe("an unusable folder is reported once, and the run continues", () => {
  const advice =
    "The run continues, but if it is killed, the next one cannot recognize the objects that it created. Set TUNNEL_EDGE_JOURNAL_DIR to a folder of yours that no other user can write to, or to off";

  test.each<[name: string, why: string, arrange: (folder: string) => void]>([
    ["a file", "it is not a folder", (folder) => writeFileSync(folder, "")],
    [
      "a symbolic link",
      "it is reached through a symbolic link",
      (folder) => {
        mkdirSync(`${folder}-real`, { mode: 0o700 });
        symlinkSync(`${folder}-real`, folder);
      },
    ],
    [
      "writable by others",
      "others may write to it (mode 777)",
      (folder) => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
    ],
  ])("%s", async (_, reason, arrange) => {
    arrange(journal.folder());
    const created = [await host.create("IpPolicy", {}, "a"), await host.create("IpPolicy", {}, "b")];
    expect(ids("/ip_policies")).toEqual(created.map(({ id }) => id));
    expect(warnings()).toEqual([
      `warning: the intent journal ${journal.folder()} cannot be used: ${reason}. ${advice}`,
    ]);
  });

  test("of another user", async () => {
    makeFolder();
    const owner = process.geteuid?.();
    vi.spyOn(process, "geteuid").mockReturnValue(12345);
    await host.create("IpPolicy", {}, "a");
    expect(warnings()).toEqual([
      expect.stringContaining(`it belongs to another user (uid ${owner}, this is 12345)`),
    ]);
  });

  test("but not by a preview", async () => {
    writeFileSync(journal.folder(), "");
    await host.of("IpPolicy").diff("ipp_1", {}, {});
    expect(messages).toEqual([]);
  });

  test("which still recovers a lost response", async () => {
    writeFileSync(journal.folder(), "");
    emulator.faults({ on: "POST *", kind: "cut-after", times: 1 });
    const created = await Promise.all(["a", "b"].map((name) => host.create("IpPolicy", {}, name)));
    expect(created.map(({ id }) => id).sort()).toEqual([...ids("/ip_policies")].sort());
  });
});
