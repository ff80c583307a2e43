import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { standInFor, withStandIns } from "../../provider/inspect";
import { type ThrowAwayStack, withThrowAwayStack } from "../ephemeral-stack";
import { type CommandResult, EngineError, lastLines } from "../pulumi";
import { startCopy } from "./copy";
import type { NamedObject } from "./declaration";
import { type ImportEntry, importEntry } from "./import-file";
import type { Program } from "./program";
import type { Target } from "./target";

/** The outcome of a proof. */
export interface Proof {
  /** Objects whose program the engine finds equal to the account. */
  readonly objects: number;
  /** What the engine would change, in its own words; empty when the program is right. */
  readonly differences: readonly string[];
}

/**
 * Proves that a program matches the account, in a temporary local state. First the account is imported, and the engine
 * previews the program against it, which names each difference. Then the program runs against a copy of the account,
 * which it must take over without a write. The account itself is not read again, and no secret of it is written: each
 * one, in the copy and in the configuration, is replaced by the same placeholder, which shows that it ends up in the
 * right place.
 *
 * @throws EngineError when the engine cannot be used, or when the program fails.
 */
export async function prove(program: Program, env: NodeJS.ProcessEnv = process.env): Promise<Proof> {
  const { target } = program;
  const { objects, configuration } = standingIn(program);
  const options = { files: program.files, configuration, env: needed(env) };
  return withThrowAwayStack(options, async (stack) => {
    const changed = await previewed(stack, objects, target);
    const written = changed.length > 0 ? [] : await adopted(stack, objects);
    return { objects: objects.length, differences: [...changed, ...written] };
  });
}

/**
 * The environment variables that the engine and Node.js need: paths and text encoding. Everything else, including
 * tokens and keys of any service, must not reach a program whose content comes from an account.
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

/** Windows ignores the case of these names, but a copy of the environment does not. */
const needed = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.includes(name.toUpperCase())));

/** The objects and the stack's configuration; every secret is a placeholder. */
function standingIn({ objects, secrets, project }: Program): {
  objects: NamedObject[];
  configuration: Record<string, string>;
} {
  const given = secrets.filter(({ knowledge }) => knowledge === "told" || knowledge === "needed");
  const standIns = given.map((secret, n) => ({ ...secret, ...standInFor(secret.object, secret.path, n) }));
  const byObject = Map.groupBy(standIns, ({ object }) => object);
  return {
    objects: objects.map((object) => ({
      ...object,
      ...withStandIns(object, byObject.get(object) ?? []),
    })),
    configuration: Object.fromEntries(standIns.map(({ key, value }) => [`${project}:${key}`, value])),
  };
}

/** Differences between the program and the objects, from a preview. */
async function previewed(
  { root, pulumi }: ThrowAwayStack,
  objects: readonly NamedObject[],
  target: Target,
): Promise<string[]> {
  if (objects.length > 0) {
    const resources = objects.map((object) => adopting(importEntry(object, object.resource, target)));
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

/** Writes of the program's first update, to a copy of the account. */
async function adopted(stack: ThrowAwayStack, objects: readonly NamedObject[]): Promise<string[]> {
  await using copy = await startCopy(objects);
  const env = {
    TUNNEL_EDGE_BASE_URL: copy.url,
    TUNNEL_EDGE_API_TOKEN: copy.token,
    // Whose marks these are is for the user to see: the report counts them.
    TUNNEL_EDGE_TAKE_MARKED: "on",
    // The preview has checked the types of the same files.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  await stack.another("adoption");
  const up = await stack.pulumi(["up", "--yes", "--skip-preview", "--suppress-progress"], env);
  // A refused write makes the update fail.
  if (copy.writes.length > 0)
    return [...new Set(copy.writes)].map((write) => `the first \`pulumi up\` writes: ${write}`);
  if (up.code !== 0) throw new EngineError(`the program cannot take the account over:\n${said(up)}`);
  return [];
}

/** The program declares what it adopts, so that the state does too. */
const adopting = (entry: ImportEntry): ImportEntry => ({
  ...entry,
  inputs: { ...entry.inputs, adoptId: entry.id },
  outputs: { ...entry.outputs, adoptId: entry.id },
});

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly diffReasons?: readonly string[] | null;
  readonly detailedDiff?: Readonly<Record<string, unknown>> | null;
}

interface Preview {
  readonly steps?: readonly PreviewStep[];
  readonly diagnostics?: readonly { readonly message: string; readonly severity: string }[];
}

/** @throws EngineError when the preview has failed: what is missing from it was not reached, and is no difference. */
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
  return (read.steps ?? []).filter((step) => step.op !== "same" && !onlyHides(step)).map(inWords);
}

/**
 * Whether an update only hides what the state shows in plain and the program has as a secret, as with the placeholders of
 * the import: no value differs, and nothing is written to the service.
 */
const onlyHides = ({ op, detailedDiff }: PreviewStep): boolean =>
  op === "update" && Object.keys(detailedDiff ?? {}).length === 0;

function inWords({ op, urn, diffReasons }: PreviewStep): string {
  const [type = "", name = ""] = urn.split("::").slice(-2);
  const properties = diffReasons && diffReasons.length > 0 ? `: ${diffReasons.join(", ")}` : "";
  return `${op} ${type.slice(type.lastIndexOf(":") + 1)} ${name}${properties}`;
}

const said = ({ stdout, stderr }: CommandResult) => lastLines(`${stdout}\n${stderr}`, 20);
