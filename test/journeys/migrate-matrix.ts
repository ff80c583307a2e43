// npm run migrate-matrix [-- <first seed> <number>]: migrates generated accounts of edges and judges their clients.
import { lockedOutWithoutGap, migrateGenerated } from "../support/migrated";

const [first = 1, number = 200] = process.argv.slice(2).map(Number);

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
  };
  let failed = 0;
  for (let seed = first; seed < first + number; seed += 1) {
    const migrated = await migrateGenerated(seed);
    const { migration, proof } = migrated;
    const counts = {
      endpoints: migration.endpoints.length,
      gaps: migration.gaps.length,
      clients: proof.clients,
      gotIn: proof.gotIn,
      lockedOut: proof.lockedOut,
      unknown: proof.unknown,
      opened: proof.opened.length,
      undecided: proof.undecided.length,
    };
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += counts[key];
    const refused = lockedOutWithoutGap(migrated);
    const isRight = counts.opened + refused.length === 0;
    if (!isRight) failed += 1;
    process.stdout.write(`${isRight ? "ok    " : "FAILED"} seed ${seed}, ${inWords(counts)}\n`);
    for (const { url, client, why } of [...proof.opened, ...proof.undecided].slice(0, 3))
      process.stdout.write(`  ${url}: ${JSON.stringify(client)} ${why.join("; ")}\n`);
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
