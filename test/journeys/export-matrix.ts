// node build/run.mjs test/journeys/export-matrix.ts [<first seed> <number>]: exports generated accounts of 10 to 500
// objects and proves each.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, type JsonObject, startEmulator } from "../../emulator";
import { accountOf, filesIn, runCli } from "../support/cli";
import { fillAccount } from "../support/generated-account";
import { objectsById } from "../support/store";

const [first = 1, number = 100] = process.argv.slice(2).map(Number);

/** One account to export. */
interface ExportCase {
  readonly seed: number;
  readonly objects: number;
  readonly emulator?: EmulatorOptions;
  /** The program is for the native provider. */
  readonly native?: boolean;
}

/** Fills an account, exports it twice with the real command, and returns the errors in the export. */
async function exportGenerated({
  seed,
  objects,
  emulator: options,
  native = false,
}: ExportCase): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), "tunnel-edge-exports-"));
  const emulator = await startEmulator({ provisioningSeconds: 0, ...options });
  try {
    fillAccount(emulator, { seed, objects });
    await addUnknownModule(emulator);
    const folder = join(root, "infra");
    const flags = ["--json", ...(native ? ["--native"] : [])];
    const first = await runCli(["export", "--out", folder, ...flags], { env: accountOf(emulator) });
    if (first.code !== 0) return [`exit code ${first.code}: ${first.stderr}${first.stdout}`];
    const files = filesIn(folder);
    const again = join(root, "again", "infra");
    mkdirSync(join(root, "again"));
    await runCli(["export", "--out", again, ...flags, "--no-proof"], { env: accountOf(emulator) });
    return [
      ...differencesBetween(files, filesIn(again)),
      ...idsIn(files, emulator),
      ...secretsIn(files, emulator),
      ...writesOf(emulator),
    ];
  } finally {
    await emulator.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const differencesBetween = (one: Record<string, string>, other: Record<string, string>) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name] !== other[name])
    .map((name) => `${name} is not the same the second time`);

/** Ids of exported objects in the program's own files, except the adoption file, which consists of ids. */
function idsIn(files: Record<string, string>, emulator: Emulator): string[] {
  const ids = [...objectsById(emulator).values()].map(({ fields }) => String(fields.id));
  return Object.entries(files)
    .filter(([name]) => name.endsWith(".ts"))
    .flatMap(([name, text]) => ids.filter((id) => text.includes(id)).map((id) => `${name} names ${id}`));
}

/** Values that the store holds under the names of secrets. */
function secretsIn(files: Record<string, string>, emulator: Emulator): string[] {
  const secrets = new Set<string>();
  const collect = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    for (const [key, child] of Object.entries(value)) {
      if (
        /^(client_secret|secret|token|private_key_pem)$/.test(key) &&
        typeof child === "string" &&
        child !== ""
      )
        secrets.add(child);
      collect(child);
    }
  };
  for (const { fields } of objectsById(emulator).values()) collect(fields);
  return Object.entries(files).flatMap(([name, text]) =>
    [...secrets].filter((secret) => text.includes(secret)).map(() => `${name} holds a secret`),
  );
}

const writesOf = (emulator: Emulator) =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

/** A module that no version of the package knows. */
const UNKNOWN_MODULE = "quantum_shield";

/** Makes the service return such a module with its TLS edges, which fit on one page. */
async function addUnknownModule(emulator: Emulator): Promise<void> {
  const headers = { authorization: `Bearer ${emulator.token}` };
  const answer = await fetch(`${emulator.url}/edges/tls?limit=100`, { headers });
  const { tls_edges: edges } = (await answer.json()) as { tls_edges: JsonObject[] };
  const withModule = edges.map((edge) => ({ ...edge, [UNKNOWN_MODULE]: { enabled: true } }));
  emulator.faults({ on: "GET /edges/tls", body: { tls_edges: withModule, next_page_uri: null } });
}

/** Sizes grow by the same factor; shapes, page sizes, withheld secrets and providers take turns. */
function caseOf(seed: number, step: number): ExportCase {
  const objects = Math.round(10 * 50 ** (number > 1 ? step / (number - 1) : 0));
  const emulator = {
    liveShapes: seed % 2 === 0,
    hideSecrets: seed % 3 === 0,
    pageSize: seed % 5 === 0 ? 7 : 100,
  };
  return { seed, objects, emulator, native: seed % 4 === 1 };
}

async function main(): Promise<void> {
  let failed = 0;
  for (let step = 0; step < number; step += 1) {
    const exported = caseOf(first + step, step);
    const startedAt = Date.now();
    const faults = await exportGenerated(exported);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const { seed, objects, emulator, native } = exported;
    const shapes = Object.entries({ ...emulator, native }).map(([key, value]) => `${key}=${value}`);
    const verdict = faults.length === 0 ? "ok    " : "FAILED";
    process.stdout.write(`${verdict} seed ${seed}, ${objects} objects, ${shapes.join(" ")}, ${seconds} s\n`);
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
    if (faults.length > 0) failed += 1;
  }
  process.stdout.write(`${number - failed} of ${number} accounts exported and proven equal\n`);
  if (failed > 0) process.exitCode = 1;
}

void main();
