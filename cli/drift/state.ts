import { classOfType, isDefaultProvider, PACKAGE, PROVIDER_TYPE } from "../../provider/engine/native/tokens";
import { keepOutOfErrors, type Path, type ReadSetting, SIGNATURE_KEY } from "../../provider/inspect";
import { type AccountOptions, accountConfig } from "../account";
import { CommandError, EXIT } from "../common";
import { parseSecretJson, pulumiOutput, pulumiSecrets, stackArguments } from "../pulumi";

/** A resource of this package in a stack's state. */
export type StateResource = StackState["resources"][number];

export interface StateAccount {
  /** Name of the `Provider` resource; undefined for the default account. */
  readonly provider: string | undefined;
  readonly config: ReadSetting;
}

export type StackState = Awaited<ReturnType<typeof readStack>>;

/** Another stack of the account. */
export type Sibling = Awaited<ReturnType<typeof readSibling>>;

export const managedKey = (className: string, id: string) => `${className} ${id}`;

/** Configuration key that lists the siblings of a stack. Providers would refuse it in their own namespace. */
const SIBLINGS_KEY = `${PACKAGE}-drift:withStack`;

export function siblingsIn({ defaultAccount }: Pick<StackState, "defaultAccount">): readonly string[] {
  const setting = defaultAccount.config(SIBLINGS_KEY);
  const names: readonly unknown[] = Array.isArray(setting) ? setting : String(setting ?? "").split(",");
  if (!names.every((name) => typeof name === "string"))
    throw new CommandError(
      `${SIBLINGS_KEY} must be a list of stack names, or a string of comma-separated ones`,
    );
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

/** Reads other stacks. Skips the stack itself, because a list that all stacks share contains it. */
export async function readSiblings(
  own: Pick<StackState, "identity">,
  names: readonly string[],
  cwd: string | undefined,
): Promise<readonly Sibling[]> {
  const siblings = await Promise.all([...new Set(names)].map((name) => readSibling(name, cwd)));
  // Several names may denote one stack.
  const byIdentity = Map.groupBy(siblings, ({ identity }) => identity);
  byIdentity.delete(own.identity);
  return [...byIdentity.values()].flatMap(([first]) => first ?? []);
}

/** Reads another stack, whose secrets stay encrypted. */
async function readSibling(stack: string, cwd: string | undefined) {
  if (stack.trim() === "") throw new CommandError("--with-stack needs the name of a stack", EXIT.usage);
  const exported = await pulumiOutput(["stack", "export", "--stack", stack], { cwd }).catch(
    (error: Error) => {
      error.message = `the stack ${stack} cannot be read: ${error.message}. ${STACK_NAME_ADVICE}`;
      throw error;
    },
  );
  const { deployment } = parseSecretJson(exported, `the state of the stack ${stack}`) as Exported;
  const resources = deployment?.resources ?? [];
  const managed = resources.flatMap((resource) => {
    const className = managedClass(resource);
    return className === undefined ? [] : [managedKey(className, resource.id ?? "")];
  });
  const managedKeys: ReadonlySet<string> = new Set(managed);
  return { stack, identity: identityOf(resources, stack), managedKeys };
}

/** Identifies a stack by its resources, because it has several names, which recur in other organizations. */
function identityOf(resources: readonly ExportedResource[], name: string): string {
  const [first] = resources;
  // An empty stack manages nothing, so a wrong match of its name is harmless.
  if (!first) return `empty ${name}`;
  const ids = resources.map(({ urn, id = "" }) => `${urn} ${id}`);
  return ids.sort().join("\n");
}

const STACK_NAME_ADVICE =
  "Name a stack of this project by its stack name, and one of another project in full, as organization/project/stack; `pulumi stack ls --all` shows those of this backend, and only these can be read";

export interface Exported {
  readonly deployment?: { readonly resources?: readonly ExportedResource[] };
}

interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly delete?: boolean;
  readonly external?: boolean;
  readonly provider?: string;
  readonly ignoreChanges?: readonly string[];
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** The provider type of the dynamic resources of any package. */
const DYNAMIC_PROVIDER_TYPE = "pulumi:providers:pulumi-nodejs";
/** A setting that only a dynamic `Provider` of this package has. */
const ACCOUNT_KEY = `${PACKAGE}:account`;

/** Reads the state of a stack, with secrets in plain text. */
export async function readStack(options: AccountOptions) {
  const { cwd, stack } = options;
  const exported = await pulumiSecrets(["stack", "export", ...stackArguments(stack)], { cwd });
  const exportedResources = (exported as Exported).deployment?.resources ?? [];
  /** The account of resources without a `Provider`. */
  const defaultAccount: StateAccount = { provider: undefined, config: await accountConfig(options) };
  // Keyed by reference, because several providers may have the same name, such as one and its replacement.
  const accounts = new Map<string, StateAccount>(
    exportedResources.flatMap((resource) => {
      const account = accountOf(resource);
      return account ? [[`${resource.urn}::${resource.id}`, account] as const] : [];
    }),
  );
  const resources = exportedResources.flatMap((resource) => {
    const className = managedClass(resource);
    if (className === undefined) return [];
    const secrets: Path[] = [];
    const outputs = unwrapSecrets(resource.outputs ?? {}, secrets) as Record<string, unknown>;
    // Also collects secrets that are only marked in the inputs.
    const inputs = unwrapSecrets(resource.inputs ?? {}, secrets) as Record<string, unknown>;
    return {
      urn: resource.urn,
      className,
      name: nameOf(resource),
      id: resource.id ?? "",
      /** Secrets in inputs and outputs are in plain text. */
      inputs,
      outputs,
      /** Paths of the secrets, including those that only the program declares. */
      secrets: secrets as readonly Path[],
      ignoreChanges: resource.ignoreChanges ?? [],
      account: accounts.get(resource.provider ?? "") ?? defaultAccount,
    };
  });
  return { identity: identityOf(exportedResources, ""), resources, defaultAccount };
}

/** Returns the class of a resource; undefined if it is another package's, only read with `get`, or pending deletion. */
const managedClass = ({ type, delete: isOld, external }: ExportedResource) =>
  isOld || external ? undefined : classOfType(type);

/**
 * The account of a `Provider` resource; undefined for other resources and for the engine's default providers, which
 * have no account of their own.
 */
function accountOf(resource: ExportedResource): StateAccount | undefined {
  const { type, inputs = {} } = resource;
  const provider = nameOf(resource);
  const isDynamic = type === DYNAMIC_PROVIDER_TYPE && inputs[ACCOUNT_KEY] !== undefined;
  const isNative = type === PROVIDER_TYPE && !isDefaultProvider(provider, inputs.version);
  if (!isDynamic && !isNative) return undefined;
  const values = unwrapSecrets(inputs) as Readonly<Record<string, unknown>>;
  // A native provider's settings have no prefix, and its name identifies the account.
  const native: ReadSetting = (key) =>
    key === ACCOUNT_KEY ? provider : values[key.slice(PACKAGE.length + 1)];
  return { provider, config: isNative ? native : (key) => values[key] };
}

const nameOf = ({ urn }: { readonly urn: string }) => urn.slice(urn.lastIndexOf("::") + 2);

/** Unwraps the engine's secrets, and keeps them out of errors; `secrets` collects their paths. */
function unwrapSecrets(value: unknown, secrets: Path[] = [], path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, n) => unwrapSecrets(item, secrets, [...path, n]));
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value && "plaintext" in value) {
    secrets.push(path);
    const plain = unwrapSecrets(parseSecretJson(String(value.plaintext), "a secret of the state"));
    keepOutOfErrors(plain);
    return plain;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, unwrapSecrets(item, secrets, [...path, key])]),
  );
}
