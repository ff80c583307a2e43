import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { policyEdits } from "../policy-edits/generate";
import { stepsOf } from "../policy-edits/world";
import { repository } from "../support/engine";
import { type Step, same } from "../support/previews";
import { median } from "./suite";

/** Reviewing a change, without the preview that it reads. */
export interface ReviewResult {
  objects: number;
  /** Traffic policies that the change edits, each with what it names. */
  edits: number;
  seconds: number;
  /** A review of one object that stays: the start of the command. */
  ofOne: number;
}

const OBJECTS = 1_000;
const EDITS = 100;

/** A change that has an account of a thousand objects edit a hundred traffic policies. */
function steps(): Step[] {
  const edits = policyEdits(EDITS, 1).flatMap((edit, n): Step[] => {
    const own = JSON.stringify(stepsOf(edit))
      .replace(/\b(app|inner)\.(example\.com|internal)/g, `$1-${n}.$2`)
      .replace(/\b(bkdtg|edghts|edghtsrt|ep|ipp|ipr)_/g, `$1_${n}x`)
      .replace(/("urn:[^"]+)::([^":]+)"/g, `$1::${n}-$2"`);
    return JSON.parse(own) as Step[];
  });
  const others = Array.from({ length: OBJECTS - edits.length }, (_, n) =>
    same("ReservedDomain", `domain-${n}`, `rd_${n}`, { domain: `d${n}.example.org` }),
  );
  return [...edits, ...others];
}

export async function measureReview(rounds: number, tell: (line: string) => void): Promise<ReviewResult> {
  tell("review of a large change");
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-review-"));
  try {
    const all = steps();
    const secondsOf = async (name: string, given: readonly Step[]) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify({ config: {}, steps: given, changeSummary: {} }));
      const start = performance.now();
      const command = ["dist/cli/main.js", "review", file, "--offline", "--fail-on", "none"];
      await promisify(execFile)(process.execPath, command, { cwd: repository, maxBuffer: 2 ** 28 });
      return (performance.now() - start) / 1000;
    };
    const [whole, ofOne]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      whole.push(await secondsOf("whole.json", all));
      ofOne.push(await secondsOf("one.json", all.slice(-1)));
    }
    const result = { objects: all.length, edits: EDITS, seconds: median(whole), ofOne: median(ofOne) };
    const shown = [result.seconds, result.ofOne].map((seconds) => `${seconds.toFixed(1)} s`);
    tell(
      `${result.objects} objects, of which ${EDITS} edits of traffic policies and what they name: ${shown[0]}; one object: ${shown[1]}`,
    );
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
