import { canonicalUrl } from "../../../provider/host/inspect/facts";
import { grouped } from "../../common";
import type { AccountChange, AccountObject } from "../account";
import { isHidden } from "../account";
import { backendOf } from "./backends";
import { type GuardModule, unseen } from "./guards";
import {
  addAccountRestrictions,
  type Dimension,
  endpointRestrictions,
  isModuleApplied,
  Modules,
  optionsPassOf,
  type Reach,
  ROUTE_GUARDS,
  restrictionsOf,
  type SingleModule,
  singleRestriction,
} from "./reach";
import type { Restriction } from "./restriction";
import { type PathSelector, pathsOf, winner } from "./routes";

/** Something that clients can reach. */
export interface Surface {
  readonly key: string;
  readonly kind: "https" | "tls" | "tcp" | "endpoint" | "account";
  /** As users write it, such as `https://app.example.com/admin*`. */
  readonly label: string;
}

export interface SurfaceChange {
  readonly surface: Surface;
  readonly before: Reach | undefined;
  readonly after: Reach | undefined;
}

/** Everything that can be reached before or after the change. */
export function surfacesOf(account: AccountChange, singles: readonly SingleModule[]): SurfaceChange[] {
  const sides = { before: new Modules(account.before, singles), after: new Modules(account.after, singles) };
  return [
    ...httpsSurfaces(sides),
    ...routesElsewhere(sides),
    ...edgeSurfaces(sides, "TlsEdge", "tls", TLS_GUARDS),
    ...edgeSurfaces(sides, "TcpEdge", "tcp", TCP_GUARDS),
    ...endpointSurfaces(sides),
    ...accountSurfaces(sides),
  ];
}

type Sides = Readonly<Record<"before" | "after", Modules>>;

const TLS_GUARDS: readonly GuardModule[] = ["ipRestriction", "mutualTls", "tlsTermination", "trafficPolicy"];
const TCP_GUARDS: readonly GuardModule[] = ["ipRestriction", "trafficPolicy"];
const HTTPS_EDGE_GUARDS: readonly GuardModule[] = ["mutualTls", "tlsTermination"];

/** Edges of a class by what they serve. An edge whose hostports are not known stands for itself. */
function byHostport({ view }: Modules, className: string): Map<string, AccountObject> {
  return new Map(
    view.of(className).flatMap((edge) => hostportsOf(edge).map((hostport) => [hostport, edge] as const)),
  );
}

function hostportsOf(edge: AccountObject): string[] {
  const { hostports } = edge.props;
  if (isHidden(hostports)) return [`${edge.className} ${edge.name}, whose hostports are not known yet`];
  return Array.isArray(hostports) ? hostports.map((hostport) => String(hostport).toLowerCase()) : [];
}

function keysOf(...maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
}

function edgeSurfaces(
  sides: Sides,
  className: "TlsEdge" | "TcpEdge",
  kind: "tls" | "tcp",
  guards: readonly GuardModule[],
): SurfaceChange[] {
  const edges = {
    before: byHostport(sides.before, className),
    after: byHostport(sides.after, className),
  };
  const served = keysOf(edges.before, edges.after).map((hostport): SurfaceChange => {
    const reach = (side: keyof Sides) => edgeReach(sides[side], edges[side].get(hostport), guards);
    return {
      surface: { key: `${kind} ${hostport}`, kind, label: `${kind}://${hostport}` },
      before: reach("before"),
      after: reach("after"),
    };
  });
  return [...served, ...modulesElsewhere(sides, className, kind)];
}

function edgeReach(
  modules: Modules,
  edge: AccountObject | undefined,
  guards: readonly GuardModule[],
): Reach | undefined {
  if (!edge) return undefined;
  const restrictions = restrictionsOf(modules, [{ object: edge, guards }]);
  addAccountRestrictions(modules.view, "endpoints", restrictions);
  return { ...destination(modules, edge), restrictions, optionsPass: [], objects: [edge], isPooled: false };
}

/** Where an edge or route sends traffic, and whether anything answers at all. */
function destination(modules: Modules, owner: AccountObject): Pick<Reach, "isServed" | "backend"> {
  const found = modules.find(owner, "backend");
  const isOn = isModuleApplied(found);
  const [target] = found ? modules.view.targetsOf(found.object, ...found.path, "backendId") : [];
  const hasBackend = isOn === true ? (found?.kind === "values" ? target !== undefined : undefined) : isOn;
  const policy = isModuleApplied(modules.find(owner, "trafficPolicy"));
  const isServed = hasBackend === true || policy === true ? true : hasBackend === false ? policy : undefined;
  return { isServed, backend: isOn === false ? undefined : backendOf(modules.view, target) };
}

/** Single modules of edges that the program does not hold: only what they say themselves is known. */
function modulesElsewhere(sides: Sides, className: string, kind: Surface["kind"]): SurfaceChange[] {
  const found = { before: sides.before.elsewhere(className), after: sides.after.elsewhere(className) };
  return keysOf(found.before, found.after).map((key): SurfaceChange => {
    const [before, after] = [found.before.get(key), found.after.get(key)];
    const object = (after ?? before) as AccountObject;
    const guard = sides.after.inputOf(object);
    const reach = (restrictions: Reach["restrictions"]): Reach => ({
      isServed: true,
      restrictions,
      optionsPass: [],
      backend: undefined,
      objects: [object],
      isPooled: false,
    });
    // Setting the module replaces whatever was there before.
    const earlier = before
      ? singleRestriction(sides.before, guard, before)
      : new Map([[guard, unseen({ view: sides.before.view, object, path: [guard] })]]);
    const id = key.slice(0, key.lastIndexOf(" "));
    return {
      surface: { key: `${kind} ${key}`, kind, label: `${className} ${id}, which is managed elsewhere` },
      before: reach(earlier),
      after: reach(singleRestriction(sides.after, guard, after)),
    };
  });
}

/** Routes of edges that the program does not hold: what the edge itself asks for is the same on both sides. */
function routesElsewhere(sides: Sides): SurfaceChange[] {
  const byEdge = ({ view }: Modules) => {
    const found = view.of("HttpsEdgeRoute").flatMap((route) => {
      const [edge] = view.targetsOf(route, "edgeId");
      return edge?.kind === "elsewhere" ? [{ id: edge.id, route: selectorOf(route) }] : [];
    });
    return grouped(found, ({ id }) => id);
  };
  const found = { before: byEdge(sides.before), after: byEdge(sides.after) };
  return keysOf(found.before, found.after).flatMap((id) => {
    const routes = (side: keyof Sides) => (found[side].get(id) ?? []).map(({ route }) => route);
    return pathsOf([...routes("before"), ...routes("after")]).map(({ path, label }): SurfaceChange => {
      const reach = (side: keyof Sides) => {
        const answering = winner(routes(side), path);
        return answering && routeReach(sides[side], undefined, answering.route);
      };
      return {
        surface: { key: `https ${id} ${label}`, kind: "https", label: `HttpsEdge ${id}: ${label}` },
        before: reach("before"),
        after: reach("after"),
      };
    });
  });
}

function httpsSurfaces(sides: Sides): SurfaceChange[] {
  const edges = {
    before: byHostport(sides.before, "HttpsEdge"),
    after: byHostport(sides.after, "HttpsEdge"),
  };
  return keysOf(edges.before, edges.after).flatMap((hostport) => {
    const host = hostport.replace(/:\d+$/, "");
    const routes = {
      before: routesOf(sides.before, edges.before.get(hostport)),
      after: routesOf(sides.after, edges.after.get(hostport)),
    };
    const paths = pathsOf([...routes.before, ...routes.after], host);
    return paths.map(({ path, label }): SurfaceChange => {
      const reach = (side: keyof Sides) => {
        const edge = edges[side].get(hostport);
        const found = winner(routes[side], path, host);
        return edge && found && routeReach(sides[side], edge, found.route);
      };
      const address = `https://${hostport.replace(/:443$/, "")}${label}`;
      return {
        surface: { key: `https ${hostport} ${label}`, kind: "https", label: address },
        before: reach("before"),
        after: reach("after"),
      };
    });
  });
}

function routesOf({ view }: Modules, edge: AccountObject | undefined): PathSelector[] {
  if (!edge) return [];
  const routes = view.referringBy("HttpsEdgeRoute", "edgeId", edge);
  return routes.map(selectorOf);
}

const selectorOf = (route: AccountObject): PathSelector => ({
  route,
  isExact: route.props.matchType === "exact_path",
  match: String(route.props.match ?? "/"),
});

function routeReach(modules: Modules, edge: AccountObject | undefined, route: AccountObject): Reach {
  const restrictions = restrictionsOf(modules, [
    ...(edge ? [{ object: edge, guards: HTTPS_EDGE_GUARDS }] : []),
    { object: route, guards: ROUTE_GUARDS },
  ]);
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
  const byUrl = ({ view }: Modules) =>
    new Map(view.of("Endpoint").map((endpoint) => [urlOf(endpoint), endpoint] as const));
  const endpoints = { before: byUrl(sides.before), after: byUrl(sides.after) };
  return keysOf(endpoints.before, endpoints.after).map((url): SurfaceChange => {
    const reach = (side: keyof Sides): Reach | undefined => {
      const endpoint = endpoints[side].get(url);
      const { view } = sides[side];
      if (!endpoint) return undefined;
      const restrictions = endpointRestrictions(view, endpoint);
      addAccountRestrictions(view, "endpoints", restrictions);
      return {
        isServed: true,
        restrictions,
        optionsPass: [],
        backend: undefined,
        objects: [endpoint],
        isPooled: endpoint.props.poolingEnabled === true,
      };
    };
    return {
      surface: { key: `endpoint ${url}`, kind: "endpoint", label: url },
      before: reach("before"),
      after: reach("after"),
    };
  });
}

const urlOf = (endpoint: AccountObject): string =>
  isHidden(endpoint.props.url)
    ? `Endpoint ${endpoint.name}, whose URL is not known yet`
    : String(canonicalUrl(endpoint.props.url));

/** What the account's own IP restrictions guard. */
const ACCOUNT_TRAFFIC: readonly (readonly [type: string, label: string])[] = [
  ["api", "the account's API"],
  ["dashboard", "the account's dashboard"],
  ["agent", "the account's agent connections"],
];

function accountSurfaces(sides: Sides): SurfaceChange[] {
  return ACCOUNT_TRAFFIC.flatMap(([type, label]) => {
    const reach = ({ view }: Modules): Reach => {
      const restrictions = new Map<Dimension, Restriction>();
      addAccountRestrictions(view, type, restrictions);
      const objects = view.of("IpRestriction").filter(({ props }) => props.type === type);
      return { isServed: true, restrictions, optionsPass: [], backend: undefined, objects, isPooled: false };
    };
    const [before, after] = [reach(sides.before), reach(sides.after)];
    if (before.objects.length + after.objects.length === 0) return [];
    return [{ surface: { key: `account ${type}`, kind: "account" as const, label }, before, after }];
  });
}
