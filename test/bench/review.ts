import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSteps } from "../policy-edits/account-model";
import { policyEdits } from "../policy-edits/generate";
import { repository } from "../support/engine";
import { type Step, same } from "../support/previews";
import { median } from "./suite";

/** The cost of reviewing a change, without its preview. */
export interface ReviewResult {
  objects: number;
  /** Number of edited traffic policies. */
  edits: number;
  seconds: number;
  /** Seconds for the review of one unchanged object, which is mostly startup. */
  ofOne: number;
}

const OBJECTS = 1_000;
const EDITS = 100;

/** Returns the steps of a change that edits a hundred traffic policies in an account of a thousand objects. */
function reviewedSteps(): Step[] {
  const edits = policyEdits(EDITS, 1).flatMap((edit, n): Step[] => {
    const renamed = JSON.stringify(createSteps(edit))
      .replace(/\b(app|inner)\.(example\.com|internal)/g, `$1-${n}.$2`)
      .replace(/\b(bkdtg|edghts|edghtsrt|ep|ipp|ipr)_/g, `$1_${n}x`)
      .replace(/("urn:[^"]+)::([^":]+)"/g, `$1::${n}-$2"`);
    return JSON.parse(renamed) as Step[];
  });
  const unchanged = Array.from({ length: OBJECTS - edits.length }, (_, n) =>
    same("ReservedDomain", `domain-${n}`, `rd_${n}`, { domain: `d${n}.example.org` }),
  );
  return [...edits, ...unchanged];
}

export async function measureReview(rounds: number, log: (line: string) => void): Promise<ReviewResult> {
  log("review of a large change");
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-review-"));
  try {
    const steps = reviewedSteps();
    const measureSeconds = async (name: string, input: readonly Step[]) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify({ config: {}, steps: input, changeSummary: {} }));
      const start = performance.now();
      const command = ["dist/cli/main.js", "review", file, "--offline", "--fail-on", "none"];
      await promisify(execFile)(process.execPath, command, { cwd: repository, maxBuffer: 2 ** 28 });
      return (performance.now() - start) / 1000;
    };
    const [wholeTimes, oneObjectTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      wholeTimes.push(await measureSeconds("whole.json", steps));
      oneObjectTimes.push(await measureSeconds("one.json", steps.slice(-1)));
    }
    const [seconds, ofOne] = [median(wholeTimes), median(oneObjectTimes)];
    const result = { objects: steps.length, edits: EDITS, seconds, ofOne };
    log(
      `${result.objects} objects with ${EDITS} edits of traffic policies: ${seconds.toFixed(1)} s; one object: ${ofOne.toFixed(1)} s`,
    );
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
