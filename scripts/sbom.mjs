// node scripts/sbom.mjs <file>: writes the bill of materials (CycloneDX) of the package as it is packed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [file] = process.argv.slice(2);
if (!file) throw new Error("node scripts/sbom.mjs <file>: name the file to write");

const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-sbom-"));
try {
  const run = (command, args, cwd = folder) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 64 * 1024 * 1024 });
  run("npm", ["pack", "--pack-destination", folder], process.cwd());
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  run("tar", ["xzf", archive]);
  const packed = join(folder, "pulumi-tunnel-edge"); // npm names the whole after its folder
  renameSync(join(folder, "package"), packed);
  // The examples, which are its workspaces here, are not packed.
  run("npm", ["pkg", "delete", "workspaces"], packed);
  run("npm", ["install", "--package-lock-only", "--omit=dev", "--no-audit", "--no-fund"], packed);
  const bill = run("npm", ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"], packed);
  writeFileSync(file, bill);
  console.log(`${file}: ${JSON.parse(bill).components.length} components`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
