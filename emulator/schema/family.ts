import type { Account, Call } from "../account/account";
import type { Json, JsonObject } from "../json";
import type { StoredObject } from "../store/storage";
import type { Fields } from "./params";
import type { Operation, ReferenceFamily } from "./reference";

/** The CEL types of the fields that the filter of a list can read, such as `created_at` and `principal.id`. */
export type FilterFields = Readonly<Record<string, FilterType>>;

export type FilterType = "string" | "bool" | "list<string>" | typeof TIMESTAMP | "Ref";

export const TIMESTAMP = "google.protobuf.Timestamp";

/** Computes the value of a field from an object and its account. */
export type Computation = (account: Account, object: StoredObject) => Json;

/** A field of a response, and the source of its value. */
export interface ResponseField {
  readonly type: string;
  /** Present in the create response only; null in every other. */
  readonly onceOnly?: boolean | undefined;
  /** Key of the stored value, if different from the response's. */
  readonly from?: string | undefined;
  /** Collections of the objects that a Ref or a list of Refs refers to. */
  readonly to?: readonly string[];
  /** The nested collection that the field lists. */
  readonly nestedCollection?: string | undefined;
  /** Computes a value that depends on more than `from`. */
  readonly compute?: Computation | undefined;
}

/** The behavior of a family that tables cannot express. */
export interface Behavior {
  /** Response fields whose value isn't the object's stored value of the same name. */
  readonly compute?: Readonly<Record<string, Computation>>;
  /** Converts the parameters of a creation, if the service also accepts others than those in the table. */
  readParams?(call: Call, body: JsonObject): JsonObject;
  /** Checks rules across parameters. `fields` are those of the object as it would be stored. */
  check?(call: Call, fields: JsonObject, previous?: StoredObject): void;
  /** Stored values that are set at creation and never change. */
  onCreate?(call: Call, fields: JsonObject): JsonObject;
  /** Stored values derived from the parameters; `changes` are those of this request. */
  derive?(call: Call, fields: JsonObject, changes: JsonObject, previous?: StoredObject): JsonObject;
  /** Fills in omitted values of a seed. */
  seed?(call: Call, values: JsonObject): JsonObject;
  /** Keys of a seed that only `seed` reads. */
  readonly seedHints?: readonly string[];
  /** Returns the token, which only the create response contains, and the hash to store instead. */
  issueToken?(): { readonly response: JsonObject; readonly stored: JsonObject };
  /** Differences between the response to an update and a GET right after it. Observed in the service. */
  responseToUpdate?(call: Call, object: StoredObject, previous: StoredObject): JsonObject;
  /** Fields that the service omits from its responses about an object. */
  omittedFields?(object: StoredObject): readonly string[];
  /** True if lists contain an object; by default always. */
  isListed?(object: StoredObject): boolean;
  /** Query parameters of the list, which select objects with any of their values. Documented by the service. */
  readonly selectors?: Readonly<
    Record<string, (values: readonly string[]) => (object: StoredObject) => boolean>
  >;
  refuseUpdate?(object: StoredObject): void;
  refuseDeletion?(call: Call, object: StoredObject): void;
  /** Runs after a write has been stored. */
  onWrite?(call: Call, object: StoredObject, previous?: StoredObject): void;
  /** Runs after the object was deleted. */
  onDelete?(call: Call, object: StoredObject): void;
}

type Emulated = NonNullable<ReferenceFamily["emulated"]>;

/** A resource family: its tables in `emulator/reference`, and its behavior. */
export interface Family
  extends Omit<Behavior, "compute">,
    Emulated,
    Omit<ReferenceFamily, "operations" | "create" | "filter" | "response" | "emulated"> {
  readonly operations: readonly Operation[];
  readonly create: Fields;
  /** The fields that the list can be filtered by. */
  readonly filter: FilterFields | undefined;
  /** Response fields in addition to id, uri, and created_at. */
  readonly response: { readonly [name: string]: ResponseField };
}

export interface Source {
  /** Name of the family's files throughout the project, such as `ip-policy`. */
  readonly stem: string;
  /** Unvalidated content of its file in `emulator/reference`. */
  readonly rows: unknown;
  readonly behavior?: Behavior;
}
