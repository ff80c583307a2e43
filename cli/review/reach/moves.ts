import type { Reach } from "./reach";
import { covers, hostOf } from "./routes";
import type { SurfaceChange } from "./surfaces";

/**
 * Maps the new address of a moved resource to its previous one. A resource moves if its hosts, URL, match, or edge change.
 * Comparing each address only with itself would miss a guard that is removed together with the old address.
 */
export function previousPlaces(changes: readonly SurfaceChange[]): Map<SurfaceChange, SurfaceChange> {
  const places = changes.filter(({ surface }) => surface.kind !== "account");
  const vacated = places.filter(
    (place) =>
      place.before && ownerOf(place.before) !== ownerOf(place.after) && namesHost(place, place.before),
  );
  const moves = new Map<SurfaceChange, SurfaceChange>();
  for (const place of places) {
    const { surface, before, after } = place;
    if (!after || ownerOf(after) === ownerOf(before) || !namesHost(place, after)) continue;
    const sameOwner = vacated.filter(
      (old) => ownerOf(old.before) === ownerOf(after) && old.place?.isHttp === place.place?.isHttp,
    );
    const from =
      sameOwner.find((old) => old.surface.path === surface.path) ??
      sameOwner[0] ??
      // Another route may now serve the same path of a renamed edge.
      (before ? undefined : vacated.find((old) => !old.after && isSamePlace(old, place)));
    if (from) moves.set(place, from);
  }
  return moves;
}

/** True if the responding resource names the host. A wildcard that becomes the closest match hasn't moved. */
function namesHost({ place }: SurfaceChange, { objects }: Reach): boolean {
  const host = place?.hosts?.name;
  if (host === undefined) return true;
  const texts = objects.flatMap(({ props: { url, hostports, match } }): readonly unknown[] => [
    url,
    match,
    ...(Array.isArray(hostports) ? hostports : []),
  ]);
  const named = texts.map((text) => hostOf(/^(?:\w+:\/\/)?([^/]*)/.exec(String(text))?.[1] ?? "").name);
  return named.includes(host) || !named.some((name) => covers({ name }, { name: host }));
}

/** The URN of the responding resource: a route, an edge without routes, or an endpoint. */
const ownerOf = (reach: Reach | undefined) => reach?.objects[0]?.urn;

const isSamePlace = (old: SurfaceChange, place: SurfaceChange) => {
  const edge = old.before?.objects[1];
  const isSameEdge = edge !== undefined && edge.urn === place.after?.objects[1]?.urn;
  return isSameEdge && old.surface.path === place.surface.path;
};
