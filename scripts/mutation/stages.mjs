/**
 * The parts that a run consists of: which files are broken, and which tests may notice. What works on values alone is
 * tried with tests that need no account, thousands of which take a second. Left out are tests that wait in real time:
 * what they try is tried again in test/contract/lifecycle, where waiting moves a clock.
 */
export const STAGES = {
  values: {
    files: [
      "check.ts",
      "compare.ts",
      "diff.ts",
      "drift.ts",
      "recovery/mark.ts",
      "recovery/match.ts",
      "secrets.ts",
      "state.ts",
      "view.ts",
      "whole.ts",
      "wire.ts",
    ],
    tests: [
      "test/unit/lifecycle/**/*.test.ts",
      "test/unit/drift/**/*.test.ts",
      "test/unit/export/program.test.ts",
      "test/contract/lifecycle-check.test.ts",
    ],
  },
  calls: {
    files: [
      "adoption.ts",
      "collection.ts",
      "command.ts",
      "errors.ts",
      "index.ts",
      "module.ts",
      "placed.ts",
      "recovery/create.ts",
      "recovery/creations.ts",
      "recovery/journal.ts",
      "recovery/sightings.ts",
      "resource.ts",
      "settle.ts",
    ],
    tests: [
      "test/unit/lifecycle/journal.test.ts",
      "test/unit/lifecycle/sightings.test.ts",
      "test/contract/lifecycle/**/*.test.ts",
      "test/contract/module-moves.test.ts",
      "test/contract/recovery-{journal,killed}.test.ts",
      "test/contract/tunnel-agent-command.test.ts",
    ],
  },
};

/** The part that a process is to run, as scripts/mutation.mjs tells it. */
export function stage() {
  const { MUTATION_STAGE: name } = process.env;
  if (!Object.hasOwn(STAGES, name)) throw new Error(`MUTATION_STAGE must be one of ${Object.keys(STAGES)}`);
  return { name, ...STAGES[name] };
}
