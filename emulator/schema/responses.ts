import type { Account } from "../account/account";
import type { Json } from "../json";
import type { StoredObject } from "../store/storage";

/** The value of a field, from an object and its account. */
export type Compute = (account: Account, object: StoredObject) => Json;

interface CommonField {
  /** Present in the create response only; null in every other. */
  readonly onceOnly?: boolean;
  /** Key of the stored value, if different from the response's. */
  readonly from?: string;
  /** For values that depend on more than the object's own stored values. */
  readonly compute?: Compute;
}

/** A value returned as stored. */
export interface PlainField extends CommonField {
  readonly type:
    | "string"
    | "boolean"
    | "int64"
    | "List<string>"
    | "Map<string,string>"
    | "Map<string,int64>"
    | "object"
    | "List<object>";
  /** The collection below the object whose objects are the value. */
  readonly below?: string;
}

/** A stored id returned as a Ref, or a stored list of ids returned as a list of Refs. */
export interface RefField extends CommonField {
  readonly type: "Ref" | "List<Ref>";
  readonly to: readonly string[];
}

/** A module, returned in its response shape, or null. */
export interface ModuleField extends CommonField {
  readonly type: "module";
}

export type ResponseField = PlainField | RefField | ModuleField;

export type ResponseFields = { readonly [name: string]: ResponseField };
