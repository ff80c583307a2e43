import { alg, Graph } from "@dagrejs/graphlib";
import type { AccountObject, Described } from "../../provider/host/inspect";
import { mentionsIn } from "./mentions";

/** An object with its inputs as the program says them. */
export interface Declaration {
  readonly object: AccountObject;
  readonly inputs: Extract<Described, { readonly kind: "object" }>;
}

/** The objects of a program in an order in which each comes after what it refers to. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** Whether one object may refer to the other: false only where objects refer to each other in a circle. */
  readonly mayRefer: (from: string, to: string) => boolean;
}

export interface PlannedFile {
  /** Families that share the file, since their objects refer to each other. */
  readonly families: readonly AccountObject["family"][];
  readonly declarations: readonly Declaration[];
}

/** Spreads declarations over files, a family each, save that files must not import each other in a circle. */
export function plan(declarations: readonly Declaration[]): Plan {
  const byId = new Map(declarations.map((declaration) => [declaration.object.id, declaration]));
  const references = new Map(
    declarations.map(({ object, inputs }) => [object.id, referencesIn(inputs, (id) => byId.has(id))]),
  );
  const { ordered, broken } = inOrder(references);
  const mayRefer = (from: string, to: string) => byId.has(to) && !broken.has(`${from} ${to}`);
  const groups = groupsOf(
    declarations,
    (id) => (references.get(id) ?? []).filter((to) => mayRefer(id, to)),
    byId,
  );
  const files = groups.map((names) => {
    const inside = ordered.map((id) => byId.get(id) as Declaration);
    const own = inside.filter(({ object }) => names.includes(object.family.name));
    const families = [...new Set(declarations.map(({ object }) => object.family))];
    return { families: families.filter(({ name }) => names.includes(name)), declarations: own };
  });
  return { files, mayRefer };
}

/** Ids that a value refers to, by reference first, then by mention in a text. */
function referencesIn(value: Described, isKnown: (id: string) => boolean): string[] {
  const found = new Set<string>();
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
    if (at.kind === "object") for (const [, child] of at.entries) mention(child);
    if (at.kind === "map")
      for (const [, child] of at.entries) for (const id of mentionsIn(child, isKnown)) found.add(id);
  };
  visit(value);
  mention(value);
  return [...found];
}

/** Depth first, in the given order; a reference that leads back to where it came from is broken. */
function inOrder(references: ReadonlyMap<string, readonly string[]>) {
  const ordered: string[] = [];
  const broken = new Set<string>();
  const state = new Map<string, "open" | "done">();
  const visit = (id: string): void => {
    state.set(id, "open");
    for (const to of references.get(id) ?? []) {
      if (state.get(to) === "open") broken.add(`${id} ${to}`);
      else if (!state.has(to)) visit(to);
    }
    state.set(id, "done");
    ordered.push(id);
  };
  for (const id of references.keys()) if (!state.has(id)) visit(id);
  return { ordered, broken };
}

/** Family names by file. Families whose objects refer to each other both ways cannot be told apart by files. */
function groupsOf(
  declarations: readonly Declaration[],
  referencesOf: (id: string) => readonly string[],
  byId: ReadonlyMap<string, Declaration>,
): string[][] {
  const graph = new Graph({ directed: true });
  for (const { object } of declarations) {
    graph.setNode(object.family.name);
    for (const to of referencesOf(object.id)) {
      const family = byId.get(to)?.object.family.name;
      if (family !== undefined && family !== object.family.name) graph.setEdge(object.family.name, family);
    }
  }
  return alg
    .tarjan(graph)
    .map((names) => names.sort())
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}
