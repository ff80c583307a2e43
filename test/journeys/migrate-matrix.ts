// node build/run.mjs test/journeys/migrate-matrix.ts [<first seed> <number>]: migrates generated accounts of edges, which must
// open nothing, and then takes rules away: the review has to name who gains access.
import { lockedOutWithoutGap, migrateGenerated, someGuards, withoutRule } from "../support/migrated";

const [first = 1, number = 200] = process.argv.slice(2).map(Number);

/** Rules of each account that are taken away, one at a time. */
const WEAKENED = 2;

async function main(): Promise<void> {
  let failed = 0;
  for (let seed = first; seed < first + number; seed += 1) {
    const migrated = await migrateGenerated(seed);
    const { account, migration, proof } = migrated;
    let weakened = 0;
    for (const rule of someGuards(migration, seed, WEAKENED))
      weakened += (await withoutRule(account, migration, rule)).opened.length;
    const lockedOut = lockedOutWithoutGap(migrated);
    const isRight = proof.opened.length + lockedOut.length === 0;
    if (!isRight) failed += 1;
    process.stdout.write(
      `${isRight ? "ok    " : "FAILED"} seed ${seed}, ${migration.endpoints.length} endpoints, ${migration.gaps.length} gaps, ${proof.compared} addresses compared, ${proof.undecided.length} undecided, ${weakened} openings without guards\n`,
    );
    for (const { url, who } of proof.opened.slice(0, 3)) process.stdout.write(`  ${url}: ${who}\n`);
    for (const clients of lockedOut) process.stdout.write(`  loses access without a gap: ${clients}\n`);
  }
  process.stdout.write(`${number - failed} of ${number} accounts migrated, nobody gains access\n`);
  if (failed > 0) process.exitCode = 1;
}

void main();
