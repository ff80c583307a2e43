interface ProjectOptions {
  readonly env?: Record<string, string>;
  readonly exclude?: string[];
  /** False if files share the loaded sources, because loading takes most of a file's time. They undo their changes. */
  readonly isolate?: boolean;
}

/** @param timeout - Only ends tests that hang, so it is many times what the slowest one takes on a busy machine. */
const project = (name: string, include: string[], timeout: number, options: ProjectOptions = {}) => ({
  test: {
    name,
    include,
    environment: "node" as const,
    setupFiles: ["test/support/quiet.ts"],
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: 60_000 } },
    ...options,
  },
});

const MINUTE = 60_000;
const shared = { isolate: false };
/** Tests that can drive either provider drive the native one. */
const native = { TUNNEL_EDGE_TEST_PROVIDER: "native" };
/** Each program and provider runs in a process that loads all its code, as it does for users. */
const ownProcesses = { TUNNEL_EDGE_TEST_PROCESSES: "own" };

/** Contract tests that call a provider: once the dynamic one, once the native one over its protocol. */
const bothProviders = [
  "accounts",
  "alternative-inputs",
  "default-inputs",
  "deprecated",
  "engine-marks",
  "find-or-create",
  "forced-replacement",
  "golden",
  "hashed-secrets",
  "host",
  "internal-errors",
  "lifecycle/names",
  "secret-detection",
  "secrets-in-errors",
  "derived-secrets",
  "module-moves",
  "ownership-mark",
  "state-schema",
  "recovery",
  "ssh-extensions",
  "traffic-policy",
];

/** Contract tests of code that both providers share: `npm test` calls only the dynamic one. */
const sharedCode = [
  "hostile",
  "lifecycle-check",
  "ownership",
  "properties",
  "recovery-journal",
  "recovery-killed",
  "removed-inputs",
  "unreachable",
];

/** Every class with every hostile value; `native/provider` has one of each kind. */
const longContract = ["native/hostile"];

/** Engine tests that `npm test` runs with the dynamic provider; it runs the others with the native one. */
const dynamicEngine = [
  // Hooks of the dynamic provider.
  "unchanged-dependents",
  // Commands that start processes of their own.
  "export",
  "migrate",
];

/** Engine tests that `npm test` omits, because the cheaper tests named here verify the same promise. */
const coveredElsewhere = [
  "behavior/ownership-mark", // contract/ownership-mark
  "drift", // contract/drift-unmanaged, contract/drift-dangling, contract/cli/drift-state
  "behavior/terraform", // unit/cli/terraform-state, engine/behavior/import-file
];

/** The same for tests that select their providers themselves. */
const coveredElsewhereOnce = [
  "bare-environment", // contract/host, engine/unchanged-dependents
  "doctor", // contract/cli/doctor
  "export-account", // contract/export-hostile, unit/export, engine/export
  "export-safety", // the same
  "examples", // engine/native/sdk, and the compiler
];

/** Engine tests of kills and unwritable states, which take minutes. The project selects the provider. */
const longWithBoth = ["deferred-checkpoints", "killed-runs", "unwritable-state"];

/** Other engine tests that take minutes and rarely change their result. */
const longOnce = [
  "month",
  "native-languages",
  "native/plugin",
  "template",
  "native/import",
  "native/imported",
  "native/examples",
  "task-examples",
  "review-secrets",
];

const contractFiles = (...names: string[]) => names.map((name) => `test/contract/${name}.test.ts`);
const engineFiles = (...names: string[]) => names.map((name) => `test/engine/${name}.engine.test.ts`);
const allEngineFiles = engineFiles("**/*");

/**
 * `unit` tests are pure; `contract` and `emulator` tests run in process, over HTTP; `engine` tests use the real command line;
 * `journeys` start from the packed package. `npm run test:full` adds the projects `full-*`.
 */
export const projects = [
  project("unit", ["test/unit/**/*.test.ts"], 2 * MINUTE, shared),
  project("contract", contractFiles("**/*"), 2 * MINUTE, {
    ...shared,
    exclude: contractFiles(...longContract),
  }),
  project("contract-native", contractFiles(...bothProviders), 2 * MINUTE, { ...shared, env: native }),
  project("full-unit", ["test/unit/review/module-edits.test.ts"], 2 * MINUTE, {
    env: { TUNNEL_EDGE_TEST_FULL: "on" },
  }),
  project("full-contract", contractFiles(...sharedCode, ...longContract), 2 * MINUTE, {
    ...shared,
    env: native,
  }),
  project("emulator", ["test/emulator/**/*.test.ts"], 2 * MINUTE, shared),
  project("engine", allEngineFiles, 15 * MINUTE, {
    ...shared,
    env: native,
    exclude: engineFiles(
      ...dynamicEngine,
      ...coveredElsewhere,
      ...coveredElsewhereOnce,
      ...longWithBoth,
      ...longOnce,
    ),
  }),
  project("engine-dynamic", engineFiles(...dynamicEngine), 15 * MINUTE),
  project("full-engine", engineFiles(...coveredElsewhere), 15 * MINUTE, { ...shared, env: native }),
  project("full-long", engineFiles(...coveredElsewhereOnce, ...longWithBoth, ...longOnce), 30 * MINUTE),
  project("full-dynamic", allEngineFiles, 30 * MINUTE, {
    env: ownProcesses,
    exclude: engineFiles(
      "native/*",
      "native-languages",
      "native-schema",
      ...dynamicEngine,
      ...coveredElsewhereOnce,
      ...longWithBoth,
      ...longOnce,
    ),
  }),
  project("full-native", allEngineFiles, 30 * MINUTE, {
    env: { ...native, ...ownProcesses },
    exclude: engineFiles(...dynamicEngine, ...coveredElsewhereOnce, ...longOnce),
  }),
  project("journeys", ["test/journeys/**/*.test.ts"], 15 * MINUTE),
];
