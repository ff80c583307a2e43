import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { makeFolder } from "../../provider/inspect";
import type { AccountOptions } from "../account";
import { CommandError, EXIT, refuseSymbolicLink, withWriteErrors, writeUserFile } from "../common";
import { dependencySpecifier } from "./dependency";
import type { ProgramSecret } from "./secrets";

const PROJECT_NAME = /^[A-Za-z0-9_.-]{1,100}$/;

export interface ProgramFlags extends AccountOptions {
  readonly out: string;
  readonly project?: string;
  readonly force?: true;
  readonly secrets?: string;
  readonly showValues?: true;
  readonly format?: "text" | "json";
}

export type Destination = ReturnType<typeof checkDestination>;

/** @throws CommandError if the program or its secrets can't be written where the options say */
export function checkDestination(flags: ProgramFlags) {
  const folder = resolve(flags.out);
  // Project names can't contain all characters of folder names.
  const name = basename(folder)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const project = flags.project ?? (name.slice(0, 100) || "tunnel-edge");
  if (!PROJECT_NAME.test(project))
    throw new CommandError(
      `--project ${JSON.stringify(project)} is not a valid project name: use at most 100 letters, digits, hyphens, underscores and dots`,
      EXIT.usage,
    );
  withWriteErrors(folder, () => refuseUnusablePaths(folder, flags));
  const dependency = dependencySpecifier(folder, flags.cwd ?? ".");
  return { folder, project, dependency, secretsFile: flags.secrets };
}

function refuseUnusablePaths(folder: string, { secrets, force }: ProgramFlags): void {
  refuseSymbolicLink(folder);
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CommandError(`${folder} is not a folder: choose another one with --out`);
  if (!force && existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(
      `${folder} is not empty: choose another folder with --out, or replace its files with --force`,
    );
  if (secrets === undefined) return;
  refuseSymbolicLink(secrets);
  if (!force && existsSync(secrets))
    throw new CommandError(
      `${secrets} exists: choose another file with --secrets, or replace it with --force`,
    );
}

export function writeProgram(
  { folder, project, secretsFile }: Destination,
  files: Readonly<Record<string, string>>,
  secrets: readonly ProgramSecret[],
): void {
  writeFiles(folder, files);
  if (secretsFile === undefined) return;
  // The input of `pulumi config set-all --json`.
  const values = secrets.flatMap(({ key, value }) =>
    value === undefined ? [] : [[`${project}:${key}`, { value, secret: true }] as const],
  );
  writeUserFile(secretsFile, `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`, 0o600);
}

/** Writes files into the folder, or none if one of them is a link or not a file. */
export function writeFiles(folder: string, contents: Readonly<Record<string, string>>): void {
  withWriteErrors(folder, () => makeFolder(folder));
  const files = Object.entries(contents).map(([name, text]) => [join(folder, name), text] as const);
  for (const [file] of files) {
    refuseSymbolicLink(file);
    if (existsSync(file) && !statSync(file).isFile())
      throw new CommandError(`${file} is not a file: remove it, or choose another folder with --out`);
  }
  for (const [file, text] of files) writeUserFile(file, text);
}
