// @ts-check
/**
 * Mutation testing of the lifecycle: `npm run mutation`, which says where its report is.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  mutate: ["provider/lifecycle/**/*.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Which test reaches which mutant is measured, so that the files need not be found by their imports.
  vitest: { configFile: "scripts/mutation/vitest.config.mts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A mutant that never ends is ended by the count of its hits; this is for those that wait.
  timeoutMS: 10_000,
  timeoutFactor: 2,
  // The tests run in a copy of these.
  ignorePatterns: ["**", "!{cli,emulator,policy,provider,scripts,sdk,test}/**", "!{package,tsconfig}.json"],
  tempDirName: ".stryker-tmp",
  reporters: ["json", "html", "progress-append-only"],
  jsonReporter: { fileName: "reports/mutation/report.json" },
  htmlReporter: { fileName: "reports/mutation/report.html" },
  allowEmpty: false,
  disableTypeChecks: false,
  allowConsoleColors: false,
};
