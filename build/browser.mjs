// node build/browser.mjs: installs the site's dependencies, and checks the site in Chromium.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "./setup/child.mjs";
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";
import { root } from "./setup/paths.mjs";
import { runScript } from "./setup/run-script.mjs";

const site = join(root, "build", "site");

await setup();
if (!existsSync(join(site, "node_modules", "playwright-core")))
  await mustRun("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: site });
process.exitCode = await runScript([join(root, "test", "journeys", "browser.mjs"), ...process.argv.slice(2)]);
