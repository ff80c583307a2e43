import type { HostNames } from "./host-names";
import type { InputFacts } from "./inputs";
import type { ManagedModules } from "./module-conflicts";
import type { ChangesWith } from "./preview-outputs";

export interface ClassFacts extends InputFacts, ManagedModules, HostNames {
  readonly changesWith: ChangesWith;
  /** True if the object is within another one: `get` takes the ids of both. */
  readonly nested?: boolean;
}

/** The generated facts of a class; most have no secrets, and no outputs that change in an update. */
export type FamilyFacts = Omit<ClassFacts, "name" | "secrets" | "changesWith"> &
  Partial<Pick<ClassFacts, "secrets" | "changesWith">>;
