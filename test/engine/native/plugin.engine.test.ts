import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { version } from "../../../provider/manifest";
import { createWorkspace, repository } from "../../support/engine";

const run = promisify(execFile);
const script = join(repository, "build", "plugin.mjs");
const plugin = "pulumi-resource-tunnel-edge";
const archiveName = new RegExp(`^${plugin}-v${version}-(linux|darwin|windows)-(amd64|arm64)\\.tar\\.gz$`);

let emulator: Emulator;
let folder: string;
/** Paths that the script printed: the archive, then the executable. */
let paths: string[];

beforeAll(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-plugin-"));
  paths = (await run(process.execPath, [script, folder])).stdout.trimEnd().split("\n");
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await emulator.close();
});

test("writes an archive and an executable", () => {
  expect(paths.map((path) => basename(path))).toEqual([expect.stringMatching(archiveName), plugin]);
});

test("adds the licenses of the bundled packages to both", async () => {
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES"), "utf8");
  const { stdout } = await run("tar", ["-xzOf", paths[0] ?? "", "THIRD-PARTY-NOTICES"]);
  expect(stdout).toBe(notices);
  for (const name of ["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf", "undici", "yaml"]) {
    const packageNotice = notices
      .split(/\n-{80}\n/)
      .find((notice) => notice.trimStart().startsWith(`${name} `));
    expect(packageNotice, name).toMatch(/Permission|Redistribution|Apache License/);
  }
  expect(readFileSync(join(folder, "LICENSE.node"), "utf8")).toContain("Node.js is licensed");
});

test.each([
  ["the archive", 0],
  ["the executable", 1],
])("writes %s so that the engine can install and run the provider", async (_, index) => {
  const workspace = await createWorkspace({
    program: `
      const edge = require("pulumi-tunnel-edge/native");
      exports.id = new edge.IpPolicy("office", { description: "office" }).id;`,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
  try {
    // Installs into a cache for this test only.
    const home = join(workspace.root, "home");
    workspace.setEnv({ PULUMI_HOME: home });
    expect((await workspace.preview()).code).not.toBe(0);
    const install = ["plugin", "install", "resource", "tunnel-edge", version, "--file", paths[index] ?? ""];
    await workspace.run(install, { mustSucceed: true });
    await workspace.up({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toMatchObject([{ description: "office" }]);
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toEqual([]);
    const installed = join(home, "plugins", `resource-tunnel-edge-v${version}`);
    // Only the archive contains the license.
    expect(existsSync(join(installed, "LICENSE"))).toBe(index === 0);
    expect(await portWithoutNode(join(installed, plugin))).toMatch(index === 0 ? /^$/ : /^\d+$/);
  } finally {
    workspace.remove();
  }
});

test("writes an executable that returns its schema, which `pulumi package add` reads first", async () => {
  const workspace = await createWorkspace({ program: "" });
  try {
    const { stdout } = await workspace.run(["package", "get-schema", paths[1] ?? ""], { mustSucceed: true });
    expect(JSON.parse(stdout)).toMatchObject({ name: "tunnel-edge", version });
  } finally {
    workspace.remove();
  }
});

test("writes only the archive, with a notice, if Node can't contain a program", async () => {
  const node = join(folder, "node");
  const contents = readFileSync(process.execPath);
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
  expect(contents.includes(fuse)).toBe(true);
  contents.write("-".repeat(fuse.length), contents.indexOf(fuse));
  writeFileSync(node, contents);
  chmodSync(node, 0o755);
  const target = join(folder, "other");
  const { stdout, stderr } = await run(node, [script, target]);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((path) => basename(path)),
  ).toEqual([expect.stringMatching(archiveName)]);
  expect(stderr).toMatch(
    /^No executable with Node was built: .*node \(v[\d.]+\) does not support single executable applications\. The archive is complete; it needs Node >=\S+ on PATH\.\n$/,
  );
  expect(existsSync(join(target, plugin))).toBe(false);
});

/** Returns the first line that an executable prints without Node on PATH; empty if it fails. */
function portWithoutNode(executable: string): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(executable, { env: { PATH: "/nowhere" } }, () => resolve(""));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once("line", (line) => {
      resolve(line);
      child.kill();
    });
  });
}
