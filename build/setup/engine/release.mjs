import { createHash } from "node:crypto";
import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { run, tail } from "../child.mjs";
import { root } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { executables } from "./pins.mjs";

/** Long enough for slow connections, but bounded for networks that silently drop packets. */
const timeoutSeconds = 180;
const maxBytes = 400 * 1024 * 1024;

/** The checksums are from the vendor's own recipe for Homebrew. */
const pinnedRelease = JSON.parse(readFileSync(join(root, "build", "engine", "release.json"), "utf8"));

/**
 * Downloads the engine's executables. Nothing is unpacked or run before its checksum is verified.
 *
 * @returns {Promise<string | undefined>} why it failed; undefined on success
 */
export async function downloadRelease(target, release = pinnedRelease) {
  const name = `pulumi-v${release.version}-${process.platform}-${process.arch}.tar.gz`;
  const expected = release.sha256[name];
  if (expected === undefined) return `no checksum of ${name} is known`;
  const archive = join(target, name);
  const unpacked = join(target, "pulumi");
  try {
    return await withProgress("engine", `downloading ${name}`, async (detail) => {
      const sum = await download(`${release.url}${name}`, archive, detail);
      if (sum !== expected) return `${name} has the SHA-256 ${sum} instead of ${expected}`;
      const { code, output } = await run("tar", ["-xzf", archive, "-C", target], { timeoutSeconds });
      if (code !== 0) return `${name} cannot be unpacked: ${tail(output, 1)}`;
      // The archive's folder has the same name as one of its executables.
      const folder = join(target, "release");
      renameSync(unpacked, folder);
      for (const { name: executable } of executables) {
        if (!existsSync(join(folder, executable))) return `${name} has no ${executable}`;
        renameSync(join(folder, executable), join(target, executable));
      }
      rmSync(folder, { recursive: true });
      return undefined;
    });
  } catch (error) {
    if (error.name === "TimeoutError") return `the download did not finish within ${timeoutSeconds} seconds`;
    return error.cause?.message || error.message;
  } finally {
    rmSync(archive, { force: true });
  }
}

/** @returns {Promise<string>} the SHA-256 of the data written to `file` */
async function download(url, file, detail) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutSeconds * 1000) });
  if (!response.ok || response.body === null) throw new Error(`${url} returned ${response.status}`);
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    Readable.fromWeb(response.body),
    async function* hashAndCount(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new Error(`${url} returned more than ${maxBytes} bytes`);
        hash.update(chunk);
        detail(`${Math.round(bytes / 1e6)} MB`);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: "wx", mode: 0o600 }),
  );
  return hash.digest("hex");
}
