import { alg, Graph } from "@dagrejs/graphlib";
import { type AccountObject, type Described, type DescribedObject, nestedIn } from "../../provider/inspect";
import { hiddenSecretUses, mentionedIds, type SecretFinder, secretFinder } from "./mentioned-objects";
import type { NamedObject } from "./names";
import { type HostFinder, hostFinder } from "./reserved-hosts";

export interface Declaration {
  readonly object: NamedObject;
  readonly inputs: DescribedObject;
}

/** The objects of a program; each follows the objects that it refers to. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /**
   * Returns the object with an id, if another object may refer to it. References that would close a cycle are excluded.
   */
  readonly resolveReference: (from: NamedObject, id: string) => NamedObject | undefined;
  /** Ids of the objects on which an object depends, although its code doesn't show it. */
  readonly hiddenDependencies: (declaration: Declaration) => readonly string[];
  readonly secretOf: SecretFinder;
  readonly hostOf: HostFinder;
}

export interface PlannedFile {
  /** Families that share the file because their objects refer to each other. */
  readonly families: readonly AccountObject["family"][];
  readonly declarations: readonly Declaration[];
}

/** The objects that each object refers to, in order of reference. */
type References = ReadonlyMap<NamedObject, readonly NamedObject[]>;

/** Distributes declarations over files, one per family; families that refer to each other in a cycle share a file. */
export function plan(declarations: readonly Declaration[]): Plan {
  const objects = declarations.map(({ object }) => object);
  const byId = uniqueIds(objects);
  const secretOf = secretFinder(objects);
  const hostOf = hostFinder(objects);
  // Secrets named by policies that are stored in the configuration, and wildcards that cover hosts.
  const hiddenDependencies = ({ object, inputs }: Declaration) => {
    const wildcards = nestedIn(inputs).flatMap((value) => {
      const reservation = value.kind === "host" ? hostOf(value.text) : undefined;
      return reservation && reservation.reservedRange === undefined ? [reservation.id] : [];
    });
    return [...hiddenSecretUses(object, inputs, secretOf), ...wildcards];
  };
  const references: References = new Map(
    declarations.map((declaration) => {
      const visible = referencesIn(declaration.inputs, (id) => byId.has(id), secretOf, hostOf);
      const ids = new Set([...hiddenDependencies(declaration), ...visible]);
      return [declaration.object, [...ids].flatMap((id) => byId.get(id) ?? [])];
    }),
  );
  const ordered = orderByReference(references);
  const position = new Map(ordered.map((object, n) => [object, n]));
  const follows = (object: NamedObject, other: NamedObject) =>
    (position.get(object) ?? 0) > (position.get(other) ?? 0);
  const resolveReference = (from: NamedObject, id: string) => {
    const to = byId.get(id);
    return to && follows(from, to) ? to : undefined;
  };
  const declarationOf = new Map(declarations.map((declaration) => [declaration.object, declaration]));
  const families = [...new Set(objects.map(({ family }) => family))];
  const groups = groupsOf(references, follows);
  const files = groups.map((names) => ({
    families: families.filter(({ name }) => names.includes(name)),
    declarations: ordered
      .filter(({ family }) => names.includes(family.name))
      .flatMap((object) => declarationOf.get(object) ?? []),
  }));
  return { files, resolveReference, hiddenDependencies, secretOf, hostOf };
}

/** Objects by id. An id that occurs in two families is excluded, because a string could mean either. */
const uniqueIds = (objects: readonly NamedObject[]): ReadonlyMap<string, NamedObject> =>
  new Map(
    [...Map.groupBy(objects, ({ id }) => id)].flatMap(([id, [object, ...others]]) =>
      object && others.length === 0 ? [[id, object] as const] : [],
    ),
  );

/** Ids of the objects that a value refers to: references first, then ids mentioned in strings. */
function referencesIn(
  value: Described,
  isKnown: (id: string) => boolean,
  secretOf: SecretFinder,
  hostOf: HostFinder,
): string[] {
  const values = nestedIn(value);
  const referred = values.flatMap((item) => {
    if (item.kind === "reference") return [item.id];
    if (item.kind === "host") return hostOf(item.text)?.id ?? [];
    return item.kind === "map" && item.hasIdKeys ? item.entries.map(([key]) => key) : [];
  });
  const mentioned = values.flatMap((item) =>
    item.kind === "plain" || item.kind === "document" || item.kind === "part"
      ? mentionedIds(item.value, isKnown, item.kind === "plain" ? undefined : secretOf)
      : [],
  );
  return [...referred, ...mentioned];
}

/** Sorts depth first, in the given order: an object follows those that it refers to, except in a cycle. */
function orderByReference(references: References): NamedObject[] {
  const ordered: NamedObject[] = [];
  const visited = new Set<NamedObject>();
  // Iterative, because a long chain could exceed the call stack.
  const path: { readonly object: NamedObject; readonly rest: Iterator<NamedObject> }[] = [];
  const enter = (object: NamedObject) => {
    if (visited.has(object)) return;
    visited.add(object);
    path.push({ object, rest: (references.get(object) ?? []).values() });
  };
  for (const start of references.keys()) {
    enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { done, value: to } = at.rest.next();
      if (done) {
        ordered.push(at.object);
        path.pop();
      } else enter(to);
    }
  }
  return ordered;
}

/** Family names by file. Families that refer to each other must share a file. */
function groupsOf(
  references: References,
  mayRefer: (from: NamedObject, to: NamedObject) => boolean,
): string[][] {
  const graph = new Graph({ directed: true });
  for (const [object, others] of references) {
    graph.setNode(object.family.name);
    for (const to of others)
      if (to.family !== object.family && mayRefer(object, to))
        graph.setEdge(object.family.name, to.family.name);
  }
  return alg
    .tarjan(graph)
    .map((names) => names.sort())
    .sort(([first = ""], [other = ""]) => (first < other ? -1 : 1));
}
