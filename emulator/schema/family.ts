import type { Account, Principal } from "../account/account";
import type { JsonObject } from "../json";
import type { StoredObject } from "../store/storage";
import type { Fields } from "./params";
import type { ResponseFields } from "./responses";

/** What can be done with the objects of a collection. */
export type Operation = "create" | "get" | "list" | "update" | "delete";

export const EVERY_OPERATION: readonly Operation[] = ["create", "get", "list", "update", "delete"];

/** Who asks, and whether the account's rules apply. */
export interface Call {
  readonly account: Account;
  readonly principal: Principal;
  /** Seeding and out-of-band changes: types are checked, but no allowed values, references, uniqueness or rules. */
  readonly trusted: boolean;
  /** Path parameters above the object's own id, such as `edge_id`. */
  readonly path: Readonly<Record<string, string>>;
}

/** One resource family, as data as far as it goes. */
export interface Family {
  /** File name of this family, the same in every part of the project. */
  readonly stem: string;
  /** Class name of the family. */
  readonly name: string;
  /** Section of the API reference. */
  readonly section: string;
  /** Not in the reference, assumed by convention. */
  readonly byConvention?: boolean;
  /** Collection path; `{edge_id}` stands for the parent's id. */
  readonly collection: string;
  readonly listKey: string;
  /** The service has no list: the object that the collection belongs to answers its objects. */
  readonly listedInParent?: true;
  /** The list takes a CEL expression, `filter`. Seen at the service. */
  readonly filtered?: true;
  readonly idPrefix: string;
  readonly operations: readonly Operation[];
  readonly create: Fields;
  /** Names of the create parameters that PATCH takes. */
  readonly update: readonly string[];
  /** Answer fields beside id, uri and created_at. */
  readonly response: ResponseFields;
  /** Answers have no created_at. */
  readonly withoutCreatedAt?: boolean;
  /** Further stored values that seeding may give, such as the behaviour of a simulated agent. */
  readonly seedable?: readonly string[];

  /** Refuses what no single parameter can tell. `fields` is the object as it would be stored. */
  check?(call: Call, fields: JsonObject, previous?: StoredObject): void;
  /** Stored values that are settled at creation and never change. */
  atCreation?(call: Call, fields: JsonObject): JsonObject;
  /** Stored values that follow from the parameters; `given` are those of this request. */
  derive?(call: Call, fields: JsonObject, given: JsonObject, previous?: StoredObject): JsonObject;
  /** Fills in what a seed left out. */
  seed?(call: Call, given: JsonObject): JsonObject;
  /** Values for the create answer alone; what is to be remembered of them goes into `remember`. */
  reveal?(call: Call, fields: JsonObject): { readonly response: JsonObject; readonly remember: JsonObject };
  /** What the response to an update shows otherwise than a GET right after it. Seen at the service. */
  responseToUpdate?(call: Call, object: StoredObject, previous: StoredObject): JsonObject;
  /** Fields that the service leaves out of its responses about an object. */
  leavesOut?(object: StoredObject): readonly string[];
  /** Refuses an update or a deletion. */
  guard?(call: Call, object: StoredObject, operation: "update" | "delete"): void;
  /** After a write has been stored. */
  written?(call: Call, object: StoredObject, previous?: StoredObject): void;
  /** After the object has gone. */
  deleted?(call: Call, object: StoredObject): void;
}
