import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { bundle, vendor } from "./bundle.mjs";
import { run, tail } from "./child.mjs";
import { SetupFailure } from "./failure.mjs";
import { removeOrphans } from "./orphans.mjs";
import { buildCache, dist, filesBelow, nodeModules, root } from "./paths.mjs";
import { report, withProgress } from "./progress.mjs";

const stamp = join(buildCache, "built.sha256");
const sourceFolders = JSON.parse(
  readFileSync(join(root, "build/tsconfig.dist.json"), "utf8").replace(/^\s*\/\/.*$/gm, ""),
).include.map((folder) => basename(folder));

/** Hashes contents instead of times, so touching files doesn't trigger a build. */
function fingerprint() {
  const hash = createHash("sha256");
  const settings = [
    "tsconfig.json",
    "build/tsconfig.dist.json",
    "package-lock.json",
    "build/setup/bundle.mjs",
  ].map((name) => join(root, name));
  for (const file of [...settings, ...sourceFolders.flatMap((name) => filesBelow(join(root, name)))])
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

export async function build() {
  removeOrphans(dist, root, sourceFolders, [vendor]);
  const current = fingerprint();
  if (existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === current) {
    report("build", "up to date");
    return;
  }
  // The compiler relies on its incremental state and would not rebuild a deleted dist.
  if (!existsSync(dist)) rmSync(buildCache, { recursive: true, force: true });
  mkdirSync(buildCache, { recursive: true });
  rmSync(stamp, { force: true });
  const result = await withProgress("build", "tsc", () =>
    run(process.execPath, [join(nodeModules, "typescript", "bin", "tsc"), "-p", "build/tsconfig.dist.json"], {
      cwd: root,
    }),
  );
  if (result.code !== 0) {
    // After an error, the incremental state counts files as written that were not.
    rmSync(buildCache, { recursive: true, force: true });
    throw new SetupFailure("build", "The sources do not compile.", {
      why: tail(result.output, 30),
      remedy: "correct the errors above and run the command again.",
    });
  }
  await bundle();
  // Links the commands for the examples: at installation, npm only links those whose files exist.
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [name, executable] of Object.entries(bin)) {
    chmodSync(join(root, executable), 0o755);
    const link = join(nodeModules, ".bin", name);
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(root, executable)), link);
  }
  writeFileSync(stamp, current);
  report("build", "compiled to dist/");
}
