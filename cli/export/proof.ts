import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withStandIns } from "../../provider/account";
import { grouped } from "../common";
import { type ThrowAwayStack, withThrowAwayStack } from "../ephemeral-stack";
import { type CommandResult, EngineError, lastLines } from "../pulumi";
import { startCopy } from "./copy";
import type { NamedObject } from "./graph";
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
 * Proves that a program says what the account holds, in a local state that is thrown away. First the account is imported,
 * and the engine previews the program against it: that names each difference. Then the program is run against a copy of
 * the account, which it has to take over without a write. The account itself is not asked again, and no secret of it is
 * written: each one, in the copy and in the configuration, is replaced by the same stand-in, which shows that it arrives
 * where it belongs.
 *
 * @throws EngineError when the engine cannot be used, or when the program fails.
 */
export async function prove(program: Program, env: NodeJS.ProcessEnv = process.env): Promise<Proof> {
  const { objects, configuration } = standingIn(program);
  const options = { files: program.files, configuration, env: needed(env) };
  return withThrowAwayStack(options, async (stack) => {
    const changed = await previewed(stack, objects);
    const written = changed.length > 0 ? [] : await adopted(stack, objects);
    return { objects: objects.length, differences: [...changed, ...written] };
  });
}

/**
 * What the engine and Node need of the environment: where things are found, and how texts are written. All else, tokens
 * and keys of every service among it, is none of the business of a program that an account has dictated.
 */
const NEEDED = [
  "PATH",
  "HOME",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "TUNNEL_EDGE_HOOKS",
  "PULUMI_HOME",
  "NODE_COMPILE_CACHE",
  // Windows
  "APPDATA",
  "COMSPEC",
  "LOCALAPPDATA",
  "PATHEXT",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERPROFILE",
];

/** Windows does not mind the case of these names, but a copy of the environment does. */
const needed = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.includes(name.toUpperCase())));

/** The objects, and the configuration of the stack; every secret is a stand-in. */
function standingIn({ objects, secrets, project }: Program): {
  objects: NamedObject[];
  configuration: Record<string, string>;
} {
  const given = secrets.filter(({ knowledge }) => knowledge === "told" || knowledge === "needed");
  const standIns = given.map((secret, n) => ({ ...secret, value: `stand-in-${n}` }));
  const byObject = grouped(standIns, ({ object }) => object);
  return {
    objects: objects.map((object) => ({
      ...object,
      ...withStandIns(object, byObject.get(object) ?? []),
    })),
    configuration: Object.fromEntries(standIns.map(({ key, value }) => [`${project}:${key}`, value])),
  };
}

/** What a preview of the program finds different from the objects. */
async function previewed(
  { root, pulumi }: ThrowAwayStack,
  objects: readonly NamedObject[],
): Promise<string[]> {
  if (objects.length > 0) {
    const resources = objects.map((object) => adopting(importEntry(object, object.resource)));
    const file = join(root, "import.json");
    writeFileSync(file, JSON.stringify({ resources }), { mode: 0o600 });
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
  return differencesIn(await pulumi(["preview", "--json"]));
}

/** What the first update of the program writes to a copy of the account. */
async function adopted(stack: ThrowAwayStack, objects: readonly NamedObject[]): Promise<string[]> {
  await using copy = await startCopy(objects);
  const env = {
    TUNNEL_EDGE_BASE_URL: copy.url,
    TUNNEL_EDGE_API_TOKEN: copy.token,
    // The preview has checked the types of the same files.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  await stack.another("adoption");
  const up = await stack.pulumi(["up", "--yes", "--skip-preview", "--suppress-progress"], env);
  // A write is refused, so that the update fails of it.
  if (copy.writes.length > 0)
    return [...new Set(copy.writes)].map((write) => `the first \`pulumi up\` writes: ${write}`);
  if (up.code !== 0) throw new EngineError(`the program cannot take the account over:\n${said(up)}`);
  return [];
}

/** The program says what it adopts, so that the state does as well. */
const adopting = (entry: ImportEntry): ImportEntry => ({
  ...entry,
  inputs: { ...entry.inputs, adoptId: entry.id },
  outputs: { ...entry.outputs, adoptId: entry.id },
});

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly diffReasons?: readonly string[] | null;
}

interface Preview {
  readonly steps?: readonly PreviewStep[];
  readonly diagnostics?: readonly { readonly message: string; readonly severity: string }[];
}

/** @throws EngineError when the preview has failed: what is missing from it then was not reached, and is no difference. */
function differencesIn(preview: CommandResult): string[] {
  let read: Preview;
  try {
    read = JSON.parse(preview.stdout);
  } catch {
    throw new EngineError(`the proof failed at \`pulumi preview\`:\n${said(preview)}`);
  }
  if (preview.code !== 0) {
    const errors = (read.diagnostics ?? []).filter(({ severity }) => severity === "error");
    throw new EngineError(
      `the program cannot be previewed: ${errors.map(({ message }) => message.trim()).join("; ") || said(preview)}`,
    );
  }
  return (read.steps ?? []).filter(({ op }) => op !== "same").map(inWords);
}

function inWords({ op, urn, diffReasons }: PreviewStep): string {
  const [type = "", name = ""] = urn.split("::").slice(-2);
  const properties = diffReasons && diffReasons.length > 0 ? `: ${diffReasons.join(", ")}` : "";
  return `${op} ${type.slice(type.lastIndexOf(":") + 1)} ${name}${properties}`;
}

const said = ({ stdout, stderr }: CommandResult) => lastLines(`${stdout}\n${stderr}`, 20);
