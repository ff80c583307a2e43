import * as pulumi from "@pulumi/pulumi";
import { innerOf } from "./engine-inner";
import { warn } from "./warn";

/** Facts about secrets within the inputs of a class. */
export interface SecretParts {
  /** Inputs of which a part may be secret although the whole is not. */
  readonly embeds?: readonly string[];
}

/**
 * Warns, at preview, of passwords and keys in plain text: in the program's source, or in a configuration that is not
 * encrypted. Secret outputs and references to vaults cause no warning.
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
  void describePlainSecrets(className, name, given)
    .then((warning) => (warning === undefined ? undefined : warn(warning)))
    .catch(() => undefined)
    .finally(done);
}

/** The warning about some inputs, if any. Never repeats a value. */
export async function describePlainSecrets(
  className: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  // Loaded where it is needed: most programs have no policy.
  const { FILLED_IN, plainSecretsIn } = await import("../provider/families/embedded-secrets.js");
  const inputs = (await readable(args, FILLED_IN)) as Readonly<Record<string, unknown>>;
  const reason = await plainSecretsIn(className, inputs);
  return reason === undefined ? undefined : `${className} "${name}": ${reason}`;
}

/** A value in which a text replaces what is secret or unknown. */
async function readable(value: unknown, instead: string): Promise<unknown> {
  if (pulumi.Output.isInstance(value)) {
    const output = innerOf(value);
    const known = await output.promise(true);
    return (await output.isSecret) || !(await output.isKnown) ? instead : readable(known, instead);
  }
  if (value instanceof Promise) return readable(await value, instead);
  if (Array.isArray(value)) return Promise.all(value.map((item) => readable(item, instead)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await readable(item, instead)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
