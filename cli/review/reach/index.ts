import type { AccountChange } from "../account";
import { type Exposure, exposureOf, opens } from "./exposure";
import { nameOf } from "./hostports";
import { withoutUnreached } from "./inner";
import { internalEndpoints } from "./internal";
import { type MaskedPlace, maskedPlaces } from "./masked-places";
import { movesIn } from "./moves";
import { placesOf } from "./places";
import type { SingleModule } from "./reach";
import { type SurfaceChange, sidesOf, surfacesOf } from "./surfaces";
import { answersElsewhere, takeoversIn } from "./takeovers";

export { type Exposure, type GuardChange, type Moved, opens } from "./exposure";

export interface Exposures {
  /** Every changed exposure, the most open first. */
  readonly changed: readonly Exposure[];
  /** How many exposures are unchanged. */
  readonly unchanged: number;
  /** Objects of which nobody can say where they answer, so that what changes there is not judged. */
  readonly masked: readonly MaskedPlace[];
}

/** Who can reach what before and after a change, for everything that the program's objects expose to clients. */
export function exposures(account: AccountChange): Exposures {
  const singles = singleModules(account);
  const masked: MaskedPlace[] = [];
  const all = account.accounts.flatMap(({ provider, ...sides }) => {
    const modules = sidesOf(sides, singles);
    const surfaces = surfacesOf(modules);
    const placeOf = placesOf(surfaces);
    const inIts = (change: SurfaceChange) => inAccount({ ...change, place: placeOf(change) }, provider);
    const [changes, takeovers] = [surfaces.map(inIts), takeoversIn(modules).map(inIts)];
    const moves = movesIn(changes);
    const internal = internalEndpoints(sides);
    const taken = new Set(takeovers.flatMap(({ address }) => (address ? nameOf(address) : [])));
    const isElsewhere = answersElsewhere(modules);
    // What has come there from elsewhere is compared with its old place as well.
    const others = changes.filter(
      (change) =>
        !isElsewhere(change) && (!(change.address && taken.has(nameOf(change.address))) || moves.has(change)),
    );
    const places = maskedPlaces(modules);
    masked.push(...places.map((place) => named(place, provider)));
    const isNotJudged = ({ urns, isCertain, opensCertainly }: Exposure) =>
      !isCertain && !opensCertainly && places.some(({ urn, isMoved }) => isMoved && urn === urns[0]);
    const found = [...others, ...takeovers].map((change) => exposureOf(change, internal, moves.get(change)));
    return withoutUnreached(found.filter((exposure) => !isNotJudged(exposure)));
  });
  const changed = all.filter(
    ({ verdict, guards, backend, movedFrom, displaces }) =>
      verdict !== "same" ||
      guards.length > 0 ||
      backend !== undefined ||
      movedFrom !== undefined ||
      displaces !== null,
  );
  return {
    changed: changed.sort((one, other) => rank(one) - rank(other)),
    unchanged: all.length - changed.length,
    masked,
  };
}

/** A resource outside the default account names its own. */
function inAccount({ surface, ...reach }: SurfaceChange, provider: string | undefined): SurfaceChange {
  if (provider === undefined) return { surface, ...reach };
  return { ...reach, surface: named({ ...surface, key: `${provider} ${surface.key}` }, provider) };
}

const named = <One extends { readonly label: string }>(one: One, provider: string | undefined): One =>
  provider === undefined ? one : { ...one, label: `${one.label} (${provider})` };

/** Several exposures for which the change means the same. */
export interface AlikeExposures {
  readonly all: readonly Exposure[];
  /** The first of them, for what they have in common. */
  readonly exposure: Exposure;
  readonly labels: readonly string[];
  /** Where they were before, for those that have moved. */
  readonly formerly: readonly string[];
}

/** Groups exposures for which the change means the same, such as the hostnames of one edge, or users of one IP policy. */
export function alike(changed: readonly Exposure[]): AlikeExposures[] {
  const groups = Map.groupBy(changed, ({ surface, urns, behind, movedFrom, ...meaning }) =>
    // A witness names the address.
    JSON.stringify(
      { ...meaning, movedFrom: movedFrom && { ...movedFrom, label: "" } },
      (key, value: unknown) => (key === "witness" ? undefined : value),
    ),
  );
  return [...groups.values()].map((all) => ({
    all,
    exposure: all[0] as Exposure,
    labels: all.map(({ surface }) => surface.label),
    formerly: [...new Set(all.flatMap(({ movedFrom }) => movedFrom?.label ?? []))],
  }));
}

/** The most severe first; for equal ones, those that existed before. */
function rank(exposure: Exposure): number {
  const { verdict, isCertain, is } = exposure;
  return (
    (opens(exposure) ? 0 : verdict === "closes" ? 4 : 8) + (isCertain ? 0 : 2) + (is === "there" ? 0 : 1)
  );
}

/** The classes of the account that manage one module of an edge or route. */
function singleModules({ before, after, factsOf }: AccountChange): SingleModule[] {
  const names = new Set([...before.objects, ...after.objects].map(({ className }) => className));
  return [...names].flatMap((className) => {
    const { moduleOf } = factsOf(className);
    return moduleOf ? [{ className, of: moduleOf.className, input: moduleOf.input, at: moduleOf.at }] : [];
  });
}
