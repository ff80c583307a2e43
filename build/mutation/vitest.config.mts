import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs fast tests first, because the first failure ends the run of a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ moduleId }: TestSpecification) => moduleId.includes("/test/unit/");
    const rank = (file: TestSpecification) => `${isUnit(file) ? 0 : 1} ${file.moduleId}`;
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    // Tests of the mutated folder, from build/mutation/folders.json.
    include: (JSON.parse(process.env.TUNNEL_EDGE_MUTATION_TESTS ?? "[]") as string[]).map(
      (glob) => `${glob}.test.ts`,
    ),
    setupFiles: "build/mutation/load-sources.mts",
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Loading the sources takes most of a mutant's time, so all its test files share a process.
    isolate: false,
    sequence: { sequencer: UnitFirst },
  },
});
