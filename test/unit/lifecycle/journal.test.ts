import { expect, test } from "vitest";
import { InMemoryJournal } from "../../../provider/lifecycle";

test("what an account without a memory holds belongs to somebody once it is known or answered", () => {
  const journal = new InMemoryJournal();
  const intent = journal.begin();
  expect([intent.earlier, intent.openEarlier()]).toEqual([undefined, 0]);
  expect(journal.isTaken("a")).toBe(false);
  intent.answered("a");
  journal.known("b");
  intent.orphaned("d");
  expect(["a", "b", "c", "d"].map((id) => journal.isTaken(id))).toEqual([true, true, false, true]);
  for (const note of [
    () => intent.sending(1),
    () => intent.resolved(),
    () => intent.unclear(["c"]),
    () => intent.dropped(),
  ])
    expect(note()).toBeUndefined();
  expect(journal.isTaken("c")).toBe(false);
});
