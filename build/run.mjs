// node build/run.mjs <program> [arguments]: runs the setup, then a TypeScript program of this repository with the engine's Node.
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";
import { tsx } from "./setup/paths.mjs";
import { runScript } from "./setup/run-script.mjs";

await setup();
process.exitCode = await runScript([tsx, ...process.argv.slice(2)]);
