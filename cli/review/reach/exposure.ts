import {
  type Access,
  type Guard,
  type GuardTransition,
  guardText,
  guardTransition,
  type NamedGuard,
  newlyIn,
  type Opening,
  type Place,
  type Told,
} from "../../../access";
import type { AccountObject } from "../account";
import type { InternalSides } from "./internal";
import { placesOf } from "./places";
import type { Dimension, Reach } from "./reach";
import type { Surface, SurfaceChange } from "./surfaces";

/**
 * What a change means for who can reach something: `opens` admits clients that were kept out, `closes` keeps out
 * clients that were admitted, `shifts` does both.
 */
export type ExposureChange = "opens" | "closes" | "shifts" | "same";

/** Whether clients are admitted that were kept out. */
export const opens = ({ verdict }: { readonly verdict: ExposureChange }): boolean =>
  verdict === "opens" || verdict === "shifts";

/** One guard on both sides of a change; null where there is none. */
export interface GuardChange {
  readonly guard: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly transition: GuardTransition;
}

/** The exposure of one address or path that clients can reach. */
export interface Exposure {
  readonly surface: Surface;
  readonly verdict: ExposureChange;
  /**
   * False when the verdict depends on something that the preview does not contain: it is then the worst possible one.
   */
  readonly isCertain: boolean;
  /** Somebody certainly gets in who did not, whatever else is not certain. */
  readonly opensCertainly: boolean;
  /** Nothing responded there before, or nothing does any more. */
  readonly is: "new" | "gone" | "there";
  /** Who can newly reach it, one sentence for each reason. */
  readonly newcomers: readonly Told[];
  /** The same client by client: under which condition, and what kept them out before. */
  readonly openings: readonly Opening[];
  /** What is still required of those who can newly reach it. */
  readonly stillAsked: readonly string[];
  /** Who can no longer reach it. */
  readonly lockedOut: readonly Told[];
  /** All requirements on clients where they change. */
  readonly guards: readonly GuardChange[];
  /** Where traffic is sent, if that changes. */
  readonly backend?: { readonly before: string | null; readonly after: string | null };
  /** For something that responded elsewhere before: the comparison with the old place. */
  readonly movedFrom?: Moved;
  /** What answered there before and another program manages. */
  readonly ofOthers: readonly string[];
  /** Whether something of this program comes there, and those others still answer beside it. */
  readonly displaces: "beside" | "in place of" | null;
  /** URNs of the objects involved. */
  readonly urns: readonly string[];
  /** URNs of the internal endpoints that requests may be forwarded to from there. */
  readonly behind: readonly string[];
  /** Whether nobody gets there but by policies that forward to it. */
  readonly isInner: boolean;
}

/** How the clients that reach something compare with those that reached it at its old place. */
export interface Moved
  extends Pick<
    Exposure,
    | "verdict"
    | "isCertain"
    | "opensCertainly"
    | "newcomers"
    | "openings"
    | "stillAsked"
    | "guards"
    | "backend"
  > {
  readonly label: string;
  /** It is the same address, and another kind of resource serves it now: an endpoint in place of an edge, or an edge. */
  readonly isSameAddress?: true;
}

const LABELS: Readonly<Record<Dimension, string>> = {
  ipRestriction: "IP restriction",
  mutualTls: "mutual TLS",
  tlsTermination: "TLS",
  oauth: "OAuth",
  saml: "SAML",
  oidc: "OpenID Connect",
  webhookVerification: "webhook verification",
  userAgentFilter: "user agent filter",
  websocketTcpConverter: "WebSocket converter",
  trafficPolicy: "traffic policy",
  bindings: "bindings",
};

/**
 * @param endpoints - The internal endpoints that policies can forward to.
 * @param from - Where the resource responded before, if that was elsewhere.
 */
export function exposureOf(change: SurfaceChange, endpoints: InternalSides, from?: SurfaceChange): Exposure {
  const { surface, inPlaceOf, before, after } = change;
  const [then, now, place] = answersIn(change);
  const is = answers(then) ? (answers(now) ? "there" : "gone") : answers(now) ? "new" : "there";
  const internal = is === "new" ? endpoints.ofNew : endpoints;
  const found = newlyIn(then.map(accessOf), now.map(accessOf), internal, place);
  const { closes, lockedOut, guards, rules, behind } = found;
  // Who comes by another binding than the public one came by the public one before.
  const { opens, openings, newcomers, stillAsked } =
    isPublic(then) && !isPublic(now)
      ? newlyIn(then.map(unbound).map(accessOf), now.map(unbound).map(accessOf), internal, place)
      : found;
  const verdict =
    opens !== false ? (closes !== false ? "shifts" : "opens") : closes !== false ? "closes" : "same";
  const backend = backendChange(before, after);
  // Who gets to a place that led to the same is judged there alone, whatever has moved to it.
  const isKnownThere =
    opens === false && backend === undefined && then.some(({ isServed }) => isServed === true);
  const exposure: Exposure = {
    surface,
    verdict,
    isCertain: opens !== undefined && closes !== undefined,
    opensCertainly: opens === true,
    is,
    newcomers,
    openings,
    stillAsked,
    lockedOut,
    guards: [
      ...guards.map((one) => ({ ...one, transition: transitionOf(one.guard, then, now) })),
      ...moreGuards(then, now),
      ...routeGuards(before, after),
      ...rules,
    ],
    ...(backend && { backend }),
    ...(from && !isKnownThere && { movedFrom: movedFrom(from, after, endpoints, place) }),
    ...othersIn(then, now),
    urns: [...new Set([...now, ...then].flatMap(({ objects }) => objects.map(({ urn }) => urn)))],
    behind,
    isInner: [...now, ...then].every(({ restrictions }) => isInternal(restrictions.get("bindings"))),
  };
  if (inPlaceOf === undefined) return exposure;
  return { ...exposure, movedFrom: { ...comparisonIn(exposure), label: inPlaceOf, isSameAddress: true } };
}

/** What answers on both sides, and where. */
function answersIn(change: SurfaceChange): [before: readonly Reach[], after: readonly Reach[], place: Place] {
  const { place = placesOf([change])(change), before, after, besideBefore, besideAfter } = change;
  return [all(before, besideBefore), all(after, besideAfter), place];
}

function othersIn(then: readonly Reach[], now: readonly Reach[]): Pick<Exposure, "ofOthers" | "displaces"> {
  const answering = (reaches: readonly Reach[]) =>
    reaches.filter(({ isServed }) => isServed !== false).flatMap(({ objects }) => objects.slice(0, 1));
  const [were, are] = [answering(then), answering(now)];
  const isIn = (all: readonly AccountObject[], { urn }: AccountObject) => all.some((one) => one.urn === urn);
  const theirs = were.filter(({ isOthers }) => isOthers);
  const comes = are.some((one) => !one.isOthers && !isIn(were, one));
  const stays = theirs.some((one) => isIn(are, one));
  return {
    ofOthers: theirs.map(({ className, name }) => `${className} ${name}`),
    displaces: theirs.length === 0 || !comes ? null : stays ? "beside" : "in place of",
  };
}

const all = (reach: Reach | undefined, beside: readonly Reach[] = []): readonly Reach[] =>
  reach ? [reach, ...beside] : beside;

/** Whether clients come by the public binding, or may. */
const isPublic = (reaches: readonly Reach[]): boolean =>
  reaches.some(({ restrictions, isEndpoint }) => {
    const bindings = isEndpoint ? restrictions.get("bindings") : undefined;
    return bindings?.asks !== "one of" || includesPublic(bindings);
  });

const includesPublic = (bindings: Guard): boolean =>
  bindings.asks === "one of" && bindings.entries?.some(({ value }) => value === "public") !== false;

const unbound = (reach: Reach): Reach => ({
  ...reach,
  restrictions: new Map([...reach.restrictions].filter(([key]) => key !== "bindings")),
});

const isInternal = (bindings: Guard | undefined) =>
  bindings?.asks === "one of" && bindings.entries?.every(({ value }) => value === "internal") === true;

const answers = (reaches: readonly Reach[]) => reaches.some(({ isServed }) => isServed !== false);

/** What clients meet there, in the words of reports. */
function accessOf({ objects, isServed, restrictions, optionsPass, isEndpoint, routes }: Reach): Access {
  return {
    id: objects[0]?.urn ?? "",
    name: objects[0]?.name ?? "",
    isServed,
    guards: [...restrictions].map(
      ([key, guard]): NamedGuard => ({
        name: LABELS[key],
        guard,
        passesOptions: optionsPass.includes(key),
        ...(key === "bindings" && isInternal(guard) && { through: "that policies forward to it" }),
        isUsual: key === "tlsTermination" || (key === "bindings" && includesPublic(guard)),
      }),
    ),
    isEndpoint: isEndpoint === true,
    ...(isEndpoint && typeof objects[0]?.props.url === "string" && { url: objects[0].props.url }),
    ...(routes && { routes: routes.map(({ reach, ...route }) => ({ ...route, access: accessOf(reach) })) }),
  };
}

/** What the change does to a guard of one kind, of all that answer. */
function transitionOf(label: string, before: readonly Reach[], after: readonly Reach[]): GuardTransition {
  const guardsIn = (reaches: readonly Reach[]) =>
    reaches.flatMap(({ restrictions }) =>
      [...restrictions].flatMap(([key, guard]) => (LABELS[key] === label ? [guard] : [])),
    );
  const [then, now] = [guardsIn(before), guardsIn(after)];
  const all = then.map((guard, at) => guardTransition(guard, now[at] ?? now[0]));
  return all.find((one) => one === "removed" || one === "changed") ?? all[0] ?? "added";
}

/** What differs besides guards. */
function moreGuards(before: readonly Reach[], after: readonly Reach[]): GuardChange[] {
  const difference = (
    guard: string,
    transition: GuardTransition,
    textOf: (reach: Reach) => string | null,
  ): GuardChange[] => {
    const of = (reaches: readonly Reach[]) => reaches.map(textOf).find((text) => text !== null) ?? null;
    const [then, now] = [of(before), of(after)];
    return then === now ? [] : [{ guard, before: then, after: now, transition }];
  };
  const pass = ({ optionsPass }: Reach) => (optionsPass.length > 0 ? "pass without a sign-in" : null);
  const isWider = after.some(pass) && !before.some(pass);
  return [
    ...difference("HTTP OPTIONS requests", isWider ? "changed" : "harmless", pass),
    ...difference("address", "harmless", ({ isPooled }) =>
      isPooled ? "other endpoints may share it" : null,
    ),
  ];
}

/** @param place - Where it responds now: a request to where it was shows nothing. */
function movedFrom(
  { surface, before }: SurfaceChange,
  after: Reach | undefined,
  internal: InternalSides,
  place: Place,
): Moved {
  return { ...comparisonIn(exposureOf({ surface, place, before, after }, internal)), label: surface.label };
}

function comparisonIn({
  verdict,
  isCertain,
  opensCertainly,
  newcomers,
  openings,
  stillAsked,
  guards,
  backend,
}: Exposure): Omit<Moved, "label"> {
  const compared = { verdict, isCertain, opensCertainly, newcomers, openings, stillAsked, guards };
  return { ...compared, ...(backend && { backend }) };
}

/** The guards of several routes that serve one address. */
function routeGuards(before: Reach | undefined, after: Reach | undefined): GuardChange[] {
  const of = (reach: Reach | undefined): ReadonlyMap<string, Guard> =>
    new Map(
      (reach?.routes ?? []).flatMap((route) =>
        accessOf(route.reach)
          .guards.filter(({ guard, isUsual }) => guard.asks !== "policy" && !isUsual)
          .map(({ name, guard }) => [`${name} of the route ${route.reach.objects[0]?.name}`, guard] as const),
      ),
    );
  const change = (side: "before" | "after", guard: string, is: Guard): GuardChange => ({
    guard,
    before: null,
    after: null,
    [side]: guardText(is),
    transition: guardTransition(then.get(guard), now.get(guard)),
  });
  const [then, now] = [of(before), of(after)];
  return [
    ...[...then].map(([guard, is]) => change("before", guard, is)),
    ...[...now].map(([guard, is]) => change("after", guard, is)),
  ];
}

function backendChange(before: Reach | undefined, after: Reach | undefined): Exposure["backend"] {
  if (before?.backend?.content === after?.backend?.content) return undefined;
  return { before: before?.backend?.text ?? null, after: after?.backend?.text ?? null };
}
