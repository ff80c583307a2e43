import { alg, Graph } from "@dagrejs/graphlib";
import { type DescribedObject, type DescribedValue, nestedIn } from "../../provider/inspect";
import { compareText } from "../common";
import { hiddenSecretUses, mentionedIds, type SecretFinder, secretFinder } from "./mentioned-objects";
import type { NamedObject } from "./names";
import { type HostFinder, hostFinder } from "./reserved-hosts";

export interface Declaration {
  readonly object: NamedObject;
  readonly inputs: DescribedObject;
}

export type Plan = ReturnType<typeof plan>;

export type PlannedFile = Plan["files"][number];

/** The objects that each object refers to, in order of reference. */
type References = ReadonlyMap<NamedObject, readonly NamedObject[]>;

/**
 * Distributes declarations over files, one per family; families that refer to each other in a cycle share a file. Each
 * declaration follows those that it refers to.
 */
export function plan(declarations: readonly Declaration[]) {
  const objects = declarations.map(({ object }) => object);
  const byId = Map.groupBy(objects, ({ id }) => id);
  /** Returns undefined for an id that occurs in two families, because a string could mean either. */
  const findObject = (id: string) => {
    const [object, other] = byId.get(id) ?? [];
    return other === undefined ? object : undefined;
  };
  const isKnown = (id: string) => findObject(id) !== undefined;
  const secretOf = secretFinder(objects);
  const hostOf = hostFinder(objects);
  /**
   * Returns the ids of objects that must exist first, although the code doesn't refer to them: secrets that a policy in
   * the configuration names, and wildcard reservations that cover a host.
   */
  const hiddenDependencies = ({ object, inputs }: Declaration) => {
    const wildcards = nestedIn(inputs).flatMap((value) => {
      const reservation = value.kind === "host" ? hostOf(value.text) : undefined;
      return reservation && reservation.reservedRange === undefined ? [reservation.id] : [];
    });
    return [...hiddenSecretUses(object, inputs, secretOf), ...wildcards];
  };
  const references: References = new Map(
    declarations.map((declaration) => {
      const visible = referencesIn(declaration.inputs, isKnown, secretOf, hostOf);
      const ids = new Set([...hiddenDependencies(declaration), ...visible]);
      return [declaration.object, [...ids].flatMap((id) => findObject(id) ?? [])];
    }),
  );
  const ordered = orderByReference(references);
  const position = new Map(ordered.map((object, n) => [object, n]));
  const positionOf = (object: NamedObject) => position.get(object) ?? 0;
  /** False for references that would close a cycle. */
  const mayRefer = (from: NamedObject, to: NamedObject) => positionOf(from) > positionOf(to);
  /** Returns the object with an id; undefined if it is unknown, or if a reference to it would close a cycle. */
  const resolveReference = (from: NamedObject, id: string) => {
    const to = findObject(id);
    return to && mayRefer(from, to) ? to : undefined;
  };
  const sorted = declarations.toSorted((a, b) => positionOf(a.object) - positionOf(b.object));
  const families = [...new Set(objects.map(({ family }) => family))];
  const files = groupsOf(references, mayRefer).map((names) => ({
    families: families.filter(({ name }) => names.includes(name)),
    declarations: sorted.filter(({ object }) => names.includes(object.family.name)),
  }));
  return { files, resolveReference, hiddenDependencies, secretOf, hostOf };
}

/** Returns the ids of the objects that inputs refer to: references first, then ids in strings. */
function referencesIn(
  inputs: DescribedValue,
  isKnown: (id: string) => boolean,
  secretOf: SecretFinder,
  hostOf: HostFinder,
): string[] {
  const values = nestedIn(inputs);
  const referredIds = values.flatMap((item) => {
    if (item.kind === "reference") return [item.id];
    if (item.kind === "host") return hostOf(item.text)?.id ?? [];
    return item.kind === "map" && item.hasIdKeys ? item.entries.map(([key]) => key) : [];
  });
  const idsInStrings = values.flatMap((item) =>
    item.kind === "plain" || item.kind === "document" || item.kind === "part"
      ? mentionedIds(item.value, isKnown, item.kind === "plain" ? undefined : secretOf)
      : [],
  );
  return [...referredIds, ...idsInStrings];
}

/** Sorts objects after those that they refer to, except in a cycle; otherwise keeps their order. */
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
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const { done, value: to } = current.rest.next();
      if (done) {
        ordered.push(current.object);
        path.pop();
      } else enter(to);
    }
  }
  return ordered;
}

/** Groups the names of families that refer to each other and must share a file. */
function groupsOf(
  references: References,
  mayRefer: (from: NamedObject, to: NamedObject) => boolean,
): string[][] {
  const graph = new Graph({ directed: true });
  for (const [object, targets] of references) {
    graph.setNode(object.family.name);
    for (const to of targets)
      if (to.family !== object.family && mayRefer(object, to))
        graph.setEdge(object.family.name, to.family.name);
  }
  const groups = alg.tarjan(graph).map((names) => names.sort());
  return groups.sort(([a = ""], [b = ""]) => compareText(a, b));
}
