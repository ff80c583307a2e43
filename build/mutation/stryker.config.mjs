/** Mutation testing: `npm run mutation` sets what is mutated, and by which tests. The reports are in reports/mutation. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./build/mutation/sample.mjs"],
  // Which test reaches which mutant is measured, so that the files need not be found by their imports.
  vitest: { configFile: "build/mutation/vitest.config.mts", related: false },
  coverageAnalysis: "perTest",
  concurrency: Number(process.env.TUNNEL_EDGE_MUTATION_WORKERS ?? 2),
  // A mutant that never ends is ended by the count of its hits; this is for those that wait.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 60,
  // No kind of mutant is left out: texts are names of properties here, or errors that users read.
  mutator: { excludedMutations: [] },
  // The tests run in a copy of these.
  ignorePatterns: [
    "**",
    "!{access,traffic-policy,cli,docs,examples,emulator,policy,provider,build,sdk,test}/**",
    "!{package,tsconfig,schema}.json",
  ],
  reporters: ["html", "progress-append-only"],
  disableTypeChecks: false,
  allowConsoleColors: false,
};
