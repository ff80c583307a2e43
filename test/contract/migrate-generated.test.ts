import { expect, test } from "vitest";
import { programOf } from "../../cli/migrate/program";
import { reportOf, summaryOf } from "../../cli/migrate/report";
import {
  lockedOutWithoutGap,
  type Migrated,
  migrateGenerated,
  someGuards,
  weakened,
} from "../support/migrated";

/** Generated accounts; the long form is `node build/run.mjs test/journeys/migrate-matrix.ts`. */
const ACCOUNTS = 2;

test(`nobody gains access, and clients that gain it by a missing guard are named: ${ACCOUNTS} generated accounts`, async () => {
  let [gotIn, newly] = [0, 0];
  const written: string[] = [];
  for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
    const one = await migrateGenerated(seed);
    expect({ seed, opened: one.proof.opened }).toEqual({ seed, opened: [] });
    expect({ seed, undecided: one.proof.undecided.slice(0, 2) }).toEqual({ seed, undecided: [] });
    expect({ seed, opened: one.proof.model.opened }).toEqual({ seed, opened: [] });
    expect({ seed, refused: lockedOutWithoutGap(one) }).toEqual({ seed, refused: [] });
    written.push(...textsOf(one, seed));
    gotIn += one.proof.gotIn;
    for (const rule of someGuards(one.migration, seed, 2)) {
      const { opened, missed } = await weakened(one, rule);
      newly += opened.length;
      expect({ seed, rule, missed: missed.slice(0, 2) }).toEqual({ seed, rule, missed: [] });
    }
  }
  expect(gotIn).toBeGreaterThan(ACCOUNTS * 5);
  expect(newly).toBeGreaterThan(0);
  // Right or wrong is asked above. This shows what a change of the code changes: read it, then run `vitest run -u` for this file.
  await expect(written.join("\n")).toMatchFileSnapshot("../recorded/migrated.md");
}, 600_000);

/** All that the command writes and prints for an account. */
function textsOf({ migration, proof }: Migrated, seed: number): string[] {
  const program = programOf(migration, { project: "endpoints", dependency: "^0.0.0" });
  const outcome = { flags: { out: "endpoints" }, migration, program, proof };
  const files = { ...program.files, "MIGRATION.md": reportOf(outcome), summary: summaryOf(outcome) };
  return Object.entries(files).map(([name, text]) => `# Account ${seed}: ${name}\n\n${text}\n`);
}
