import { alg, Graph } from "@dagrejs/graphlib";
import type { AccountObject, Described } from "../../provider/account";
import { mentionsIn } from "./mentions";
import type { Name } from "./names";

/** An object that has a name in the program. */
export type NamedObject = AccountObject & Name;

/** An object with its inputs as the program says them. */
export interface Declaration {
  readonly object: NamedObject;
  readonly inputs: Extract<Described, { readonly kind: "object" }>;
}

/** The objects of a program in an order in which each comes after what it refers to. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** The object of an id, where another one may refer to it: not where objects refer to each other in a circle. */
  readonly referred: (from: NamedObject, id: string) => NamedObject | undefined;
}

export interface PlannedFile {
  /** Families that share the file, since their objects refer to each other. */
  readonly families: readonly AccountObject["family"][];
  readonly declarations: readonly Declaration[];
}

/** What each object refers to, in the order in which it does. */
type References = ReadonlyMap<NamedObject, readonly NamedObject[]>;

/** Spreads declarations over files, a family each, save that files must not import each other in a circle. */
export function plan(declarations: readonly Declaration[]): Plan {
  const byId = uniqueIds(declarations.map(({ object }) => object));
  const references: References = new Map(
    declarations.map(({ object, inputs }) => [object, referencesIn(inputs, byId)]),
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
  return { files, referred };
}

/** Objects by id. Where two families have the same id, nobody can tell which of the two a text means. */
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

/** What a value refers to, by reference first, then by mention in a text. */
function referencesIn(value: Described, byId: ReadonlyMap<string, NamedObject>): NamedObject[] {
  const found = new Set<string>();
  const isKnown = (id: string) => byId.has(id);
  const visit = (at: Described): void => {
    if (at.kind === "reference" && isKnown(at.id)) found.add(at.id);
    if (at.kind === "list") at.items.forEach(visit);
    if (at.kind === "object") for (const [, child] of at.entries) visit(child);
    if (at.kind === "map" && at.refers) for (const [key] of at.entries) if (isKnown(key)) found.add(key);
  };
  const mention = (at: Described): void => {
    if (at.kind === "plain" || at.kind === "document")
      for (const id of mentionsIn(at.value, isKnown)) found.add(id);
    if (at.kind === "list") at.items.forEach(mention);
    if (at.kind === "object" || at.kind === "map") for (const [, child] of at.entries) mention(child);
  };
  visit(value);
  mention(value);
  return [...found].flatMap((id) => byId.get(id) ?? []);
}

/** Depth first, in the given order; a reference that leads back to where it came from is broken. */
function inOrder(references: References) {
  const ordered: NamedObject[] = [];
  const broken = new Map<NamedObject, Set<NamedObject>>();
  const state = new Map<NamedObject, "open" | "done">();
  // No recursion: a chain may be longer than the stack is deep.
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

/** Family names by file. Families whose objects refer to each other both ways cannot be told apart by files. */
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
