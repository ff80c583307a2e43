import { lookups, managed } from "../../provider/families";
import type { CommandFamily } from "../../provider/family/command";
import type { LookupFamily } from "../../provider/family/lookup";
import type { ModuleFamily } from "../../provider/family/module";
import type { ResourceFamily } from "../../provider/family/resource";

/** A family that has a resource class. */
export type ClassFamily = ResourceFamily | ModuleFamily | CommandFamily;
/** A family that a get function reads. */
export type ReadableFamily = ResourceFamily | ModuleFamily | LookupFamily;

export const classFamilies: readonly ClassFamily[] = managed;
export const readableFamilies: readonly ReadableFamily[] = [
  ...managed.filter((family) => family.kind !== "command"),
  ...lookups,
];

export { stemOf } from "./stem";
