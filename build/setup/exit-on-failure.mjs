// Imported by the repository's scripts: a failure ends them with its message and exit code.
import { SetupFailure } from "./failure.mjs";

process.on("uncaughtException", (error) => {
  const isExpected = error instanceof SetupFailure;
  process.stderr.write(`\n${isExpected ? error.message : (error?.stack ?? String(error))}\n`);
  process.exit(isExpected ? error.exitCode : 1);
});
