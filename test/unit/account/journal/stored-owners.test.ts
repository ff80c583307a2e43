import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { StoredOwners } from "../../../../provider/account/journal/stored-owners";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { posix } from "../../../support/needs";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();

const owners = (service = "https://api.example.com") =>
  new StoredOwners(new PrivateFolder(root.at("journal")), service);
const files = () => readdirSync(root.at("journal")).filter((name) => name.endsWith(".seen"));
const path = "/edges/tls/e/mutual_tls";
const EIGHT_DAYS_S = 8 * 24 * 3600;

test("remembers an owner for its service until it is forgotten", () => {
  owners().record(path, "TlsEdge e");
  expect(owners().ownerOf(path)).toBe("TlsEdge e");
  expect(owners("https://other.example.com").ownerOf(path)).toBeUndefined();
  owners().forget(path);
  expect(owners().ownerOf(path)).toBeUndefined();
});

test("renews the entry of an owner after a day, and replaces another owner at once", () => {
  const record = (owner: string) => {
    owners().record(path, owner);
    const [file = ""] = files();
    return statSync(root.at("journal", file));
  };
  const { mtimeMs } = record("TlsEdge e");
  expect(record("TlsEdge e").mtimeMs).toBe(mtimeMs);
  const then = Date.now() / 1000 - EIGHT_DAYS_S;
  for (const name of files()) utimesSync(root.at("journal", name), then, then);
  record("TlsEdge e");
  expect(owners().ownerOf(path)).toBe("TlsEdge e");
  record("TlsEdge f");
  expect(owners().ownerOf(path)).toBe("TlsEdge f");
});

test("forgets an owner after a week", () => {
  owners().record(path, "TlsEdge e");
  const then = Date.now() / 1000 - EIGHT_DAYS_S;
  for (const name of files()) utimesSync(root.at("journal", name), then, then);
  expect(owners().ownerOf(path)).toBeUndefined();
  owners().record("/edges/tls/f/mutual_tls", "TlsEdge f");
  expect(files()).toHaveLength(1);
});

test("ignores a folder that others may write to", posix, () => {
  mkdirSync(root.at("journal"));
  chmodSync(root.at("journal"), 0o777);
  owners().record(path, "TlsEdge e");
  expect([owners().ownerOf(path), files()]).toEqual([undefined, []]);
});
