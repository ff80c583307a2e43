import { isDeepStrictEqual } from "node:util";
import type { Part } from "./field";
import {
  type InputValues,
  isRequired,
  knownField,
  type ResponseValues,
  type Rule,
  type Shape,
  type ValueOf,
} from "./field";
import { bool, oneOf, out, ownId } from "./fields";
import { foreignIdReason } from "./id-prefixes";
import { UNKNOWN } from "./unknown";

export type Props = Readonly<Record<string, unknown>>;

declare const kind: unique symbol;

/** Lets the compiler distinguish the kinds of records. */
interface Kind<K extends string> {
  readonly [kind]?: K;
}

/** A resource's inputs, as the program sets them. */
export type Inputs = Props & Kind<"inputs">;

/** A resource's state, as the engine stores it: inputs, outputs, and keys internal to this package. */
export type State = Props & Kind<"state">;

/** A request or response body, with the API's names. */
export type Wire = Props & Kind<"wire">;

/** A list property by whose items programs can look up an object, such as the hostports of an edge. */
export interface Element {
  readonly name: string;
  readonly property: string;
  readonly description: string;
}

/** Properties for lookups of an object without its id. All of them must match. */
export type LookupKey = readonly (string | Element)[];

export interface ResourceDefinition<I extends Shape = Shape, O extends Shape = Shape> {
  readonly name: string;
  /** English plural of the class name; by default, `name` plus "s". */
  readonly plural?: string;
  readonly summary: string;
  /** Heading in the API reference; undefined for families that it does not cover. */
  readonly section?: string;
  /** Only the service's OpenAPI document has the family: other services may lack it. */
  readonly serviceOnly?: true;
  /** Deprecation notice: what to use instead of this class. */
  readonly deprecated?: string;
  /** Collection path; `{edgeId}` stands for an input that is part of the path. */
  readonly path: string;
  /** Key of the objects in a list response; by default, the last segment of the path. */
  readonly listKey?: string;
  /** The service has no list of the collection: the objects are read from `listKey` of their parent. */
  readonly listedInParent?: boolean;
  /** The list supports `filter`, a CEL expression: lookups by these properties use it. */
  readonly filterableBy?: readonly (keyof (I & O) & string)[];
  readonly inputs: I;
  /** Inputs that can change in place: the update parameters of the API reference. */
  readonly update: readonly (keyof I & string)[];
  /** Parts of inputs that only a replacement can change. An optional input needs a default, which its removal sends. */
  readonly fixedParts?: { readonly [K in keyof I & string]?: FixedPart<ValueOf<I[K]>> };
  readonly outputs: O;
  /** Keys whose combined value is unique. Each item of a list is unique across all classes with a key of that name. */
  readonly naturalKey?: readonly (keyof I & string)[];
  /** Objects may share a natural key if all of them allow it. */
  readonly sharesName?: {
    readonly when: (inputs: InputValues<I>) => boolean;
    /** Advice that completes "to share it, …". */
    readonly how: string;
  };
  /** Two inputs for one object, its id and its name: a program sets one of them. Imports set the id. */
  readonly alternatives?: { readonly id: keyof I & string; readonly name: keyof I & string };
  /** Keys for lookups; by default, the `uniqueKeys` of the family. */
  readonly lookups?: readonly LookupKey[];
  readonly rules?: readonly Rule<InputValues<I>>[];
  /** Inputs with their own API path. The modules among them follow from their fields and aren't repeated. */
  readonly parts?: { readonly [K in keyof I & string]?: Part };
  /** Inputs that can replace each other in one PATCH. */
  readonly exclusive?: readonly (keyof I & string)[];
  /** Modules that the service may refuse to enable together. */
  readonly conflicts?: readonly {
    /** One of these inputs may have to be removed before another can be set. */
    readonly among: readonly (keyof I & string)[];
    /** True if they exclude each other with these inputs; by default, always. */
    readonly when?: (inputs: InputValues<I>) => boolean;
  }[];
  /** Derives inputs from a response in camelCase. Null: the service has no value; undefined: it isn't shown. */
  readonly observe?: {
    readonly [K in keyof I & string]?: (response: ObjectValues<I, O>) => ValueOf<I[K]> | null | undefined;
  };
  /** The service's value of an unset input that the other inputs determine. Any other value is drift. */
  readonly implied?: {
    readonly [K in keyof I & string]?: (inputs: ResponseValues<I>) => ValueOf<I[K]> | undefined;
  };
  /** Outputs derived only from inputs, and so known at preview if these inputs are. */
  readonly derive?: {
    readonly from: readonly (keyof I & string)[];
    readonly outputs: readonly (keyof O & string)[];
    readonly compute: (inputs: InputValues<I>) => InputValues<O>;
  };
  /** Outputs computed from a response in camelCase. */
  readonly compute?: (response: ObjectValues<I, O>) => InputValues<O>;
  /** Returns false for objects of the collection that this class cannot manage. */
  readonly manages?: (response: ObjectValues<I, O>) => boolean;
  /** When to replace the object although no input requires it. */
  readonly renewWhen?: Renewal<ObjectValues<I, O>, InputValues<I>>;
  /** Prevents replacement while an input is true in the state. */
  readonly preventReplace?: {
    readonly whileTrue: keyof I & string;
    /** The effect of a replacement, for the error, such as "would release it". */
    readonly consequence: string;
  };
  /** The service allows deleting an object in use; its users then treat it as empty. By default, it rejects that. */
  readonly deletableInUse?: true;
  /** If `when` is true, the object guards all objects of these classes in the account, although none refers to it. */
  readonly guardsAll?: {
    readonly classes: readonly string[];
    readonly when: (inputs: ResponseValues<I>) => boolean;
  };
  /** Returns the reason why the object must not be deleted, if there is one. */
  readonly preventDelete?: (
    state: ObjectValues<I, O>,
    account: { readonly isOwnToken: (token: string) => Promise<boolean> },
  ) => string | undefined | Promise<string | undefined>;
  /** Waits after create or update until the object is usable. */
  readonly waitUntilReady?: {
    /** Maximum wait in milliseconds; undefined if the program doesn't request a wait. */
    readonly deadline: (inputs: InputValues<I>) => number | undefined;
    /** `before` is the state before the change, empty for a new object. */
    readonly verdict: (state: ObjectValues<I, O>, now: number, before: ObjectValues<I, O>) => Readiness;
  };
}

export interface FixedPart<V = unknown> {
  readonly name: string;
  /** Returns undefined if the value doesn't determine the part. */
  readonly extract: (value: V) => string | undefined;
}

export type ObjectValues<I extends Shape, O extends Shape> = ResponseValues<O> &
  ResponseValues<Omit<I, keyof O>>;

export interface Renewal<S = Props, I = Props> {
  /** `now` is in milliseconds since the epoch. */
  readonly due: (state: S, inputs: I, now: number) => boolean;
  /** Property with the time at which the object expires, reported as the reason for the replacement. */
  readonly expiryKey: string;
  /** Warns with this text instead of replacing, for objects that only the program can renew. */
  readonly warning?: string;
}

export type Readiness =
  | { readonly state: "ready" }
  | { readonly state: "waiting"; readonly why: string; readonly againAt?: number }
  | { readonly state: "failed"; readonly why: string };

export const commonInputs = {
  adoptId: ownId(
    "Id of an existing object to adopt instead of creating one. If the object differs from the program, one minimal update is sent. A difference that only a replacement could resolve is an error.",
  ).optional(),
  deleteOnDestroy: bool(
    "Whether destroying the resource deletes the object. An adopted object is left in place unless this is true; a created one is deleted unless this is false.",
    { returned: "local" },
  ).optional(),
} satisfies Shape;

const adopt = (naturalKey: readonly string[]) =>
  oneOf(
    { ifExists: "Adopts the object if it exists; otherwise, creates it." },
    `Whether to adopt an existing object with the same ${listText(
      naturalKey.map((key) => `\`${key}\``),
      "conjunction",
    )} instead of creating one. Works like \`adoptId\`, which excludes it. Has no effect once the resource has an object.`,
    { returned: "local" },
  ).optional();

export const listText = (items: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat("en-US", { type }).format(items);

export const commonOutputs = {
  adopted: out.bool(
    "Whether the object was adopted instead of created; stays true when the input that requested it is removed.",
    { returned: "local", nullable: true },
  ),
} satisfies Shape;

const unmanagedModules = (moduleKeys: readonly string[]): Shape => ({
  unmanagedModules: out.strings(
    "Modules that are set on the service but were never declared in the program, sorted by input name.",
    // Declaring a module removes it from the list.
    { volatile: true, returned: "local", changesWith: moduleKeys },
  ),
});

export interface ResourceFamily extends ResourceDefinition {
  readonly kind: "resource";
  readonly plural: string;
  readonly listKey: string;
  readonly parts: Readonly<Record<string, Part>>;
  readonly lookups: readonly LookupKey[];
  readonly pathKeys: readonly string[];
  readonly bodyKeys: readonly string[];
  readonly replaceKeys: readonly string[];
  readonly computedKeys: readonly string[];
  readonly requiredKeys: readonly string[];
  readonly moduleKeys: readonly string[];
  readonly onceKeys: readonly string[];
  /** The natural key and, if `alternatives` allows a name instead of the id in it, the key with the name. */
  readonly uniqueKeys: readonly (readonly string[])[];
}

/** The facts that classes of objects and classes of single modules have in common. */
export interface ObjectFamily
  extends Pick<
      ResourceDefinition,
      "name" | "inputs" | "outputs" | "derive" | "implied" | "observe" | "compute"
    >,
    Pick<ResourceFamily, "parts" | "pathKeys" | "replaceKeys" | "computedKeys" | "moduleKeys" | "onceKeys"> {
  readonly kind: "resource" | "module";
}

export function defineResource<const I extends Shape, const O extends Shape>(
  definition: ResourceDefinition<I, O>,
): ResourceFamily {
  const modules = Object.entries(definition.inputs).flatMap(([key, { meta }]) =>
    meta.module ? [[key, moduleAt(key, meta.module)] as const] : [],
  );
  const moduleKeys = modules.map(([key]) => key);
  const parts = { ...definition.parts, ...Object.fromEntries(modules) } as Readonly<Record<string, Part>>;
  const update: readonly string[] = [...definition.update, ...moduleKeys];
  const pathKeys = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string);
  const { adoptId: anyId, ...common } = commonInputs;
  // Unlike rejects, inspect applies to adopted objects too.
  const inspect = (fullId: unknown, inputs: Props) => {
    const parents = String(fullId).split("/");
    const id = parents.pop() ?? "";
    const ids = pathKeys.map((key) => inputs[key]);
    const isOwn = parents.every((parent, i) => ids[i] === UNKNOWN || ids[i] === parent);
    const alternatives = pathKeys.map((key) => `, or <${key}>/<id> with the resource's ${key}`).join("");
    const reason =
      isOwn && id !== "" ? foreignIdReason([definition.name], id) : `must be the id alone${alternatives}`;
    return reason === undefined ? [] : [{ isError: true, path: [], reason }];
  };
  const adoptId = { ...anyId, meta: { ...anyId.meta, inspect } };
  const adoptInput = definition.naturalKey ? { adopt: adopt(definition.naturalKey) } : {};
  const inputs: Shape = { ...definition.inputs, adoptId, ...adoptInput, ...common };
  const outputs: Shape = {
    ...definition.outputs,
    ...(moduleKeys.length > 0 ? unmanagedModules(moduleKeys) : {}),
    ...commonOutputs,
  };
  const uniqueKeys = uniqueKeysOf(definition);
  const sent = Object.keys(inputs).filter((key) => !knownField(inputs, key).isLocal);
  return {
    ...(definition as unknown as ResourceDefinition),
    kind: "resource",
    parts,
    update,
    inputs,
    outputs,
    plural: definition.plural ?? `${definition.name}s`,
    listKey: definition.listKey ?? lastSegment(definition.path),
    rules: [
      ...(definition.alternatives ? [alternativesRule(definition.alternatives)] : []),
      ...((definition.rules ?? []) as readonly Rule[]),
    ],
    lookups: definition.lookups ?? uniqueKeys,
    uniqueKeys,
    pathKeys,
    bodyKeys: sent.filter((key) => !pathKeys.includes(key)),
    replaceKeys: sent.filter((key) => !update.includes(key)),
    computedKeys: Object.keys(outputs).filter((key) => !(key in inputs)),
    requiredKeys: Object.keys(inputs).filter((key) => isRequired(knownField(inputs, key))),
    moduleKeys,
    onceKeys: Object.keys(outputs).filter((key) => knownField(outputs, key).meta.returned === "once"),
  };
}

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** API reference, section "Edge module operations". */
const moduleAt = (key: string, role: Part["role"]): Part => ({
  kind: "module",
  segment: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  clears: [],
  role,
});

function uniqueKeysOf({
  naturalKey,
  alternatives,
}: Pick<ResourceDefinition, "naturalKey" | "alternatives">): readonly (readonly string[])[] {
  if (!naturalKey) return [];
  const byName = naturalKey.map((key) => (key === alternatives?.id ? alternatives.name : key));
  return isDeepStrictEqual(byName, naturalKey) ? [naturalKey] : [naturalKey, byName];
}

const alternativesRule = ({ id, name }: { readonly id: string; readonly name: string }): Rule => ({
  keys: [id, name],
  text: `Exactly one of \`${id}\` and \`${name}\` is set.`,
  violation: (inputs) => {
    const setKeys = [id, name].filter((key) => inputs[key] !== undefined);
    if (setKeys.length === 1) return undefined;
    return setKeys.length === 0
      ? `is required, or ${name} instead`
      : `excludes ${name}, which names the same object: set only one of them`;
  },
});
