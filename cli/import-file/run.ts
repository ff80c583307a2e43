import { existsSync } from "node:fs";
import { pluralize } from "../../access";
import { isNativeType } from "../../provider/engine/native/tokens";
import {
  type AccountObject,
  asDeclared,
  type Declaration,
  type ExistingObject,
  existingObject,
  isRecord,
  markReadSecrets,
  type ReadSetting,
  SECRET_SIGNATURE,
  SIGNATURE_KEY,
  UNKNOWN,
} from "../../provider/inspect";
import { type AccountOptions, programFolder, readObjects, withAccount } from "../account";
import {
  CommandError,
  EXIT,
  identityOf,
  listSection,
  note,
  type Progress,
  plainText,
  print,
  printJson,
  writeUserFile,
} from "../common";
import { nameObjects } from "../export/names";
import { type ImportEntry, importEntry, targetFor } from "../export/target";
import { EngineError, pulumiOutput, stackArguments } from "../pulumi";
import { readPreview, SECRET } from "../review/preview";
import { LOST_DEFAULT, type RequestedImport, readTerraformState, type TerraformState } from "./terraform";

export interface ImportFlags extends AccountOptions {
  readonly all?: true;
  readonly terraform?: string;
  readonly out: string;
  readonly force?: true;
  readonly preview: boolean;
  readonly native?: true;
  readonly format?: "text" | "json";
}

interface Import {
  readonly object: ExistingObject;
  readonly name: string;
  /** True for a native class of the program; undefined if the program doesn't declare the object. */
  readonly isNative: boolean | undefined;
}

export async function runImportFile(objects: readonly string[], flags: ImportFlags): Promise<void> {
  const fromArguments = objects.map(parseImportArgument);
  if (fromArguments.length === 0 && !flags.all && flags.terraform === undefined)
    throw new CommandError(
      "name objects as Class=id:name, those of a Terraform state with --terraform, or all of them with --all",
      EXIT.usage,
    );
  const writesFile = flags.out !== "-";
  if (!writesFile && flags.format === "json")
    throw new CommandError("--json describes a file: name one with --out, or omit --json", EXIT.usage);
  if (writesFile && !flags.force && existsSync(flags.out))
    throw new CommandError(`${flags.out} exists: choose another file with --out, or replace it with --force`);
  if (flags.terraform !== undefined && identityOf(flags.terraform) === identityOf(flags.out))
    throw new CommandError(
      `--out would overwrite the Terraform state ${flags.out}: choose another file`,
      EXIT.usage,
    );
  const terraform = flags.terraform === undefined ? undefined : await readTerraformState(flags.terraform);
  // Objects on the command line take precedence over those of the Terraform state.
  const isArgument = ({ className, id }: RequestedImport) =>
    fromArguments.some((argument) => argument.className === className && argument.id === id);
  const fromTerraform = (terraform?.objects ?? []).filter((object) => !isArgument(object));
  const requested = [...fromArguments, ...fromTerraform];
  refuseDuplicates(requested);
  if (requested.length === 0 && !flags.all)
    throw new CommandError(`the Terraform state contains no object that has a class; no file is written`);
  await withAccount(flags, async (config, progress) => {
    const program = flags.preview ? await previewDeclarations(flags) : undefined;
    if (program) warnOfUndeclared(requested, program);
    const imports = await Promise.all(requested.map((request) => readImport(request, config, program)));
    if (flags.all) imports.push(...remainingImports(await readAll(config, progress), imports, program));
    refuseSameNames(imports);
    const resources = imports.map((each) => entryOf(each, flags.native === true));
    const text = `${JSON.stringify({ resources }, null, 2)}\n`;
    if (!writesFile) return print(text);
    // Only its owner may read the file, because it can contain secrets.
    writeUserFile(flags.out, text, 0o600);
    const imported = imports.map(({ object, name }) => ({ class: object.family.name, name, id: object.id }));
    const defaults = terraform ? lostDefaults(terraform, imports, program) : [];
    if (flags.format !== "json") return print(summary(flags.out, imported, defaults, terraform));
    const { objects: moved = [], remaining: left } = terraform ?? {};
    const steps = { remove: moved.map(({ address }) => address), left, defaults };
    printJson({ file: flags.out, objects: imported, ...(terraform && { terraform: steps }) });
  });
}

/** The resources that a program would create, by `keyOf`. */
type Declarations = ReadonlyMap<string, Declaration & { readonly isNative: boolean }>;

const keyOf = ({ className, name }: { readonly className?: string; readonly name?: string }) =>
  `${className} ${name}`;

/**
 * Previews the program of this folder and returns the resources that it would create; undefined outside of a program.
 *
 * @throws EngineError if the preview fails.
 */
async function previewDeclarations({ cwd, stack }: AccountOptions): Promise<Declarations | undefined> {
  if (programFolder(cwd) === undefined) return undefined;
  const args = ["preview", "--json", ...stackArguments(stack)];
  const preview = await pulumiOutput(args, { cwd }).catch((error: Error) => {
    throw new EngineError(`${error.message}\nWith --no-preview, every property counts as set.`);
  });
  const { changes } = readPreview(preview, "`pulumi preview`");
  const isHidden = (value: unknown) => value === UNKNOWN || value === SECRET;
  return new Map(
    changes.flatMap((change) =>
      change.kind === "create" && change.after
        ? [[keyOf(change), { inputs: change.after.inputs, isNative: isNativeType(change.type), isHidden }]]
        : [],
    ),
  );
}

/** Warns of names that the program doesn't declare, which are usually typos: their imports contain every property. */
function warnOfUndeclared(requested: readonly RequestedImport[], program: Declarations): void {
  const unknown = requested.filter((object) => object.name !== undefined && !program.has(keyOf(object)));
  if (unknown.length > 0)
    note(
      `the program of this folder would not create ${unknown.map(keyOf).join(", ")}: use the names of the program, with Class=id:name`,
    );
}

/** @throws CommandError for an object that two resources would manage */
function refuseDuplicates(requested: readonly RequestedImport[]): void {
  const byObject = Map.groupBy(requested, ({ className, id }) => `${className} ${id}`);
  for (const [object, requests] of byObject) {
    if (requests.length === 1) continue;
    const names = requests.map(({ name }) => name ?? "without a name").join(" and ");
    const text = `${object} is named ${requests.length} times, ${names}: only one resource can manage an object`;
    throw new CommandError(plainText(text), EXIT.usage);
  }
}

/** @throws CommandError for an argument that is not `Class=id` or `Class=id:name` */
export function parseImportArgument(argument: string): RequestedImport {
  const [, className, id, name] = /^(\w+)=([^:\s]+)(?::(.+))?$/.exec(argument) ?? [];
  if (className === undefined || id === undefined)
    throw new CommandError(
      `write ${JSON.stringify(argument)} as Class=id:name, such as IpPolicy=ipp_1:office`,
      EXIT.usage,
    );
  return { className, id, ...(name !== undefined && { name }) };
}

async function readImport(
  { className, id, name }: RequestedImport,
  config: ReadSetting,
  program: Declarations | undefined,
): Promise<Import> {
  const resource = name ?? defaultName(await existingObject(className, id, config));
  const declared = program?.get(keyOf({ className, name: resource }));
  const object = await existingObject(className, id, config, declared);
  return { object, name: resource, isNative: declared?.isNative };
}

/** Imports the objects that neither the command line nor a Terraform state names. */
function remainingImports(
  objects: readonly AccountObject[],
  imports: readonly Import[],
  program: Declarations | undefined,
): Import[] {
  const isImported = ({ family, id }: AccountObject) =>
    imports.some(({ object }) => object.id === id && object.family.name === family.name);
  return nameObjects(objects)
    .filter((object) => !isImported(object))
    .map((object) => {
      const name = object.resource;
      const declared = program?.get(keyOf({ className: object.family.name, name }));
      return { object: asDeclared(object, declared), name, isNative: declared?.isNative };
    });
}

/** Names a module after its id, and anything else after its content. */
function defaultName(object: ExistingObject): string {
  const { family, id } = object;
  if (family.kind === "module") return id.replaceAll("/", "-");
  // With `family` again, because only the local constant is known not to be a module.
  const [named] = nameObjects([{ ...object, family }]);
  return named?.resource ?? id;
}

async function readAll(config: ReadSetting, progress: Progress): Promise<readonly AccountObject[]> {
  const objects = await readObjects(config, progress);
  progress.end();
  const manageable = objects.filter(({ isManageable }) => isManageable);
  const omitted = objects.length - manageable.length;
  if (omitted > 0)
    note(
      `objects left out because the service or an agent manages them, or no program can declare them: ${omitted}`,
    );
  return manageable;
}

function refuseSameNames(imports: readonly Import[]): void {
  const byName = Map.groupBy(imports, ({ object, name }) => `${object.family.name} ${name}`);
  for (const [key, [first, second]] of byName)
    if (first && second)
      throw new CommandError(
        `${first.object.id} and ${second.object.id} would both be ${key}: give one of them another name`,
      );
}

/** Returns the entry of an object, with secrets in the form that the engine reads and encrypts. */
function entryOf({ object, name, isNative }: Import, isOtherwiseNative: boolean): ImportEntry {
  const target = targetFor(isNative ?? isOtherwiseNative);
  const { inputs, outputs, ...rest } = importEntry(object, name, target);
  const markSecrets = (values: Readonly<Record<string, unknown>>) =>
    asFileSecrets(markReadSecrets(object.family, values)) as Record<string, unknown>;
  return { ...rest, inputs: markSecrets(inputs), outputs: markSecrets(outputs) };
}

/** Converts secrets from the engine's protocol, with a `value`, to its files, with JSON in `plaintext`. */
function asFileSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asFileSecrets);
  if (!isRecord(value)) return value;
  if (SIGNATURE_KEY in value && "value" in value)
    return { [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext: JSON.stringify(value.value) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asFileSecrets(item)]));
}

/** Finds inputs with a default of Terraform that the next update would change, because the program doesn't set them. */
const lostDefaults = ({ objects }: TerraformState, imports: readonly Import[], program?: Declarations) =>
  imports.flatMap(({ object, name }) => {
    const { class: className, input, value, why } = LOST_DEFAULT;
    const isMoved = objects.some((moved) => moved.className === className && moved.id === object.id);
    const declared = program?.get(keyOf({ className, name }))?.inputs ?? {};
    const isLost = isMoved && object.state[input] === value && declared[input] === undefined;
    return isLost ? [{ class: className, name, input, value, why }] : [];
  });

function summary(
  file: string,
  objects: readonly Readonly<Record<"class" | "name" | "id", string>>[],
  defaults: ReturnType<typeof lostDefaults>,
  terraform: TerraformState | undefined,
): string {
  const lines = [
    `${file}: ${pluralize(objects.length, "object")}`,
    ...objects.map((object) => `  ${plainText(`${object.class} ${object.name} (${object.id})`)}`),
    "",
    `next, in the program's folder: pulumi import --file ${file} --generate-code=false`,
    "then delete the file: it can contain secrets",
  ];
  const { remaining = [], objects: moved = [] } = terraform ?? {};
  lines.push(
    ...listSection(
      "Terraform has other defaults: set these in the program before the next update",
      defaults.map(
        (lost) => `${lost.class} ${lost.name}: ${lost.input}: ${JSON.stringify(lost.value)} (${lost.why})`,
      ),
    ),
    ...listSection("left in Terraform, because no class manages them:", remaining),
  );
  if (moved.length > 0) {
    const command = ["  terraform state rm", ...moved.map(({ address }) => shellQuoted(plainText(address)))];
    lines.push("", "once a preview shows no change, in the Terraform folder:", command.join(" \\\n    "));
  }
  return lines.join("\n");
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
