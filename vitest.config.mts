import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * One project per layer: unit (pure), contract and emulator (in process, HTTP; what drives a provider also drives the
 * native one), engine (the real command line, with the native provider), engine-dynamic (the same with the dynamic one,
 * where it shows something of its own), full-* (what `npm run test:full` adds), journeys (from the packed package, and a
 * family added to a copy of the tree).
 *
 * The time limit only ends a test that hangs: no test may fail because the machine has other work, so it is many times
 * what the slowest test takes.
 */
interface ProjectOptions {
  env?: Record<string, string>;
  exclude?: string[];
  /** Whether each file loads the sources anew. */
  isolate?: boolean;
}

const project = (
  name: string,
  include: string[],
  timeout: number,
  { env = {}, exclude = [], isolate = true }: ProjectOptions = {},
) => ({
  test: {
    name,
    include,
    exclude,
    env,
    isolate,
    environment: "node" as const,
    setupFiles: ["test/support/quiet.ts"],
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: 60_000 } },
  },
});

/** Files share the loaded sources, which is most of what a file costs: they put back what they change. */
const oneProcess = { isolate: false };

/** Whose classes the tests drive. */
const native = { env: { TUNNEL_EDGE_TEST_FACE: "native" } };

/** Contract tests that drive a provider by its calls: once the dynamic one, once the native one over its protocol. */
const atBothFaces = [
  "accounts",
  "alternatives",
  "default-inputs",
  "deprecated",
  "engine-marks",
  "find-or-create",
  "forced-replacement",
  "golden",
  "hashed",
  "host",
  "internal-errors",
  "lifecycle/names",
  "likely-secrets",
  "made-of-secrets",
  "module-moves",
  "ownership-mark",
  "promised-state",
  "recovery",
  "ssh-extensions",
  "traffic-policy",
];

/** The same, about code that both providers share: `npm test` drives the dynamic one, `npm run test:full` the native one too. */
const sharedByFaces = [
  "hostile",
  "lifecycle-check",
  "ownership",
  "properties",
  "recovery-journal",
  "recovery-killed",
  "removal",
  "unreachable",
];

/** Contract tests of every class and hostile value; `native/provider` has one of each kind. */
const longContract = ["native/hostile"];

const contractFiles = (names: readonly string[]) => names.map((name) => `test/contract/${name}.test.ts`);

/** Engine tests of the dynamic provider that `npm test` runs, by the reason; all others run with the native one. */
const withDynamicProvider: Readonly<Record<string, readonly string[]>> = {
  "its hooks": ["quiet-dependents"],
  "about commands, which have processes of their own": ["export", "migrate"],
};

/**
 * Engine tests that `npm run test:full` runs and `npm test` leaves out, since cheaper tests show the same promise: by those
 * tests. They drive the provider that the project names.
 */
const shownCheaper: Readonly<Record<string, readonly string[]>> = {
  "contract/ownership-mark": ["behaviour/ownership-mark"],
  "contract/lifecycle/order": ["behaviour/order"],
  "contract/drift-unmanaged, contract/drift-dangling, contract/cli/drift-state": ["drift"],
  "unit/api/bulk, contract/lifecycle/reading": ["requests"],
  "unit/cli/terraform-state, engine/behaviour/import-file": ["behaviour/terraform"],
};

/** The same for tests that run with the dynamic provider, with both, or with none. */
const shownCheaperOnce: Readonly<Record<string, readonly string[]>> = {
  "contract/host, engine/quiet-dependents": ["seam"],
  "contract/cli/doctor": ["doctor"],
  "contract/export-hostile, unit/export, engine/export": ["export-account", "export-safety"],
  "engine/native/sdk, and the compiler": ["examples"],
};

/** Engine tests that take minutes and change with few changes: `npm run test:full` runs them, with one provider. */
const long: Readonly<Record<string, readonly string[]>> = {
  "a month of a team, on both providers": ["month"],
  "kills in number, and a state that cannot be written": [
    "deferred-checkpoints",
    "killed-runs",
    "unwritten-state",
  ],
  "other languages, archives and executables": ["native-languages", "native/plugin", "template"],
  "imports of every class and property": ["native/import", "native/imported"],
  "programs by task in numbers": ["native/examples", "task-examples"],
  "previews of both providers, compared with their records": ["review-secrets"],
};

/** Those of them that drive the provider which the project names; the others name one themselves. */
const longWithBoth = ["deferred-checkpoints", "killed-runs", "unwritten-state"];

/** About the native provider alone. */
const withNativeProvider = ["native/*", "native-languages", "native-schema"];

const engineFiles = (name: string) => `test/engine/${name}.engine.test.ts`;
const namesIn = (...lists: readonly Readonly<Record<string, readonly string[]>>[]) =>
  lists.flatMap((list) => Object.values(list).flat());
const engineTests = [engineFiles("**/*")];
const without = (...names: readonly string[]) => ({ exclude: names.map(engineFiles) });

/** As users run it: each program and provider in a process that loads all that it would load there. */
const ownProcesses = { TUNNEL_EDGE_TEST_PROCESSES: "own" };

export default defineConfig({
  test: {
    // Vitest would leave one core to itself. One file more than cores: many tests wait for a server, a limit or the engine.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    // Only files, failures and a summary are printed, and no list of tests that take seconds, as those of the engine do.
    silent: "passed-only",
    slowTestThreshold: 300_000,
    // Code in the tests' own process: the engine's provider process is not counted.
    coverage: {
      provider: "v8",
      include: ["provider/**/*.ts"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { branches: 95 },
    },
    projects: [
      project("unit", ["test/unit/**/*.test.ts"], 120_000, oneProcess),
      project("contract", ["test/contract/**/*.test.ts"], 120_000, {
        ...oneProcess,
        exclude: contractFiles(longContract),
      }),
      project("contract-native", contractFiles(atBothFaces), 120_000, { ...native, ...oneProcess }),
      project("full-unit", ["test/unit/review/module-edits.test.ts"], 120_000, {
        env: { TUNNEL_EDGE_TEST_FULL: "on" },
      }),
      project("full-contract", contractFiles([...sharedByFaces, ...longContract]), 120_000, {
        ...native,
        ...oneProcess,
      }),
      project("emulator", ["test/emulator/**/*.test.ts"], 120_000, oneProcess),
      project("engine", engineTests, 900_000, {
        ...native,
        ...oneProcess,
        ...without(...namesIn(withDynamicProvider, shownCheaper, shownCheaperOnce, long)),
      }),
      project("engine-dynamic", namesIn(withDynamicProvider).map(engineFiles), 900_000),
      project("full-engine", namesIn(shownCheaper).map(engineFiles), 900_000, { ...native, ...oneProcess }),
      project("full-long", namesIn(shownCheaperOnce, long).map(engineFiles), 1_800_000),
      project("full-dynamic", engineTests, 1_800_000, {
        env: ownProcesses,
        ...without(...withNativeProvider, ...namesIn(withDynamicProvider, shownCheaperOnce, long)),
      }),
      project("full-native", engineTests, 1_800_000, {
        env: { ...native.env, ...ownProcesses },
        ...without(
          ...namesIn(withDynamicProvider, shownCheaperOnce),
          ...namesIn(long).filter((name) => !longWithBoth.includes(name)),
        ),
      }),
      project("journeys", ["test/journeys/**/*.test.ts"], 900_000),
    ],
  },
});
