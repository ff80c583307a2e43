/**
 * `npm run install-matrix [-- --only <package manager, set-up or both>]...`: packs the package and uses it as strangers
 * do, from folders outside the repository. A run of all cells goes into docs/getting-started.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chosen } from "./install-matrix/cells";
import { attempt, line, type Outcome, underWay } from "./install-matrix/journey";
import { bring, type Manager, type ManagerName } from "./install-matrix/managers";
import {
  dependenciesOn,
  engineSdk,
  measured,
  type Packed,
  packNextVersion,
  packRepository,
} from "./install-matrix/packages";
import { table } from "./install-matrix/table";
import { writeRegion } from "./region";

async function main(): Promise<void> {
  const { only = [] } = parseArgs({ options: { only: { type: "string", multiple: true } } }).values;
  const cells = chosen(only);
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-install-"));
  process.once("exit", () => {
    for (const left of [folder, ...[...underWay].map(({ root }) => root)])
      rmSync(left, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
  const managers = await bring(new Set(cells.map(({ manager }) => manager)), folder);
  const release = await packRepository(folder);
  const supplies = { managers, release, next: await packNextVersion(release, folder) };
  const outcomes: Outcome[] = [];
  for (const cell of cells) {
    const outcome = await attempt(cell, supplies);
    outcomes.push(outcome);
    tell(line(outcome));
    const { failure } = outcome;
    if (failure !== undefined) tell(failure.why.replace(/^/gm, "    "));
    if (failure?.folder !== undefined) tell(`    kept: ${failure.folder}`);
  }
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
  tell(`\n${table(outcomes)}\n\n${outcomes.length - failed} of ${outcomes.length} ok`);
  if (only.length === 0) {
    const sizes = await sizesOf(release, managers, folder);
    tell(`\n${sizes}`);
    const versions = [...managers.values()].map(({ name, version }) => `${name} ${version}`).join(", ");
    const date = new Date().toISOString().slice(0, 10);
    const where = `Node ${process.versions.node}, ${versions}`;
    const text = `\`npm run install-matrix\`, ${date}, version ${release.version}, ${where}; with the seconds that all of it took, installation included:\n\n${table(outcomes)}\n\n${sizes}`;
    writeRegion("docs/getting-started.md", "install-matrix", text);
  }
  process.exitCode = failed > 0 ? 1 : 0;
}

/** What users download and store. */
async function sizesOf(
  release: Packed,
  managers: ReadonlyMap<ManagerName, Manager>,
  folder: string,
): Promise<string> {
  const manager = managers.get("npm") as Manager;
  const sdk = await measured(engineSdk, manager, folder);
  const all = await measured(dependenciesOn(release), manager, folder);
  const packed = `The package has ${kilobytes(release.size)} packed and ${kilobytes(release.unpackedSize)} unpacked.`;
  const installed = `With what it needs, npm installs ${all.packages} packages of ${kilobytes(all.size)};`;
  return `${packed} ${installed} ${sdk.packages} of ${kilobytes(sdk.size)} are the engine's SDK \`@pulumi/pulumi\`.`;
}

const kilobytes = (bytes: number) =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const tell = (text: string) => process.stdout.write(`${text}\n`);

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
