import type * as pulumi from "@pulumi/pulumi";
import type * as edge from "../sdk";
import { WITH_METADATA } from "../sdk/resources/with-metadata";
import type { ResourceClass } from "./resource-class";

type Sdk = typeof edge;

/** Names of the classes that have metadata. */
type NamesWithMetadata = {
  [K in keyof Sdk]: Sdk[K] extends abstract new (
    ...args: never[]
  ) => infer R
    ? R extends { readonly metadata: pulumi.Output<string> }
      ? K
      : never
    : never;
}[keyof Sdk];

/** The inputs that all of these share. */
export interface Notes {
  description?: string;
  metadata?: string;
}

/** The same classes, typed with these inputs only. */
export const CLASSES_WITH_METADATA = Object.values(
  WITH_METADATA satisfies { [K in NamesWithMetadata]: Sdk[K] },
) as unknown as readonly ResourceClass<pulumi.Resource, Notes>[];
