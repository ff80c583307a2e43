// npm run tarball [-- <folder>]: the package as npm would publish it, in the repository's folder by default, with all
// that is needed to make it. Standard output has its path.
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
  const { code, output, stdout } = await run("npm", args, { cwd: root, env: { ...process.env, PATH } });
  if (code !== 0) throw new Error(`npm pack failed: ${tail(output)}`);
  process.stdout.write(`${join(target, stdout.trim().split("\n").at(-1))}\n`);
} catch (error) {
  exitWith(error);
}
