// node build/run.mjs test/journeys/migrate-matrix.ts [<first seed> <number>]: migrates generated accounts of edges and
// judges their clients.
// Then it takes rules away, and asks the review about each client whom the emulator newly lets in.
import { lockedOutWithoutGap, migrateGenerated, someGuards, weakened } from "../support/migrated";

const [first = 1, number = 200] = process.argv.slice(2).map(Number);

/** Rules of each account that are taken away, one at a time. */
const WEAKENED = 2;

async function main(): Promise<void> {
  const totals = {
    endpoints: 0,
    gaps: 0,
    clients: 0,
    gotIn: 0,
    lockedOut: 0,
    unknown: 0,
    opened: 0,
    undecided: 0,
    compared: 0,
    modelOpened: 0,
    modelUndecided: 0,
    weakened: 0,
    newlyIn: 0,
    missedByReview: 0,
    inOthers: 0,
    reviewIsSure: 0,
  };
  let failed = 0;
  for (let seed = first; seed < first + number; seed += 1) {
    const migrated = await migrateGenerated(seed);
    const { migration, proof } = migrated;
    const weaker = [];
    for (const rule of someGuards(migration, seed, WEAKENED)) weaker.push(await weakened(migrated, rule));
    const missed = weaker.flatMap((one) => one.missed);
    const counts = {
      endpoints: migration.endpoints.length,
      gaps: migration.gaps.length,
      clients: proof.clients,
      gotIn: proof.gotIn,
      lockedOut: proof.lockedOut,
      unknown: proof.unknown,
      opened: proof.opened.length,
      undecided: proof.undecided.length,
      compared: proof.model.compared,
      modelOpened: proof.model.opened.length,
      modelUndecided: proof.model.undecided.length,
      weakened: weaker.length,
      newlyIn: weaker.reduce((sum, { opened }) => sum + opened.length, 0),
      missedByReview: missed.length,
      inOthers: weaker.reduce((sum, { inOthers }) => sum + inOthers, 0) - missed.length,
      reviewIsSure: weaker.filter(({ isSure, opened }) => isSure && opened.length > 0).length,
    };
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += counts[key];
    const refused = lockedOutWithoutGap(migrated);
    const isRight = counts.opened + counts.modelOpened + refused.length + missed.length === 0;
    if (!isRight) failed += 1;
    process.stdout.write(`${isRight ? "ok    " : "FAILED"} seed ${seed}, ${inWords(counts)}\n`);
    for (const { url, client, why } of [...proof.opened, ...proof.undecided].slice(0, 3))
      process.stdout.write(`  ${url}: ${JSON.stringify(client)} ${why.join("; ")}\n`);
    for (const { url, who } of proof.model.opened.slice(0, 3))
      process.stdout.write(`  by the review alone: ${url}: ${who}\n`);
    for (const { url, client } of missed.slice(0, 3))
      process.stdout.write(`  missed by the review: ${url}: ${JSON.stringify(client)}\n`);
    for (const one of refused) process.stdout.write(`  refused without a gap: ${one}\n`);
  }
  process.stdout.write(
    `${number - failed} of ${number} accounts migrated, nobody surely newly in: ${inWords(totals)}\n`,
  );
  if (failed > 0) process.exitCode = 1;
}

const inWords = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([key, count]) => `${key} ${count}`)
    .join(", ");

void main();
