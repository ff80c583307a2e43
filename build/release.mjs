// npm run release [-- <folder>]: builds a release from the checked-out tree, in `release/` by default: the npm package, the
// native provider for machines without npm, the SDKs for Python and Go, a bill of materials, release notes, and
// checksums. Publishes nothing. Prints the paths of the files.
import { hash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { vendor } from "./setup/bundle.mjs";
import { mustRun } from "./setup/child.mjs";
import "./setup/exit-on-failure.mjs";
import { SetupFailure } from "./setup/failure.mjs";
import { provideLanguages } from "./setup/languages.mjs";
import { root, temporaryFolder } from "./setup/paths.mjs";
import { reportTo } from "./setup/progress.mjs";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const target = resolve(process.argv[2] ?? join(root, "release"));

reportTo(process.stderr);
mkdirSync(target, { recursive: true });
if (readdirSync(target).length > 0)
  throw new SetupFailure("release", `${target} is not empty.`, {
    remedy: "use another folder or delete it: everything in the folder is published.",
  });
const notes = readNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
for (const [script, ...flags] of [["tarball.mjs"], ["plugin.mjs", "--all-systems"]])
  await mustRun(process.execPath, [join(root, "build", script), target, ...flags]);
await writeSdks();
await writeBillOfMaterials();
writeFileSync(join(target, "notes.md"), notes);
writeFileSync(join(target, "SHA256SUMS"), checksums());
for (const file of readdirSync(target).sort()) process.stdout.write(`${join(target, file)}\n`);

/** The section of this version, or of unreleased changes. */
function readNotes(changelog) {
  const sections = changelog.split(/^## /m).slice(1);
  const findSection = (title) => sections.find((section) => section.split(/\s/)[0] === title);
  const section = findSection(manifest.version) ?? findSection("Unreleased");
  if (section === undefined)
    throw new SetupFailure("release", `CHANGELOG.md has no section ${manifest.version}.`, {
      remedy: `add a section with the heading "## ${manifest.version}".`,
    });
  return `${section.slice(section.indexOf("\n")).trim()}\n`;
}

async function writeSdks() {
  const { python, goSdk } = await provideLanguages();
  for (const kind of ["sdist", "wheel"]) {
    // A new copy for each build, because a build leaves folders that look like packages.
    const copy = temporaryFolder("sdk");
    cpSync(join(dirname(goSdk), "python"), copy, { recursive: true });
    const build = `import sys, setuptools.build_meta as backend; backend.build_${kind}(sys.argv[1])`;
    await mustRun(python, ["-c", build, target], { cwd: copy });
  }
  const name = `${manifest.name}-sdk-go-v${manifest.version}.tar.gz`;
  await mustRun("tar", ["-czf", join(target, name), "-C", dirname(goSdk), "go"]);
}

/** Writes a bill of materials: the packages of package-lock.json without development dependencies. */
async function writeBillOfMaterials() {
  // npm derives the name of the bill from the folder.
  const folder = join(temporaryFolder("sbom"), manifest.name);
  const { workspaces: _examples, devDependencies: _tools, ...packed } = manifest;
  // Bundled packages are part of the package although they aren't installed.
  const bundled = JSON.parse(readFileSync(join(vendor, "bundled.json"), "utf8"));
  const dependencies = { ...packed.dependencies, ...bundled };
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...packed, dependencies }));
  cpSync(join(root, "package-lock.json"), join(folder, "package-lock.json"));
  const quiet = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await mustRun("npm", ["install", "--package-lock-only", "--offline", ...quiet], { cwd: folder });
  const args = ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx", "--loglevel=error"];
  writeFileSync(join(target, "sbom.cdx.json"), await mustRun("npm", args, { cwd: folder }));
}

function checksums() {
  const checksum = (file) => hash("sha256", readFileSync(join(target, file)));
  const files = readdirSync(target).sort();
  return files.map((file) => `${checksum(file)}  ${file}\n`).join("");
}
