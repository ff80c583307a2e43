import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const repository = resolve(__dirname, "../../..");
const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

/** Packages that programs and the provider need. The program provides the engine's SDK, which includes semver and gRPC. */
const NEEDED = [
  "@grpc/grpc-js",
  "@marcbachmann/cel-js",
  "@pulumi/pulumi",
  "cidr-tools",
  "fastest-levenshtein",
  "google-protobuf",
  "re2js",
  "semver",
  "undici",
  "yaml",
];

/** Runs a program in a new process and returns the loaded packages and parts of the provider. */
async function listLoadedPackages(program: string): Promise<string[]> {
  const reportLoaded = `const loaded = Object.keys(require.cache).flatMap((file) => /.*(?:node_modules\\/((?:@[^/]+\\/)?[^/]+)|(provider\\/(?:engine\\/)?\\w+))/.exec(file)?.slice(1) ?? []); console.log(JSON.stringify([...new Set(loaded)]));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--eval", `(async () => { ${program}; ${reportLoaded} process.exit(0); })();`],
    { cwd: repository, timeout: 100_000 },
  );
  return JSON.parse(stdout);
}

/** Returns the loaded packages that only the CLI, the emulator, and the policies need. */
async function unneededPackages(loaded: readonly string[]): Promise<readonly string[]> {
  const { BUNDLED } = await import(pathToFileURL(join(repository, "build/setup/bundle.mjs")).href);
  const installed = [...Object.keys(dependencies), ...BUNDLED];
  return loaded.filter((name) => installed.includes(name) && !NEEDED.includes(name));
}

describe("packages of the command line, the emulator, and the policies", () => {
  test("are not loaded into a program that declares resources", async () => {
    const loaded = await listLoadedPackages(`require("./sdk")`);
    expect(loaded).toContain("@pulumi/pulumi");
    expect(await unneededPackages(loaded)).toEqual([]);
    // Only lookups need these parts.
    for (const part of [
      "undici",
      "provider/transport",
      "provider/families",
      "provider/lifecycle",
      "provider/engine/dynamic",
    ])
      expect(loaded).not.toContain(part);
  });

  test("are not loaded into the provider's process", async () => {
    const loaded = await listLoadedPackages(`
      const { managed } = require("./provider/families");
      const { provider } = require("./provider/engine/dynamic");
      const notFound = (_, response) => response.writeHead(404, { "content-type": "application/json" }).end("{}");
      const server = require("node:http").createServer(notFound).listen(0, "127.0.0.1");
      await require("node:events").once(server, "listening");
      const baseUrl = "http://127.0.0.1:" + server.address().port;
      const values = { "tunnel-edge:baseUrl": baseUrl, "tunnel-edge:apiToken": "t" };
      for (const { name } of managed) {
        const instance = provider(name);
        await instance.configure({ config: { get: (key) => values[key] } });
        await instance.check({}, { strange: true });
        // Ignored: a failed read loads the same packages.
        await instance.read("x", {}).catch(() => {});
      }`);
    expect(loaded).toEqual(expect.arrayContaining(["undici", "fastest-levenshtein"]));
    expect(await unneededPackages(loaded)).toEqual([]);
  });
});
