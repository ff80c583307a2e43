import { AsyncLocalStorage } from "node:async_hooks";
import { policyMeaning } from "../../family/policy-meaning";
import { addSecrets, Redactor, textsIn, withSecrets } from "../../transport";

export { withSecrets } from "../../transport";

const activeRedactor = new AsyncLocalStorage<Redactor>();

/** Names within a secret, such as the host of a URL. Anchored to word starts, because matching then takes linear time. */
const NAMES = /(?<![\w-])[\w-]+(?:\.[\w-]+)+/g;

/** Returns the strings in secrets, the host names in them, and the strings of policies: the service may quote a single one. */
const textsToHide = (secrets: unknown): readonly string[] =>
  [...new Set(textsIn(secrets))]
    .flatMap((secret) => {
      const policy = secret.includes("actions") ? policyMeaning(secret)?.value : undefined;
      return [secret, ...(secret.match(NAMES) ?? []), ...textsIn(policy)];
    })
    // Hosts and URLs are lowercased before they are printed.
    .flatMap((text) => [text, text.toLowerCase()]);

/** Keeps secrets out of the errors of this process's later requests. For a call of the engine, see `withRedaction`. */
export const keepOutOfErrors = (secrets: unknown): void => addSecrets(textsToHide(secrets));

/** Runs a call that does not show these secrets, the host names in them, and the strings of policies. */
export function withRedaction<T>(secrets: readonly unknown[], call: () => T): T {
  if (secrets.length === 0) return call();
  const redactor = new Redactor();
  for (const text of textsToHide(secrets)) redactor.add(text);
  return withSecrets(secrets, () => activeRedactor.run(redactor, call));
}

export const redact = (text: string): string => activeRedactor.getStore()?.redact(text) ?? text;

const writeToStderr = (line: string): void => void process.stderr.write(`${line}\n`);

let write = writeToStderr;

/** Every line for users passes through here. One that starts with `warning: ` is a warning. */
export function report(line: string): void {
  write(redact(line));
}

/** The engine shows the stderr of a dynamic provider, but not that of a native one. */
export function reportTo(sink: (line: string) => void = writeToStderr): void {
  write = sink;
}
