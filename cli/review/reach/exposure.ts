import {
  type AdmissionChange,
  admissionChange,
  type Dimension,
  every,
  hasPolicy,
  type Internal,
  isWithin,
  type Opening,
  type Restriction,
  some,
  type Tri,
} from "../../../access";
import type { AccountObject } from "../account";
import { placesOf } from "./places";
import type { Reach } from "./reach";
import type { Surface, SurfaceChange } from "./surfaces";

/**
 * What a change means for who can reach something: `opens` admits clients that were kept out, `closes` keeps out
 * clients that were admitted, `shifts` does both.
 */
export type ExposureChange = "opens" | "closes" | "shifts" | "same";

/** One guard on both sides of a change; null where there is none. */
export interface GuardChange {
  readonly guard: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The exposure of one address or path that clients can reach. */
export interface Exposure {
  readonly surface: Surface;
  readonly verdict: ExposureChange;
  /**
   * False when the verdict depends on something that the preview does not contain: it is then the worst possible one.
   */
  readonly isCertain: boolean;
  /** Nothing responded there before, or nothing does any more. */
  readonly is: "new" | "gone" | "there";
  /** Who can newly reach it. */
  readonly newcomers: readonly string[];
  /**
   * The same client by client, where a traffic policy decides: under which condition, and what kept them out before.
   */
  readonly openings: readonly Opening[];
  /** What is still required of those who can newly reach it. */
  readonly stillAsked: readonly string[];
  /** Who can no longer reach it. */
  readonly lockedOut: readonly string[];
  /** All requirements on clients where they change. */
  readonly guards: readonly GuardChange[];
  /** Where traffic is sent, if that changes. */
  readonly backend?: { readonly before: string | null; readonly after: string | null };
  /** For something that responded elsewhere before: the comparison with the old place. */
  readonly movedFrom?: Moved;
  /** URNs of the objects involved. */
  readonly urns: readonly string[];
}

/** How the clients that reach something compare with those that reached it at its old place. */
export interface Moved
  extends Pick<
    Exposure,
    "verdict" | "isCertain" | "newcomers" | "openings" | "stillAsked" | "guards" | "backend"
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
  trafficPolicy: "traffic policy",
  bindings: "bindings",
  place: "what was there before",
};

/**
 * @param internal - The internal endpoints that policies can forward to.
 * @param from - Where the resource responded before, if that was elsewhere.
 */
export function exposureOf(
  { surface, place = placesOf([surface])(surface), before, after, inPlaceOf }: SurfaceChange,
  internal: Internal,
  from?: SurfaceChange,
): Exposure {
  const policies =
    inPlaceOf !== undefined || hasPolicy(before, after)
      ? admissionChange(before, after, internal, place)
      : undefined;
  const opens = policies ? policies.opens : reachesBeyond(after, before);
  const closes = policies ? policies.closes : reachesBeyond(before, after);
  const verdict =
    opens !== false && closes !== false
      ? "shifts"
      : opens !== false
        ? "opens"
        : closes !== false
          ? "closes"
          : "same";
  const backend = backendChange(before, after);
  const objects: readonly AccountObject[] = [...(after?.objects ?? []), ...(before?.objects ?? [])];
  const exposure: Exposure = {
    surface,
    verdict,
    isCertain: (opens === false || opens === true) && (closes === false || closes === true),
    is: answers(before) ? (answers(after) ? "there" : "gone") : answers(after) ? "new" : "there",
    newcomers: policies
      ? textsOf(policies.openings, "before")
      : opens === false
        ? []
        : whoBeyond(after, before),
    openings: policies?.openings ?? [],
    stillAsked: policies || opens === false ? [] : stillAsked(after, before),
    lockedOut: policies
      ? textsOf(policies.closings, "now")
      : closes === false
        ? []
        : whoBeyond(before, after),
    guards: [...guardChanges(before, after), ...routeGuards(before, after), ...ruleChanges(policies)],
    ...(backend && { backend }),
    ...(from && { movedFrom: movedFrom(from, after, internal) }),
    urns: [...new Set(objects.map(({ urn }) => urn))],
  };
  if (inPlaceOf === undefined) return exposure;
  return { ...exposure, movedFrom: { ...comparisonIn(exposure), label: inPlaceOf, isSameAddress: true } };
}

/** Clients and rules that a finding lists. */
const textsOf = (openings: readonly Opening[], side: "before" | "now"): string[] =>
  openings.map((opening) => `${opening.isCertain ? "" : "perhaps "}${opening.textOf(side)}`);

const ruleChanges = (policies: AdmissionChange | undefined): readonly GuardChange[] => policies?.rules ?? [];

function movedFrom(from: SurfaceChange, after: Reach | undefined, internal: Internal): Moved {
  const { surface, place, before } = from;
  return {
    ...comparisonIn(exposureOf({ surface, ...(place && { place }), before, after }, internal)),
    label: surface.label,
  };
}

function comparisonIn({
  verdict,
  isCertain,
  newcomers,
  openings,
  stillAsked,
  guards,
  backend,
}: Exposure): Omit<Moved, "label"> {
  const compared = { verdict, isCertain, newcomers, openings, stillAsked, guards };
  return { ...compared, ...(backend && { backend }) };
}

const answers = (reach: Reach | undefined) => reach !== undefined && reach.isServed !== false;

/** Whether some client reaches the one but not the other. */
function reachesBeyond(one: Reach | undefined, other: Reach | undefined): Tri {
  if (!one) return false;
  const isOptionsFree = one.optionsPass.length > 0 || (other?.optionsPass.length ?? 0) > 0;
  const ordinary = someBeyond(one, other);
  // HTTP OPTIONS requests count as separate clients where they are exempt from sign-on.
  return isOptionsFree ? some([ordinary, someBeyond(forOptions(one), other && forOptions(other))]) : ordinary;
}

function forOptions(reach: Reach): Reach {
  const restrictions = [...reach.restrictions].filter(([guard]) => !reach.optionsPass.includes(guard));
  return { ...reach, restrictions: new Map(restrictions) };
}

function someBeyond(one: Reach, other: Reach | undefined): Tri {
  const isReached = letsSomebodyIn(one);
  if (isReached === false) return false;
  const wasReached = other ? letsSomebodyIn(other) : false;
  if (wasReached === false) return isReached;
  const guards = [...new Set([...one.restrictions.keys(), ...(other?.restrictions.keys() ?? [])])];
  const isAllWithin = every(
    guards.map((guard) => isWithin(one.restrictions.get(guard), other?.restrictions.get(guard))),
  );
  if (isAllWithin === true) return isSameService(one, other) || wasReached === true ? false : undefined;
  if (isAllWithin === false) return isReached === true ? true : undefined;
  return undefined;
}

/** The responding resource is the same on both sides, even if nobody can tell whether anything responds. */
const isSameService = (one: Reach, other: Reach | undefined) => one.isServed === other?.isServed;

function letsSomebodyIn({ isServed, restrictions }: Reach): Tri {
  const isClosed = [...restrictions.values()].map((restriction) => restriction.isClosed);
  if (isServed === false || isClosed.includes(true)) return false;
  // A guard with hidden content may still admit somebody.
  return isServed;
}

function whoBeyond(one: Reach | undefined, other: Reach | undefined): string[] {
  if (!one) return [];
  if (!other || letsSomebodyIn(other) === false) return [whoever(one.restrictions)];
  const guards = [...new Set([...one.restrictions.keys(), ...other.restrictions.keys()])];
  const beyond = guards.flatMap((guard) => {
    const [now, then] = [one.restrictions.get(guard), other.restrictions.get(guard)];
    if (isWithin(now, then) === true) return [];
    return now ? [now.beyond(then)] : [`everybody whom ${LABELS[guard]} kept out (it let in ${then?.text})`];
  });
  const passing = one.optionsPass.filter((guard) => !other.optionsPass.includes(guard));
  return [
    ...beyond,
    ...passing.map((guard) => `HTTP OPTIONS requests that did not sign on by ${LABELS[guard]}`),
  ];
}

/** Guards that new clients have to pass besides the one that admits them. */
function stillAsked(after: Reach | undefined, before: Reach | undefined): string[] {
  if (!after || !before || letsSomebodyIn(before) === false) return [];
  const openers = [...new Set([...after.restrictions.keys(), ...before.restrictions.keys()])].filter(
    (guard) => isWithin(after.restrictions.get(guard), before.restrictions.get(guard)) !== true,
  );
  const only = openers.length === 1 ? openers[0] : undefined;
  return asking(after.restrictions)
    .filter(([guard]) => guard !== only)
    .map(([guard, { text }]) => `${LABELS[guard]} (${text})`);
}

/** Guards with an unusual requirement. */
const asking = (restrictions: ReadonlyMap<Dimension, Restriction>) =>
  [...restrictions].filter(
    ([guard, { isOpen, text }]) =>
      isOpen !== true && guard !== "tlsTermination" && !(guard === "bindings" && text.endsWith("public")),
  );

function whoever(restrictions: ReadonlyMap<Dimension, Restriction>): string {
  const asked = asking(restrictions).map(([guard, { text }]) => `${LABELS[guard]} (${text})`);
  return asked.length === 0 ? "everybody" : `whoever gets through ${asked.join(" and ")}`;
}

function guardChanges(before: Reach | undefined, after: Reach | undefined): GuardChange[] {
  const keys = [...new Set([...(before?.restrictions.keys() ?? []), ...(after?.restrictions.keys() ?? [])])];
  const changes = keys.flatMap((key): GuardChange[] => {
    const [then, now] = [before?.restrictions.get(key), after?.restrictions.get(key)];
    const isSame = isWithin(then, now) === true && isWithin(now, then) === true && then?.text === now?.text;
    return isSame ? [] : [{ guard: LABELS[key], before: then?.text ?? null, after: now?.text ?? null }];
  });
  const options = (reach: Reach | undefined) =>
    reach && reach.optionsPass.length > 0 ? "pass without sign-on" : null;
  if (options(before) !== options(after))
    changes.push({ guard: "HTTP OPTIONS requests", before: options(before), after: options(after) });
  const pooled = (reach: Reach | undefined) => (reach?.isPooled ? "other endpoints may share it" : null);
  if (pooled(before) !== pooled(after))
    changes.push({ guard: "address", before: pooled(before), after: pooled(after) });
  return changes;
}

/** The guards of each route of an edge that is on one side only. */
function routeGuards(before: Reach | undefined, after: Reach | undefined): GuardChange[] {
  const of = (reach: Reach | undefined, side: "before" | "after") =>
    (reach?.routes ?? []).flatMap((route) =>
      asking(route.reach.restrictions)
        .filter(([guard]) => guard !== "trafficPolicy")
        .map(
          ([guard, { text }]): GuardChange => ({
            guard: `${LABELS[guard]} of the route ${route.reach.objects[0]?.name}`,
            before: null,
            after: null,
            [side]: text,
          }),
        ),
    );
  return [...of(before, "before"), ...of(after, "after")];
}

function backendChange(before: Reach | undefined, after: Reach | undefined): Exposure["backend"] {
  if (before?.backend?.content === after?.backend?.content) return undefined;
  return { before: before?.backend?.text ?? null, after: after?.backend?.text ?? null };
}
