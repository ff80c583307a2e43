import { afterAll, expect, test } from "vitest";
import { closeAccounts } from "../../provider/account/account";
import { lockedOutWithoutGap, migrateGenerated, someGuards, weakened } from "../support/migrated";

/** Generated accounts; the long form is `npm run migrate-matrix`. */
const ACCOUNTS = 6;

afterAll(closeAccounts);

test(`nobody newly gets in: ${ACCOUNTS} generated accounts of edges`, { timeout: 600_000 }, async () => {
  const all = [];
  for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
    const one = await migrateGenerated(seed);
    expect({ seed, opened: one.proof.opened }).toEqual({ seed, opened: [] });
    expect({ seed, undecided: one.proof.undecided.slice(0, 2) }).toEqual({ seed, undecided: [] });
    expect({ seed, opened: one.proof.model.opened }).toEqual({ seed, opened: [] });
    expect({ seed, refused: lockedOutWithoutGap(one) }).toEqual({ seed, refused: [] });
    all.push(one);
  }
  const gotIn = all.reduce((sum, { proof }) => sum + proof.gotIn, 0);
  expect(gotIn).toBeGreaterThan(ACCOUNTS * 50);
});

test("the review names whom the emulator newly lets in without a rule", { timeout: 600_000 }, async () => {
  let newly = 0;
  for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
    const migrated = await migrateGenerated(seed);
    for (const rule of someGuards(migrated.migration, seed, 2)) {
      const { opened, missed } = await weakened(migrated, rule);
      newly += opened.length;
      expect({ seed, rule, missed: missed.slice(0, 2) }).toEqual({ seed, rule, missed: [] });
    }
  }
  expect(newly).toBeGreaterThan(20);
});
