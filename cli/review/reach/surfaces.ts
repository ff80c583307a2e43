import { type Guard, type Place, some } from "../../../access";
import { type GuardModule, guardsOf } from "../../../policy/guards";
import { canonicalUrl } from "../../../provider/inspect";
import { compareText } from "../../common";
import type { AccountObject, AccountView } from "../account";
import { isHidden } from "../account";
import { backendOf } from "./backends";
import { perhapsNamed, unseen, versionOf } from "./guards";
import {
  type Address,
  addressesOf,
  closest,
  type EdgeAddress,
  edgeAddressOf,
  isPlain,
  ServedHostports,
} from "./hostports";
import {
  accountRestrictionsOf,
  addAccountRestrictions,
  bindingsOf,
  type Dimension,
  endpointRestrictions,
  isModuleApplied,
  Modules,
  optionsPassOf,
  type Reach,
  restrictionsOf,
  type SingleModule,
  type StrayModule,
  singleRestriction,
} from "./reach";
import {
  ANY_OTHER_HOST,
  type Host,
  hostsIn,
  type PathSelector,
  pathsOf,
  type RankedSelector,
  type Selected,
  selectorOf,
  winners,
} from "./routes";

/** Something that clients can reach. */
export interface Surface {
  readonly key: string;
  readonly kind: "https" | "tls" | "tcp" | "endpoint" | "account";
  /** As users write it, such as `https://app.example.com/admin*`. */
  readonly label: string;
  /** The part of it that a route matches, if it has routes. */
  readonly path?: string;
}

export interface SurfaceChange {
  readonly surface: Surface;
  /** The paths that its route matches; undefined where it has none, or they are not known. */
  readonly selects?: Selected;
  /** Where its requests come from, beside all other surfaces. */
  readonly place?: Place;
  readonly before: Reach | undefined;
  readonly after: Reach | undefined;
  /** Others of a pool: the service picks one of all for each request. */
  readonly besideBefore?: readonly Reach[];
  readonly besideAfter?: readonly Reach[];
  /** What clients connect to: the same for an edge and an endpoint there. */
  readonly address?: EdgeAddress;
  /** The edge or endpoint that answered at the address before and has given way to another kind. */
  readonly inPlaceOf?: string;
}

/** The modules of one account on both sides of a change. */
export function sidesOf(
  account: { readonly before: AccountView; readonly after: AccountView },
  singles: readonly SingleModule[],
): Sides {
  const before = new Modules(account.before, singles);
  return { before, after: new Modules(account.after, singles, before) };
}

/** Everything of one account that can be reached before or after the change. */
export function surfacesOf(sides: Sides): SurfaceChange[] {
  return [
    ...httpsSurfaces(sides),
    ...routesElsewhere(sides),
    ...routesOfHiddenEdges(sides),
    ...edgeSurfaces(sides, "TlsEdge", "tls"),
    ...edgeSurfaces(sides, "TcpEdge", "tcp"),
    ...endpointSurfaces(sides),
    ...accountSurfaces(sides),
  ];
}

export type Sides = Readonly<Record<"before" | "after", Modules>>;

function keysOf(...maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
}

function edgeSurfaces(sides: Sides, className: "TlsEdge" | "TcpEdge", kind: "tls" | "tcp"): SurfaceChange[] {
  const guards = guardsOf(className);
  const edges = {
    before: new ServedHostports(sides.before.view, className),
    after: new ServedHostports(sides.after.view, className),
  };
  const hostports = [...new Set([...edges.before.hostports, ...edges.after.hostports])].sort();
  const served = hostports.map((hostport): SurfaceChange => {
    const reach = (side: keyof Sides) => {
      return edgeReach(sides[side], edges[side].at(hostport), guards);
    };
    return {
      surface: { key: `${kind} ${hostport}`, kind, label: `${kind}://${hostport}` },
      before: reach("before"),
      after: reach("after"),
      address: { className, hostport },
    };
  });
  return [...served, ...modulesElsewhere(sides, className, kind)];
}

export function edgeReach(
  modules: Modules,
  edge: AccountObject | undefined,
  guards: readonly GuardModule[],
): Reach | undefined {
  if (!edge) return undefined;
  const restrictions = restrictionsOf(modules, [{ object: edge, guards }]);
  addAccountRestrictions(modules.view, "endpoints", restrictions);
  return { ...destination(modules, edge), restrictions, optionsPass: [], objects: [edge], isPooled: false };
}

/**
 * Where an edge or route sends traffic, and whether anything responds at all. A backend that the program does not
 * declare may have been set by another program, or by hand since the state was read.
 */
function destination(modules: Modules, owner: AccountObject): Pick<Reach, "isServed" | "backend"> {
  const found = modules.find(owner, "backend");
  const isOn = found || modules.isTakenOff(owner, "backend") ? isModuleApplied(found) : undefined;
  const [target] = found ? modules.view.targetsOf(found.object, ...found.path, "backendId") : [];
  const hasBackend = isOn === true ? (found?.kind === "values" ? target !== undefined : undefined) : isOn;
  const policy = isModuleApplied(modules.find(owner, "trafficPolicy"));
  const isServed = hasBackend === true || policy === true ? true : hasBackend === false ? policy : undefined;
  const by = found && { object: found.object, path: [...found.path, "backendId"] };
  return { isServed, backend: isOn === false || !by ? undefined : backendOf(modules.view, target, by) };
}

/** Single modules of edges that the program does not manage: only their own settings are known. */
function modulesElsewhere(sides: Sides, className: string, kind: Surface["kind"]): SurfaceChange[] {
  const found = { before: sides.before.elsewhere(className), after: sides.after.elsewhere(className) };
  return keysOf(found.before, found.after).map((key): SurfaceChange => {
    const [before, after] = [found.before.get(key)?.object, found.after.get(key)?.object];
    const { object, label } = (found.after.get(key) ?? found.before.get(key)) as StrayModule;
    const guard = sides.after.inputOf(object);
    const reach = (restrictions: Reach["restrictions"]): Reach => ({
      isServed: true,
      restrictions,
      optionsPass: [],
      backend: undefined,
      objects: [object],
      isPooled: false,
    });
    // Setting the module replaces the previous one.
    const earlier = before
      ? singleRestriction(sides.before, guard, before)
      : new Map([[guard, unseen({ view: sides.before.view, object, path: [guard] })]]);
    return {
      surface: { key: `${kind} ${key}`, kind, label },
      before: reach(earlier),
      after: reach(singleRestriction(sides.after, guard, after)),
    };
  });
}

/** Routes of edges that the program does not manage: the edge's own requirements are the same on both sides. */
function routesElsewhere(sides: Sides): SurfaceChange[] {
  const byEdge = ({ view }: Modules) => {
    const found = view.of("HttpsEdgeRoute").flatMap((route) => {
      const [edge] = view.targetsOf(route, "edgeId");
      return edge?.kind === "elsewhere" ? [{ id: edge.id, route: selectorOf(route) }] : [];
    });
    return Map.groupBy(found, ({ id }) => id);
  };
  const found = { before: byEdge(sides.before), after: byEdge(sides.after) };
  return keysOf(found.before, found.after).flatMap((id) => {
    const of = (side: keyof Sides): RoutedEdge => ({
      edge: undefined,
      routes: (found[side].get(id) ?? []).map(({ route }) => route),
    });
    const edges = { before: of("before"), after: of("after") };
    const hosts = [ANY_OTHER_HOST, ...hostsIn([...edges.before.routes, ...edges.after.routes])];
    return hosts.flatMap((host) => {
      const isOther = host === ANY_OTHER_HOST;
      const label = `HttpsEdge ${id}: ${isOther ? "" : host.name}`;
      return routedSurfaces(sides, edges, { key: id, host, label, isSample: !isOther });
    });
  });
}

/** Routes of edges that the preview does not show: what they select is known by the routes alone. */
function routesOfHiddenEdges(sides: Sides): SurfaceChange[] {
  const found = (side: keyof Sides) =>
    new Map(routesOfHiddenEdge(sides[side]).map((object) => [object.urn, object]));
  const routes = { before: found("before"), after: found("after") };
  return keysOf(routes.before, routes.after).map((urn): SurfaceChange => {
    const reach = (side: keyof Sides): Reach | undefined => {
      const route = routes[side].get(urn);
      return route && routeReach(sides[side], undefined, route, hiddenEdge(sides[side].view, route));
    };
    const { name } = (routes.after.get(urn) ?? routes.before.get(urn)) as AccountObject;
    return {
      surface: {
        key: `https ${urn}`,
        kind: "https",
        label: `what the route ${name} selects on an edge that is not shown`,
      },
      before: reach("before"),
      after: reach("after"),
    };
  });
}

const routesOfHiddenEdge = ({ view }: Modules): readonly AccountObject[] =>
  view
    .straying("HttpsEdgeRoute", "edgeId")
    .flatMap(({ object, target }) => (target.kind === "unknown" ? [object] : []));

/** What an edge may require whose id the preview hides: it may be any edge. */
function hiddenEdge(view: AccountView, route: AccountObject): Map<Dimension, Guard> {
  const edges = perhapsNamed(view, "HttpsEdge");
  const restrictions = guardsOf("HttpsEdge").map((guard) => {
    const versions = edges.map((object) => versionOf({ view, object, path: [guard] }));
    const content = [versionOf({ view, object: route, path: ["edgeId"] }), ...versions].join(" ");
    const text = `${guard} of the edge of ${route.name}, which is unknown`;
    return [guard, { asks: "unseen", text, content, about: guard } as const] as const;
  });
  return new Map(restrictions);
}

function httpsSurfaces(sides: Sides): SurfaceChange[] {
  const served = {
    before: new ServedHostports(sides.before.view, "HttpsEdge"),
    after: new ServedHostports(sides.after.view, "HttpsEdge"),
  };
  return addressesOf(served.before, served.after).flatMap(({ hostport, ...address }) => {
    const of = (side: keyof Sides): RoutedEdge => {
      const edge = served[side].at(hostport);
      return { edge, routes: routesOf(sides[side], edge) };
    };
    const surfaces = routedSurfaces(
      sides,
      { before: of("before"), after: of("after") },
      { key: hostport, ...address },
    );
    return surfaces.map((surface) => ({ ...surface, address: { className: "HttpsEdge", hostport } }));
  });
}

export function routesOf({ view }: Modules, edge: AccountObject | undefined): PathSelector[] {
  return edge ? view.referringBy("HttpsEdgeRoute", "edgeId", edge).map(selectorOf) : [];
}

/** An HTTPS edge with its routes; undefined while there is none, or where another program manages it. */
interface RoutedEdge {
  readonly edge: AccountObject | undefined;
  readonly routes: readonly PathSelector[];
}

/** Where the routes of an edge lead at one host. */
function routedSurfaces(
  sides: Sides,
  edges: Readonly<Record<keyof Sides, RoutedEdge>>,
  { key, host, label: start, isSample }: Omit<Address, "hostport"> & { readonly key: string },
): SurfaceChange[] {
  const surface = (
    label: string,
    reach: (side: keyof Sides) => Reach | undefined,
    selects?: Selected,
  ): SurfaceChange => ({
    surface: {
      // One path may end with what stands for all paths.
      key: `https ${key} ${label}${selects?.isPrefix === false && label.endsWith("*") ? " alone" : ""}`,
      kind: "https",
      label: `${start}${label}`,
      path: label,
    },
    ...(selects && { selects }),
    before: reach("before"),
    after: reach("after"),
  });
  const all = [...edges.before.routes, ...edges.after.routes];
  const known = pathsOf(all, host).map(({ path, label, selects }) =>
    surface(label, (side) => oneOf(sides[side], edges[side].edge, serving(edges, side, path, host)), selects),
  );
  // An unknown match may be any path: the route is identified by itself.
  const hidden = isSample ? [] : all.filter(({ match }) => match === undefined);
  const unknown = [...new Map(hidden.map(({ route }) => [route.urn, route])).values()].map(({ urn, name }) =>
    surface(` what the route ${name} selects, which is not known yet`, (side) => {
      const { edge, routes } = edges[side];
      const found = routes.find(({ route, match }) => match === undefined && route.urn === urn);
      const reach = found
        ? routeReach(sides[side], edge, found.route)
        : side === "after" && routes.length > 0
          ? restOf(sides.after, edge, routes)
          : undefined;
      return reach && { ...reach, isServed: reach.isServed === false ? false : undefined };
    }),
  );
  const found = [...known, ...unknown];
  return isPlain(host)
    ? found.map((change) => ({
        ...change,
        before: withoutTls(change.before),
        after: withoutTls(change.after),
      }))
    : found;
}

/** Guards of an HTTPS edge look at TLS, which nobody speaks where it speaks plain HTTP. */
export const TLS_GUARDS: readonly Dimension[] = guardsOf("HttpsEdge");

export const withoutTls = <R extends Reach | undefined>(reach: R): R =>
  reach && {
    ...reach,
    restrictions: new Map([...reach.restrictions].filter(([guard]) => !TLS_GUARDS.includes(guard))),
    ...(reach.routes && {
      routes: reach.routes.map((route) => ({ ...route, reach: withoutTls(route.reach) as Reach })),
    }),
  };

/** The routes of which one serves a request; one that served it before may do so still where its match is not known now. */
function serving(
  edges: Readonly<Record<keyof Sides, RoutedEdge>>,
  side: keyof Sides,
  path: string,
  host: Host,
): readonly RankedSelector[] {
  const found = winners(edges[side].routes, path, host);
  const hidden = edges.after.routes.filter(({ match }) => match === undefined);
  if (side === "before" || found.length === 0 || hidden.length === 0) return found;
  const then = winners(edges.before.routes, path, host).map(({ route }) => route.urn);
  const stays = hidden.filter(({ route }) => then.includes(route.urn));
  return [...stays.map((one) => ({ ...one, path, rank: [], mayYield: true, isBareExact: false })), ...found];
}

/** What serves requests that several routes select, of which the reference does not say which one does. */
function oneOf(
  modules: Modules,
  edge: AccountObject | undefined,
  found: readonly RankedSelector[],
): Reach | undefined {
  const reaches = found.map(({ route }) => routeReach(modules, edge, route));
  const [first, ...others] = reaches;
  if (first === undefined || (others.length === 0 && !found[0]?.isBareExact)) return first;
  const backends = reaches.flatMap(({ backend }) => backend ?? []);
  return {
    isServed: some(reaches.map(({ isServed }) => isServed)),
    restrictions: new Map(),
    optionsPass: [],
    backend: {
      text: [...new Set(backends.map(({ text }) => text))].join(" or "),
      content: [...new Set(backends.map(({ content }) => content))].join("\n"),
    },
    // What is known to select it names it.
    objects: [true, false].flatMap((isKnown) =>
      reaches.flatMap(({ objects }, at) => ((found[at]?.match !== undefined) === isKnown ? objects : [])),
    ),
    isPooled: false,
    // Each may be the one, and the last one is where none of the others is.
    routes: reaches.map((reach, at) => ({
      isExact: false,
      path: "/",
      mayYield: found[at]?.mayYield ?? false,
      isBare: found[at]?.isBareExact ?? false,
      reach,
    })),
  };
}

/** What serves the requests that a route no longer selects: another route, and nobody can tell which. */
function restOf(modules: Modules, edge: AccountObject | undefined, routes: readonly PathSelector[]): Reach {
  const [route] = routes;
  if (route && routes.length === 1) return routeReach(modules, edge, route.route);
  return {
    isServed: undefined,
    restrictions: new Map(),
    optionsPass: [],
    backend: undefined,
    objects: edge ? [edge] : [],
    isPooled: false,
  };
}

/** @param ofEdge - What the edge requires, where it is not an object of the program. */
export function routeReach(
  modules: Modules,
  edge: AccountObject | undefined,
  route: AccountObject,
  ofEdge: ReadonlyMap<Dimension, Guard> = new Map(),
): Reach {
  const own = restrictionsOf(modules, [
    ...(edge ? [{ object: edge, guards: guardsOf("HttpsEdge") }] : []),
    { object: route, guards: guardsOf("HttpsEdgeRoute") },
  ]);
  const restrictions = new Map([...ofEdge, ...own]);
  addAccountRestrictions(modules.view, "endpoints", restrictions);
  return {
    ...destination(modules, route),
    restrictions,
    optionsPass: optionsPassOf(modules, route),
    objects: edge ? [route, edge] : [route],
    isPooled: false,
  };
}

function endpointSurfaces(sides: Sides): SurfaceChange[] {
  const byUrl = ({ view }: Modules) => Map.groupBy(view.of("Endpoint"), urlOf);
  const endpoints = { before: byUrl(sides.before), after: byUrl(sides.after) };
  return keysOf(endpoints.before, endpoints.after).flatMap((url): SurfaceChange[] => {
    const named = [...(endpoints.before.get(url) ?? []), ...(endpoints.after.get(url) ?? [])];
    const closestOf = (side: keyof Sides, fits: (one: AccountObject) => boolean) =>
      closest(url, (key) => endpoints[side].get(key)?.filter(fits))?.found ?? [];
    const answering = (side: keyof Sides) => {
      const found = closestOf(side, (one) => named.some((by) => meet(one, by)));
      // Whom an endpoint leaves that gets another binding, a wildcard may answer.
      const isLeft = named.some(isPublic) && !found.some(isPublic);
      return isLeft ? [...found, ...closestOf(side, isPublic)] : found;
    };
    const address = edgeAddressOf(url);
    const change = {
      surface: { key: `endpoint ${url}`, kind: "endpoint" as const, label: url },
      ...(address && { address }),
    };
    const before = answering("before").map((endpoint) => endpointReach(sides.before, endpoint));
    const after = answering("after").map((endpoint) => endpointReach(sides.after, endpoint));
    const [then, ...besideBefore] = before.toSorted(byOwner);
    const [now, ...besideAfter] = after.toSorted(byOwner);
    return [{ ...change, before: then, after: now, besideBefore, besideAfter }];
  });
}

/** Whether the same clients may come to both: whoever uses another binding never meets the other endpoint. */
export function meet(one: AccountObject, other: AccountObject): boolean {
  const [mine, theirs] = [bindingsOf(one), bindingsOf(other)];
  return !mine || !theirs || mine.some((binding) => theirs.includes(binding));
}

const isPublic = (endpoint: AccountObject): boolean => bindingsOf(endpoint)?.includes("public") ?? true;

export function endpointReach({ view }: Modules, endpoint: AccountObject): Reach {
  const restrictions = endpointRestrictions(view, endpoint);
  addAccountRestrictions(view, "endpoints", restrictions);
  return {
    isServed: true,
    restrictions,
    optionsPass: [],
    backend: undefined,
    objects: [endpoint],
    isEndpoint: true,
    isPooled: endpoint.props.poolingEnabled === true || isHidden(endpoint.props.poolingEnabled),
  };
}

const ownerOf = ({ objects }: Reach) => objects[0]?.urn ?? "";
const byOwner = (one: Reach, other: Reach) => compareText(ownerOf(one), ownerOf(other));

export const urlOf = (endpoint: AccountObject): string =>
  isHidden(endpoint.props.url)
    ? `Endpoint ${endpoint.name}, whose URL is not known yet`
    : String(canonicalUrl(endpoint.props.url));

/** The traffic that the account's own IP restrictions guard. */
const ACCOUNT_TRAFFIC: readonly (readonly [type: string, label: string])[] = [
  ["api", "the account's API"],
  ["dashboard", "the account's dashboard"],
  ["agent", "the account's agent connections"],
];

function accountSurfaces(sides: Sides): SurfaceChange[] {
  return ACCOUNT_TRAFFIC.flatMap(([type, label]) => {
    const reach = ({ view }: Modules): Reach => {
      const restrictions = new Map<Dimension, Guard>();
      addAccountRestrictions(view, type, restrictions);
      const objects = accountRestrictionsOf(view, type);
      return { isServed: true, restrictions, optionsPass: [], backend: undefined, objects, isPooled: false };
    };
    const [before, after] = [reach(sides.before), reach(sides.after)];
    if (before.objects.length + after.objects.length === 0) return [];
    return [{ surface: { key: `account ${type}`, kind: "account" as const, label }, before, after }];
  });
}
