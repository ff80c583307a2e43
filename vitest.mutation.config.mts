import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Fast tests first: the first one that fails ends the run of a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ moduleId }: TestSpecification) => moduleId.includes("/test/unit/");
    const rank = (file: TestSpecification) => `${isUnit(file) ? 0 : 1} ${file.moduleId}`;
    return [...files].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    // Left out are tests that wait in real time: what they try is tried again where waiting moves a clock.
    include: [
      "test/unit/{lifecycle,drift}/**/*.test.ts",
      "test/contract/lifecycle/**/*.test.ts",
      "test/contract/{lifecycle-check,module-moves,recovery-journal,recovery-killed,recovery-shared,tunnel-agent-command}.test.ts",
    ],
    environment: "node",
    testTimeout: 15_000,
    hookTimeout: 15_000,
    // One process loads the sources once for all files of a mutant, which is most of what a mutant costs.
    isolate: false,
    sequence: { sequencer: UnitFirst },
  },
});
