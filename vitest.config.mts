import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * One project per layer: unit (pure), contract and emulator (in process, HTTP), engine (the real command line), journeys
 * (from the packed package, and a family added to a copy of the tree).
 */
const project = (name: string, include: string[], timeout: number) => ({
  test: {
    name,
    include,
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

export default defineConfig({
  test: {
    // Vitest would leave one core to itself; many tests wait for a server, a limit or the engine.
    maxWorkers: Math.max(2, availableParallelism()),
    // What runs in the tests' own process: the engine's provider process is not counted.
    coverage: {
      provider: "v8",
      include: ["provider/**/*.ts"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { branches: 95 },
    },
    projects: [
      project("unit", ["test/unit/**/*.test.ts"], 20_000),
      project("contract", ["test/contract/**/*.test.ts"], 30_000),
      project("emulator", ["test/emulator/**/*.test.ts"], 30_000),
      project("engine", ["test/engine/**/*.engine.test.ts"], 300_000),
      project("journeys", ["test/journeys/**/*.test.ts"], 300_000),
    ],
  },
});
