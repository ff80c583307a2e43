import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type AccountObject, closeAccounts, inventory } from "../../provider/account";
import { version } from "../../provider/manifest";
import { accountConfig } from "../account";
import {
  CommandError,
  EXIT,
  endWith,
  Progress,
  print,
  printJson,
  refuseSymbolicLink,
  writeOwnFile,
} from "../common";
import { readStack } from "../drift/state";
import { accountOf, isEdge } from "./account";
import { type Migration, migrate } from "./convert";
import { type MigratedProgram, programOf } from "./program";
import { isProven, type Proof, prove } from "./proof/prove";
import { asJson, reportOf, summaryOf } from "./report";

/** The options of `tunnel-edge migrate`. */
export interface MigrateFlags {
  readonly out: string;
  readonly project?: string;
  readonly force?: true;
  readonly secrets?: string;
  readonly showValues?: true;
  readonly managed?: true;
  readonly stack?: string;
  readonly json?: true;
}

/** What a run has found and written. */
export interface Outcome {
  readonly flags: MigrateFlags;
  readonly migration: Migration;
  readonly program: MigratedProgram;
  readonly proof: Proof;
}

export async function runMigrate(edges: readonly string[], flags: MigrateFlags): Promise<void> {
  const folder = resolve(flags.out);
  const project = flags.project ?? (basename(folder).replace(/[^A-Za-z0-9_.-]+/g, "-") || "endpoints");
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(project))
    throw new CommandError(
      `--project ${JSON.stringify(project)} is not a name of a project: at most 100 letters, digits, hyphens, underscores and dots`,
      EXIT.usage,
    );
  refuseSymbolicLink(folder);
  if (!flags.force && existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(
      `${folder} is not empty: name another folder with --out, or replace its files with --force`,
    );
  if (flags.secrets !== undefined) {
    refuseSymbolicLink(flags.secrets);
    if (!flags.force && existsSync(flags.secrets))
      throw new CommandError(
        `${flags.secrets} exists: name another file with --secrets, or replace it with --force`,
      );
  }
  const config = await accountConfig({ stack: flags.stack });
  using progress = new Progress();
  try {
    const objects = await inventory(config, {
      progress: (className, count) => progress.say(`read ${count} ${className}`),
    });
    const account = accountOf(objects, await wantedOf(edges, objects, flags));
    if (account.edges.length === 0) throw new CommandError("there is no edge to migrate; nothing is written");
    const migration = migrate(account);
    const program = programOf(migration, { project, version, showValues: flags.showValues === true });
    const proof = await prove(account, migration, { progress: (url) => progress.say(`judging ${url}`) });
    progress.end();
    const outcome = { flags, migration, program, proof };
    write(folder, { ...program.files, "MIGRATION.md": reportOf(outcome) });
    if (flags.secrets !== undefined) writeOwnFile(flags.secrets, secretValues(program), FOR_OWNER);
    if (flags.json) printJson(asJson(outcome));
    else print(summaryOf(outcome));
    if (migration.gaps.length > 0 || !isProven(proof)) endWith(EXIT.findings);
  } finally {
    await closeAccounts();
  }
}

/** @throws CommandError for an id that no edge has */
async function wantedOf(
  ids: readonly string[],
  objects: readonly AccountObject[],
  flags: MigrateFlags,
): Promise<(edge: AccountObject) => boolean> {
  const known = new Set(objects.filter(isEdge).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new CommandError(`there is no edge with the id ${unknown.join(", ")}; nothing is written`);
  const managed = flags.managed
    ? new Set((await readStack({ stack: flags.stack })).resources.map(({ id }) => id))
    : undefined;
  return ({ id }) => (ids.length === 0 || ids.includes(id)) && (managed?.has(id) ?? true);
}

const FOR_OWNER = 0o600;

/** The input of `pulumi config set-all --json`. */
function secretValues({ project, secrets }: MigratedProgram): string {
  const values = secrets.flatMap(({ secret: { key }, value }) =>
    value === undefined ? [] : [[`${project}:${key}`, { value, secret: true }] as const],
  );
  return `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`;
}

function write(folder: string, contents: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(contents).map(([name, text]) => [join(folder, name), text] as const);
  for (const [file] of files) refuseSymbolicLink(file);
  for (const [file, text] of files) writeOwnFile(file, text);
}
