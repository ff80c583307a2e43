import * as pulumi from "@pulumi/pulumi";
import { internalsOf } from "./engine-internals";
import { warn } from "./warn";

export interface SecretParts {
  /** Inputs that may contain secrets without being secret as a whole. */
  readonly embeds?: readonly string[];
}

/**
 * Warns, at preview, about passwords and keys in plain text: in the program's source, or in configuration that is not
 * encrypted. Secret outputs and references to vaults cause no warning.
 */
export function warnOfPlainSecrets(
  { name: className, embeds = [] }: SecretParts & { readonly name: string },
  name: string,
  args: Readonly<Record<string, unknown>>,
): void {
  if (embeds.length === 0 || !pulumi.runtime.isDryRun()) return;
  const inputs = Object.fromEntries(embeds.map((key) => [key, args[key]]));
  // Keeps the program running until the warning is logged.
  const done = pulumi.runtime.rpcKeepAlive();
  // Ignored: a failed input fails the resource itself.
  void describePlainSecrets(className, name, inputs)
    .then((warning) => (warning === undefined ? undefined : warn(warning)))
    .catch(() => undefined)
    .finally(done);
}

/** Returns the text of the warning, which never contains a value. */
export async function describePlainSecrets(
  className: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  // Loaded on demand, because most programs have no policy.
  const { PLACEHOLDER, plainSecretsIn } = await import("../provider/families/embedded-secrets.js");
  const inputs = (await resolveVisible(args, PLACEHOLDER)) as Readonly<Record<string, unknown>>;
  const reason = await plainSecretsIn(className, inputs);
  return reason === undefined ? undefined : `${className} "${name}": ${reason}`;
}

/** Resolves outputs in a value, with a placeholder for secret and unknown ones. */
async function resolveVisible(value: unknown, placeholder: string): Promise<unknown> {
  if (pulumi.Output.isInstance(value)) {
    const output = internalsOf(value);
    const resolved = await output.promise(true);
    return (await output.isSecret) || !(await output.isKnown)
      ? placeholder
      : resolveVisible(resolved, placeholder);
  }
  if (value instanceof Promise) return resolveVisible(await value, placeholder);
  if (Array.isArray(value)) return Promise.all(value.map((item) => resolveVisible(item, placeholder)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await resolveVisible(item, placeholder)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
