import * as pulumi from "@pulumi/pulumi";
import type { InnerOutput } from "./preview-outputs";
import { warn } from "./warn";

/** What a class says of secrets within its inputs. */
export interface SecretParts {
  /** Inputs of which a part may be secret although the whole is not. */
  readonly embeds?: readonly string[];
}

/** Limit of places named in a warning. */
const MOST_NAMED = 5;

/** Stands for what is secret or not known yet, and reads as a value that the service fills in. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
const FILLED_IN = "${known.later}";

/**
 * Warns, at preview, of passwords and keys that a program gives in plain: they stand in its source, or in a configuration
 * that is not encrypted. Nothing is said of what is a secret output, or comes from a vault.
 */
export function notePlainSecrets(
  { name: className, embeds = [] }: SecretParts & { readonly name: string },
  name: string,
  args: Readonly<Record<string, unknown>>,
): void {
  if (embeds.length === 0 || !pulumi.runtime.isDryRun()) return;
  const given = Object.fromEntries(embeds.map((key) => [key, args[key]]));
  // The program ends once nothing is under way that the engine's SDK knows of.
  const done = pulumi.runtime.rpcKeepAlive();
  // An input that fails fails the resource itself: nothing is to be added to that.
  void warningOf(className, name, given)
    .then((warning) => (warning === undefined ? undefined : warn(warning)))
    .catch(() => undefined)
    .finally(done);
}

/** The warning about some inputs; undefined where nothing is to be said. Never repeats a value. */
export async function warningOf(
  className: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const inputs = (await readable(args)) as Readonly<Record<string, unknown>>;
  // Loaded where it is needed: most programs have no policy.
  const { embeddedSecretPaths } = await import("../provider/families/embedded-secrets.js");
  const paths = (await embeddedSecretPaths(className, inputs)).map(spelled);
  if (paths.length === 0) return undefined;
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return `${className} "${name}": ${paths.slice(0, MOST_NAMED).join(", ")}${more}: a password or key is given in plain, so that whoever reads the program or its configuration knows it. Give it as a secret (pulumi.secret, or requireSecret of the configuration), or keep it in a vault and refer to it by secretRef(vault, secret). The state has it encrypted either way.`;
}

/** A value with what is secret or not known yet replaced. */
async function readable(value: unknown): Promise<unknown> {
  if (pulumi.Output.isInstance(value)) {
    const output = value as unknown as InnerOutput;
    const known = await output.promise(true);
    return (await output.isSecret) || !(await output.isKnown) ? FILLED_IN : readable(known);
  }
  if (value instanceof Promise) return readable(await value);
  if (Array.isArray(value)) return Promise.all(value.map(readable));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await readable(item)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const spelled = (path: readonly (string | number)[]): string =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
