import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Fast tests first: the first one that fails ends the run of a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ["/test/unit/", "/test/contract/lifecycle/"].findIndex((part) => moduleId.includes(part)) >>> 0;
    return [...files].sort(
      (one, other) => rank(one) - rank(other) || (one.moduleId < other.moduleId ? -1 : 1),
    );
  }
}

/** The tests in this process that reach the lifecycle. Those of the engine would take minutes for each mutant. */
export default defineConfig({
  test: {
    include: [
      "test/unit/lifecycle/**/*.test.ts",
      "test/unit/drift/**/*.test.ts",
      "test/unit/export/program.test.ts",
      "test/contract/lifecycle/**/*.test.ts",
      "test/contract/lifecycle-check.test.ts",
      "test/contract/module-moves.test.ts",
      "test/contract/recovery*.test.ts",
      "test/contract/tunnel-agent-command.test.ts",
    ],
    environment: "node",
    testTimeout: 15_000,
    hookTimeout: 15_000,
    // One process loads the sources once for all files of a mutant, which is most of what a mutant costs.
    isolate: false,
    sequence: { sequencer: UnitFirst },
  },
});
