import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "../../cli/common";
import type { NewFamily } from "./definition";
import { type Edit, edits } from "./edits";
import { newFiles } from "./texts";

const REPOSITORY = resolve(__dirname, "..", "..");

/** What was written. */
export interface Added {
  readonly family: NewFamily;
  readonly written: readonly string[];
  readonly edited: readonly string[];
}

/** Writes a family. All texts are made before the first is written, so that a refusal leaves every file as it was. */
export function addFamily(family: NewFamily): Added {
  const created = newFiles(family);
  const changed = edits(family);
  const there = [...created.keys()].find((path) => existsSync(join(REPOSITORY, path)));
  if (there) throw new CommandError(`${there} is there already: choose another name, or remove it first`);
  const paths = changed.map(({ path }) => path);
  refuseUncommitted(paths);
  const texts = new Map([...created, ...changed.map((edit) => [edit.path, edited(edit)] as const)]);
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(REPOSITORY, path)), { recursive: true });
    writeFileSync(join(REPOSITORY, path), text);
  }
  format([...texts.keys()]);
  return { family, written: [...created.keys()], edited: paths };
}

/** So that `git checkout` takes back what the command did, and nothing else. */
function refuseUncommitted(paths: readonly string[]): void {
  const status = execFileSync("git", ["status", "--porcelain", "--", ...paths], {
    cwd: REPOSITORY,
    encoding: "utf8",
  });
  if (status !== "")
    throw new CommandError(
      `these files would be edited and have changes that are not committed: commit them first\n${status.trimEnd()}`,
    );
}

function edited({ path, apply }: Edit): string {
  try {
    return apply(readFileSync(join(REPOSITORY, path), "utf8"));
  } catch (error) {
    throw new CommandError(
      `${path}: ${(error as Error).message}; scripts/new-family/edits.ts says where it looks`,
      undefined,
      { cause: error },
    );
  }
}

function format(paths: readonly string[]): void {
  const biome = join(REPOSITORY, "node_modules", "@biomejs", "biome", "bin", "biome");
  try {
    execFileSync(process.execPath, [biome, "check", "--write", "--log-level=error", ...paths], {
      cwd: REPOSITORY,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch (error) {
    throw new CommandError("the family is written, but the formatter refuses it: see above", undefined, {
      cause: error,
    });
  }
}
