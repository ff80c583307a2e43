import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Fast tests first: the first one that fails ends the run of a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ moduleId }: TestSpecification) => moduleId.includes("/test/unit/");
    const rank = (file: TestSpecification) => `${isUnit(file) ? 0 : 1} ${file.moduleId}`;
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    // Of the folder that is mutated: build/mutation/folders.json.
    include: (JSON.parse(process.env.TUNNEL_EDGE_MUTATION_TESTS ?? "[]") as string[]).map(
      (glob) => `${glob}.test.ts`,
    ),
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One process loads the sources once for all files of a mutant, which is most of what a mutant costs.
    isolate: false,
    sequence: { sequencer: UnitFirst },
  },
});
