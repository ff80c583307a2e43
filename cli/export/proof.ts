import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandResult, EngineError, lastLines } from "../pulumi";
import { withThrowAwayStack } from "../throw-away";
import { type ImportEntry, importEntry } from "./import-file";
import type { Program } from "./program";

/** The outcome of a proof. */
export interface Proof {
  /** Objects whose program the engine finds equal to the account. */
  readonly objects: number;
  /** What the engine would change, in its own words; empty when the program is right. */
  readonly differences: readonly string[];
}

/**
 * Proves that a program says what the account holds: imports the account into a local state that is thrown away, and has
 * the engine preview the program against it. Nothing is sent to the account, and no secret of it is written: each one,
 * in the state and in the configuration, is replaced by the same stand-in, which shows that it arrives where it belongs.
 *
 * @throws EngineError when the engine cannot be used.
 */
export async function prove(program: Program, env: NodeJS.ProcessEnv = process.env): Promise<Proof> {
  const { entries, configuration } = withStandIns(program);
  return withThrowAwayStack({ files: program.files, configuration, env }, async ({ root, pulumi }) => {
    if (entries.length > 0) {
      const file = join(root, "import.json");
      writeFileSync(file, JSON.stringify({ resources: entries }));
      const imported = await pulumi([
        "import",
        "--file",
        file,
        "--generate-code=false",
        "--protect=false",
        "--yes",
      ]);
      if (imported.code !== 0)
        throw new EngineError(`the account cannot be imported for the proof:\n${said(imported)}`);
    }
    const preview = await pulumi(["preview", "--json", "--expect-no-changes"]);
    return { objects: entries.length, differences: differencesIn(preview) };
  });
}

/** What the engine imports and the stack is configured with; every secret is a stand-in. */
function withStandIns({ objects, secrets, project }: Program): {
  entries: ImportEntry[];
  configuration: Record<string, string>;
} {
  const entries = new Map(
    objects.map((object) => [object.id, structuredClone(adopting(importEntry(object, object.resource)))]),
  );
  const configuration: Record<string, string> = {};
  for (const [n, { key, path, object, knowledge }] of secrets.entries()) {
    const entry = entries.get(object.id);
    if (!entry || knowledge === "possible" || knowledge === "trusted") continue;
    const standIn = `stand-in-${n}`;
    configuration[`${project}:${key}`] = standIn;
    setAt(entry.inputs, path, standIn);
    setAt(entry.outputs, path, standIn);
  }
  return { entries: [...entries.values()], configuration };
}

/** The program says what it adopts, so that the state does as well. */
const adopting = (entry: ImportEntry): ImportEntry => ({
  ...entry,
  inputs: { ...entry.inputs, adoptId: entry.id },
  outputs: { ...entry.outputs, adoptId: entry.id },
});

function setAt(target: object, path: readonly string[], value: string): void {
  const [key = "", ...rest] = path;
  const child: unknown = Reflect.get(target, key);
  if (rest.length === 0) Reflect.set(target, key, value);
  else if (child !== null && typeof child === "object") setAt(child, rest, value);
}

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly diffReasons?: readonly string[] | null;
}

function differencesIn(preview: CommandResult): string[] {
  let read: {
    readonly steps?: readonly PreviewStep[];
    readonly diagnostics?: readonly { readonly message: string; readonly severity: string }[];
  };
  try {
    read = JSON.parse(preview.stdout);
  } catch {
    throw new EngineError(`the proof failed at \`pulumi preview\`:\n${said(preview)}`);
  }
  const steps = read.steps ?? [];
  const changes = steps.filter(({ op }) => op !== "same");
  if (preview.code !== 0 && changes.length === 0) {
    const errors = (read.diagnostics ?? []).filter(({ severity }) => severity === "error");
    throw new EngineError(
      `the program cannot be previewed: ${errors.map(({ message }) => message.trim()).join("; ") || said(preview)}`,
    );
  }
  return changes.map(({ op, urn, diffReasons }) => {
    const [type = "", name = ""] = urn.split("::").slice(-2);
    const properties = diffReasons && diffReasons.length > 0 ? `: ${diffReasons.join(", ")}` : "";
    return `${op} ${type.slice(type.lastIndexOf(":") + 1)} ${name}${properties}`;
  });
}

const said = ({ stdout, stderr }: CommandResult) => lastLines(`${stdout}\n${stderr}`, 20);
