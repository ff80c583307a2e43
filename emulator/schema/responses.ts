import type { Account } from "../account/account";
import type { Json } from "../json";
import type { StoredObject } from "../store/storage";

interface CommonField {
  /** May be null. */
  readonly nullable?: boolean;
  /** Present in the create answer alone; null in every other. */
  readonly onceOnly?: boolean;
  /** Not in the reference, assumed by convention. */
  readonly byConvention?: boolean;
  /** Values it can have, where they differ from those of the parameter of that name. */
  readonly enum?: readonly string[];
  /** Key of the stored value, where it differs from the response's. */
  readonly from?: string;
  /** For what depends on more than the object's own stored values. */
  compute?(account: Account, object: StoredObject): Json;
}

/** A value shown as it is stored. */
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
  /** Name of the object's shape in the reference. */
  readonly shape?: string;
}

/** A stored id shown as a Ref, or a stored list of ids shown as a list of Refs. */
export interface RefField extends CommonField {
  readonly type: "Ref" | "List<Ref>";
  readonly to: readonly string[];
}

/** A module, shown in its response shape, or null. */
export interface ModuleField extends CommonField {
  readonly type: "module";
}

export type ResponseField = PlainField | RefField | ModuleField;

export type ResponseFields = { readonly [name: string]: ResponseField };

type Extra = CommonField;

export const returned = {
  string: (extra: Extra = {}): PlainField => ({ type: "string", ...extra }),
  boolean: (extra: Extra = {}): PlainField => ({ type: "boolean", ...extra }),
  int64: (extra: Extra = {}): PlainField => ({ type: "int64", ...extra }),
  list: (extra: Extra = {}): PlainField => ({ type: "List<string>", ...extra }),
  map: (extra: Extra = {}): PlainField => ({ type: "Map<string,string>", ...extra }),
  weights: (extra: Extra = {}): PlainField => ({ type: "Map<string,int64>", ...extra }),
  object: (shape: string, extra: Extra = {}): PlainField => ({ type: "object", shape, ...extra }),
  objects: (shape: string, extra: Extra = {}): PlainField => ({ type: "List<object>", shape, ...extra }),
  /** Null when the stored id is. */
  ref: (from: string, to: readonly string[], extra: Extra = {}): RefField => ({
    type: "Ref",
    from,
    to,
    nullable: true,
    ...extra,
  }),
  /** The reference says Ref, the service answers a list: assumed by convention. */
  refs: (from: string, to: readonly string[], extra: Extra = {}): RefField => ({
    type: "List<Ref>",
    from,
    to,
    byConvention: true,
    ...extra,
  }),
  module: (): ModuleField => ({ type: "module", nullable: true }),
};

/** The two texts that most families have. */
export const notes = { description: returned.string(), metadata: returned.string() } as const;
