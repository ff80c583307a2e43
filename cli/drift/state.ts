import { classOfType, isDefaultProvider, PACKAGE, PROVIDER_TYPE } from "../../provider/engine/native/tokens";
import { type Path, type Read, SIGNATURE_KEY } from "../../provider/inspect";
import { type AccountOptions, accountConfig } from "../account";
import { CommandError } from "../common";
import { parsedSecret, pulumiOutput, pulumiSecrets } from "../pulumi";

/** A resource of this package in a stack's state. */
export interface StateResource {
  readonly urn: string;
  readonly className: string;
  /** Name in the program. */
  readonly name: string;
  readonly id: string;
  /** With secrets in plain text. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** With secrets in plain text. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Paths of those secrets, including the ones that the program declares. */
  readonly secrets: readonly Path[];
  /** The paths of the resource option of this name. */
  readonly ignoreChanges: readonly string[];
  readonly account: StateAccount;
}

/** An account that a stack uses. */
export interface StateAccount {
  /** Name of its `Provider` resource; undefined for the default account. */
  readonly provider: string | undefined;
  readonly config: Read;
}

export interface StackState {
  readonly resources: readonly StateResource[];
  /** The account of resources without a `Provider`. */
  readonly defaultAccount: StateAccount;
}

/** Another stack, and what it manages: class and id of each object, as `managedKey` writes them. */
export interface Sibling {
  readonly stack: string;
  readonly managed: ReadonlySet<string>;
}

export const managedKey = (className: string, id: string) => `${className} ${id}`;

/** Key of the stack's configuration that names its siblings. Its namespace is no provider's, which would refuse the key. */
const SIBLINGS_KEY = `${PACKAGE}-drift:withStack`;

/** The stacks that the configuration of a stack names as its siblings: a list, or a text with commas. */
export function siblingsIn({ defaultAccount }: StackState): readonly string[] {
  const given = defaultAccount.config(SIBLINGS_KEY);
  const names: readonly unknown[] = Array.isArray(given) ? given : String(given ?? "").split(",");
  const wrong = names.find((name) => typeof name !== "string");
  if (wrong !== undefined)
    throw new CommandError(
      `${SIBLINGS_KEY} must be a list of names of stacks, or one text with commas between them`,
    );
  return names.map((name) => String(name).trim()).filter((name) => name !== "");
}

/** What another stack manages. Its secrets stay encrypted. */
export async function readSibling(stack: string, cwd: string | undefined): Promise<Sibling> {
  const exported = await pulumiOutput(["stack", "export", "--stack", stack], { cwd }).catch(
    (error: Error) => {
      error.message = `the stack ${stack} cannot be read: ${error.message}`;
      throw error;
    },
  );
  const { deployment } = parsedSecret(exported, `the state of the stack ${stack}`) as Exported;
  const managed = (deployment?.resources ?? []).flatMap((resource) => {
    const className = managedClass(resource);
    return className === undefined ? [] : [managedKey(className, resource.id ?? "")];
  });
  return { stack, managed: new Set(managed) };
}

interface Exported {
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

/** The provider of all dynamic resources, whatever package their classes come from. */
const DYNAMIC_PROVIDER_TYPE = "pulumi:providers:pulumi-nodejs";
/** Setting that only a dynamic `Provider` of this package has. */
const ACCOUNT_KEY = `${PACKAGE}:account`;

/** Reads the state of a stack, with its secrets, which stay in this process. */
export async function readStack(options: AccountOptions): Promise<StackState> {
  const stack = options.stack === undefined ? [] : ["--stack", options.stack];
  const exported = await pulumiSecrets(["stack", "export", ...stack], { cwd: options.cwd });
  const { deployment } = exported as Exported;
  const all = deployment?.resources ?? [];
  const defaultAccount = { provider: undefined, config: await accountConfig(options) };
  // By reference: providers of either kind, or one and what replaced it, may have the same name.
  const accounts = new Map<string, StateAccount>(
    all.flatMap((resource) => {
      const account = accountOf(resource);
      return account ? [[`${resource.urn}::${resource.id}`, account] as const] : [];
    }),
  );
  const resources = all.flatMap((resource): StateResource[] => {
    const className = managedClass(resource);
    if (className === undefined) return [];
    const secrets: Path[] = [];
    const outputs = plain(resource.outputs ?? {}, secrets) as Record<string, unknown>;
    // The engine may keep the secret mark on the input alone.
    const inputs = plain(resource.inputs ?? {}, secrets) as Record<string, unknown>;
    return [
      {
        urn: resource.urn,
        className,
        name: nameOf(resource),
        id: resource.id ?? "",
        inputs,
        outputs,
        secrets,
        ignoreChanges: resource.ignoreChanges ?? [],
        account: accounts.get(resource.provider ?? "") ?? defaultAccount,
      },
    ];
  });
  return { resources, defaultAccount };
}

/** The class of a resource that a stack manages: not of one read with `get`, or one pending deletion. */
const managedClass = ({ type, delete: isOld, external }: ExportedResource) =>
  isOld || external ? undefined : classOfType(type);

/**
 * The account of a `Provider` resource; undefined for other resources, and for the engine's own providers, which have
 * no account of their own.
 */
function accountOf(resource: ExportedResource): StateAccount | undefined {
  const { type, inputs = {} } = resource;
  const provider = nameOf(resource);
  const isDynamic = type === DYNAMIC_PROVIDER_TYPE && inputs[ACCOUNT_KEY] !== undefined;
  const isNative = type === PROVIDER_TYPE && !isDefaultProvider(provider, inputs.version);
  if (!isDynamic && !isNative) return undefined;
  const values = plain(inputs) as Readonly<Record<string, unknown>>;
  // A native provider holds its settings without the prefix, and its name where the dynamic one has a setting.
  const native: Read = (key) => (key === ACCOUNT_KEY ? provider : values[key.slice(PACKAGE.length + 1)]);
  return { provider, config: isNative ? native : (key) => values[key] };
}

const nameOf = ({ urn }: { readonly urn: string }) => urn.slice(urn.lastIndexOf("::") + 2);

/** Values without the engine's secret wrapping; `secrets` collects the paths where it was. */
function plain(value: unknown, secrets: Path[] = [], at: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, n) => plain(item, secrets, [...at, n]));
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value && "plaintext" in value) {
    secrets.push(at);
    return plain(parsedSecret(String(value.plaintext), "a secret of the state"));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, plain(item, secrets, [...at, key])]),
  );
}
