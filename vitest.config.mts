import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * One project per layer: unit (pure), contract and emulator (in process, HTTP; what drives a provider also drives the
 * native one), engine (the real command line), journeys
 * (from the packed package, and a family added to a copy of the tree).
 */
const project = (name: string, include: string[], timeout: number, env: Record<string, string> = {}) => ({
  test: {
    name,
    include,
    env,
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

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
 * Engine tests of one behaviour each that run with the classes of the native provider as well. Not among them: what only
 * the dynamic provider has (`equal-names`: a native one knows no organization; `es-modules`, `quiet-dependents` and
 * `seam`: its frames, its hook and its text in the state), what an executable of ours is asked rather than a provider
 * (`doctor`, `review`, `drift`, `export`, ...), and `test/engine/native`, which is about the native one alone.
 */
const engineAtBothFaces = [
  "behaviour/accounts",
  "behaviour/drift",
  "behaviour/existing-objects",
  "behaviour/import-file",
  "behaviour/left-in-place",
  "behaviour/managed-twice",
  "behaviour/modules",
  "behaviour/policy-secrets",
  "behaviour/names",
  "behaviour/order",
  "behaviour/partial-failures",
  "behaviour/removal",
  "behaviour/replacement",
  "behaviour/resource-options",
  "behaviour/rival-modules",
  "behaviour/unknowns",
  "behaviour/unset-values",
  "behaviour/waiting",
  "deferred-checkpoints",
  "families",
  "killed-runs",
  "policy",
  "requests",
  "reserved-domain",
  "secrets-search",
  "tls-edge",
].map((name) => `test/engine/${name}.engine.test.ts`);

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
      project("unit", ["test/unit/**/*.test.ts"], 20_000),
      project("contract", ["test/contract/**/*.test.ts"], 30_000),
      project("contract-native", atBothFaces, 30_000, { TUNNEL_EDGE_TEST_FACE: "native" }),
      project("emulator", ["test/emulator/**/*.test.ts"], 30_000),
      project("engine", ["test/engine/**/*.engine.test.ts"], 300_000),
      project("engine-native", engineAtBothFaces, 300_000, { TUNNEL_EDGE_TEST_FACE: "native" }),
      project("journeys", ["test/journeys/**/*.test.ts"], 300_000),
    ],
  },
});
