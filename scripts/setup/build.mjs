import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { run, tail } from "./child.mjs";
import { SetupFailure } from "./failure.mjs";
import { buildCache, dist, nodeModules, root } from "./paths.mjs";
import { report, withProgress } from "./progress.mjs";

const stamp = join(buildCache, "built.sha256");
const sourceFolders = JSON.parse(
  readFileSync(join(root, "tsconfig.build.json"), "utf8").replace(/^\s*\/\/.*$/gm, ""),
).include;

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .sort()
    : [];

/** By content, so that a checkout that only touches files does not trigger a build. */
function fingerprint() {
  const hash = createHash("sha256");
  const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"].map((name) =>
    join(root, name),
  );
  for (const file of [...settings, ...sourceFolders.flatMap((name) => filesBelow(join(root, name)))]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/** The compiler leaves the outputs of deleted sources behind, and they would be packed. */
function removeOrphans() {
  for (const output of filesBelow(dist)) {
    const source = relative(dist, output).replace(/(\.d\.ts|\.js)$/, ".ts");
    if (!existsSync(join(root, source))) rmSync(output);
  }
}

/** Compiles the sources to dist/ if they have changed since the last successful build. */
export async function build() {
  const wanted = fingerprint();
  if (existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) {
    report("build", "up to date");
    return;
  }
  // The compiler trusts its incremental state and would write nothing into a deleted dist.
  if (!existsSync(dist)) rmSync(buildCache, { recursive: true, force: true });
  mkdirSync(buildCache, { recursive: true });
  rmSync(stamp, { force: true });
  removeOrphans();
  const result = await withProgress("build", "tsc", () =>
    run(process.execPath, [join(nodeModules, "typescript", "bin", "tsc"), "-p", "tsconfig.build.json"], {
      cwd: root,
    }),
  );
  if (result.code !== 0) {
    throw new SetupFailure("build", "The sources do not compile.", {
      why: tail(result.output, 30),
      remedy: "mend the errors above and run the command again.",
    });
  }
  // npm does so on installation; the tests and examples of this repository run them where they are.
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const executable of Object.values(bin)) chmodSync(join(root, executable), 0o755);
  writeFileSync(stamp, wanted);
  report("build", "compiled to dist/");
}
