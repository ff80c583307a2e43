import * as pulumi from "@pulumi/pulumi";

/**
 * Warns about a resource that the message names. The resource is not passed to the engine, whose SDK would wait for its
 * URN: if the registration fails, this and every later message of the process would be lost.
 */
export const warn = (message: string): Promise<void> => pulumi.log.warn(message);
