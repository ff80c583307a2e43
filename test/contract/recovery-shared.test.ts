import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stateFinding } from "../../cli/doctor/state";
import { JournalFolder } from "../../provider/account/journal/journal";
import { PrivateFolder } from "../../provider/account/process/private-folder";
import { identityOf, type ProcessIdentity } from "../../provider/account/process/process-identity";
import { type Intent, type Journal, openLedger, type Run } from "../../provider/lifecycle";
import { type BareAccount, openBareAccount } from "../support/lifecycle";

/** Several processes that create equal objects and share one journal folder. */

const BASE_URL = "http://service";
const TIME = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";
const OFFICE = { description: "office" };

let bare: BareAccount;
let folder: string;
let otherProcess: ChildProcess;
/** Actions of the other process during this process's waits. */
let actionsDuringWaits: (() => void | Promise<void>)[];
let pauses: number[];

beforeEach(async () => {
  bare = await openBareAccount();
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-shared-"));
  otherProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  actionsDuringWaits = [];
  pauses = [];
});

afterEach(async () => {
  await endOtherProcess();
  rmSync(folder, { recursive: true, force: true });
});

async function endOtherProcess(): Promise<void> {
  if (otherProcess.exitCode !== null || otherProcess.signalCode !== null) return;
  const exit = new Promise((resolve) => otherProcess.once("exit", resolve));
  otherProcess.kill("SIGKILL");
  await exit;
}

const openJournal = (self?: ProcessIdentity): Journal =>
  new JournalFolder(new PrivateFolder(folder), self).open(BASE_URL);
const otherIdentity = () => identityOf(Number(otherProcess.pid));

/** Begins an equal creation in another process, and returns its journal entry. */
function beginElsewhere(self = otherIdentity(), name = "prod/a", stack = "prod"): Intent {
  const creation = { family: "IpPolicy", path: "/ip_policies", body: OFFICE, name, stack };
  const intent = openJournal(self).begin(creation);
  intent.resolveEarlier();
  intent.recordSending({ at: bare.account.now() - 1_000 });
  return intent;
}

test("doctor says how to recover the objects of a killed run, also of a forced replacement", () => {
  const { remedy } = stateFinding([], { created: ["ipp_1"], open: 0 });
  expect(remedy).toMatch(/run `pulumi up`, or repeat its forced replacement \(`pulumi up --replace <urn>`\)/);
});

test("doctor counts requests of ended processes without a response", async () => {
  const doctorFinding = (stack: string) =>
    stateFinding([], new JournalFolder(new PrivateFolder(folder)).findUnrecorded([stack]));
  beginElsewhere();
  beginElsewhere(otherIdentity(), "prod/b").recordCandidates(["ipp_2"]);
  expect(doctorFinding("prod")).toMatchObject({
    verdict: "warning",
    found: expect.stringContaining("1 creation had no"),
  });
  await endOtherProcess();
  beginElsewhere(identityOf(process.pid), "prod/c").recordAnswer("ipp_3");
  expect(doctorFinding("dev")).toMatchObject({ verdict: "ok" });
  expect(doctorFinding("prod")).toMatchObject({
    verdict: "warning",
    found: expect.stringMatching(/created: ipp_3; and .* ended while 2 creations had no response/),
    remedy: expect.stringContaining("before changing the program"),
  });
});

const seedOffice = () => String(bare.emulator.seed({ "/ip_policies": [OFFICE] })["/ip_policies"]?.[0]);
const policies = () => bare.emulator.objects("/ip_policies").map(({ id }) => id);

function create(name = "dev/a", stack = "dev", journal = openJournal(), ledger = openLedger()) {
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
    await actionsDuringWaits.shift()?.();
    await bare.account.sleep(milliseconds);
  };
  const account: Run = { ...bare.account, ledger, journal, sleep };
  return bare.of("IpPolicy").create(account, OFFICE, { name, stack, hasObject: false });
}

/** The message while the list may lack the object. */
const LATE_LIST =
  "IpPolicy: the response to its creation was lost, and the list does not contain its object: looking again for 15 s";

const loseRequests = (times = 1) => bare.emulator.faults([{ on: "POST *", kind: "cut-before", times }]);

describe("an object that another process may receive in a response", () => {
  test("is not mistaken for an equal one with a lost response", async () => {
    const elsewhere = beginElsewhere();
    const foreignId = seedOffice();
    loseRequests();
    actionsDuringWaits = [() => undefined, () => elsewhere.recordAnswer(foreignId)];
    const { id } = await create();
    expect(policies()).toEqual([foreignId, id]);
    expect(bare.lines).toEqual([
      expect.stringMatching(
        `^IpPolicy: process ${otherProcess.pid}, which shares the intent journal, has been creating an equal object since ${TIME}: waiting for it, for a minute at most$`,
      ),
      LATE_LIST,
    ]);
    expect(pauses.slice(0, 2)).toEqual([500, 1_000]);
  });

  test("is distinguished from this process's object", async () => {
    const elsewhere = beginElsewhere();
    const foreignId = seedOffice();
    bare.emulator.faults([{ on: "POST *", kind: "cut-after", times: 1 }]);
    actionsDuringWaits = [() => elsewhere.recordAnswer(foreignId)];
    const { id } = await create();
    expect(policies()).toEqual([foreignId, id]);
  });

  test("is not waited for if its response arrived before the search", async () => {
    const foreignId = seedOffice();
    beginElsewhere().recordAnswer(foreignId);
    loseRequests();
    expect((await create()).id).not.toBe(foreignId);
    expect(bare.lines).toEqual([LATE_LIST]);
  });

  test("is respected if it was recorded after this process first read the folder", async () => {
    const journal = openJournal();
    journal.markStored("ipp_read");
    const foreignId = seedOffice();
    beginElsewhere().recordAnswer(foreignId);
    loseRequests();
    expect((await create("dev/a", "dev", journal)).id).not.toBe(foreignId);
  });

  test("is not adopted by the run after a killed one", async () => {
    const killed = beginElsewhere({ ...otherIdentity(), started: "0" }, "dev/a", "dev");
    expect(killed.earlier).toBeUndefined();
    const elsewhere = beginElsewhere();
    const foreignId = seedOffice();
    actionsDuringWaits = [() => elsewhere.recordAnswer(foreignId)];
    expect((await create()).id).not.toBe(foreignId);
  });

  test("is not adopted after a minute's wait, and the next run decides", async () => {
    const elsewhere = beginElsewhere();
    const foreignId = seedOffice();
    loseRequests();
    await expect(create()).rejects.toThrow(
      `so it is unknown which object is whose. Nothing was changed: run again when that process has ended, or end the process (kill ${otherProcess.pid}) if it is left over from a killed run`,
    );
    expect(pauses.slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBe(63_500);
    elsewhere.recordAnswer(foreignId);
    const { id } = await create();
    expect(policies()).toEqual([foreignId, id]);
  });

  test("leaves the objects of both creations to later runs if one of them has waited too long", async () => {
    const elsewhere = beginElsewhere();
    const foreignId = seedOffice();
    bare.emulator.faults([{ on: "POST *", kind: "cut-after", times: 2 }]);
    // The first 18 waits take a minute, after which a creation gives up.
    actionsDuringWaits = [
      ...Array.from({ length: 18 }, () => () => undefined),
      () => elsewhere.recordAnswer(foreignId),
    ];
    const [journal, ledger] = [openJournal(), openLedger()];
    const [first, second] = await Promise.allSettled(
      ["dev/a", "dev/b"].map((name) => create(name, "dev", journal, ledger)),
    );
    expect([first?.status, second?.status]).toEqual(["rejected", "fulfilled"]);
    const { id } = await create();
    const [, ...ownIds] = policies();
    expect(ownIds).toHaveLength(2);
    expect(ownIds).toContain(id);
  });

  test("can be adopted after that process has ended", async () => {
    beginElsewhere();
    const officeId = seedOffice();
    loseRequests();
    await endOtherProcess();
    expect((await create()).id).toBe(officeId);
    expect(bare.lines).toEqual([]);
  });

  test("can be adopted shortly after that process has ended", async () => {
    beginElsewhere();
    const officeId = seedOffice();
    loseRequests();
    actionsDuringWaits = [() => undefined, endOtherProcess];
    expect((await create()).id).toBe(officeId);
    expect(pauses.length).toBeLessThan(8);
  });

  test.each([
    ["was refused", (elsewhere: Intent) => elsewhere.drop()],
    ["has an unknown owner", (elsewhere: Intent) => elsewhere.recordCandidates(["ipp_1"])],
  ])("is not waited for once its creation %s", async (_, endCreation) => {
    const elsewhere = beginElsewhere();
    const officeId = seedOffice();
    loseRequests();
    actionsDuringWaits = [() => endCreation(elsewhere)];
    expect((await create()).id).toBe(officeId);
  });
});

describe("a process of another machine", () => {
  const elsewhere = (stack: string) =>
    beginElsewhere({ machine: "far", pid: 1, started: "1" }, `${stack}/b`, stack);

  test("may be working on another stack", async () => {
    const intent = elsewhere("prod");
    const foreignId = seedOffice();
    loseRequests();
    actionsDuringWaits = [() => intent.recordAnswer(foreignId)];
    expect((await create()).id).not.toBe(foreignId);
  });

  test("cannot be working on this stack, which the engine locks, so its object is adopted", async () => {
    elsewhere("dev");
    const officeId = seedOffice();
    loseRequests();
    expect((await create()).id).toBe(officeId);
    expect(bare.lines).toEqual([]);
  });
});

describe("the previous run with a provider that is still working", () => {
  test("is waited for, and its object is adopted", async () => {
    const before = beginElsewhere(otherIdentity(), "dev/a", "dev");
    let officeId = "";
    actionsDuringWaits = [
      () => {
        officeId = seedOffice();
        before.recordAnswer(officeId);
      },
    ];
    expect((await create()).id).toBe(officeId);
    expect(policies()).toEqual([officeId]);
  });

  test("is not waited for if another process has its process id", async () => {
    beginElsewhere({ ...otherIdentity(), started: "1" }, "dev/a", "dev");
    await create();
    expect(pauses).toEqual([]);
  });
});

test("two processes that start without a key use the same one", () => {
  const [first, second] = [openJournal(), openJournal(otherIdentity())];
  const creation = { family: "IpPolicy", path: "/ip_policies", body: {}, name: "a" };
  for (const journal of [first, second]) journal.isTaken("");
  for (const journal of [first, second]) journal.begin(creation).recordSending({ at: 1 });
  expect(readdirSync(folder).filter((name) => name.endsWith(".json"))).toHaveLength(1);
  expect(openJournal().begin(creation).earlier).toMatchObject({ at: 1 });
});
