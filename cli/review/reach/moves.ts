import { hostIn, servesHost } from "../../../provider/inspect";
import type { Reach } from "./reach";
import type { LocatedChange } from "./surfaces";

/**
 * Maps the new address of a moved resource to its previous one. A resource moves if its hosts, URL, match, or edge change.
 * Comparing each address only with itself would miss a guard that is removed together with the old address.
 */
export function previousPlaces(changes: readonly LocatedChange[]): Map<LocatedChange, LocatedChange> {
  const candidates = changes.filter(({ surface }) => surface.kind !== "account");
  const vacated = candidates.filter((change) => {
    const [before] = change.before;
    return before && responderOf(before) !== responderOf(change.after[0]) && !isWildcardMatch(change, before);
  });
  const moves = new Map<LocatedChange, LocatedChange>();
  for (const change of candidates) {
    const { surface, place } = change;
    const [[before], [after]] = [change.before, change.after];
    if (!after || responderOf(after) === responderOf(before) || isWildcardMatch(change, after)) continue;
    const ofSameResource = vacated.filter(
      (old) => responderOf(old.before[0]) === responderOf(after) && old.place.isHttp === place.isHttp,
    );
    const from =
      ofSameResource.find((old) => old.surface.path === surface.path) ??
      ofSameResource[0] ??
      // Another route may now serve the same path of a renamed edge.
      (before ? undefined : vacated.find((old) => old.after.length === 0 && isSamePath(old, change)));
    if (from) moves.set(change, from);
  }
  return moves;
}

/** True if only a wildcard of the responding resource covers the host: it matches best now, but has not moved. */
function isWildcardMatch({ place }: LocatedChange, { objects }: Reach): boolean {
  const host = place.hosts?.name;
  if (host === undefined) return false;
  const texts = objects.flatMap(({ props: { url, hostports, match } }) => [url, match, hostports].flat());
  const named = texts.flatMap((text) => hostIn(String(text))?.toLowerCase() ?? []);
  return !named.includes(host) && named.some((name) => servesHost(name, host));
}

/** The URN of the responding resource: a route, an edge without routes, or an endpoint. */
const responderOf = (reach: Reach | undefined) => reach?.objects[0]?.urn;

/** True for the same path of the same edge. The second object of a route's reach is its edge. */
const isSamePath = (old: LocatedChange, current: LocatedChange) => {
  const edge = old.before[0]?.objects[1];
  const isSameEdge = edge !== undefined && edge.urn === current.after[0]?.objects[1]?.urn;
  return isSameEdge && old.surface.path === current.surface.path;
};
