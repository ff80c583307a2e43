import * as pulumi from "@pulumi/pulumi";

/**
 * Warns of a resource, which the message names. The resource is not passed to the engine: its SDK would wait for the URN,
 * which never comes where the registration fails, and hold back this and every later message of the process.
 */
export const warn = (message: string): Promise<void> => pulumi.log.warn(message);
