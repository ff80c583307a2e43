import { expect, test } from "vitest";
import { generateProgram } from "../../cli/migrate/program";
import { renderReport, renderSummary } from "../../cli/migrate/report";
import {
  findUnexplainedLosses,
  type MigrationResult,
  migrateGenerated,
  proveWithoutRule,
  selectGuards,
} from "../support/verified-migration";

/** Number of generated accounts. `node build/run.mjs test/journeys/migrate-matrix.ts` tests many more. */
const ACCOUNTS = 2;

test(`nobody gains access, unless a guard is missing: ${ACCOUNTS} generated accounts`, async () => {
  let findingsWithoutGuards = 0;
  const generatedFiles: string[] = [];
  for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
    const migrated = await migrateGenerated(seed);
    const { account, migration, proof } = migrated;
    expect({ seed, opened: proof.opened }).toEqual({ seed, opened: [] });
    expect({ seed, losesAccess: findUnexplainedLosses(migrated) }).toEqual({ seed, losesAccess: [] });
    generatedFiles.push(...outputs(migrated, seed));
    for (const rule of selectGuards(migration, seed, 2)) {
      const { opened, undecided } = await proveWithoutRule(account, migration, rule);
      findingsWithoutGuards += opened.length + undecided.length - proof.undecided.length;
    }
  }
  expect(findingsWithoutGuards).toBeGreaterThan(0);
  // After a change to the code: review the differences, then run `vitest run -u` for this file.
  await expect(generatedFiles.join("\n")).toMatchFileSnapshot("../recorded/migrated.md");
}, 600_000);

/** Returns the files that the command writes for an account, and its printed summary. */
function outputs({ migration, proof }: MigrationResult, seed: number): string[] {
  const program = generateProgram(migration, { project: "endpoints", dependency: "^0.0.0" });
  const outcome = { flags: { out: "endpoints" }, migration, program, proof };
  const files = { ...program.files, "MIGRATION.md": renderReport(outcome), summary: renderSummary(outcome) };
  return Object.entries(files).map(([name, text]) => `# Account ${seed}: ${name}\n\n${text}\n`);
}
