import type { Account } from "../account/account";
import type { Json } from "../json";
import type { StoredObject } from "../store/storage";

interface CommonAnswer {
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
export interface PlainAnswer extends CommonAnswer {
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
export interface RefAnswer extends CommonAnswer {
  readonly type: "Ref" | "List<Ref>";
  readonly to: readonly string[];
}

/** A module, shown in its response shape, or null. */
export interface ModuleAnswer extends CommonAnswer {
  readonly type: "module";
}

export type Answer = PlainAnswer | RefAnswer | ModuleAnswer;

export type Answers = { readonly [name: string]: Answer };

type Extra = CommonAnswer;

export const shown = {
  string: (extra: Extra = {}): PlainAnswer => ({ type: "string", ...extra }),
  boolean: (extra: Extra = {}): PlainAnswer => ({ type: "boolean", ...extra }),
  int64: (extra: Extra = {}): PlainAnswer => ({ type: "int64", ...extra }),
  list: (extra: Extra = {}): PlainAnswer => ({ type: "List<string>", ...extra }),
  map: (extra: Extra = {}): PlainAnswer => ({ type: "Map<string,string>", ...extra }),
  weights: (extra: Extra = {}): PlainAnswer => ({ type: "Map<string,int64>", ...extra }),
  object: (shape: string, extra: Extra = {}): PlainAnswer => ({ type: "object", shape, ...extra }),
  objects: (shape: string, extra: Extra = {}): PlainAnswer => ({ type: "List<object>", shape, ...extra }),
  /** Null when the stored id is. */
  ref: (from: string, to: readonly string[], extra: Extra = {}): RefAnswer => ({
    type: "Ref",
    from,
    to,
    nullable: true,
    ...extra,
  }),
  /** The reference says Ref, the service answers a list: assumed by convention. */
  refs: (from: string, to: readonly string[], extra: Extra = {}): RefAnswer => ({
    type: "List<Ref>",
    from,
    to,
    byConvention: true,
    ...extra,
  }),
  module: (): ModuleAnswer => ({ type: "module", nullable: true }),
};

/** The two texts that most families have. */
export const notes = { description: shown.string(), metadata: shown.string() } as const;
