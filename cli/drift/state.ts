import { type Path, type Read, SIGNATURE_KEY } from "../../provider/account";
import { type AccountOptions, accountConfig } from "../account";
import { parsedSecret, pulumiSecrets } from "../pulumi";

/** A resource of this package in a stack's state. */
export interface StateResource {
  readonly urn: string;
  readonly className: string;
  /** Name in the program. */
  readonly name: string;
  readonly id: string;
  /** Outputs, secrets in plain. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Where those secrets are, the ones that the program has declared among them. */
  readonly secrets: readonly Path[];
  /** Name of the `Provider` resource that names its account; undefined for the default account. */
  readonly provider: string | undefined;
}

export interface StackState {
  readonly resources: readonly StateResource[];
  /** Configuration of each account that the resources are in; undefined is the default account. */
  readonly accounts: ReadonlyMap<string | undefined, Read>;
}

interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly delete?: boolean;
  readonly external?: boolean;
  readonly provider?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

const TYPE_PREFIX = "pulumi-nodejs:dynamic/tunnel-edge:";

/** Reads the state of a stack, with its secrets, which stay in this process. */
export async function readStack(options: AccountOptions): Promise<StackState> {
  const stack = options.stack === undefined ? [] : ["--stack", options.stack];
  const exported = await pulumiSecrets(["stack", "export", ...stack], { cwd: options.cwd });
  const { deployment } = exported as { deployment?: { resources?: readonly ExportedResource[] } };
  const all = deployment?.resources ?? [];
  const providers = new Map(
    all.filter(isAccount).map((resource) => [`${resource.urn}::${resource.id}`, resource]),
  );
  const resources = all.filter(isOurs).map((resource): StateResource => {
    const provider = providers.get(resource.provider ?? "");
    const secrets: Path[] = [];
    const outputs = plain(resource.outputs ?? {}, secrets) as Record<string, unknown>;
    // The engine may keep the mark of a secret on the input alone.
    plain(resource.inputs ?? {}, secrets);
    return {
      urn: resource.urn,
      className: resource.type.slice(TYPE_PREFIX.length),
      name: nameOf(resource),
      id: resource.id ?? "",
      outputs,
      secrets,
      provider: provider && nameOf(provider),
    };
  });
  const accounts = new Map<string | undefined, Read>([[undefined, await accountConfig(options)]]);
  for (const provider of providers.values()) {
    const inputs = plain(provider.inputs ?? {}) as Record<string, unknown>;
    accounts.set(nameOf(provider), (key) => inputs[key]);
  }
  return { resources, accounts };
}

/** What is looked up with `get`, and what waits to be deleted, is not the stack's. */
const isOurs = ({ type, delete: goes, external }: ExportedResource) =>
  type.startsWith(TYPE_PREFIX) && !goes && !external;

/** The engine's own provider has no account of its own. */
const isAccount = ({ type, inputs }: ExportedResource) =>
  type === "pulumi:providers:pulumi-nodejs" && inputs?.["tunnel-edge:account"] !== undefined;

const nameOf = ({ urn }: { readonly urn: string }) => urn.slice(urn.lastIndexOf("::") + 2);

/** Values with the engine's wrapping of secrets taken off; `secrets` gets to know where it was. */
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
