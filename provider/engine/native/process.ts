import { setFlagsFromString } from "node:v8";
import { internalErrorReport } from "../../account/internal-error";
import { report } from "../../account/report";
import { engineIn } from "../../account/run-record";
import { serve } from "./server";

// Space for new objects would grow to 48 MB, for a tenth less of processor time: a stack of 1,000 objects then takes
// 150 MB instead of 185.
setFlagsFromString("--semi-space-growth-factor=1");

/** Milliseconds between looks at whether the engine is still there. */
const CHECK_INTERVAL_MS = 5_000;

/**
 * The engine's plugin: the first line of its output is the port at which it serves the engine.
 *
 * @public main.ts requires it.
 */
export async function run(): Promise<void> {
  const { port, stop } = await serve({ engine: engineIn(process.argv.slice(2)) });
  const end = () => void stop().finally(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, end);
  // An engine that was killed stops nothing, and would leave this process behind.
  const engine = process.ppid;
  setInterval(() => process.ppid !== engine && end(), CHECK_INTERVAL_MS).unref();
  // A bug must not cut off the creation of another resource.
  process.on("unhandledRejection", (error) => {
    report(`warning: ${internalErrorReport(error, { what: "the native provider", secrets: [] })}`);
  });
  process.stdout.write(`${port}\n`);
}
