import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * One project per layer: unit (pure), contract and emulator (in process, HTTP; what drives a provider also drives the
 * native one), engine (the real command line), journeys
 * (from the packed package, and a family added to a copy of the tree).
 *
 * The time limit only ends a test that hangs: no test may fail because the machine has other work, so it is many times
 * what the slowest test takes.
 */
const project = (
  name: string,
  include: string[],
  timeout: number,
  { env = {}, exclude = [] }: { env?: Record<string, string>; exclude?: string[] } = {},
) => ({
  test: {
    name,
    include,
    exclude,
    env,
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: 60_000 } },
  },
});

/** Whose classes the tests drive. */
const native = { env: { TUNNEL_EDGE_TEST_FACE: "native" } };

/** Contract tests that drive a provider by its calls: once the dynamic one, once the native one over its protocol. */
const atBothFaces = [
  "accounts",
  "engine-marks",
  "forced-replacement",
  "golden",
  "host",
  "hashed",
  "hostile",
  "internal-errors",
  "lifecycle-check",
  "lifecycle/names",
  "module-moves",
  "properties",
  "recovery",
  "recovery-equal",
  "recovery-journal",
  "recovery-killed",
  "recovery-partial",
  "requests",
  "ssh-extensions",
  "traffic-policy",
].map((name) => `test/contract/${name}.test.ts`);

/**
 * Engine tests that run with one provider only, by the reason. All others run twice: with the classes of the dynamic
 * provider and with those of the native one. Where one of them expects something else, it asks `face` and says why.
 */
const withOneProvider: Readonly<Record<string, readonly string[]>> = {
  "about the native provider alone": ["native/*", "native-languages", "native-schema"],
  "has programs for both": ["export", "golden"],
  "about the dynamic provider alone: its hooks, and its text in the state": ["quiet-dependents", "seam"],
  "tells stacks apart by the organization, which a native provider does not know": ["behaviour/equal-names"],
  "about executables, examples and set-up, which have no provider or one of their own": [
    ...["agents", "behaviour/terraform", "doctor", "drift", "examples", "export-safety", "migrate", "review"],
    ...["setup", "task-examples", "template"],
  ],
  "about what both share, which `contract-native` or another engine test shows for the native one": [
    ...["bad-input", "functions", "live-shapes", "proxy"],
  ],
};

const engineFiles = (name: string) => `test/engine/${name}.engine.test.ts`;

export default defineConfig({
  test: {
    // Vitest would leave one core to itself; many tests wait for a server, a limit or the engine.
    maxWorkers: Math.max(2, availableParallelism()),
    // Code in the tests' own process: the engine's provider process is not counted.
    coverage: {
      provider: "v8",
      include: ["provider/**/*.ts"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { branches: 95 },
    },
    projects: [
      project("unit", ["test/unit/**/*.test.ts"], 120_000),
      project("contract", ["test/contract/**/*.test.ts"], 120_000),
      project("contract-native", atBothFaces, 120_000, native),
      project("emulator", ["test/emulator/**/*.test.ts"], 120_000),
      project("engine", [engineFiles("**/*")], 900_000),
      project("engine-native", [engineFiles("**/*")], 900_000, {
        ...native,
        exclude: Object.values(withOneProvider).flat().map(engineFiles),
      }),
      project("journeys", ["test/journeys/**/*.test.ts"], 900_000),
    ],
  },
});
