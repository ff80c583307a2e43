import type { AccountChange, AccountView } from "./account";
import type { Change } from "./preview";
import { type Exposure, opens } from "./reach";

const MAX_NODES = 60;

/** Builds a graph of changed, opened, and shared objects, with the other ends of references from and to changed ones. */
export function buildGraph(account: AccountChange, exposures: readonly Exposure[]) {
  const [before, after] = [referencesIn(account.before), referencesIn(account.after)];
  const edges = [...new Map([...before, ...after])].map(([key, edge]) => {
    const is = !before.has(key) ? "added" : after.has(key) ? "kept" : "removed";
    return { ...edge, is } as const;
  });
  const changed = new Set(
    account.changes.filter((change) => drawnKind(change) !== "same").map(({ urn }) => urn),
  );
  const opened = new Set(exposures.filter(opens).flatMap(({ urns }) => urns));
  const shared = exposures.filter(({ ofOthers }) => ofOthers.length > 0).flatMap(({ urns }) => urns);
  const adjacent = edges.flatMap(({ from, to }) => (changed.has(from) || changed.has(to) ? [from, to] : []));
  const visibleNodes = new Set([...changed, ...opened, ...shared, ...adjacent].slice(0, MAX_NODES));
  const nodes = [...visibleNodes].flatMap((urn) => {
    const object = account.after.find(urn) ?? account.before.find(urn);
    if (!object) return [];
    const { className, name, change } = object;
    return { id: urn, className, label: name, kind: drawnKind(change), isOpened: opened.has(urn) };
  });
  return { nodes, edges: edges.filter(({ from, to }) => visibleNodes.has(from) && visibleNodes.has(to)) };
}

function referencesIn(view: AccountView) {
  const edges = view.objects.flatMap((object) =>
    view.referencesOf(object).flatMap(({ path, target }) => {
      if (!("object" in target)) return [];
      const edge = { from: object.urn, to: target.object.urn, input: String(path[0]) };
      return [[`${edge.from} ${edge.to} ${edge.input}`, edge] as const];
    }),
  );
  return new Map(edges);
}

const drawnKind = ({ kind, isImported }: Change) =>
  isImported ? "import" : kind === "read" || kind === "refresh" || kind === "forget" ? "same" : kind;
