import { setFlagsFromString } from "node:v8";
import { engineAddress } from "../../account/journal/run-record";
import { endWithEngine } from "../../account/process/engine-watch";
import { internalErrorReport } from "../../account/process/internal-error";
import { report } from "../../account/process/report";
import { serve } from "./server";

// A small space for new objects: a stack of 1,000 objects takes 150 MB of memory instead of 185, for a tenth more CPU time.
setFlagsFromString("--semi-space-growth-factor=1");

/** Runs the plugin. The first line of its output is its port. @public main.ts requires it. */
export async function run(): Promise<void> {
  const engine = engineAddress(process.argv.slice(2));
  const { port, stop } = await serve(engine);
  const end = () => void stop().finally(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, end);
  endWithEngine(engine, end);
  // A bug must not interrupt operations on other resources.
  process.on("unhandledRejection", (error) => {
    report(`warning: ${internalErrorReport(error, "the native provider")}`);
  });
  process.stdout.write(`${port}\n`);
}
