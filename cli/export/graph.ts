import { alg, Graph } from "@dagrejs/graphlib";
import type { AccountObject, Described } from "../../provider/inspect";
import type { Declaration, NamedObject } from "./declaration";
import { type HostFinder, hostFinder, reservationsIn } from "./hosts";
import { mentionsIn, type SecretFinder } from "./mentions";
import { secretFinder, withheldUses } from "./vault-secrets";

/** The objects of a program, each after those that it refers to. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** The object of an id, if another one may refer to it: objects in a reference cycle may not. */
  readonly referred: (from: NamedObject, id: string) => NamedObject | undefined;
  /** The secrets of vaults that the program declares. */
  readonly secretOf: SecretFinder;
  /** The hosts that objects of the program reserve. */
  readonly hostOf: HostFinder;
}

export interface PlannedFile {
  /** Families that share the file because their objects refer to each other. */
  readonly families: readonly AccountObject["family"][];
  readonly declarations: readonly Declaration[];
}

/** The objects that each object refers to, in order of reference. */
type References = ReadonlyMap<NamedObject, readonly NamedObject[]>;

/** Distributes declarations over files, one per family, except that files must not import each other in a cycle. */
export function plan(declarations: readonly Declaration[]): Plan {
  const objects = declarations.map(({ object }) => object);
  const byId = uniqueIds(objects);
  const secretOf = secretFinder(objects);
  const hostOf = hostFinder(objects);
  const references: References = new Map(
    declarations.map((declaration) => {
      const { object, inputs } = declaration;
      const hosts = reservationsIn(inputs, hostOf).map(({ id }) => id);
      const others = [...hosts, ...withheldUses(declaration, secretOf)].flatMap((id) => byId.get(id) ?? []);
      return [object, [...new Set([...referencesIn(inputs, byId, secretOf), ...others])]];
    }),
  );
  const { ordered, broken } = inOrder(references);
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

/** Objects by id. When two families have the same id, a string could mean either. */
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

/** What a value refers to: references first, then mentions in strings. */
function referencesIn(
  value: Described,
  byId: ReadonlyMap<string, NamedObject>,
  secretOf: SecretFinder,
): NamedObject[] {
  const found = new Set<string>();
  const isKnown = (id: string) => byId.has(id);
  const visit = (at: Described): void => {
    if (at.kind === "reference" && isKnown(at.id)) found.add(at.id);
    if (at.kind === "list") at.items.forEach(visit);
    if (at.kind === "object") for (const [, child] of at.entries) visit(child);
    if (at.kind === "map" && at.refers) for (const [key] of at.entries) if (isKnown(key)) found.add(key);
  };
  const mention = (at: Described): void => {
    if (at.kind === "plain" || at.kind === "document" || at.kind === "part")
      for (const id of mentionsIn(at.value, isKnown, at.kind === "plain" ? undefined : secretOf))
        if (isKnown(id)) found.add(id);
    if (at.kind === "list") at.items.forEach(mention);
    if (at.kind === "object" || at.kind === "map") for (const [, child] of at.entries) mention(child);
  };
  visit(value);
  mention(value);
  return [...found].flatMap((id) => byId.get(id) ?? []);
}

/** Depth first, in the given order; a reference that closes a cycle is dropped. */
function inOrder(references: References) {
  const ordered: NamedObject[] = [];
  const broken = new Map<NamedObject, Set<NamedObject>>();
  const state = new Map<NamedObject, "open" | "done">();
  // No recursion: a chain may exceed the stack depth.
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

/** Family names by file. Families whose objects refer to each other both ways must share a file. */
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
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}
