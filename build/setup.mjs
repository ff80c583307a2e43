// npm run setup: dependencies, build and engine, each only if missing or out of date.
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";

const started = Date.now();
await setup();
process.stdout.write(`setup         done in ${((Date.now() - started) / 1000).toFixed(1)}s\n`);
