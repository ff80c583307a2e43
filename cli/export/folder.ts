import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "../../provider/inspect";
import { CommandError, EXIT, refuseSymbolicLink, withWriteErrors, writeOwnFile } from "../common";

const PROJECT_NAME = /^[A-Za-z0-9_.-]{1,100}$/;

/** The folder's name without characters that project names can't contain. */
export const projectNameOf = (folder: string) =>
  basename(folder)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100) || "tunnel-edge";

/** The output options of a command that writes a program. */
interface Target {
  readonly folder: string;
  readonly project: string;
  readonly secrets: string | undefined;
  readonly force: boolean;
}

/** @throws CommandError if the program can't be written there */
export function refuseUnusableTarget({ folder, project, secrets, force }: Target): void {
  if (!PROJECT_NAME.test(project))
    throw new CommandError(
      `--project ${JSON.stringify(project)} is not a name of a project: at most 100 letters, digits, hyphens, underscores and dots`,
      EXIT.usage,
    );
  withWriteErrors(folder, () => refuseUnusablePaths({ folder, secrets, force }));
}

function refuseUnusablePaths({ folder, secrets, force }: Omit<Target, "project">): void {
  refuseSymbolicLink(folder);
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CommandError(`${folder} is not a folder: name another one with --out`);
  if (!force && existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(
      `${folder} is not empty: name another folder with --out, or replace its files with --force`,
    );
  if (secrets === undefined) return;
  refuseSymbolicLink(secrets);
  if (!force && existsSync(secrets))
    throw new CommandError(`${secrets} exists: name another file with --secrets, or replace it with --force`);
}

/** Writes all files into the folder, or none of them. */
export function writeFiles(folder: string, contents: Readonly<Record<string, string>>): void {
  withWriteErrors(folder, () => makeFolder(folder));
  const files = Object.entries(contents).map(([name, text]) => [join(folder, name), text] as const);
  for (const [file] of files) {
    refuseSymbolicLink(file);
    if (existsSync(file) && !statSync(file).isFile())
      throw new CommandError(`${file} is not a file: remove it, or name another folder with --out`);
  }
  const created = files.filter(([file]) => !existsSync(file));
  try {
    for (const [file, text] of files) writeOwnFile(file, text);
  } catch (error) {
    for (const [file] of created) rmSync(file, { force: true });
    throw error;
  }
}

const FOR_OWNER = 0o600;

/** Writes the input of `pulumi config set-all --json`, readable only by its owner. */
export function writeSecretValues(
  file: string,
  project: string,
  values: readonly (readonly [key: string, value: string])[],
): void {
  const entries = values.map(([key, value]) => [`${project}:${key}`, { value, secret: true }] as const);
  writeOwnFile(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`, FOR_OWNER);
}
