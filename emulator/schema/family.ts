import type { Call } from "../account/call";
import type { JsonObject } from "../json";
import type { StoredObject } from "../store/storage";
import type { Fields } from "./params";
import type { Compute, ResponseFields } from "./responses";

/** The operations on the objects of a collection. */
export type Operation = "create" | "get" | "list" | "update" | "delete";

export const EVERY_OPERATION: readonly Operation[] = ["create", "get", "list", "update", "delete"];

/** The behavior of a family that tables cannot express. */
export interface Behavior {
  /** Fields of the response that depend on more than the object's own stored value of that name. */
  readonly compute?: Readonly<Record<string, Compute>>;
  /** The parameters of a creation, if the service accepts others instead of those in the table. */
  readParams?(call: Call, body: JsonObject): JsonObject;
  /** Rejects what no single parameter rule can. `fields` is the object as it would be stored. */
  check?(call: Call, fields: JsonObject, previous?: StoredObject): void;
  /** Stored values that are set at creation and never change. */
  atCreation?(call: Call, fields: JsonObject): JsonObject;
  /** Stored values derived from the parameters; `given` are those of this request. */
  derive?(call: Call, fields: JsonObject, given: JsonObject, previous?: StoredObject): JsonObject;
  /** Fills in what a seed omits. */
  seed?(call: Call, given: JsonObject): JsonObject;
  /** Further keys of a seed that `seed` reads. */
  readonly seedHints?: readonly string[];
  /** Values only for the create response; those to keep go into `remember`. */
  reveal?(call: Call, fields: JsonObject): { readonly response: JsonObject; readonly remember: JsonObject };
  /** Differences between the response to an update and a GET right after it. Observed on the service. */
  responseToUpdate?(call: Call, object: StoredObject, previous: StoredObject): JsonObject;
  /** Fields that the service omits from its responses about an object. */
  leavesOut?(object: StoredObject): readonly string[];
  /** True if lists contain an object; by default always. */
  isListed?(object: StoredObject): boolean;
  /** Query parameters of the list that select by any of their values. Documented by the service. */
  readonly selectors?: Readonly<
    Record<string, (values: readonly string[]) => (object: StoredObject) => boolean>
  >;
  /** Refuses an update or a deletion. */
  guard?(call: Call, object: StoredObject, operation: "update" | "delete"): void;
  /** Runs after a write has been stored. */
  written?(call: Call, object: StoredObject, previous?: StoredObject): void;
  /** Runs after the object was deleted. */
  deleted?(call: Call, object: StoredObject): void;
}

/** A resource family: its tables in `emulator/reference`, and its behavior. */
export interface Family extends Omit<Behavior, "compute"> {
  /** Class name of the family. */
  readonly name: string;
  /** Not in the reference: the service's own description of its API has it. */
  readonly serviceOnly?: boolean;
  /** Collection path; `{edge_id}` stands for the parent's id. */
  readonly collection: string;
  readonly listKey: string;
  /** The service has no list: the response of the parent object contains the objects. */
  readonly listedInParent?: true;
  /** The fields by which the list takes a CEL expression, `filter`. Documented by the service. */
  readonly filterable?: readonly string[];
  /** The service's code for an object that does not exist. */
  readonly notFound?: number | undefined;
  /** The service's code for an update that names nothing. */
  readonly emptyUpdate?: number | undefined;
  /** Parameters whose values only one object may have, and the service's code for a second one. */
  readonly unique?: { readonly keys: readonly string[]; readonly code: number } | undefined;
  readonly idPrefix: string;
  readonly operations: readonly Operation[];
  readonly create: Fields;
  /** Names of the create parameters that PATCH takes. */
  readonly update: readonly string[];
  /** Response fields in addition to id, uri, and created_at. */
  readonly response: ResponseFields;
  /** Fields that the responses of all other families have. */
  readonly without?: readonly ("uri" | "created_at")[];
  /** Other stored values that seeding may set, such as the behavior of a simulated agent. */
  readonly seedable?: readonly string[];
}

/** The parts of a family. */
export interface Source {
  /** File name of the family, the same throughout the project. */
  readonly stem: string;
  /** Content of its file in `emulator/reference`, not checked yet. */
  readonly rows: unknown;
  readonly behavior?: Behavior;
}
