import { AsyncLocalStorage } from "node:async_hooks";
import { Redactor } from "../../transport";

const kept = new AsyncLocalStorage<Redactor>();

/** Names within a secret, such as the host of a URL. Only from the start of a word: a long one is read once. */
const NAMES = /(?<![\w-])[\w-]+(?:\.[\w-]+)+/g;

/** Runs a call whose lines and errors must not show some values, nor names in them. */
export function hidingTexts<T>(secrets: readonly string[], call: () => T): T {
  if (secrets.length === 0) return call();
  const redactor = new Redactor();
  for (const secret of secrets)
    for (const text of [secret, ...(secret.match(NAMES) ?? [])]) {
      redactor.add(text);
      // As hosts and URLs are compared and shown.
      redactor.add(text.toLowerCase());
    }
  return kept.run(redactor, call);
}

/** A text without what the call must not show. */
export const withoutSecrets = (text: string): string => kept.getStore()?.redact(text) ?? text;

/** The engine shows what the process of a dynamic provider writes. */
const writeOut = (line: string): void => void process.stderr.write(`${line}\n`);

let write = writeOut;

/** The only place where the library writes output. A line that starts with `warning: ` is a warning. */
export function report(line: string): void {
  write(withoutSecrets(line));
}

/** Sends the lines elsewhere, or to the output again: of a native provider the engine shows none. */
export function reportTo(sink: (line: string) => void = writeOut): void {
  write = sink;
}
