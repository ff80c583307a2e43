import { type Guard, type Place, some } from "../../../access";
import { type GuardModule, guardsOf } from "../../../policy/guards";
import { closest } from "../../../traffic-policy/symbolic/policy-reader";
import { compareText } from "../../common";
import type { AccountObject, AccountView, BothSides, Side } from "../account";
import { describeBackend } from "./backends";
import { isApplied, possibleTargets, restrictionOf, unknownRequirement, versionOf } from "./guards";
import {
  type Address,
  addressesOf,
  closestTo,
  type EdgeAddress,
  edgeAddressOf,
  edgesByHostport,
  isPlainHttp,
  sortedKeys,
  unknownAddresses,
  urlOf,
} from "./hostports";
import {
  accountRestrictionsOf,
  BARE_REACH,
  bindingsOf,
  type Dimension,
  endpointRestrictions,
  findModulesPassingOptions,
  type ModuleElsewhere,
  type Modules,
  mayShareClients,
  type Reach,
  type RouteReach,
  restrictionsOf,
  withAccountRestrictions,
} from "./reach";
import {
  type CandidateRoute,
  type Host,
  hostsIn,
  type PathSelection,
  type PathSelector,
  pathLabel,
  pathsOf,
  routesOf,
  samplePath,
  selectorOf,
  servingRoutes,
} from "./routes";

/** An address or path that clients can reach. */
export interface Surface {
  readonly key: string;
  readonly kind: "https" | "tls" | "tcp" | "endpoint" | "account";
  /** Displayed name, such as `https://app.example.com/admin*`. */
  readonly label: string;
  /** The end of the label: the paths that a route selects, if there are routes. */
  readonly path?: string;
}

export interface SurfaceChange {
  readonly surface: Surface;
  /** The paths that the route selects; undefined without a route, or while unknown. */
  readonly selects?: PathSelection;
  /** The responders; empty if there are none. The service picks one member of a pool for each request. */
  readonly before: readonly Reach[];
  readonly after: readonly Reach[];
  /** Equal for edges and endpoints that serve the same address. */
  readonly address?: EdgeAddress;
  /** The edge or endpoint that responded before, if an object of another kind replaces it. */
  readonly replacedObject?: string;
}

export interface LocatedChange extends SurfaceChange {
  /** The requests that the surface receives, except those that more specific surfaces receive. */
  readonly place: Place;
}

/** Everything in an account that clients can reach before or after the change. */
export function surfacesOf(sides: BothSides<Modules>): SurfaceChange[] {
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

export const onBothSides = <T>(read: (side: Side) => T): BothSides<T> => ({
  before: read("before"),
  after: read("after"),
});

function edgeSurfaces(
  sides: BothSides<Modules>,
  className: "TlsEdge" | "TcpEdge",
  kind: "tls" | "tcp",
): SurfaceChange[] {
  const edges = onBothSides((side) => edgesByHostport(sides[side].view, className));
  const served = sortedKeys(edges.before, edges.after).map(
    (hostport): SurfaceChange => ({
      surface: { key: `${kind} ${hostport}`, kind, label: `${kind}://${hostport}` },
      ...onBothSides((side) => {
        const edge = closestTo(hostport, edges[side])?.found;
        return edge ? [edgeReach(sides[side], edge)] : [];
      }),
      address: { className, hostport },
    }),
  );
  return [...served, ...moduleSurfacesElsewhere(sides, className, kind)];
}

export function edgeReach(modules: Modules, edge: AccountObject): Reach {
  const restrictions = withAccountRestrictions(modules.view, "endpoints", restrictionsOf(modules, edge));
  return { ...BARE_REACH, ...destination(modules, edge), restrictions, objects: [edge] };
}

/**
 * The destination of an edge or route, and whether anything responds. Unless the change removes the backend, an
 * undeclared one may have been set outside the program.
 */
function destination(modules: Modules, owner: AccountObject): Pick<Reach, "isServed" | "backend"> {
  const backend = modules.find(owner, "backend");
  const isOn = backend || modules.existedBefore(owner, "backend") ? isApplied(backend) : undefined;
  const [target] = backend ? modules.view.targetsOf(backend.object, ...backend.path, "backendId") : [];
  const hasBackend = isOn === true ? (backend?.values ? target !== undefined : undefined) : isOn;
  const isServed = some([hasBackend, isApplied(modules.find(owner, "trafficPolicy"))]);
  if (isOn === false || !backend) return { isServed, backend: undefined };
  const referrer = { ...backend, path: [...backend.path, "backendId"] };
  return { isServed, backend: target && describeBackend(target, referrer) };
}

/** Guards of edges that are outside the program or hidden. Nothing else about these edges is known. */
function moduleSurfacesElsewhere(
  sides: BothSides<Modules>,
  className: string,
  kind: Surface["kind"],
): SurfaceChange[] {
  const modules = onBothSides((side) => sides[side].guardsElsewhere(className));
  return sortedKeys(modules.before, modules.after).map((key): SurfaceChange => {
    const [before, after] = [modules.before.get(key)?.object, modules.after.get(key)?.object];
    const { object, input, label } = (modules.after.get(key) ?? modules.before.get(key)) as ModuleElsewhere;
    const guard = input as GuardModule;
    const reachesWith = (restriction: Guard | undefined): Reach[] => {
      const restrictions = new Map(restriction ? [[guard, restriction]] : []);
      return [{ ...BARE_REACH, isServed: true, restrictions, objects: [object] }];
    };
    // Setting a module replaces the previous one, which is unknown.
    const earlier = before
      ? restrictionOf(guard, sides.before.siteOf(before))
      : unknownRequirement({ view: sides.before.view, object, path: [guard] });
    return {
      surface: { key: `${kind} ${key}`, kind, label },
      before: reachesWith(earlier),
      after: reachesWith(restrictionOf(guard, after && sides.after.siteOf(after))),
    };
  });
}

/** Routes of edges outside the program. The requirements of these edges don't change. */
function routesElsewhere(sides: BothSides<Modules>): SurfaceChange[] {
  const routes = onBothSides((side) => {
    const { view } = sides[side];
    return Map.groupBy(view.of("HttpsEdgeRoute"), (route) => {
      const [edge] = view.targetsOf(route, "edgeId");
      // The empty string stands for edges of the program, and for unknown ones.
      return edge?.kind === "elsewhere" ? edge.id : "";
    });
  });
  const edgeIds = sortedKeys(routes.before, routes.after).filter((id) => id !== "");
  return edgeIds.flatMap((id) => {
    const edges = onBothSides((side) => ({
      modules: sides[side],
      edge: undefined,
      routes: (routes[side].get(id) ?? []).map(selectorOf),
    }));
    const hosts = hostsIn([...edges.before.routes, ...edges.after.routes]);
    return unknownAddresses(`HttpsEdge ${id}`, hosts).flatMap((address) =>
      routedSurfaces(edges, id, address),
    );
  });
}

/** Routes whose edge the preview hides, so other routes of the same edge are unknown. */
function routesOfHiddenEdges(sides: BothSides<Modules>): SurfaceChange[] {
  const routes = onBothSides((side) => {
    const { view } = sides[side];
    const hidden = view
      .of("HttpsEdgeRoute")
      .filter((route) => view.targetsOf(route, "edgeId").some(({ kind }) => kind === "unknown"));
    return new Map(hidden.map((route) => [route.urn, route]));
  });
  return sortedKeys(routes.before, routes.after).map((urn): SurfaceChange => {
    const { name } = (routes.after.get(urn) ?? routes.before.get(urn)) as AccountObject;
    return {
      surface: { key: `https ${urn}`, kind: "https", label: `paths of the route ${name} on a hidden edge` },
      ...onBothSides((side) => {
        const route = routes[side].get(urn);
        return route
          ? [routeReach(sides[side], undefined, route, hiddenEdgeRestrictions(sides[side].view, route))]
          : [];
      }),
    };
  });
}

/** The possible requirements of an edge with a hidden id, which may be any edge. */
function hiddenEdgeRestrictions(view: AccountView, route: AccountObject): Map<Dimension, Guard> {
  const edges = possibleTargets(view, "HttpsEdge");
  const restrictions = guardsOf("HttpsEdge").map((guard) => {
    const versions = edges.map((object) => versionOf({ view, object, path: [guard] }));
    const content = [versionOf({ view, object: route, path: ["edgeId"] }), ...versions].join(" ");
    const text = `${guard} of the edge of ${route.name}, which is unknown`;
    return [guard, { kind: "unreadable", text, content, moduleName: guard } as const] as const;
  });
  return new Map(restrictions);
}

function httpsSurfaces(sides: BothSides<Modules>): SurfaceChange[] {
  const served = onBothSides((side) => edgesByHostport(sides[side].view, "HttpsEdge"));
  const addresses = addressesOf([sides.before.view, sides.after.view], "HttpsEdge");
  return addresses.flatMap((address) => {
    const { hostport } = address;
    const edges = onBothSides((side) => {
      const modules = sides[side];
      const edge = closestTo(hostport, served[side])?.found;
      return { modules, edge, routes: routesOf(modules.view, edge) };
    });
    const surfaces = routedSurfaces(edges, hostport, address);
    return surfaces.map((surface) => ({ ...surface, address: { className: "HttpsEdge", hostport } }));
  });
}

interface RoutedEdge {
  readonly modules: Modules;
  /** Undefined if the edge doesn't exist or is outside the program. */
  readonly edge: AccountObject | undefined;
  readonly routes: readonly PathSelector[];
}

function routedSurfaces(
  edges: BothSides<RoutedEdge>,
  key: string,
  { host, label: origin, isSample }: Address,
): SurfaceChange[] {
  const toChange = (
    label: string,
    reaches: (side: Side) => readonly Reach[],
    selects?: PathSelection,
  ): SurfaceChange => ({
    surface: {
      // The suffix distinguishes a literal path that ends with `*`.
      key: `https ${key} ${label}${selects?.isPrefix === false && label.endsWith("*") ? " alone" : ""}`,
      kind: "https",
      label: `${origin}${label}`,
      path: label,
    },
    selects,
    ...onBothSides(reaches),
  });
  const routes = [...edges.before.routes, ...edges.after.routes];
  const pathSurfaces = pathsOf(routes, host).map((selects) => {
    const path = samplePath(selects);
    const reaches = (side: Side) => combineRoutes(edges[side], possibleRoutes(edges, side, path, host));
    return toChange(pathLabel(selects), reaches, selects);
  });
  // An unknown match may be any path, so the route has a surface of its own.
  const hidden = isSample ? [] : routes.filter(({ match }) => match === undefined);
  const unknownSurfaces = [...new Map(hidden.map(({ route }) => [route.urn, route])).values()].map(
    ({ urn, name }) =>
      toChange(` unknown paths of the route ${name}`, (side) => {
        const { modules, edge, routes } = edges[side];
        const selector = routes.find(({ route, match }) => match === undefined && route.urn === urn);
        const fallback = side === "after" ? fallbackReach(edges.after) : [];
        const reaches = selector ? [routeReach(modules, edge, selector.route)] : fallback;
        return reaches.map((reach) => ({ ...reach, isServed: reach.isServed === false ? false : undefined }));
      }),
  );
  const surfaces = [...pathSurfaces, ...unknownSurfaces];
  return isPlainHttp(host)
    ? surfaces.map((change) => ({ ...change, ...onBothSides((side) => change[side].map(withoutTls)) }))
    : surfaces;
}

/** The guards of an HTTPS edge. They belong to TLS, so they don't apply to plain HTTP. */
export const TLS_GUARDS: readonly Dimension[] = guardsOf("HttpsEdge");

export const withoutTls = (reach: Reach): Reach => ({
  ...reach,
  restrictions: new Map([...reach.restrictions].filter(([guard]) => !TLS_GUARDS.includes(guard))),
  routes: reach.routes?.map((route) => ({ ...route, reach: withoutTls(route.reach) })),
});

/** The routes that may serve a request, including routes that served it before and whose match is now unknown. */
function possibleRoutes(
  edges: BothSides<RoutedEdge>,
  side: Side,
  path: string,
  host: Host,
): readonly CandidateRoute[] {
  const selectors = servingRoutes(edges[side].routes, path, host);
  const hidden = edges.after.routes.filter(({ match }) => match === undefined);
  if (side === "before" || selectors.length === 0 || hidden.length === 0) return selectors;
  const servedBefore = servingRoutes(edges.before.routes, path, host).map(({ route }) => route.urn);
  return [
    ...hidden
      .filter(({ route }) => servedBefore.includes(route.urn))
      .map((selector) => ({ ...selector, mayYield: true })),
    ...selectors,
  ];
}

/** Combines the routes that may serve a request; the API reference doesn't say which one does. */
function combineRoutes(
  { modules, edge }: RoutedEdge,
  candidates: readonly CandidateRoute[],
): readonly Reach[] {
  const routes = routeReaches(modules, edge, candidates);
  const reaches = routes.map(({ reach }) => reach);
  if (routes.length === 0 || (routes.length === 1 && !routes[0]?.isBare)) return reaches;
  const backends = reaches.flatMap(({ backend }) => backend ?? []);
  const combined: Reach = {
    ...BARE_REACH,
    isServed: some(reaches.map(({ isServed }) => isServed)),
    backend: {
      text: [...new Set(backends.map(({ text }) => text))].join(" or "),
      content: [...new Set(backends.map(({ content }) => content))].join("\n"),
    },
    // Routes that are known to select the request come first.
    objects: routes
      .toSorted((a, b) => Number(a.path === undefined) - Number(b.path === undefined))
      .flatMap(({ reach }) => reach.objects),
    // The place of the surface already selects the paths, so each route selects all requests that remain.
    routes: routes.map((route) => ({ ...route, isExact: false, path: "/" })),
  };
  return [combined];
}

/**
 * The reach of requests that a route no longer selects. If there are several other routes, it is unknown which serves them.
 */
function fallbackReach({ modules, edge, routes: [route, ...others] }: RoutedEdge): readonly Reach[] {
  if (!route) return [];
  if (others.length === 0) return [routeReach(modules, edge, route.route)];
  return [{ ...BARE_REACH, objects: edge ? [edge] : [] }];
}

export const routeReaches = (
  modules: Modules,
  edge: AccountObject | undefined,
  candidates: readonly CandidateRoute[],
): RouteReach[] =>
  candidates.map(({ route, match, mayYield }) => ({
    isExact: match?.isExact === true,
    path: match?.path,
    mayYield,
    isBare: match?.isBare === true,
    reach: routeReach(modules, edge, route),
  }));

/** @param edgeRestrictions - The requirements of an edge that is outside the program. */
function routeReach(
  modules: Modules,
  edge: AccountObject | undefined,
  route: AccountObject,
  edgeRestrictions: ReadonlyMap<Dimension, Guard> = new Map(),
): Reach {
  const owners = edge ? [edge, route] : [route];
  const own = [...edgeRestrictions, ...owners.flatMap((owner) => restrictionsOf(modules, owner))];
  return {
    ...BARE_REACH,
    ...destination(modules, route),
    restrictions: withAccountRestrictions(modules.view, "endpoints", own),
    modulesPassingOptions: findModulesPassingOptions(modules, route),
    objects: edge ? [route, edge] : [route],
  };
}

function endpointSurfaces(sides: BothSides<Modules>): SurfaceChange[] {
  const endpoints = onBothSides((side) => Map.groupBy(sides[side].view.of("Endpoint"), urlOf));
  return sortedKeys(endpoints.before, endpoints.after).flatMap((url): SurfaceChange[] => {
    const exactMatches = [...(endpoints.before.get(url) ?? []), ...(endpoints.after.get(url) ?? [])];
    const closestOf = (side: Side, isCandidate: (endpoint: AccountObject) => boolean) =>
      closest(url, (key) => endpoints[side].get(key)?.filter(isCandidate))?.found ?? [];
    const respondersOn = (side: Side) => {
      const responders = closestOf(side, (endpoint) =>
        exactMatches.some((other) => mayShareClients(endpoint, other)),
      );
      // If an endpoint gets another binding, a wildcard may serve its previous clients.
      const needsPublic = exactMatches.some(isPublic) && !responders.some(isPublic);
      return needsPublic ? [...responders, ...closestOf(side, isPublic)] : responders;
    };
    const surface = { key: `endpoint ${url}`, kind: "endpoint" as const, label: url };
    const reaches = onBothSides((side) =>
      respondersOn(side)
        .toSorted((a, b) => compareText(a.urn, b.urn))
        .map((endpoint) => endpointReach(sides[side], endpoint)),
    );
    return [{ surface, address: edgeAddressOf(url), ...reaches }];
  });
}

export const isPublic = (endpoint: AccountObject): boolean =>
  bindingsOf(endpoint)?.includes("public") ?? true;

export function endpointReach({ view }: Modules, endpoint: AccountObject): Reach {
  return {
    ...BARE_REACH,
    isServed: true,
    restrictions: withAccountRestrictions(view, "endpoints", endpointRestrictions(view, endpoint)),
    objects: [endpoint],
    isEndpoint: true,
  };
}

/** Types of traffic that IP restrictions of the account can apply to, except traffic to endpoints. */
const ACCOUNT_TRAFFIC: readonly (readonly [type: string, label: string])[] = [
  ["api", "the account's API"],
  ["dashboard", "the account's dashboard"],
  ["agent", "the account's agent connections"],
];

function accountSurfaces(sides: BothSides<Modules>): SurfaceChange[] {
  return ACCOUNT_TRAFFIC.flatMap(([type, label]) => {
    const reaches = onBothSides((side) => {
      const { view } = sides[side];
      const restrictions = withAccountRestrictions(view, type, []);
      return [{ ...BARE_REACH, isServed: true, restrictions, objects: accountRestrictionsOf(view, type) }];
    });
    if ([...reaches.before, ...reaches.after].every(({ objects }) => objects.length === 0)) return [];
    return [{ surface: { key: `account ${type}`, kind: "account" as const, label }, ...reaches }];
  });
}
