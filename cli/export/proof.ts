import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeholderFor, withPlaceholders } from "../../provider/inspect";
import { type CommandResult, EngineError, lastLines } from "../pulumi";
import { type TemporaryStack, withTemporaryStack } from "../temporary-stack";
import { startAccountCopy } from "./account-copy";
import type { NamedObject } from "./names";
import type { Program } from "./program";
import { type ImportEntry, importEntry, type Target } from "./target";

export type Proof = Awaited<ReturnType<typeof prove>>;

/**
 * Verifies in a temporary local state that a program matches the account. First, the engine imports the account and
 * previews the program against the import, which reports every difference. Then the program runs against a copy of the
 * account, which it must adopt without a write. The account itself isn't read again, and secrets never reach a disk: the
 * configuration, the import, and the copy have the same placeholder for each secret.
 *
 * @throws EngineError if the engine can't be used or the program fails.
 */
export async function prove(program: Program, env: NodeJS.ProcessEnv = process.env) {
  const { target } = program;
  const { objects, configuration } = usePlaceholders(program);
  const options = { files: program.files, configuration, env: neededVariables(env) };
  return withTemporaryStack(options, async (stack) => {
    const previewed = await previewDifferences(stack, objects, target);
    const writes = previewed.length > 0 ? [] : await adoptionWrites(stack, objects);
    /** The changes that the engine would make; empty if the program matches. */
    const differences = [...previewed, ...writes];
    return { objects: objects.length, differences };
  });
}

/**
 * Environment variables that the engine and Node.js need. All others, such as tokens, must not reach a program whose
 * content comes from an account.
 */
const NEEDED_VARIABLES = [
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

/** Compares names in upper case, because Windows ignores their case. */
const neededVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED_VARIABLES.includes(name.toUpperCase())));

/** Returns the objects and the stack's configuration, with a placeholder for every secret. */
function usePlaceholders({ objects, secrets, project }: Program) {
  const configured = secrets.filter(({ knowledge }) => knowledge === "returned" || knowledge === "needed");
  const placeholders = configured.map((secret, n) => ({
    ...secret,
    ...placeholderFor(secret.object, secret.path, n),
  }));
  const byObject = Map.groupBy(placeholders, ({ object }) => object);
  const withoutSecrets = (object: NamedObject): NamedObject => ({
    ...object,
    ...withPlaceholders(object, byObject.get(object) ?? []),
  });
  const configuration = Object.fromEntries(
    placeholders.map(({ key, value }) => [`${project}:${key}`, value]),
  );
  return { objects: objects.map(withoutSecrets), configuration };
}

async function previewDifferences(
  { root, pulumi }: TemporaryStack,
  objects: readonly NamedObject[],
  target: Target,
): Promise<string[]> {
  // Without an import, the state has no stack, which the preview would report.
  if (objects.length === 0) return [];
  const resources = objects.map((object) => withAdoptId(importEntry(object, object.resource, target)));
  const file = join(root, "import.json");
  writeFileSync(file, JSON.stringify({ resources }), { mode: 0o600 });
  const options = ["--generate-code=false", "--protect=false", "--yes"];
  const imported = await pulumi(["import", "--file", file, ...options]);
  if (imported.code !== 0)
    throw new EngineError(`the account cannot be imported for the proof:\n${outputTail(imported)}`);
  return parseDifferences(await pulumi(["preview", "--json"]));
}

/** Returns the writes that the first update of the program sends to a copy of the account. */
async function adoptionWrites(stack: TemporaryStack, objects: readonly NamedObject[]): Promise<string[]> {
  await using copy = await startAccountCopy(objects);
  const env = {
    TUNNEL_EDGE_BASE_URL: copy.url,
    TUNNEL_EDGE_API_TOKEN: copy.token,
    // Also adopts objects with ownership marks, which the report counts.
    TUNNEL_EDGE_TAKE_MARKED: "on",
    // The preview has already checked the types.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  await stack.createStack("adoption");
  const up = await stack.pulumi(["up", "--yes", "--skip-preview", "--suppress-progress"], env);
  // A refused write makes the update fail.
  if (copy.writes.length > 0)
    return [...new Set(copy.writes)].map((write) => `the first \`pulumi up\` writes: ${write}`);
  if (up.code !== 0) throw new EngineError(`the program cannot adopt the account:\n${outputTail(up)}`);
  return [];
}

/** Adds `adoptId`, which the program declares, so that the state matches. */
const withAdoptId = (entry: ImportEntry): ImportEntry => ({
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

/** @throws EngineError if the preview failed, because it then omits resources */
function parseDifferences(preview: CommandResult): string[] {
  let parsed: {
    readonly steps?: readonly PreviewStep[];
    readonly diagnostics?: readonly { readonly message: string; readonly severity: string }[];
  };
  try {
    parsed = JSON.parse(preview.stdout);
  } catch {
    throw new EngineError(`the proof failed at \`pulumi preview\`:\n${outputTail(preview)}`);
  }
  if (preview.code !== 0) {
    const errors = (parsed.diagnostics ?? []).filter(({ severity }) => severity === "error");
    throw new EngineError(
      `the program cannot be previewed: ${errors.map(({ message }) => message.trim()).join("; ") || outputTail(preview)}`,
    );
  }
  return (parsed.steps ?? [])
    .filter((step) => step.op !== "same" && !onlyMarksSecret(step))
    .map(describeStep);
}

/** True if no value differs: an update then only marks a value of the state as secret, and sends nothing. */
const onlyMarksSecret = ({ op, detailedDiff }: PreviewStep): boolean =>
  op === "update" && Object.keys(detailedDiff ?? {}).length === 0;

function describeStep({ op, urn, diffReasons }: PreviewStep): string {
  const [type = "", name = ""] = urn.split("::").slice(-2);
  const properties = diffReasons?.length ? `: ${diffReasons.join(", ")}` : "";
  return `${op} ${type.slice(type.lastIndexOf(":") + 1)} ${name}${properties}`;
}

const outputTail = ({ stdout, stderr }: CommandResult) => lastLines(`${stdout}\n${stderr}`, 20);
