import { inspectClass } from "../../../provider/inspect";
import * as edge from "../../../sdk";
import type { AccountChange } from "../account";
import { type Exposure, exposureOf, opens } from "./exposure";
import { successorsIn } from "./hidden-places";
import { nameOf } from "./hostports";
import { withoutUnreached } from "./inner";
import { internalEndpoints } from "./internal";
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
}

/** Who can reach what before and after a change, for everything that the program's objects expose to clients. */
export async function exposures(account: AccountChange): Promise<Exposures> {
  const singles = await singleModules();
  const all = account.accounts.flatMap(({ provider, ...sides }) => {
    const modules = sidesOf(sides, singles);
    const surfaces = surfacesOf(modules);
    const placeOf = placesOf(surfaces);
    const inIts = (change: SurfaceChange) => inAccount({ ...change, place: placeOf(change) }, provider);
    const [changes, takeovers] = [surfaces.map(inIts), takeoversIn(modules).map(inIts)];
    const successors = successorsIn(modules).map(inIts);
    const moves = movesIn(changes);
    const internal = internalEndpoints(sides);
    const taken = new Set(takeovers.flatMap(({ address }) => (address ? nameOf(address) : [])));
    const isElsewhere = answersElsewhere(modules);
    // What has come there from elsewhere is compared with its old place as well.
    const others = changes.filter(
      (change) =>
        !isElsewhere(change) && (!(change.address && taken.has(nameOf(change.address))) || moves.has(change)),
    );
    const found = [...others, ...takeovers, ...successors].flatMap((change) => {
      const exposure = exposureOf(change, internal, moves.get(change));
      return change.isPerhaps && !opens(exposure) ? [] : [exposure];
    });
    return withoutUnreached(found);
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
  };
}

/** A resource outside the default account names its own. */
function inAccount({ surface, ...reach }: SurfaceChange, provider: string | undefined): SurfaceChange {
  if (provider === undefined) return { surface, ...reach };
  const { key, label } = surface;
  return { ...reach, surface: { ...surface, key: `${provider} ${key}`, label: `${label} (${provider})` } };
}

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

/** The classes that manage one module of an edge or route. */
async function singleModules(): Promise<SingleModule[]> {
  const found = await Promise.all(Object.keys(edge).map(inspectClass));
  return found.flatMap((one) => {
    const { moduleOf, name } = one?.facts ?? {};
    return moduleOf && name
      ? [{ className: name, of: moduleOf.className, input: moduleOf.input, at: moduleOf.at }]
      : [];
  });
}
