import * as pulumi from "@pulumi/pulumi";

/**
 * The keys of a look-up. A program without types may pass something else.
 *
 * @throws RunError for what is no object of keys.
 */
export function requireKeys(args: unknown): Readonly<Record<string, unknown>> {
  if (typeof args === "object" && args !== null && !Array.isArray(args) && !pulumi.Output.isInstance(args))
    return { ...args };
  throw new pulumi.RunError('a look-up takes an object of keys, such as { id: "..." }');
}

/**
 * The objects in what a function of the native provider, or a mock of one, answers for a list.
 *
 * @throws RunError for a mock that answers something else.
 */
export function requireItems<T>(token: string, answer: { readonly items?: T[] } | undefined): T[] {
  if (Array.isArray(answer?.items)) return answer.items;
  throw new pulumi.RunError(
    `the mock of ${token} must return { items: [...] }, with the objects of the list`,
  );
}
