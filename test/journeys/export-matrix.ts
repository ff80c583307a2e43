// node build/run.mjs test/journeys/export-matrix.ts [<first seed> <number>]: exports generated accounts of 10 to 500
// objects and verifies each export.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, type JsonObject, startEmulator } from "../../emulator";
import { accountEnvironment, readFiles, runCli } from "../support/cli";
import { fillAccount } from "../support/generated-account";
import { objectsById } from "../support/store";

const [firstSeed = 1, count = 100] = process.argv.slice(2).map(Number);

interface ExportCase {
  readonly seed: number;
  readonly objects: number;
  readonly emulator?: EmulatorOptions;
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
    const first = await runCli(["export", "--out", folder, ...flags], { env: accountEnvironment(emulator) });
    if (first.code !== 0) return [`exit code ${first.code}: ${first.stderr}${first.stdout}`];
    const files = readFiles(folder);
    const again = join(root, "again", "infra");
    mkdirSync(join(root, "again"));
    await runCli(["export", "--out", again, ...flags, "--no-proof"], { env: accountEnvironment(emulator) });
    return [
      ...differencesBetween(files, readFiles(again)),
      ...findIds(files, emulator),
      ...findSecrets(files, emulator),
      ...writesOf(emulator),
    ];
  } finally {
    await emulator.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const differencesBetween = (first: Record<string, string>, second: Record<string, string>) =>
  [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .filter((name) => first[name] !== second[name])
    .map((name) => `${name} differs in the second export`);

/** Reports ids of exported objects in the program's TypeScript files. */
function findIds(files: Record<string, string>, emulator: Emulator): string[] {
  const ids = [...objectsById(emulator).values()].map(({ fields }) => String(fields.id));
  return Object.entries(files)
    .filter(([name]) => name.endsWith(".ts"))
    .flatMap(([name, text]) => ids.filter((id) => text.includes(id)).map((id) => `${name} names ${id}`));
}

/** Reports files that contain secrets of the account. */
function findSecrets(files: Record<string, string>, emulator: Emulator): string[] {
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
    [...secrets].filter((secret) => text.includes(secret)).map(() => `${name} contains a secret`),
  );
}

const writesOf = (emulator: Emulator) =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

const UNKNOWN_MODULE = "quantum_shield";

/** Adds an unknown module to the TLS edges in responses. The edges fit on one page. */
async function addUnknownModule(emulator: Emulator): Promise<void> {
  const headers = { authorization: `Bearer ${emulator.token}` };
  const response = await fetch(`${emulator.url}/edges/tls?limit=100`, { headers });
  const { tls_edges: edges } = (await response.json()) as { tls_edges: JsonObject[] };
  const withModule = edges.map((edge) => ({ ...edge, [UNKNOWN_MODULE]: { enabled: true } }));
  emulator.faults({ on: "GET /edges/tls", body: { tls_edges: withModule, next_page_uri: null } });
}

/** Returns a case. Sizes grow by a constant factor, and the other options alternate. */
function createCase(seed: number, step: number): ExportCase {
  const objects = Math.round(10 * 50 ** (count > 1 ? step / (count - 1) : 0));
  const emulator = {
    liveShapes: seed % 2 === 0,
    hideSecrets: seed % 3 === 0,
    pageSize: seed % 5 === 0 ? 7 : 100,
  };
  return { seed, objects, emulator, native: seed % 4 === 1 };
}

async function main(): Promise<void> {
  let failed = 0;
  for (let step = 0; step < count; step += 1) {
    const exportCase = createCase(firstSeed + step, step);
    const startedAt = Date.now();
    const problems = await exportGenerated(exportCase);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const { seed, objects, emulator, native } = exportCase;
    const shapes = Object.entries({ ...emulator, native }).map(([key, value]) => `${key}=${value}`);
    const verdict = problems.length === 0 ? "ok    " : "FAILED";
    process.stdout.write(`${verdict} seed ${seed}, ${objects} objects, ${shapes.join(" ")}, ${seconds} s\n`);
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) failed += 1;
  }
  process.stdout.write(`${count - failed} of ${count} accounts exported and proven equal\n`);
  if (failed > 0) process.exitCode = 1;
}

void main();
