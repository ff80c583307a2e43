// node build/run.mjs <program> [arguments]: runs the setup, then a TypeScript program of this repository with the engine's Node.
import { join } from "node:path";
import "./setup/exit-on-failure.mjs";
import { foreground } from "./setup/foreground.mjs";
import { setup } from "./setup/index.mjs";
import { nodeModules } from "./setup/paths.mjs";

await setup();
process.exitCode = await foreground(join(nodeModules, "tsx", "dist", "cli.mjs"), ...process.argv.slice(2));
