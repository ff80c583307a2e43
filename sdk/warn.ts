import * as pulumi from "@pulumi/pulumi";

/**
 * Logs a warning without its resource, because the engine's SDK would wait for the resource's URN: if the registration
 * failed, this and all later messages of the process would be lost.
 */
export const warn = (message: string): Promise<void> => pulumi.log.warn(message);

/** Ignores that a check for a warning fails: a failed input or id fails the resource itself. */
export const ignoreFailure = (check: Promise<void>): Promise<void> => check.catch(() => undefined);
