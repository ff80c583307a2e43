// npm run tarball [-- <folder>]: the package as npm would publish it, in the repository's folder by default, with all
// that is needed to make it. Standard output has its path.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { run, tail } from "./setup/child.mjs";
import { dependencies } from "./setup/dependencies.mjs";
import { exitWith } from "./setup/failure.mjs";
import { withLock } from "./setup/lock.mjs";
import { nodeModules, root } from "./setup/paths.mjs";

const target = resolve(process.argv[2] ?? root);

try {
  await withLock(dependencies);
  const PATH = `${join(nodeModules, ".bin")}:${process.env.PATH}`;
  const args = ["pack", "--silent", "--pack-destination", target];
  const env = { ...process.env, PATH };
  mkdirSync(target, { recursive: true });
  const { code, output, stdout } = await run("npm", args, { cwd: root, env });
  // npm runs no postpack after a failure, and the pages would stay as they are packed.
  if (code !== 0) {
    await run("npm", ["run", "--silent", "postpack"], { cwd: root, env });
    throw new Error(`npm pack failed: ${tail(output)}`);
  }
  process.stdout.write(`${join(target, stdout.trim().split("\n").at(-1))}\n`);
} catch (error) {
  exitWith(error);
}
