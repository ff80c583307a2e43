import { chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { engineIn, RunRecord } from "../../../../provider/account/journal/run-record";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { identityOf, type ProcessIdentity } from "../../../../provider/account/process/process-identity";
import { openLedger, openSharedLedger, UserError } from "../../../../provider/lifecycle";
import { requireKnownDeclarations } from "../../../../provider/lifecycle/run/ledger";
import { posix } from "../../../support/needs";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();

const ENGINE = "127.0.0.1:4001";
/** Two processes that are running. */
const here = identityOf(process.pid);
const there = identityOf(process.ppid);
const ended: ProcessIdentity = { ...here, started: "1" };

const folder = (name = "runs") => new PrivateFolder(root.at(name));

function recordOf(self: ProcessIdentity, folders = [folder()], engine = ENGINE): RunRecord {
  const record = new RunRecord(folders, self);
  record.join(engine);
  return record;
}

const statement = { kind: "modules", author: 'TlsEdge "e"', values: ["/edges/tls/e/mutual_tls"] } as const;
const files = () => readdirSync(root.at("runs")).filter((name) => name.endsWith(".jsonl"));

/** What the others have said, at the next call of the engine. */
async function heardBy(record: RunRecord) {
  await Promise.resolve();
  return record.received().flat();
}

test("the processes of one run hear each other, as soon as something is said, and not themselves", async () => {
  const [one, other] = [recordOf(here), recordOf(there)];
  expect(await heardBy(other)).toEqual([]);
  one.send(statement);
  expect([await heardBy(one), await heardBy(other)]).toEqual([[], [statement]]);
  const later = { ...statement, values: [] };
  one.send(later);
  expect(await heardBy(other)).toEqual([statement, later]);
  expect([one.problem, other.problem]).toEqual([undefined, undefined]);
});

test("two providers of one process hear each other", async () => {
  const [one, other] = [recordOf(here), recordOf(here)];
  one.send(statement);
  expect([await heardBy(one), await heardBy(other)]).toEqual([[], [statement]]);
});

test("a process that has ended, another run and another machine say nothing", async () => {
  for (const self of [ended, { ...there, machine: "elsewhere" }]) recordOf(self).send(statement);
  recordOf(there, undefined, "127.0.0.1:4002").send(statement);
  expect(await heardBy(recordOf(here))).toEqual([]);
});

test("what processes that have ended left behind is removed, and nothing else", () => {
  const elsewhere = { ...there, machine: "elsewhere" };
  for (const self of [elsewhere, there, ended]) recordOf(self).send(statement);
  expect(files()).toHaveLength(3);
  recordOf(here);
  expect(files()).toHaveLength(3);
  expect(files().some((name) => /-1-[0-9a-f]+\.jsonl$/.test(name))).toBe(false);
});

test("a process that serves another run begins anew", async () => {
  const [one, other] = [recordOf(here), recordOf(there)];
  one.send(statement);
  expect([one.join(ENGINE), one.join("127.0.0.1:4002")]).toEqual([false, true]);
  expect(await heardBy(other)).toEqual([]);
  other.join("127.0.0.1:4002");
  expect(await heardBy(other)).toEqual([]);
});

test("a process that has left its run is alone, and takes back what it said", async () => {
  const [one, other] = [recordOf(here), recordOf(there)];
  for (const record of [one, other]) record.send(statement);
  one.leave();
  one.send(statement);
  expect([await heardBy(one), one.problem, await heardBy(other)]).toEqual([[], undefined, []]);
  expect(files()).toHaveLength(1);
});

test("what is no statement, and a line that is still being written, are left out", async () => {
  const other = recordOf(there);
  other.send(statement);
  const [name = ""] = files();
  folder()
    .opened(name)
    .append('["modules","x"]\n["words","x",["y"]]\n["modules",1,["y"]]\n{}\n["modules","x",["y"');
  expect(await heardBy(recordOf(here))).toEqual([statement]);
});

test("a line is heard once it is whole, and once", async () => {
  recordOf(there).send(statement);
  const record = recordOf(here);
  const [name = ""] = files().filter((one) => one.includes(`-${there.pid}-`));
  const file = folder().opened(name);
  file.append('["modules","ä');
  expect(await heardBy(record)).toEqual([statement]);
  file.append('",["y"]]\n');
  expect(await heardBy(record)).toEqual([statement, { kind: "modules", author: "ä", values: ["y"] }]);
});

test("a folder that others may write to is not used", posix, async () => {
  mkdirSync(root.at("runs"));
  chmodSync(root.at("runs"), 0o777);
  mkdirSync(root.at("real"), { mode: 0o700 });
  symlinkSync(root.at("real"), root.at("link"));
  const folders = () => [folder(), folder("link"), folder("second")];
  const [one, other] = [recordOf(here, folders()), recordOf(there, folders())];
  one.send(statement);
  expect(await heardBy(other)).toEqual([statement]);
  expect([one.problem, files()]).toEqual([undefined, []]);
});

test("without a folder nothing is deleted, and the error says why", posix, () => {
  mkdirSync(root.at("runs"));
  chmodSync(root.at("runs"), 0o777);
  const ledger = openLedger(openSharedLedger(undefined, recordOf(here)));
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(UserError);
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(
    /IpPolicy ipp_1 is not deleted: .+runs cannot be used: others may write to it.+Set TMPDIR/,
  );
  expect(() => requireKnownDeclarations(openLedger(), "IpPolicy ipp_1")).not.toThrow();
});

test("a file of another process that cannot be read stops deletions", () => {
  recordOf(there).send(statement);
  const ledger = openLedger(openSharedLedger(undefined, recordOf(here)));
  const [name = ""] = files().filter((one) => one.includes(`-${there.pid}-`));
  chmodSync(root.at("runs", name), 0o666);
  expect(ledger.declarations.authorsOf("modules", "/edges/tls/e/mutual_tls")).toEqual([]);
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(/cannot be read/);
});

test("the engine's address is known from the arguments, behind options", () => {
  expect(engineIn(["--logtostderr", "-v=9", ENGINE])).toBe(ENGINE);
  expect(engineIn(["--tracing=http://h:1", "run"])).toBeUndefined();
});
