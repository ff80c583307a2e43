// node build/browser.mjs: installs the site's dependencies, and checks the site in Chromium.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, root } from "./setup/paths.mjs";

const site = join(root, "build", "site");

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

await setup();
if (!existsSync(join(site, "node_modules", "playwright-core")))
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], site);
run(join(engineBin, "node"), [join(site, "look.mjs"), ...process.argv.slice(2)], root);
