import type { AccountChange } from "../account";
import { type Exposure, exposureOf, opens } from "./exposure";
import { addressKey } from "./hostports";
import { internalEndpoints } from "./internal-endpoints";
import { findMaskedPlaces, type MaskedPlace } from "./masked-places";
import { previousPlaces } from "./moves";
import { placesOf } from "./places";
import { Modules } from "./reach";
import { type LocatedChange, type SurfaceChange, surfacesOf } from "./surfaces";
import { findTakeovers } from "./takeovers";

export { type Exposure, type Move, opens } from "./exposure";

export interface Exposures {
  /** All changed exposures, openings first. */
  readonly changed: readonly Exposure[];
  readonly unchanged: number;
  /** Objects whose address the preview hides, so that their changes aren't judged. */
  readonly masked: readonly MaskedPlace[];
}

/**
 * Compares who has access before and after a change, for everything that the program exposes. A surface is an address or
 * path, its place the requests that it receives, and a reach who gets where through it on one side of the change. An
 * exposure compares both sides.
 */
export function findExposures(account: AccountChange): Exposures {
  const masked: MaskedPlace[] = [];
  const exposures = account.accounts.flatMap(({ provider, ...sides }) => {
    const before = new Modules(sides.before, account.factsOf);
    const modules = { before, after: new Modules(sides.after, account.factsOf, before) };
    const surfaces = surfacesOf(modules);
    const placeOf = placesOf(surfaces);
    const suffix = provider === undefined ? "" : ` (${provider})`;
    const locate = ({ surface, ...change }: SurfaceChange): LocatedChange => ({
      ...change,
      place: placeOf({ surface, ...change }),
      surface: { ...surface, key: `${surface.key}${suffix}`, label: `${surface.label}${suffix}` },
    });
    const { takeovers: foundTakeovers, isShadowed } = findTakeovers(modules);
    const [changes, takeovers] = [surfaces.map(locate), foundTakeovers.map(locate)];
    const moves = previousPlaces(changes);
    const internal = internalEndpoints(sides);
    const takenOverKeys = new Set(takeovers.flatMap(({ address }) => (address ? addressKey(address) : [])));
    // Where a moved resource now responds, it is compared with its previous place instead.
    const isComparedAsTakeover = (change: LocatedChange) =>
      change.address !== undefined && takenOverKeys.has(addressKey(change.address)) && !moves.has(change);
    const compared = changes.filter((change) => !isShadowed(change) && !isComparedAsTakeover(change));
    const maskedHere = findMaskedPlaces(modules);
    masked.push(...maskedHere.map((place) => ({ ...place, label: `${place.label}${suffix}` })));
    // The finding about a masked place covers undecided exposures of the same object.
    const isCoveredByMask = ({ urns: [responder], isCertain, opensCertainly }: Exposure) =>
      !isCertain && !opensCertainly && maskedHere.some(({ urn, isMoved }) => isMoved && urn === responder);
    const judged = [...compared, ...takeovers]
      .map((change) => exposureOf(change, internal, moves.get(change)))
      .filter((exposure) => !isCoveredByMask(exposure));
    return withoutUnprovenOpenings(judged);
  });
  const changed = exposures.filter(
    ({ verdict, guards, backend, movedFrom, displaces }) =>
      verdict !== "same" ||
      guards.length > 0 ||
      backend !== undefined ||
      movedFrom !== undefined ||
      displaces !== null,
  );
  return {
    changed: changed.sort((a, b) => rank(a) - rank(b)),
    unchanged: exposures.length - changed.length,
    masked,
  };
}

/**
 * Downgrades definite openings of internal endpoints to possible ones if no policy of the program that forwards to them
 * grants new access: the opening then depends on policies outside the program. An endpoint to which no policy of the
 * program forwards is judged on its own.
 */
function withoutUnprovenOpenings(exposures: readonly Exposure[]): Exposure[] {
  const outer = exposures.filter(({ isInner }) => !isInner);
  return exposures.map((exposure) => {
    const { isInner, is, opensCertainly, urns } = exposure;
    if (!isInner || is !== "there" || !opensCertainly) return exposure;
    const forwarding = outer.filter(({ behind }) => behind.some((urn) => urns.includes(urn)));
    const isUnproven = forwarding.length > 0 && forwarding.every(grantsNoAccess);
    return isUnproven ? withPossibleOpenings(exposure) : exposure;
  });
}

const grantsNoAccess = (exposure: Exposure): boolean =>
  exposure.is !== "new" && ![exposure, ...(exposure.movedFrom ? [exposure.movedFrom] : [])].some(opens);

const withPossibleOpenings = (exposure: Exposure): Exposure => ({
  ...exposure,
  isCertain: false,
  opensCertainly: false,
  gainsAccess: exposure.gainsAccess.map((client) => ({ ...client, isCertain: false, witness: null })),
  openings: exposure.openings.map((opening) =>
    opening.asPossible("policies outside the program may forward requests to it"),
  ),
});

export interface ExposureGroup {
  readonly exposures: readonly Exposure[];
  /** The first of them, which represents the group. */
  readonly exposure: Exposure;
  readonly labels: readonly string[];
  readonly previousLabels: readonly string[];
}

/** Groups exposures on which the change has the same effect, such as hostnames of an edge or users of an IP policy. */
export function groupExposures(changed: readonly Exposure[]): ExposureGroup[] {
  const groups = Map.groupBy(changed, ({ surface, urns, behind, movedFrom, ...meaning }) =>
    // Example requests contain the address, so they always differ.
    JSON.stringify(
      { ...meaning, movedFrom: movedFrom && { ...movedFrom, label: "" } },
      (key, value: unknown) => (key === "witness" ? undefined : value),
    ),
  );
  return [...groups.values()].map((exposures) => ({
    exposures,
    exposure: exposures[0] as Exposure,
    labels: exposures.map(({ surface }) => surface.label),
    previousLabels: [...new Set(exposures.flatMap(({ movedFrom }) => movedFrom?.label ?? []))],
  }));
}

/** The sort key: openings, then closings, then the rest; in each, definite verdicts and then existing addresses first. */
function rank(exposure: Exposure): number {
  const { verdict, isCertain, is } = exposure;
  return (
    (opens(exposure) ? 0 : verdict === "closes" ? 4 : 8) + (isCertain ? 0 : 2) + (is === "there" ? 0 : 1)
  );
}
