import type { HostNames } from "./host-names";
import type { InputFacts } from "./inputs";
import type { ManagedModules } from "./module-conflicts";
import type { ChangesWith } from "./preview-outputs";

export interface ClassFacts extends InputFacts, ManagedModules, HostNames {
  readonly changesWith: ChangesWith;
  /** True if the object belongs to another one, as a route to an edge: `get` takes the ids of both. */
  readonly nested?: boolean;
}

/** The generated facts of a class. Most classes have no `secrets` and no `changesWith`. */
export type FamilyFacts = Omit<ClassFacts, "name" | "secrets" | "changesWith"> &
  Partial<Pick<ClassFacts, "secrets" | "changesWith">>;
