import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { projects } from "./test/projects.mjs";

export default defineConfig({
  test: {
    // Vitest would leave a core unused. One file more than cores, because many tests wait for a server or the engine.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    // Prints files, failures, and a summary. Engine tests, which take seconds, aren't listed as slow.
    silent: "passed-only",
    slowTestThreshold: 300_000,
    // Doesn't include the engine's provider process.
    coverage: {
      provider: "v8",
      include: ["provider/**/*.ts"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { branches: 95 },
    },
    projects,
  },
});
