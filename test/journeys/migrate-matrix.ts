// node build/run.mjs test/journeys/migrate-matrix.ts [<first seed> <number>]: migrates generated accounts with edges, which must
// not open anything, and then removes rules: the review must name the clients that gain access.
import {
  findUnexplainedLosses,
  migrateGenerated,
  proveWithoutRule,
  selectGuards,
} from "../support/verified-migration";

const [firstSeed = 1, count = 200] = process.argv.slice(2).map(Number);

/** Number of rules to remove from each account, one at a time. */
const REMOVED_RULES = 2;

async function main(): Promise<void> {
  let failed = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const migrated = await migrateGenerated(seed);
    const { account, migration, proof } = migrated;
    let openings = 0;
    for (const rule of selectGuards(migration, seed, REMOVED_RULES))
      openings += (await proveWithoutRule(account, migration, rule)).opened.length;
    const losesAccess = findUnexplainedLosses(migrated);
    const isProven = proof.opened.length + losesAccess.length === 0;
    if (!isProven) failed += 1;
    process.stdout.write(
      `${isProven ? "ok    " : "FAILED"} seed ${seed}, ${migration.endpoints.length} endpoints, ${migration.gaps.length} gaps, ${proof.compared} addresses compared, ${proof.undecided.length} undecided, ${openings} openings without guards\n`,
    );
    for (const { url, who } of proof.opened.slice(0, 3)) process.stdout.write(`  ${url}: ${who}\n`);
    for (const clients of losesAccess) process.stdout.write(`  loses access without a gap: ${clients}\n`);
  }
  process.stdout.write(`${count - failed} of ${count} accounts migrated without new access\n`);
  if (failed > 0) process.exitCode = 1;
}

void main();
