import * as pulumi from "@pulumi/pulumi";

/** @throws RunError for other values, which programs without types may pass */
export function requireKeys(args: unknown): Readonly<Record<string, unknown>> {
  if (typeof args === "object" && args !== null && !Array.isArray(args) && !pulumi.Output.isInstance(args))
    return { ...args };
  throw new pulumi.RunError('a lookup takes an object of keys, such as { id: "..." }');
}

/** @throws RunError if a mock returns something else */
export function requireItems<T>(token: string, result: { readonly items?: T[] } | undefined): T[] {
  if (Array.isArray(result?.items)) return result.items;
  throw new pulumi.RunError(`the mock of ${token} must return { items: [...] } with the listed objects`);
}

/** Redacts the values of a lookup's keys, which are secrets of the program, in its error. */
export function redactKeys(message: string, keys: unknown): string {
  // Loaded lazily, because most lookups succeed. The engine's SDK would print the error before an import() ends.
  const { Redactor, textsIn } =
    require("../../provider/transport/redact") as typeof import("../../provider/transport/redact");
  const redactor = new Redactor();
  for (const text of textsIn(keys)) redactor.add(text);
  return redactor.redact(message);
}
