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
/** What the script has written: the archive, then the executable. */
let made: string[];

beforeAll(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-made-"));
  made = (await run(process.execPath, [script, folder])).stdout.trimEnd().split("\n");
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await emulator.close();
});

test("an archive and an executable are made", () => {
  expect(made.map((path) => basename(path))).toEqual([expect.stringMatching(archiveName), plugin]);
});

test("both come with the licenses of the packages in them", async () => {
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES"), "utf8");
  const { stdout } = await run("tar", ["-xzOf", made[0] ?? "", "THIRD-PARTY-NOTICES"]);
  expect(stdout).toBe(notices);
  for (const name of ["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf", "undici", "yaml"]) {
    const own = notices.split(/\n-{80}\n/).find((one) => one.trimStart().startsWith(`${name} `));
    expect(own, name).toMatch(/Permission|Redistribution|Apache License/);
  }
  expect(readFileSync(join(folder, "LICENSE.node"), "utf8")).toContain("Node.js is licensed");
});

test.each([
  ["the archive", 0],
  ["the executable", 1],
])("%s is installed by the engine, which then runs the provider from its cache", async (_, at) => {
  const workspace = await createWorkspace({
    program: `
      const edge = require("pulumi-tunnel-edge/native");
      exports.id = new edge.IpPolicy("office", { description: "office" }).id;`,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
  try {
    // What is installed is installed for this test alone.
    const home = join(workspace.root, "home");
    workspace.setEnv({ PULUMI_HOME: home });
    expect((await workspace.preview()).code).not.toBe(0);
    const what = ["plugin", "install", "resource", "tunnel-edge", version, "--file", made[at] ?? ""];
    await workspace.run(what, { mustSucceed: true });
    await workspace.up({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toMatchObject([{ description: "office" }]);
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toEqual([]);
    const installed = join(home, "plugins", `resource-tunnel-edge-v${version}`);
    // The executable is all there is of it; the archive brings its license.
    expect(existsSync(join(installed, "LICENSE"))).toBe(at === 0);
    expect(await portWithoutNode(join(installed, plugin))).toMatch(at === 0 ? /^$/ : /^\d+$/);
  } finally {
    workspace.remove();
  }
});

test("the executable tells the engine its schema, as `pulumi package add` asks first", async () => {
  const workspace = await createWorkspace({ program: "" });
  try {
    const { stdout } = await workspace.run(["package", "get-schema", made[1] ?? ""], { mustSucceed: true });
    expect(JSON.parse(stdout)).toMatchObject({ name: "tunnel-edge", version });
  } finally {
    workspace.remove();
  }
});

test("a Node that cannot contain a program makes the archive alone, and says so", async () => {
  const node = join(folder, "node");
  const contents = readFileSync(process.execPath);
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
  expect(contents.includes(fuse)).toBe(true);
  contents.write("-".repeat(fuse.length), contents.indexOf(fuse));
  writeFileSync(node, contents);
  chmodSync(node, 0o755);
  const other = join(folder, "other");
  const { stdout, stderr } = await run(node, [script, other]);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((path) => basename(path)),
  ).toEqual([expect.stringMatching(archiveName)]);
  expect(stderr).toMatch(
    /^No executable with Node was built: .*node \(v[\d.]+\) was built without a place for a program\. The archive is complete; it needs Node >=\S+ on PATH\.\n$/,
  );
  expect(existsSync(join(other, plugin))).toBe(false);
});

/** The first line of an executable where PATH has no Node; empty when it does not start. */
function portWithoutNode(executable: string): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(executable, { env: { PATH: "/nowhere" } }, () => resolve(""));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once("line", (line) => {
      resolve(line);
      child.kill();
    });
  });
}
