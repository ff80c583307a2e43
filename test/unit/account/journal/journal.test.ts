import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalFolder } from "../../../../provider/account/journal/journal";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();
const HOUR_MS = 3_600_000;
const MOST_ENTRIES = 10_000;

/** Writes a file that was changed so many hours ago. */
function write(name: string, hoursAgo: number) {
  const path = root.write(join("journal", name), "{}");
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  utimesSync(path, at, at);
}

const noteName = (number: number) => `${number.toString(16).padStart(24, "0")}-${"0".repeat(24)}.json`;

/** Opens the journal as a new process does, and returns the names of its files. */
function open() {
  new JournalFolder(new PrivateFolder(root.at("journal"), root.at())).open("http://127.0.0.1:9").isTaken("x");
  return readdirSync(root.at("journal"));
}

test("opening a journal removes notes older than a week, and no other file", () => {
  for (const [name, hoursAgo] of [
    [noteName(1), 167],
    [noteName(2), 169],
    ["a-file-of-the-user.json", 169],
  ] as const)
    write(name, hoursAgo);
  expect(open().sort()).toEqual([noteName(1), "a-file-of-the-user.json"].sort());
});

test("a journal keeps its newest notes when there are too many", () => {
  for (let number = 0; number < MOST_ENTRIES + 3; number++) write(noteName(number), number / 1_000);
  const kept = new Set(open());
  const removed = Array.from({ length: MOST_ENTRIES + 3 }, (_, number) => number).filter(
    (number) => !kept.has(noteName(number)),
  );
  expect(removed).toEqual([MOST_ENTRIES, MOST_ENTRIES + 1, MOST_ENTRIES + 2]);
});
