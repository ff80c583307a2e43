import * as pulumi from "@pulumi/pulumi";
import { outputsOf } from "./engine-internals";

/** Removes the outer object's id from a nested resource's id, such as `<edge>/<route>`, the form that `get` takes. */
export function keepOwnId(resource: pulumi.CustomResource): void {
  outputsOf(resource).id = resource.id.apply((id) => id.slice(id.lastIndexOf("/") + 1));
}

/** @throws RunError for a `get` with an empty id, such as an unset variable: the engine's SDK would create an object */
export function requireId(className: string, name: string, opts: pulumi.CustomResourceOptions): void {
  if (Object.hasOwn(opts, "id") && (opts.id === undefined || opts.id === null || opts.id === ""))
    throw new pulumi.RunError(`${className} "${name}": the id of the object to get is empty: set it`);
}
