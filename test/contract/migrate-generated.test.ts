import { expect, test } from "vitest";
import { lockedOutWithoutGap, migrateGenerated, someGuards, weakened } from "../support/migrated";

/** Generated accounts; the long form is `npm run migrate-matrix`. */
const ACCOUNTS = 3;

test(`nobody newly gets in, and whom a missing guard lets in is named: ${ACCOUNTS} generated accounts`, async () => {
  let [gotIn, newly] = [0, 0];
  for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
    const one = await migrateGenerated(seed);
    expect({ seed, opened: one.proof.opened }).toEqual({ seed, opened: [] });
    expect({ seed, undecided: one.proof.undecided.slice(0, 2) }).toEqual({ seed, undecided: [] });
    expect({ seed, opened: one.proof.model.opened }).toEqual({ seed, opened: [] });
    expect({ seed, refused: lockedOutWithoutGap(one) }).toEqual({ seed, refused: [] });
    gotIn += one.proof.gotIn;
    for (const rule of someGuards(one.migration, seed, 2)) {
      const { opened, missed } = await weakened(one, rule);
      newly += opened.length;
      expect({ seed, rule, missed: missed.slice(0, 2) }).toEqual({ seed, rule, missed: [] });
    }
  }
  expect(gotIn).toBeGreaterThan(ACCOUNTS * 50);
  expect(newly).toBeGreaterThan(20);
}, 600_000);
