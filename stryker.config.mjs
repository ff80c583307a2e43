/**
 * Mutation testing of the lifecycle: `npm run mutation`, or `npm run mutation -- --mutate provider/lifecycle/diff.ts` for
 * a part of it. The report is in reports/mutation.
 */
export default {
  mutate: ["provider/lifecycle/**/*.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Which test reaches which mutant is measured, so that the files need not be found by their imports.
  vitest: { configFile: "vitest.mutation.config.mts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A mutant that never ends is ended by the count of its hits; this is for those that wait.
  timeoutMS: 10_000,
  timeoutFactor: 2,
  // No kind of mutant is left out: texts are names of properties here, or errors that users read.
  mutator: { excludedMutations: [] },
  // The tests run in a copy of these.
  ignorePatterns: [
    "**",
    "!{cli,emulator,policy,provider,scripts,sdk,test}/**",
    "!{package,tsconfig}.json",
    "!vitest.mutation.config.mts",
  ],
  tempDirName: ".stryker-tmp",
  reporters: ["html", "clear-text", "progress-append-only"],
  htmlReporter: { fileName: "reports/mutation/report.html" },
  disableTypeChecks: false,
  allowConsoleColors: false,
};
