import * as pulumi from "@pulumi/pulumi";

/**
 * Logs a warning. The resource isn't passed to the engine, because its SDK would wait for the
 * URN: if the registration failed, this and all later messages of the process would be lost.
 */
export const warn = (message: string): Promise<void> => pulumi.log.warn(message);
