// npm run plugin [-- <folder>]: the native provider as the archive that the engine installs, in `plugin/` by default. The
// last line of standard output is its path.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { run, tail } from "./setup/child.mjs";
import { exitWith } from "./setup/failure.mjs";
import { dist, root } from "./setup/paths.mjs";

/** The engine's names of processors. */
const PROCESSORS = { x64: "amd64", arm64: "arm64" };

const { name, version, description, license, engines, peerDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const target = resolve(process.argv[2] ?? join(root, "plugin"));
const archive = `pulumi-resource-tunnel-edge-v${version}-${process.platform}-${PROCESSORS[process.arch] ?? process.arch}.tar.gz`;
const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-plugin-"));

try {
  const executable = join(folder, "pulumi-resource-tunnel-edge");
  await build({
    entryPoints: [join(dist, "provider", "native", "main.js")],
    outfile: executable,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    minify: true,
    keepNames: true,
    logLevel: "error",
  });
  chmodSync(executable, 0o755);
  // What the provider reads of its own package.
  const bin = { [basename(executable)]: basename(executable) };
  const manifest = { name, version, description, license, engines, peerDependencies, bin, type: "commonjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "LICENSE"), readFileSync(join(root, "LICENSE")));
  mkdirSync(target, { recursive: true });
  const files = ["pulumi-resource-tunnel-edge", "package.json", "LICENSE"];
  const { code, output } = await run("tar", ["-czf", join(target, archive), "-C", folder, ...files]);
  if (code !== 0) throw new Error(`tar failed: ${tail(output, 3)}`);
  process.stdout.write(`${join(target, archive)}\n`);
} catch (error) {
  exitWith(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
