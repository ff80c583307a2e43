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

const link = (file: string) => {
  renameSync(file, `${file}.real`);
  symlinkSync(`${file}.real`, file);
};

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);
const inFolder = (name: string) => join(journal.folder(), name);
const entry = () => inFolder(String(journal.entries()[0]));
const warnings = () => messages.filter((line) => line.startsWith("warning: "));
const makeFolder = () => mkdirSync(journal.folder(), { recursive: true, mode: 0o700 });

/** A creation whose response never arrives, in a run that ends before it can look for its object. */
async function killedInFlight(name = "IpPolicy", inputs: object = { description: "office" }): Promise<void> {
  emulator.faults([
    { on: `POST *`, kind: "cut-after" },
    { on: "GET *", status: 401 },
  ]);
  await expect(host.create(name, { ...inputs }, "a")).rejects.toThrow("Run again");
  await newRun();
}

/** Replaces the contents of an entry, whose file keeps the time of the creation by the clock of the test. */
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
    await killedInFlight();
    for (const file of journal.entries()) damage(inFolder(file), contents);
    const { id } = await host.create("IpPolicy", { description: "office" }, "a");
    expect(ids("/ip_policies")).toEqual([id]);
  });

  test.each(damaged)("%s does not justify the deletion of a key", async (_, contents) => {
    await killedInFlight("ApiKey", { description: "ci" });
    const before = ids("/api_keys");
    damage(entry(), contents);
    await expect(host.create("ApiKey", { description: "ci" }, "a")).rejects.toThrow(
      "it is unknown which of the equal objects",
    );
    expect(ids("/api_keys")).toEqual(before);
  });

  test("of another program is ignored", async () => {
    makeFolder();
    writeFileSync(inFolder("notes.json"), "{}");
    await host.create("IpPolicy", {}, "a");
    expect(journal.entries()).toContain("notes.json");
  });

  test("with several candidates is removed after the program has adopted one", async () => {
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

describe("a forged entry names no object", () => {
  let foreignId: string;

  beforeEach(() => {
    [foreignId = ""] = emulator.seed({ "/ip_policies": [{ description: "theirs" }] })["/ip_policies"] ?? [];
  });

  /** The journal entry of a creation that the engine has not recorded, and its outcome in the next run. */
  async function afterTampering(tamper: (file: string) => void) {
    const { id } = await host.create("IpPolicy", { description: "ours" }, "a");
    await newRun();
    tamper(entry());
    const again = await host.create("IpPolicy", { description: "ours" }, "a");
    expect(emulator.requests({ method: "PATCH" })).toEqual([]);
    expect(emulator.objects("/ip_policies")[0]).toMatchObject({ id: foreignId, description: "theirs" });
    return { id, again: again.id };
  }

  const rename = (file: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(/ipp_\w+/, foreignId));

  const makePipe = (file: string) => {
    rmSync(file);
    execFileSync("mkfifo", [file]);
  };

  test.each<[string, (file: string) => void, boolean]>([
    // The object is still found by the request that was sent.
    ["changing an id", rename, true],
    ["a symbolic link", link, false],
    ["a special file", makePipe, false],
    ["a file that others may write to", (file) => chmodSync(file, 0o666), false],
    ["a file of any size", (file) => writeFileSync(file, " ".repeat(100_000)), true],
  ])("by %s", async (_, tamper, isFound) => {
    const { id, again } = await afterTampering(tamper);
    expect(again === id).toBe(isFound);
  });

  test("by a special file, which a warning names", async () => {
    await afterTampering(makePipe);
    expect(warnings()).toEqual([
      expect.stringMatching(/json is not a regular file that only you may write to/),
    ]);
  });

  test("by copying another resource's entry", async () => {
    await host.create("IpPolicy", { description: "theirs" }, "b");
    const note = entry();
    const { again } = await afterTampering((file) => {
      const other = journal.entries().find((name) => inFolder(name) !== file);
      copyFileSync(inFolder(String(other)), file);
    });
    expect(note).toBeDefined();
    expect(ids("/ip_policies").indexOf(again)).toBeGreaterThan(1);
  });

  test("by a file of another user", async () => {
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
    writeFileSync(inFolder(name), "?");
    expect((await host.create("IpPolicy", {}, "a")).id).toBe(id);
    expect(warnings()).toEqual([]);
  });

  test("of files that a killed process left half-written are removed later", async () => {
    await host.create("IpPolicy", {}, "a");
    const fileNames = ["key.0123456789ab.tmp", "new.0123456789ab.tmp"];
    for (const name of fileNames) writeFileSync(inFolder(name), "");
    const longAgo = Date.now() / 1000 - 30 * 24 * 3600;
    utimesSync(inFolder(String(fileNames[0])), longAgo, longAgo);
    await newRun();
    await host.create("IpPolicy", {}, "b");
    expect(fileNames.map((name) => statSync(inFolder(name), { throwIfNoEntry: false })?.isFile())).toEqual([
      undefined,
      true,
    ]);
  });
});

describe("the key", () => {
  /** Returns true if the run after the next one recognizes the object that the next one creates. */
  async function worksAgain(): Promise<boolean> {
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
    ["readable only through a link", link],
    ["writable by others", (key: string) => chmodSync(key, 0o666)],
  ])("that is %s is replaced with one message, and works from then on", async (_, damage) => {
    const { id } = await host.create("IpPolicy", {}, "a");
    await newRun();
    damage(inFolder("key"));
    expect((await host.create("IpPolicy", {}, "a")).id).not.toBe(id);
    expect(await worksAgain()).toBe(true);
    expect(warnings()).toEqual([
      `warning: the key of the intent journal ${warnings()[0]?.match(/\/\S+run-1/)?.[0]} was damaged and was replaced: objects that earlier, killed runs created are not recognized`,
    ]);
    expect(statSync(inFolder("key")).mode & 0o777).toBe(0o600);
  });

  test("that is missing is reported only if the journal has entries", async () => {
    await host.create("IpPolicy", {}, "a");
    expect(warnings()).toEqual([]);
    await newRun();
    rmSync(inFolder("key"));
    expect(await worksAgain()).toBe(true);
    expect(warnings()).toEqual([expect.stringContaining("was missing and was replaced")]);
  });
});

describe("on a full disk", () => {
  const posts = () => emulator.requests({ method: "POST" }).length;

  test.each([
    ["from the start", 0],
    ["later", 1],
  ])("sends no request, and the error says what to do: %s", async (_, before) => {
    for (let n = 0; n < before; n++) await host.create("IpPolicy", { description: "early" }, `early-${n}`);
    const create = () => host.create("IpPolicy", { description: "office" }, "a");
    await expect(onFullDisk(create)).rejects.toThrow(
      /nothing was created, because the intent journal .* cannot grow \(the system says EFBIG\).*free space.*ulimit -f/,
    );
    expect(posts()).toBe(before);
    await create();
    expect([posts(), warnings()]).toEqual([before + 1, []]);
    expect(readFileSync(inFolder(".gitignore"), "utf8")).toBe("*\n");
  });
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

  test("a preview reports nothing", async () => {
    writeFileSync(journal.folder(), "");
    await host.of("IpPolicy").diff("ipp_1", {}, {});
    expect(messages).toEqual([]);
  });

  test("a lost response is still recovered within the run", async () => {
    writeFileSync(journal.folder(), "");
    emulator.faults({ on: "POST *", kind: "cut-after", times: 1 });
    const created = await Promise.all(["a", "b"].map((name) => host.create("IpPolicy", {}, name)));
    expect(created.map(({ id }) => id).sort()).toEqual([...ids("/ip_policies")].sort());
  });
});
