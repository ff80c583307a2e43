import { type Guard, some } from "../../../access";
import { guardsOf } from "../../../policy/guards";
import type { AccountObject } from "../account";
import {
  addressesOf,
  closestTo,
  EDGE_CLASSES,
  type EdgeClass,
  edgeAddressOf,
  isPlainHttp,
  isUnknown,
  ServedHostports,
  urlAt,
} from "./hostports";
import {
  ANY_TLS,
  BARE_REACH,
  type Dimension,
  type Modules,
  type Reach,
  type RouteReach,
  requireBindings,
} from "./reach";
import { type Host, hostOf, rankRoutes } from "./routes";
import {
  edgeReach,
  endpointReach,
  isPublic,
  onBothSides,
  routeReach,
  routesOf,
  type Sides,
  type SurfaceChange,
  TLS_GUARDS,
  urlOf,
  withoutTls,
} from "./surfaces";

/**
 * Finds addresses at which a resource of another kind now responds: an endpoint replaces an edge or the reverse, or one of
 * them changes its protocol. All routes of an edge are compared with the new resource together: on its own, each route
 * would close, and the new resource would open to everybody.
 */
export function takeoversIn(sides: Sides): SurfaceChange[] {
  return EDGE_CLASSES.flatMap((className) => {
    const served = onBothSides((side) => new Responders(sides[side], className));
    const hostports = new Set([
      ...addressesOf(served.before.edges, served.after.edges).map(({ hostport }) => hostport),
      ...served.before.hostports,
      ...served.after.hostports,
    ]);
    return [...hostports]
      .filter((hostport) => !isUnknown(hostport))
      .sort()
      .flatMap((hostport) => takeoversAt(hostport, className, served));
  });
}

/** Returns a predicate: true if a closer match serves the address of a change on both sides, over any protocol. */
export function respondsElsewhere(sides: Sides): (change: SurfaceChange) => boolean {
  const served = onBothSides(
    (side) => new Map(EDGE_CLASSES.map((className) => [className, new Responders(sides[side], className)])),
  );
  return ({ address, before, after, poolBefore = [], poolAfter = [] }) => {
    if (address === undefined) return false;
    const reaches = { before: [before, ...poolBefore], after: [after, ...poolAfter] };
    return (["before", "after"] as const).every((side) => {
      const ownUrns = reaches[side].flatMap((reach) => reach?.objects ?? []).map(({ urn }) => urn);
      const responders = served[side].get(address.className)?.at(address.hostport) ?? [];
      return responders.length > 0 && !responders.some(({ object }) => ownUrns.includes(object.urn));
    });
  };
}

/** Classes that can serve the clients of a class: HTTPS connections are TLS connections, and all use TCP. */
const PROTOCOLS_OF: Readonly<Record<EdgeClass, readonly EdgeClass[]>> = {
  HttpsEdge: ["HttpsEdge", "TlsEdge", "TcpEdge"],
  TlsEdge: ["TlsEdge", "TcpEdge"],
  TcpEdge: ["TcpEdge"],
};

const protocolsAt = (className: EdgeClass, hostport: string) =>
  PROTOCOLS_OF[className].filter(
    (other) => className !== "HttpsEdge" || other !== "TlsEdge" || !isPlainHttp(hostOf(hostport)),
  );

function takeoversAt(
  hostport: string,
  className: EdgeClass,
  served: Readonly<Record<keyof Sides, Responders>>,
): SurfaceChange[] {
  const [before, after] = [served.before.at(hostport), served.after.at(hostport)];
  const kinds = kindsOf([...before, ...after]);
  // The address is compared elsewhere if its kind doesn't change, or if it is compared for another protocol.
  if (before.length === 0 || kinds.size < 2 || ![...kinds].some((kind) => kind.startsWith(className)))
    return [];
  const isShared = kindsOf(after).size > 1;
  const newResponders = after.filter(
    (responder) =>
      !before.some(
        ({ object, className: kind }) => object.urn === responder.object.urn && kind === responder.className,
      ) && !(isShared && responder.named === hostport),
  );
  const label = urlAt({ className, hostport });
  const [reachBefore, ...poolBefore] = before.map((responder) => served.before.reach(responder, hostport));
  return newResponders.map((responder): SurfaceChange => {
    const suffix = newResponders.length > 1 ? ` ${responder.object.name}` : "";
    const [{ object }] = before as [Responder];
    return {
      surface: { key: `takeover ${label}${suffix}`, kind: "endpoint", label },
      before: reachBefore,
      after: served.after.reach(responder, hostport),
      ...(object.urn !== responder.object.urn && { replacedObject: `${object.className} ${object.name}` }),
      ...(poolBefore.length > 0 && { poolBefore }),
      ...(!isShared && { address: { className, hostport } }),
    };
  });
}

interface Responder {
  readonly object: AccountObject;
  readonly className: EdgeClass;
  /** The hostport that the resource itself names, which may be a wildcard. */
  readonly named: string;
}

const kindsOf = (responders: readonly Responder[]) =>
  new Set(responders.map(({ className, object }) => `${className} ${isEndpoint(object)}`));

const isEndpoint = ({ className }: AccountObject) => className === "Endpoint";

/** The resources that respond to clients of an edge class on one side. */
class Responders {
  readonly edges: ServedHostports;
  private readonly layers: ReadonlyMap<EdgeClass, Layer>;

  constructor(
    private readonly modules: Modules,
    private readonly className: EdgeClass,
  ) {
    this.layers = new Map(PROTOCOLS_OF[className].map((protocol) => [protocol, layerOf(modules, protocol)]));
    this.edges = (this.layers.get(className) as Layer).edges;
  }

  get hostports(): readonly string[] {
    return [...this.layers.values()].flatMap(({ edges, endpoints }) => [
      ...edges.hostports,
      ...endpoints.keys(),
    ]);
  }

  /** The resources that name the hostport, or the closest wildcard; on a tie, those of the most specific protocol. */
  at(hostport: string): readonly Responder[] {
    const candidates = protocolsAt(this.className, hostport).flatMap((className): Responder[] => {
      const { edges, endpoints } = this.layers.get(className) as Layer;
      const edge = edges.closestTo(hostport);
      const pool = closestTo(hostport, endpoints);
      return [
        ...(edge ? [{ object: edge.found, className, named: edge.hostport }] : []),
        ...(pool ? pool.found.map((object) => ({ object, className, named: pool.hostport })) : []),
      ];
    });
    const best = Math.max(...candidates.map(({ named }) => closenessOf(named, hostport)));
    const closest = candidates.filter(({ named }) => closenessOf(named, hostport) === best);
    return closest.filter(({ className }) => className === closest[0]?.className);
  }

  reach({ object }: Responder, hostport: string): Reach {
    const { className } = object;
    const host = hostOf(hostport);
    const reach = isEndpoint(object)
      ? endpointReach(this.modules, object)
      : className === "HttpsEdge"
        ? this.combineRoutes(object, host)
        : this.readEdge(object, className as EdgeClass);
    // The upstream of a TLS endpoint performs the TLS handshake.
    const servedBy = edgeAddressOf(urlOf(object))?.className ?? "HttpsEdge";
    const terminatesTls = isEndpoint(object) && servedBy === "HttpsEdge";
    return this.comparable(reach, host, terminatesTls);
  }

  /** A TLS edge without TLS modules may leave the handshake to its upstream, as a TLS endpoint does. */
  private readEdge(edge: AccountObject, className: EdgeClass): Reach {
    const reach = edgeReach(this.modules, edge, guardsOf(className)) as Reach;
    return TLS_GUARDS.some((guard) => this.modules.find(edge, guard) !== undefined)
      ? reach
      : withoutTls(reach);
  }

  /** Combines all routes of an HTTPS edge. */
  private combineRoutes(edge: AccountObject, host: Host): Reach {
    const selectors = routesOf(this.modules, edge);
    const hidden = selectors.filter(({ match }) => match === undefined);
    const possible = hidden.map((selector) => ({
      ...selector,
      path: undefined,
      mayYield: true,
      isExactWithoutPath: false,
    }));
    const routes = [...possible, ...rankRoutes(selectors, host)].map(
      ({ route, isExact, path, mayYield, isExactWithoutPath }): RouteReach => ({
        isExact,
        path,
        mayYield,
        isExactWithoutPath,
        reach: routeReach(this.modules, edge, route),
      }),
    );
    const [first] = routes;
    const servesAll = first?.path === "/" && !first.isExact && !first.mayYield && !first.isExactWithoutPath;
    if (servesAll) return first.reach;
    return {
      ...BARE_REACH,
      isServed: some(routes.map(({ reach }) => reach.isServed)),
      objects: [edge, ...routes.flatMap(({ reach }) => reach.objects.slice(0, 1))],
      routes,
    };
  }

  /** Adds the implicit requirements of edges and endpoints, so that they can be compared with each other. */
  private comparable(reach: Reach, host: Host, terminatesTls: boolean): Reach {
    const restrictions = new Map<Dimension, Guard>([["bindings", requireBindings(["public"])]]);
    const isTls = this.className === "TlsEdge" || (this.className === "HttpsEdge" && !isPlainHttp(host));
    // Edges have explicit TLS requirements, or none if they don't terminate TLS.
    if (isTls && terminatesTls) restrictions.set("tlsTermination", ANY_TLS);
    for (const [guard, restriction] of reach.restrictions)
      if (isTls || !TLS_GUARDS.includes(guard)) restrictions.set(guard, restriction);
    const { routes } = reach;
    return {
      ...reach,
      restrictions,
      // An endpoint's destination depends on its policy.
      backend: undefined,
      ...(routes && {
        routes: routes.map((route) => ({
          ...route,
          reach: this.comparable(route.reach, host, terminatesTls),
        })),
      }),
    };
  }
}

interface Layer {
  readonly edges: ServedHostports;
  readonly endpoints: ReadonlyMap<string, readonly AccountObject[]>;
}

function layerOf({ view }: Modules, className: EdgeClass): Layer {
  const endpoints = new Map<string, AccountObject[]>();
  // Edges serve only the public binding.
  for (const endpoint of view.of("Endpoint").filter(isPublic)) {
    const address = edgeAddressOf(urlOf(endpoint));
    if (address?.className === className)
      endpoints.set(address.hostport, [...(endpoints.get(address.hostport) ?? []), endpoint]);
  }
  return { edges: new ServedHostports(view, className), endpoints };
}

const closenessOf = (own: string, hostport: string) => (own === hostport ? Number.MAX_VALUE : own.length);
