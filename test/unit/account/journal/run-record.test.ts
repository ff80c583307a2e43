import { appendFileSync, chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { engineAddress, RunRecord } from "../../../../provider/account/journal/run-record";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { identityOf, type ProcessIdentity } from "../../../../provider/account/process/process-identity";
import { openLedger, openSharedLedger, UserError } from "../../../../provider/lifecycle";
import { requireKnownDeclarations } from "../../../../provider/lifecycle/run/ledger";
import { onFullDisk } from "../../../support/full-disk";
import { posix } from "../../../support/needs";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();

const ENGINE = "127.0.0.1:4001";
/** Identities of two running processes. */
const self = identityOf(process.pid);
const peer = identityOf(process.ppid);
const ended: ProcessIdentity = { ...self, started: "1" };

const folder = (name = "runs") => new PrivateFolder(root.at(name));

function openRecord(self: ProcessIdentity, folders = [folder()], engine = ENGINE): RunRecord {
  const record = new RunRecord(folders, self);
  record.join(engine);
  return record;
}

const statement = { kind: "modules", declarer: 'TlsEdge "e"', values: ["/edges/tls/e/mutual_tls"] } as const;
const files = () => readdirSync(root.at("runs")).filter((name) => name.endsWith(".jsonl"));

/** Returns the statements of other processes that a record has received by the engine's next call. */
async function receive(record: RunRecord) {
  await Promise.resolve();
  return record.received().flat();
}

test("processes of a run receive each other's statements immediately, but not their own", async () => {
  const [sender, receiver] = [openRecord(self), openRecord(peer)];
  expect(await receive(receiver)).toEqual([]);
  sender.send(statement);
  expect([await receive(sender), await receive(receiver)]).toEqual([[], [statement]]);
  const later = { ...statement, values: [] };
  sender.send(later);
  expect(await receive(receiver)).toEqual([statement, later]);
  expect([sender.problem, receiver.problem]).toEqual([undefined, undefined]);
});

test("two providers in one process receive each other's statements", async () => {
  const [sender, receiver] = [openRecord(self), openRecord(self)];
  sender.send(statement);
  expect([await receive(sender), await receive(receiver)]).toEqual([[], [statement]]);
});

test("ignores ended processes, other runs, and other machines", async () => {
  for (const self of [ended, { ...peer, machine: "elsewhere" }]) openRecord(self).send(statement);
  openRecord(peer, undefined, "127.0.0.1:4002").send(statement);
  expect(await receive(openRecord(self))).toEqual([]);
});

test("removes only the files of ended processes", () => {
  const elsewhere = { ...peer, machine: "elsewhere" };
  for (const self of [elsewhere, peer, ended]) openRecord(self).send(statement);
  const before = files();
  const filesOfEnded = () => files().filter((name) => /-1-[0-9a-f]+\.jsonl$/.test(name));
  expect([before.length, filesOfEnded().length]).toEqual([3, 1]);
  openRecord(self);
  expect(files().filter((name) => before.includes(name))).toHaveLength(2);
  expect(filesOfEnded()).toEqual([]);
});

test("a process that joins another run starts without statements", async () => {
  const [sender, receiver] = [openRecord(self), openRecord(peer)];
  sender.send(statement);
  expect([sender.join(ENGINE), sender.join("127.0.0.1:4002")]).toEqual([false, true]);
  expect(await receive(receiver)).toEqual([]);
  receiver.join("127.0.0.1:4002");
  expect(await receive(receiver)).toEqual([]);
});

test("a process that leaves its run withdraws its statements", async () => {
  const [leaving, staying] = [openRecord(self), openRecord(peer)];
  for (const record of [leaving, staying]) record.send(statement);
  leaving.leave();
  leaving.send(statement);
  expect([await receive(leaving), leaving.problem, await receive(staying)]).toEqual([[], undefined, []]);
  expect(files()).toHaveLength(1);
});

test("ignores invalid and incomplete lines", async () => {
  const sender = openRecord(peer);
  sender.send(statement);
  const [name = ""] = files();
  appendFileSync(
    root.at("runs", name),
    '["modules","x"]\n["words","x",["y"]]\n["modules",1,["y"]]\n{}\n["modules","x",["y"',
  );
  expect(await receive(openRecord(self))).toEqual([statement]);
});

test("receives a line once, after it is complete", async () => {
  openRecord(peer).send(statement);
  const record = openRecord(self);
  const [name = ""] = files().filter((file) => file.includes(`-${peer.pid}-`));
  const append = (data: string) => appendFileSync(root.at("runs", name), data);
  append('["modules","ä');
  expect(await receive(record)).toEqual([statement]);
  append('",["y"]]\n');
  expect(await receive(record)).toEqual([statement, { kind: "modules", declarer: "ä", values: ["y"] }]);
});

test("refuses deletions if the disk of the folder is full", posix, async () => {
  const record = await onFullDisk(() => openRecord(self));
  const ledger = openLedger(openSharedLedger(undefined, record));
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(/cannot be used: .*EFBIG/);
});

test("ignores a folder that others may write to", posix, async () => {
  mkdirSync(root.at("runs"));
  chmodSync(root.at("runs"), 0o777);
  mkdirSync(root.at("real"), { mode: 0o700 });
  symlinkSync(root.at("real"), root.at("link"));
  const folders = () => [folder(), folder("link"), folder("second")];
  const [sender, receiver] = [openRecord(self, folders()), openRecord(peer, folders())];
  sender.send(statement);
  expect(await receive(receiver)).toEqual([statement]);
  expect([sender.problem, files()]).toEqual([undefined, []]);
});

test("refuses deletions without a usable folder, and says why", posix, () => {
  mkdirSync(root.at("runs"));
  chmodSync(root.at("runs"), 0o777);
  const ledger = openLedger(openSharedLedger(undefined, openRecord(self)));
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(UserError);
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(
    /IpPolicy ipp_1 is not deleted: .+runs cannot be used: others may write to it.+Set TMPDIR/,
  );
  expect(() => requireKnownDeclarations(openLedger(), "IpPolicy ipp_1")).not.toThrow();
});

test("refuses deletions if the file of another process cannot be read", () => {
  openRecord(peer).send(statement);
  const ledger = openLedger(openSharedLedger(undefined, openRecord(self)));
  const [name = ""] = files().filter((file) => file.includes(`-${peer.pid}-`));
  chmodSync(root.at("runs", name), 0o666);
  expect(ledger.declarations.declarersOf("modules", "/edges/tls/e/mutual_tls")).toEqual([]);
  expect(() => requireKnownDeclarations(ledger, "IpPolicy ipp_1")).toThrow(/cannot be read/);
});

test("finds the engine's address after the options", () => {
  expect(engineAddress(["--logtostderr", "-v=9", ENGINE])).toBe(ENGINE);
  expect(engineAddress(["--tracing=http://h:1", "run"])).toBeUndefined();
});
