import { alg, Graph } from "@dagrejs/graphlib";
import { type AccountObject, type Described, nestedIn } from "../../provider/inspect";
import type { Declaration, NamedObject } from "./declaration";
import { mentionedIds, type SecretFinder } from "./mentioned-objects";
import { type HostFinder, hostFinder, reservationsIn } from "./reserved-hosts";
import { hiddenSecretUses, secretFinder } from "./vault-secrets";

/** The objects of a program; each follows the objects that it refers to. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /**
   * Returns the object with an id, if another object may refer to it. References that would close a cycle are excluded.
   */
  readonly referred: (from: NamedObject, id: string) => NamedObject | undefined;
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
  const references: References = new Map(
    declarations.map((declaration) => {
      const { object, inputs } = declaration;
      const hosts = reservationsIn(inputs, hostOf).map(({ id }) => id);
      const others = [...hosts, ...hiddenSecretUses(declaration, secretOf)].flatMap(
        (id) => byId.get(id) ?? [],
      );
      return [object, [...new Set([...referencesIn(inputs, byId, secretOf), ...others])]];
    }),
  );
  const { ordered, broken } = orderByReference(references);
  const referred = (from: NamedObject, id: string) => {
    const to = byId.get(id);
    return to && !broken.get(from)?.has(to) ? to : undefined;
  };
  const inputsOf = new Map(declarations.map(({ object, inputs }) => [object, inputs]));
  const families = [...new Set(declarations.map(({ object }) => object.family))];
  const groups = groupsOf(references, (from, to) => referred(from, to.id) === to);
  const files = groups.map((names) => ({
    families: families.filter(({ name }) => names.includes(name)),
    declarations: ordered
      .filter(({ family }) => names.includes(family.name))
      .map((object) => ({ object, inputs: inputsOf.get(object) as Declaration["inputs"] })),
  }));
  return { files, referred, secretOf, hostOf };
}

/** Objects by id. An id that occurs in two families is excluded, because a string could mean either. */
function uniqueIds(objects: readonly NamedObject[]): ReadonlyMap<string, NamedObject> {
  const byId = new Map<string, NamedObject>();
  const twice = new Set<string>();
  for (const object of objects) {
    if (byId.has(object.id)) twice.add(object.id);
    byId.set(object.id, object);
  }
  for (const id of twice) byId.delete(id);
  return byId;
}

/** The objects that a value refers to: references first, then ids mentioned in strings. */
function referencesIn(
  value: Described,
  byId: ReadonlyMap<string, NamedObject>,
  secretOf: SecretFinder,
): NamedObject[] {
  const isKnown = (id: string) => byId.has(id);
  const values = nestedIn(value);
  const referred = values.flatMap((at) => {
    if (at.kind === "reference") return [at.id];
    return at.kind === "map" && at.refers ? at.entries.map(([key]) => key) : [];
  });
  const mentioned = values.flatMap((at) =>
    at.kind === "plain" || at.kind === "document" || at.kind === "part"
      ? mentionedIds(at.value, isKnown, at.kind === "plain" ? undefined : secretOf)
      : [],
  );
  return [...new Set([...referred, ...mentioned])].flatMap((id) => byId.get(id) ?? []);
}

/** Sorts depth first, in the given order, and drops references that close a cycle. */
function orderByReference(references: References) {
  const ordered: NamedObject[] = [];
  const broken = new Map<NamedObject, Set<NamedObject>>();
  const state = new Map<NamedObject, "open" | "done">();
  // Iterative, because a long chain could exceed the call stack.
  const path: { readonly object: NamedObject; readonly rest: Iterator<NamedObject> }[] = [];
  const enter = (object: NamedObject) => {
    state.set(object, "open");
    path.push({ object, rest: (references.get(object) ?? []).values() });
  };
  for (const start of references.keys()) {
    if (!state.has(start)) enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { object, rest } = at;
      const { done, value: to } = rest.next();
      if (done) {
        state.set(object, "done");
        ordered.push(object);
        path.pop();
      } else if (state.get(to) === "open") {
        broken.set(object, (broken.get(object) ?? new Set()).add(to));
      } else if (!state.has(to)) enter(to);
    }
  }
  return { ordered, broken };
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
