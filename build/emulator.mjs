// npm run emulator: serves the account that `npm start` created, or another one selected by the flags of `tunnel-edge
// emulator`.
import { spawn } from "node:child_process";
import { recall } from "./quickstart/account.mjs";
import { commandLine } from "./quickstart/emulator.mjs";
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";
import { reportTo } from "./setup/progress.mjs";

// Standard output is reserved for the line with address and token, which programs read.
reportTo(process.stderr);
await setup();
const [command, args] = commandLine(recall(), process.argv.slice(2));
const child = spawn(command, args, { stdio: "inherit" });
// The terminal sends Ctrl-C to the emulator as well; other signals only reach this process.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm doesn't forward every signal, but the emulator must end when npm ends.
const parent = process.ppid;
const watch = setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500);
if (process.env.npm_lifecycle_event === undefined) clearInterval(watch); // not started by npm
child.on("exit", (code) => {
  clearInterval(watch);
  process.exitCode = code ?? 0;
});
