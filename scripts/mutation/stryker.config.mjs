import { stage } from "./stages.mjs";

const { name, files } = stage();

/** Mutation testing of the lifecycle: `npm run mutation`. */
export default {
  mutate: files.map((file) => `provider/lifecycle/${file}`),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Which test reaches which mutant is measured, so that the files need not be found by their imports.
  vitest: { configFile: "scripts/mutation/vitest.config.mts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A mutant that never ends is ended by the count of its hits; this is for those that wait.
  timeoutMS: 10_000,
  timeoutFactor: 2,
  // No kind of mutant is left out: texts are names of properties here, or errors that users read.
  mutator: { excludedMutations: [] },
  // The tests run in a copy of these.
  ignorePatterns: ["**", "!{cli,emulator,policy,provider,scripts,sdk,test}/**", "!{package,tsconfig}.json"],
  tempDirName: ".stryker-tmp",
  reporters: ["json", "html", "progress-append-only"],
  jsonReporter: { fileName: `reports/mutation/${name}.json` },
  htmlReporter: { fileName: `reports/mutation/${name}.html` },
  disableTypeChecks: false,
  allowConsoleColors: false,
};
