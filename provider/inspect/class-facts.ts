import { loadFamily } from "../families/load";
import { getOrAdd } from "../family/collections";
import {
  ANY,
  classesOf,
  type Field,
  fieldsIn,
  knownField,
  type Part,
  type Shape,
  type Step,
  walkShape,
} from "../family/field";
import { referencesIn } from "../family/id-prefixes";
import type { Props } from "../family/resource";
import { mayEmbed } from "../family/secret-paths";
import { UNKNOWN } from "../family/unknown";
import { comparableState, type ManagedFamily, namesOf, type UniqueName } from "../lifecycle";

/** Facts about a class, for tools that read programs and states. */
export interface ClassFacts {
  readonly name: string;
  readonly kind: ManagedFamily["kind"];
  /** Path of the collection or the module; `{key}` is a placeholder for an input. */
  readonly path: string;
  /** Inputs that are never sent to the service. */
  readonly local: readonly string[];
  /** Inputs with their own path below the object, such as the modules of an edge. */
  readonly parts: Readonly<Record<string, Part>>;
  /** Inputs that can replace each other in one PATCH. */
  readonly exclusive: readonly string[];
  readonly naturalKey: readonly string[];
  /** Class and input of the edge or route that also manages the module, and the inputs that identify it. */
  readonly moduleOf?: {
    readonly className: string;
    readonly input: string;
    readonly idInputs: readonly string[];
  };
  /** Inputs that refer to the object that this one is part of and deleted with, and its class. */
  readonly partOf: readonly { readonly input: string; readonly className: string }[];
  /** Inputs that refer to the container of the object, and its class. A container may also hold objects of other programs. */
  readonly containedIn: readonly { readonly input: string; readonly className: string }[];
  /** Inputs whose change makes a command run again. */
  readonly triggers: readonly string[];
  /** Inputs that name the hosts that the object serves. */
  readonly usedHosts: readonly string[];
  /** Inputs and outputs that name the hosts that the object reserves. */
  readonly reservedHosts: readonly string[];
}

/** A reference in the inputs to another object. */
export interface Reference {
  readonly path: readonly (string | number)[];
  /** Id of the other object, or UNKNOWN if the id, or its whole list or map, is unknown. */
  readonly id: unknown;
  readonly refersTo: readonly string[];
  /** True if the whole list or map is unknown: it may contain any number of ids. */
  readonly isList?: boolean;
}

export class InspectedClass {
  readonly facts: ClassFacts;

  constructor(private readonly family: ManagedFamily) {
    this.facts = factsOf(family);
  }

  references(inputs: Props): Reference[] {
    return referencesBelow(this.family.inputs, inputs);
  }

  /** The traffic policies in inputs, as objects or text; UNKNOWN if it is unknown whether there is one. */
  policies(inputs: Props): unknown[] {
    const policies: unknown[] = [];
    walkShape(this.family.inputs, inputs, (field, value) => {
      // Only traffic policies may contain secrets in plain text.
      if (field.meta.embedded === undefined && value !== UNKNOWN) return true;
      if (value === UNKNOWN && !mayEmbed(field)) return false;
      if (value !== undefined && value !== null) policies.push(value);
      return false;
    });
    return policies;
  }

  /**
   * Returns the outputs that the provider compares with a program. Omits parts of an imported object that the program
   * doesn't declare, because it doesn't manage them.
   *
   * @param stored - The inputs in the state.
   * @param program - The program's inputs; undefined if the resource leaves the program.
   */
  comparable(outputs: Props, stored: Props, program: Props | undefined): Props {
    return comparableState(this.family, outputs, stored, program);
  }

  /** Returns the unique names of an object with these inputs; empty if one is unknown. */
  names(inputs: Props): readonly UniqueName[] {
    return this.family.kind === "resource" ? namesOf(this.family, inputs) : [];
  }
}

/** Returns the class with this name; undefined if this version doesn't support it. */
export async function inspectClass(name: string): Promise<InspectedClass | undefined> {
  const family = await loadFamily(name);
  return family && inspectFamily(family);
}

const inspectedFamilies = new Map<ManagedFamily, InspectedClass>();

/** Returns the facts of a family. Caches them, because they take a while to collect. */
export const inspectFamily = (family: ManagedFamily): InspectedClass =>
  getOrAdd(inspectedFamilies, family, () => new InspectedClass(family));

function factsOf(family: ManagedFamily): ClassFacts {
  const { name, kind, inputs } = family;
  const resource = family.kind === "resource" ? family : undefined;
  return {
    name,
    kind,
    path: family.kind === "command" ? "" : family.path,
    local: keysWhere(inputs, (field) => field.isLocal),
    parts: resource?.parts ?? {},
    exclusive: resource?.exclusive ?? [],
    naturalKey: resource?.naturalKey ?? [],
    ...(family.kind === "module" && {
      moduleOf: {
        className: family.insteadOf.family,
        input: family.insteadOf.input,
        idInputs: family.pathKeys,
      },
    }),
    partOf: Object.entries(inputs).flatMap(([input, { meta }]) =>
      meta.refersTo && "partOf" in meta.refersTo ? [{ input, className: meta.refersTo.partOf }] : [],
    ),
    containedIn: (resource?.pathKeys ?? []).flatMap((input) =>
      (classesOf(knownField(inputs, input)) ?? []).map((className) => ({ input, className })),
    ),
    triggers: family.kind === "command" ? family.triggers : [],
    usedHosts: keysWhere(inputs, ({ meta }) => meta.hosts === "uses"),
    reservedHosts: keysWhere({ ...inputs, ...family.outputs }, ({ meta }) => meta.hosts === "reserves"),
  };
}

const keysWhere = (shape: Shape, matches: (field: Field) => boolean) =>
  Object.entries(shape).flatMap(([key, field]) => (matches(field) ? [key] : []));

function referencesBelow(shape: Shape, values: Props): Reference[] {
  const references: Reference[] = [];
  walkShape(shape, values, (field, value, path) => {
    if (value === undefined || value === null) return false;
    if (value === UNKNOWN) {
      references.push(...possibleReferences(field, path));
      return false;
    }
    const isReference = classesOf(field) !== undefined;
    // Unknown ids in a policy are handled by the review of policies.
    for (const { id, classes, path: below } of referencesIn(field, value))
      if (isReference || id !== UNKNOWN)
        references.push({ path: [...path, ...below], id, refersTo: classes });
    return !isReference;
  });
  return references;
}

/** Returns the references that an unknown value may contain. */
function possibleReferences(root: Field, path: readonly Step[]): Reference[] {
  return fieldsIn({ root }).flatMap(({ field, path: [, ...steps] }) => {
    const refersTo = classesOf(field);
    if (!refersTo) return [];
    const end = steps.includes(ANY) ? steps.indexOf(ANY) : steps.length;
    const isList = end < steps.length || field.kind === "map" || field.kind === "list";
    return [{ path: [...path, ...steps.slice(0, end)], id: UNKNOWN, refersTo, ...(isList && { isList }) }];
  });
}
