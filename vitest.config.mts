import { defineConfig } from "vitest/config";

/** One project per layer: unit (pure), contract and emulator (in process, HTTP), engine (the real command line). */
const project = (name: string, include: string[], timeout: number, maxWorkers?: number) => ({
  test: {
    name,
    include,
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    ...(maxWorkers === undefined ? {} : { maxWorkers }),
  },
});

export default defineConfig({
  test: {
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
      // Each engine test keeps several processes busy: two at a time is what a small machine carries.
      project("engine", ["test/engine/**/*.engine.test.ts"], 300_000, 2),
    ],
  },
});
