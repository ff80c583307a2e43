import type * as pulumi from "@pulumi/pulumi";
import { outputsOf } from "./engine-inner";

/** An object within another one is looked up by the ids of both, and known by its own. */
export function keepOwnId(resource: pulumi.CustomResource): void {
  const own = resource.id.apply((id) => id.slice(id.lastIndexOf("/") + 1));
  outputsOf(resource).id = own;
}
