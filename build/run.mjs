// node build/run.mjs <program> [arguments]: runs the setup, then a TypeScript program of this repository with the engine's Node.
import { join } from "node:path";
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";
import { nodeModules } from "./setup/paths.mjs";
import { runScript } from "./setup/run-script.mjs";

await setup();
const tsx = join(nodeModules, "tsx", "dist", "cli.mjs");
const { code } = await runScript([tsx, ...process.argv.slice(2)]);
process.exitCode = code;
