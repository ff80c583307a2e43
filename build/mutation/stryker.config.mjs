/** Mutation testing. `npm run mutation` sets the mutated code and the tests. The reports are in reports/mutation. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./build/mutation/sample.mjs"],
  // Coverage determines the tests of each mutant, so imports needn't be analyzed.
  vitest: { configFile: "build/mutation/vitest.config.mts", related: false },
  coverageAnalysis: "perTest",
  concurrency: Number(process.env.TUNNEL_EDGE_MUTATION_WORKERS ?? 2),
  // For mutants that wait; Stryker stops endless loops by their hit count.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 60,
  // Strings are mutated as well: they are property names or errors that users read.
  mutator: { excludedMutations: [] },
  // The tests run in a copy of the files that are not ignored.
  ignorePatterns: [
    "**",
    "!{access,traffic-policy,cli,docs,examples,emulator,policy,provider,build,sdk,test}/**",
    "!{biome,package,tsconfig,schema}.json",
    "!README.md",
  ],
  reporters: ["html", "clear-text", "progress-append-only"],
  clearTextReporter: { reportTests: false, skipFull: true },
  disableTypeChecks: false,
  allowConsoleColors: false,
};
