import { loadFamily } from "../families/load";
import { canonicalUrl } from "../family/canonical-forms";
import { looksSecret } from "../family/credentials/possible";
import {
  ANY,
  classesOf,
  type Field,
  fieldsIn,
  isRecord,
  knownField,
  type Shape,
  type Step,
  walkShape,
} from "../family/field";
import { UNKNOWN } from "../family/unknown";
import type { ManagedFamily } from "../lifecycle";
import { comparableState } from "../lifecycle/plan";
import { canonical, clash, namesOf, type UniqueName, without } from "../lifecycle/values";

/** Canonical forms of values, and the engine's placeholder for unknown values. */
export { canonicalUrl, clash, looksSecret, UNKNOWN, type UniqueName, without };

/** Facts about a class, for tools that read programs and states. */
export interface ClassFacts {
  readonly name: string;
  readonly kind: ManagedFamily["kind"];
  /** Path of the collection or the module; `{key}` stands for an input. */
  readonly path: string;
  readonly inputs: readonly string[];
  /** Inputs that are never sent. */
  readonly local: readonly string[];
  /** Inputs with an endpoint of their own below the object, with its last path segment. */
  readonly parts: Readonly<
    Record<string, { readonly kind: "module" | "attachment"; readonly segment: string }>
  >;
  /** Inputs that replace each other. */
  readonly exclusive: readonly string[];
  /** Inputs that together identify the object. */
  readonly naturalKey: readonly string[];
  /** Class and input through which the same module is managed as part of its edge or route. */
  readonly moduleOf?: { readonly className: string; readonly input: string; readonly at: readonly string[] };
  /** Inputs that say what the object is part of and deleted with, and its class. */
  readonly partOf: readonly { readonly input: string; readonly className: string }[];
  /** Inputs that say in which other objects the object is, and their class: that one may hold objects of others beside it. */
  readonly placedIn: readonly { readonly input: string; readonly className: string }[];
  /** Inputs whose change makes a command run again. */
  readonly triggers: readonly string[];
  /** Inputs that name the hosts which the object serves. */
  readonly usedHosts: readonly string[];
  /** Inputs and outputs that name the hosts which the object reserves. */
  readonly reservedHosts: readonly string[];
}

/** One place in the inputs that refers to another object. */
export interface Reference {
  /** The input, and the path below it. */
  readonly path: readonly (string | number)[];
  /** Id of the other object, or UNKNOWN, also where the whole list or map is unknown. */
  readonly id: unknown;
  /** Possible classes of the other object. */
  readonly refersTo: readonly string[];
  /** The whole list or map is unknown: it may hold any number of ids. */
  readonly isList?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** A class with its facts and the fields of its inputs. */
export class InspectedClass {
  readonly facts: ClassFacts;

  constructor(private readonly family: ManagedFamily) {
    this.facts = factsOf(family);
  }

  /** All references to other objects in inputs, in order. */
  references(inputs: Readonly<Record<string, unknown>>): Reference[] {
    return referencesIn(this.family.inputs, inputs);
  }

  /** The traffic policies in inputs, objects or text; UNKNOWN for one that may be there. */
  policies(inputs: Readonly<Record<string, unknown>>): unknown[] {
    const found: unknown[] = [];
    walkShape(this.family.inputs, inputs, (field, value) => {
      // Only traffic policies hold secrets that somebody may have written into them.
      if (field.meta.embedded === undefined && value !== UNKNOWN) return true;
      if (value === UNKNOWN && !mayHoldPolicy(field)) return false;
      if (value !== undefined && value !== null) found.push(value);
      return false;
    });
    return found;
  }

  /**
   * Outputs of a state as the provider compares them with a program: parts of an imported object that the program does
   * not declare are not managed.
   *
   * @param stored - The inputs that are stored with the state.
   * @param program - The program's inputs; undefined where the resource leaves the program.
   */
  comparable(outputs: Values, stored: Values, program: Values | undefined): Values {
    return comparableState(this.family, outputs, stored, program);
  }

  /** Names that the service allows one object at a time, or only objects that all share them; none while one is not known. */
  names(inputs: Values): readonly UniqueName[] {
    return this.family.kind === "resource" ? namesOf(this.family, inputs) : [];
  }

  /** The canonical form of an input for comparison: defaults filled in, sets sorted, spellings normalized. */
  canonical(input: string, value: unknown): unknown {
    const field = this.family.inputs[input];
    return field ? canonical(field, value) : value;
  }
}

/** The class with this name; undefined for one that this version does not have. */
export async function inspectClass(name: string): Promise<InspectedClass | undefined> {
  const family = await loadFamily(name);
  return family && inspected(family);
}

const known = new Map<ManagedFamily, InspectedClass>();

/** The facts of a family, which are many to find. */
export function inspected(family: ManagedFamily): InspectedClass {
  const found = known.get(family) ?? new InspectedClass(family);
  known.set(family, found);
  return found;
}

function factsOf(family: ManagedFamily): ClassFacts {
  const { name, kind } = family;
  const local = keysWhere(family.inputs, (field) => field.isLocal);
  const hosts = {
    usedHosts: keysWhere(family.inputs, ({ meta }) => meta.hosts === "uses"),
    reservedHosts: keysWhere(
      { ...family.inputs, ...family.outputs },
      ({ meta }) => meta.hosts === "reserves",
    ),
  };
  const facts = { name, kind, inputs: Object.keys(family.inputs), local, ...NOTHING, ...hosts };
  if (family.kind === "module") {
    const { insteadOf, pathKeys, path } = family;
    return {
      ...facts,
      path,
      moduleOf: { className: insteadOf.family, input: insteadOf.input, at: pathKeys },
    };
  }
  if (family.kind === "command") return { ...facts, triggers: family.triggers };
  return {
    ...facts,
    path: family.path,
    parts: (family.parts ?? {}) as ClassFacts["parts"],
    exclusive: family.exclusive ?? [],
    naturalKey: family.naturalKey ?? [],
    partOf: Object.entries(family.inputs).flatMap(
      ([
        input,
        {
          meta: { refersTo },
        },
      ]) => (refersTo && "partOf" in refersTo ? [{ input, className: refersTo.partOf }] : []),
    ),
    placedIn: family.pathKeys.flatMap((input) =>
      (classesOf(knownField(family.inputs, input)) ?? []).map((className) => ({ input, className })),
    ),
  };
}

const NOTHING = {
  path: "",
  parts: {},
  exclusive: [],
  naturalKey: [],
  partOf: [],
  placedIn: [],
  triggers: [],
};

const keysWhere = (shape: Shape, holds: (field: Field) => boolean) =>
  Object.entries(shape).flatMap(([key, field]) => (holds(field) ? [key] : []));

function referencesIn(shape: Shape, values: Readonly<Record<string, unknown>>): Reference[] {
  const found: Reference[] = [];
  walkShape(shape, values, (field, value, path) => {
    if (value === undefined || value === null) return false;
    // What is not known is none of the object's ids: the judge of policies looks at it.
    for (const { of, id, path: at } of field.meta.names?.find(value) ?? [])
      if (id !== UNKNOWN) found.push({ path: [...path, ...at], id, refersTo: [of] });
    if (classesOf(field)) for (const one of referencesOf(field, value, path)) found.push(one);
    else if (value === UNKNOWN) for (const one of allBelow(field, path)) found.push(one);
    else return true;
    return false;
  });
  return found;
}

function referencesOf(field: Field, value: unknown, path: readonly Step[]): Reference[] {
  const refersTo = classesOf(field) ?? [];
  if (field.kind === "map" && isRecord(value))
    return Object.keys(value).map((id) => ({ path: [...path, id], id, refersTo }));
  if (Array.isArray(value)) return value.map((id, n) => ({ path: [...path, n], id, refersTo }));
  const isList = field.kind === "map" || field.kind === "list";
  return [{ path, id: value, refersTo, ...(isList && { isList }) }];
}

const mayHoldPolicy = (unknown: Field) =>
  fieldsIn({ unknown }).some(({ field }) => field.meta.embedded !== undefined);

/** Possible references in an unknown object, list or map. */
function allBelow(unknown: Field, at: readonly Step[]): Reference[] {
  return fieldsIn({ unknown }).flatMap(({ field, path }) => {
    const refersTo = classesOf(field);
    if (!refersTo) return [];
    const steps = path.slice(1);
    if (!steps.includes(ANY)) return referencesOf(field, UNKNOWN, [...at, ...steps]);
    return [{ path: [...at, ...steps.slice(0, steps.indexOf(ANY))], id: UNKNOWN, refersTo, isList: true }];
  });
}
