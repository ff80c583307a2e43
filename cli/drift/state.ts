import { type Path, type Read, SIGNATURE_KEY } from "../../provider/account";
import { classOfType, isDefaultProvider, PACKAGE, PROVIDER_TYPE } from "../../provider/native/tokens";
import { type AccountOptions, accountConfig } from "../account";
import { parsedSecret, pulumiSecrets } from "../pulumi";

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
  const { deployment } = exported as { deployment?: { resources?: readonly ExportedResource[] } };
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
    const className = classOfType(resource.type);
    // Resources read with `get`, and those pending deletion, are not managed by the stack.
    if (className === undefined || resource.delete || resource.external) return [];
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
