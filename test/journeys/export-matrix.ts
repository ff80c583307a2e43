// node build/run.mjs test/journeys/export-matrix.ts [<first seed> <number>]: exports generated accounts of 10 to 500
// objects and proves each.
import { type ExportCase, exportGenerated } from "../support/exported";

const [first = 1, number = 100] = process.argv.slice(2).map(Number);

/** Sizes grow by the same factor; shapes, page sizes, withheld secrets and providers take turns. */
function caseOf(seed: number, step: number): ExportCase {
  const objects = Math.round(10 * 50 ** (number > 1 ? step / (number - 1) : 0));
  const emulator = {
    liveShapes: seed % 2 === 0,
    hideSecrets: seed % 3 === 0,
    pageSize: seed % 5 === 0 ? 7 : 100,
  };
  return { seed, objects, emulator, native: seed % 4 === 1 };
}

async function main(): Promise<void> {
  let failed = 0;
  for (let step = 0; step < number; step += 1) {
    const exported = caseOf(first + step, step);
    const startedAt = Date.now();
    const faults = await exportGenerated(exported);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const { seed, objects, emulator, native } = exported;
    const shapes = Object.entries({ ...emulator, native }).map(([key, value]) => `${key}=${value}`);
    const verdict = faults.length === 0 ? "ok    " : "FAILED";
    process.stdout.write(`${verdict} seed ${seed}, ${objects} objects, ${shapes.join(" ")}, ${seconds} s\n`);
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
    if (faults.length > 0) failed += 1;
  }
  process.stdout.write(`${number - failed} of ${number} accounts exported and proven equal\n`);
  if (failed > 0) process.exitCode = 1;
}

void main();
