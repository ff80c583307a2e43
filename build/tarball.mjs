// npm run tarball [-- <folder>]: builds and packs the package as published, in the repository's folder by default. It is
// packed from a copy of the files, so the repository is never modified. Prints its path.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { mustRun } from "./setup/child.mjs";
import { installDependencies } from "./setup/dependencies.mjs";
import "./setup/exit-on-failure.mjs";
import { withLock } from "./setup/lock.mjs";
import { nodeModules, root, temporaryFolder } from "./setup/paths.mjs";

const target = resolve(process.argv[2] ?? root);
const staged = temporaryFolder("package");

await withLock(installDependencies);
mkdirSync(target, { recursive: true });
const env = { ...process.env, PATH: `${join(nodeModules, ".bin")}:${process.env.PATH}` };
await mustRun("npm", ["run", "--silent", "build"], { cwd: root, env });
await mustRun("tsx", [join(root, "build", "packed-pages.ts"), staged], { cwd: root, env });
const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", target];
const stdout = await mustRun("npm", args, { cwd: staged, env });
process.stdout.write(`${join(target, stdout.trim().split("\n").at(-1))}\n`);
