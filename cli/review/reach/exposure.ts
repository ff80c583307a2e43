import {
  type Access,
  type ClientDescription,
  compareAccess,
  type Guard,
  type GuardChange,
  type NamedGuard,
  type Opening,
  type Place,
} from "../../../access";
import type { InternalSides } from "./internal-endpoints";
import type { Dimension, Reach } from "./reach";
import type { LocatedChange, Surface } from "./surfaces";

/** The effect of a change on access: `opens` grants it to new clients, `closes` revokes it from some, `shifts` does both. */
export type ExposureChange = "opens" | "closes" | "shifts" | "same";

export const opens = ({ verdict }: { readonly verdict: ExposureChange }): boolean =>
  verdict === "opens" || verdict === "shifts";

/** The clients before a change, compared with those after it. */
interface Comparison {
  readonly verdict: ExposureChange;
  /** False if `verdict` is the worst possible one, for example because the preview hides a value. */
  readonly isCertain: boolean;
  /** True if some client definitely gains access, even if the verdict as a whole is undecided. */
  readonly opensCertainly: boolean;
  readonly gainsAccess: readonly ClientDescription[];
  /** The clients that gain access, each with the reason why it was denied before. */
  readonly openings: readonly Opening[];
  readonly stillRequired: readonly string[];
  readonly guards: readonly GuardChange[];
  readonly backend?: { readonly before: string | null; readonly after: string | null };
}

export interface Exposure extends Comparison {
  readonly surface: Surface;
  /** `new` if nothing responded there before, `gone` if nothing responds there afterwards. */
  readonly is: "new" | "gone" | "there";
  readonly losesAccess: readonly ClientDescription[];
  /** The comparison with the previous place, for a resource that responded elsewhere before. */
  readonly movedFrom?: Move;
  /** Objects of other programs that responded there before. */
  readonly ofOthers: readonly string[];
  /** Set if an object of this program now responds next to, or instead of, objects of other programs. */
  readonly displaces: "next to" | "instead of" | null;
  /** The objects involved, starting with the one that responds. */
  readonly urns: readonly string[];
  /** URNs of the internal endpoints that policies there may forward requests to. */
  readonly behind: readonly string[];
  /** True if clients reach it only through policies that forward to it. */
  readonly isInner: boolean;
}

/** The clients of a moved resource, compared with those at its previous place. */
export interface Move extends Comparison {
  /** The previous place. */
  readonly label: string;
  /** Set if the address is the same, but another kind of resource serves it, such as an endpoint instead of an edge. */
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
 * Compares access before and after a change.
 *
 * @param endpoints - The internal endpoints that policies can forward to.
 * @param from - The previous place of the resource, if it has moved.
 */
export function exposureOf(change: LocatedChange, endpoints: InternalSides, from?: LocatedChange): Exposure {
  const { surface, place, replacedObject, before, after } = change;
  const [respondsBefore, respondsAfter] = [responds(before), responds(after)];
  const is = respondsBefore === respondsAfter ? "there" : respondsBefore ? "gone" : "new";
  const { comparison, losesAccess, behind } = compareReaches(before, after, endpoints, place);
  // If the place already served the same backend, a comparison with the previous place of the resource is irrelevant.
  const isAlreadyServed =
    !opens(comparison) &&
    comparison.backend === undefined &&
    before.some(({ isServed }) => isServed === true);
  const reaches = [...after, ...before];
  const exposure: Exposure = {
    surface,
    ...comparison,
    is,
    losesAccess,
    ...displacedObjects(before, after),
    urns: [...new Set(reaches.flatMap(({ objects }) => objects.map(({ urn }) => urn)))],
    behind,
    isInner: reaches.every(({ restrictions }) => isInternal(restrictions.get("bindings"))),
  };
  if (replacedObject !== undefined)
    return { ...exposure, movedFrom: { ...comparison, label: replacedObject, isSameAddress: true } };
  if (!from || isAlreadyServed) return exposure;
  // Example requests must use the current place.
  const moved = compareReaches(from.before.slice(0, 1), after.slice(0, 1), endpoints, place).comparison;
  return { ...exposure, movedFrom: { ...moved, label: from.surface.label } };
}

function compareReaches(
  before: readonly Reach[],
  after: readonly Reach[],
  endpoints: InternalSides,
  place: Place,
): { comparison: Comparison } & Pick<Exposure, "losesAccess" | "behind"> {
  const isNew = !responds(before) && responds(after);
  const compare = (convert: (reach: Reach) => Reach) =>
    compareAccess(
      before.map(convert).map(accessOf),
      after.map(convert).map(accessOf),
      isNew ? endpoints.ofNew : endpoints,
      place,
    );
  const { closes: isClosing, losesAccess, guards, rules, behind, ...gains } = compare((reach) => reach);
  // If an endpoint leaves the public binding, ignore bindings: clients of a private binding don't count as new clients.
  const leavesPublic = servesPublic(before) && !servesPublic(after);
  const {
    opens: isOpening,
    openings,
    gainsAccess,
    stillRequired,
  } = leavesPublic ? compare(withoutBindings) : gains;
  const [mayOpen, mayClose] = [isOpening !== false, isClosing !== false];
  const [backendBefore, backendAfter] = [before[0]?.backend, after[0]?.backend];
  const comparison: Comparison = {
    verdict: mayOpen ? (mayClose ? "shifts" : "opens") : mayClose ? "closes" : "same",
    isCertain: isOpening !== undefined && isClosing !== undefined,
    opensCertainly: isOpening === true,
    gainsAccess,
    openings,
    stillRequired,
    guards: [...guards, ...optionsDifference(before, after), ...rules],
    ...(backendBefore?.content !== backendAfter?.content && {
      backend: { before: backendBefore?.text ?? null, after: backendAfter?.text ?? null },
    }),
  };
  return { comparison, losesAccess, behind };
}

function displacedObjects(
  reachesBefore: readonly Reach[],
  reachesAfter: readonly Reach[],
): Pick<Exposure, "ofOthers" | "displaces"> {
  const respondersOf = (reaches: readonly Reach[]) =>
    reaches.filter(({ isServed }) => isServed !== false).flatMap(({ objects }) => objects.slice(0, 1));
  const [respondersBefore, respondersAfter] = [respondersOf(reachesBefore), respondersOf(reachesAfter)];
  const outsiders = respondersBefore.filter(({ isOutsideProgram }) => isOutsideProgram);
  const urnsBefore = respondersBefore.map(({ urn }) => urn);
  const isAdded = respondersAfter.some(
    ({ urn, isOutsideProgram }) => !isOutsideProgram && !urnsBefore.includes(urn),
  );
  const isKept = respondersAfter.some(({ urn }) => outsiders.some((outsider) => outsider.urn === urn));
  return {
    ofOthers: outsiders.map(({ className, name }) => `${className} ${name}`),
    displaces: outsiders.length === 0 || !isAdded ? null : isKept ? "next to" : "instead of",
  };
}

/** True if the public binding is served. Edges serve only that one, and unknown bindings may include it. */
const servesPublic = (reaches: readonly Reach[]): boolean =>
  reaches.some(({ restrictions, isEndpoint }) => {
    const bindings = isEndpoint ? restrictions.get("bindings") : undefined;
    return bindings?.kind !== "one of" || includesPublic(bindings);
  });

const includesPublic = (bindings: Guard): boolean =>
  bindings.kind === "one of" && bindings.entries?.some(({ value }) => value === "public") !== false;

const withoutBindings = (reach: Reach): Reach => ({
  ...reach,
  restrictions: new Map([...reach.restrictions].filter(([key]) => key !== "bindings")),
});

const isInternal = (bindings: Guard | undefined) =>
  bindings?.kind === "one of" && bindings.entries?.every(({ value }) => value === "internal") === true;

const responds = (reaches: readonly Reach[]) => reaches.some(({ isServed }) => isServed !== false);

/** Converts a reach to the form that `compareAccess` takes, with the names that reports show. */
function accessOf({
  objects,
  isServed,
  restrictions,
  modulesPassingOptions,
  isEndpoint,
  routes,
}: Reach): Access {
  return {
    id: objects[0]?.urn ?? "",
    name: objects[0]?.name ?? "",
    isServed,
    guards: [...restrictions].map(
      ([key, guard]): NamedGuard => ({
        name: LABELS[key],
        guard,
        passesOptions: modulesPassingOptions.includes(key),
        ...(key === "bindings" && isInternal(guard) && { clientPhrase: "that policies forward to it" }),
        isServiceDefault: key === "tlsTermination" || (key === "bindings" && includesPublic(guard)),
      }),
    ),
    isEndpoint: isEndpoint === true,
    ...(isEndpoint && typeof objects[0]?.props.url === "string" && { url: objects[0].props.url }),
    routes: routes?.map(({ reach, ...route }) => ({ ...route, access: accessOf(reach) })),
  };
}

/** A difference that isn't a guard, but that reports list with the guards. */
function optionsDifference(before: readonly Reach[], after: readonly Reach[]): GuardChange[] {
  const text = (reaches: readonly Reach[]) =>
    reaches.some(({ modulesPassingOptions }) => modulesPassingOptions.length > 0)
      ? "pass without a sign-in"
      : null;
  const [textBefore, textAfter] = [text(before), text(after)];
  if (textBefore === textAfter) return [];
  const transition = textAfter === null ? "harmless" : "changed";
  return [{ guard: "HTTP OPTIONS requests", before: textBefore, after: textAfter, transition }];
}
