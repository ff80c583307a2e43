import * as pulumi from "@pulumi/pulumi";

/**
 * The keys of a look-up. A program without types may pass something else.
 *
 * @throws RunError for what is no object of keys.
 */
export function keysIn(args: unknown): Readonly<Record<string, unknown>> {
  if (typeof args === "object" && args !== null && !Array.isArray(args) && !pulumi.Output.isInstance(args))
    return { ...args };
  throw new pulumi.RunError('a look-up takes an object of keys, such as { id: "..." }');
}
