import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { closeAccounts } from "../../provider/host/account";
import { inventory } from "../../provider/host/inspect";
import { version } from "../../provider/host/version";
import { accountConfig } from "../account";
import { CommandError, EXIT, endWith, Progress, print, printJson } from "../common";
import { type Program, programOf } from "./program";
import { type Proof, prove } from "./proof";
import { secretHint } from "./secrets";

/** The options of `tunnel-edge export`. */
export interface ExportFlags {
  readonly out: string;
  readonly project?: string;
  readonly force?: true;
  readonly proof: boolean;
  readonly json?: true;
  readonly stack?: string;
}

export async function runExport(flags: ExportFlags): Promise<void> {
  const folder = resolve(flags.out);
  const project = flags.project ?? projectNameOf(folder);
  refuseUnusableName(project);
  refuseFullFolder(folder, flags.force === true);
  const config = await accountConfig({ stack: flags.stack });
  using progress = new Progress();
  try {
    const objects = await inventory(config, {
      progress: (className, count) => progress.say(`read ${count} ${className}`),
    });
    const kept = objects.filter(({ manageable }) => manageable);
    const program = programOf(kept, { project, version });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(program.files)) writeFileSync(join(folder, name), text);
    if (flags.proof) progress.say("proving the program against the account");
    const proof = flags.proof ? await prove(program) : undefined;
    const left = countsByClass(objects.filter(({ manageable }) => !manageable));
    progress.end();
    if (flags.json) printJson(asJson(flags.out, program, proof, left));
    else print(told(flags.out, program, proof, left));
    if (proof && proof.differences.length > 0) endWith(EXIT.findings);
  } finally {
    await closeAccounts();
  }
}

function refuseFullFolder(folder: string, force: boolean): void {
  if (force || !existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new CommandError(
    `${folder} is not empty: name another folder with --out, or replace its files with --force`,
  );
}

/** What the engine takes as the name of a project. */
const PROJECT_NAME = /^[A-Za-z0-9_.-]{1,100}$/;

function refuseUnusableName(project: string): void {
  if (PROJECT_NAME.test(project)) return;
  throw new CommandError(
    `--project ${JSON.stringify(project)} is no name of a project: at most 100 letters, digits, hyphens, underscores and dots`,
    EXIT.usage,
  );
}

/** The name of a folder without what no name of a project may hold. */
const projectNameOf = (folder: string) =>
  basename(folder)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100) || "tunnel-edge";

function countsByClass(
  objects: readonly { readonly family: { readonly name: string } }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { family } of objects) counts[family.name] = (counts[family.name] ?? 0) + 1;
  return counts;
}

function asJson(out: string, program: Program, proof: Proof | undefined, left: Record<string, number>) {
  return {
    folder: out,
    project: program.project,
    files: Object.keys(program.files).sort(),
    objects: countsByClass(program.objects),
    leftOut: left,
    secrets: program.secrets.map(({ key, knowledge, object, name, path }) => ({
      key: `${program.project}:${key}`,
      class: object.family.name,
      name: name.resource,
      property: path.join("."),
      knowledge,
    })),
    proof: proof ?? null,
  };
}

function told(out: string, program: Program, proof: Proof | undefined, left: Record<string, number>): string {
  const lines = [`${out}: ${program.objects.length} objects in ${Object.keys(program.files).length} files`];
  const leftOut = Object.entries(left).map(([name, count]) => `${count} ${name}`);
  if (leftOut.length > 0)
    lines.push(
      `left out, since the service or an agent manages them, or no program can hold them: ${leftOut.join(", ")}`,
    );
  if (program.secrets.length > 0) lines.push("", "secrets to set with `pulumi config set --secret <key>`:");
  for (const secret of program.secrets) lines.push(`  ${secret.key}: ${secretHint(secret)}`);
  if (proof && proof.differences.length > 0) {
    lines.push("", "not proven: the engine would change");
    for (const difference of proof.differences) lines.push(`  ${difference}`);
  } else {
    if (proof)
      lines.push("", `proven: a preview against the account changes none of ${proof.objects} objects`);
    lines.push(
      "",
      `next: cd ${out}, npm install, pulumi stack init, set the secrets, pulumi up (adopts, creates nothing)`,
    );
  }
  return `${lines.join("\n")}\n`;
}
