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
  bindingsOf,
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
  routeReach,
  routesOf,
  type Sides,
  type SurfaceChange,
  TLS_GUARDS,
  urlOf,
  withoutTls,
} from "./surfaces";

/**
 * Addresses where a resource of another kind responds to the same clients: an endpoint replaces an edge, an edge
 * replaces an endpoint, or either changes its protocol. All routes of an edge are compared together. Compared one by
 * one, each would close, and the new resource would open to everybody.
 */
export function takeoversIn(sides: Sides): SurfaceChange[] {
  return EDGE_CLASSES.flatMap((className) => {
    const served = {
      before: new Responders(sides.before, className),
      after: new Responders(sides.after, className),
    };
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
  const served = {
    before: new Map(EDGE_CLASSES.map((className) => [className, new Responders(sides.before, className)])),
    after: new Map(EDGE_CLASSES.map((className) => [className, new Responders(sides.after, className)])),
  };
  return ({ address, before, after, poolBefore = [], poolAfter = [] }) => {
    if (address === undefined) return false;
    const reaches = { before: [before, ...poolBefore], after: [after, ...poolAfter] };
    return (["before", "after"] as const).every((side) => {
      const ownUrns = reaches[side].flatMap((reach) => reach?.objects ?? []).map(({ urn }) => urn);
      const answers = served[side].get(address.className)?.at(address.hostport) ?? [];
      return answers.length > 0 && !answers.some(({ object }) => ownUrns.includes(object.urn));
    });
  };
}

/** What can serve the clients of a class: HTTPS connections are TLS connections, and all are TCP connections. */
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
  // Without a change of kind, the address is compared elsewhere; each protocol is compared for its own clients only.
  if (before.length === 0 || kinds.size < 2 || ![...kinds].some((kind) => kind.startsWith(className)))
    return [];
  const isShared = kindsOf(after).size > 1;
  const newResponders = after.filter(
    ({ object, className: by, named }) =>
      !before.some((one) => one.object.urn === object.urn && one.className === by) &&
      !(isShared && named === hostport),
  );
  const label = urlAt({ className, hostport });
  const [from, ...poolBefore] = before.map((answer) => served.before.reach(answer, hostport));
  return newResponders.map((answer): SurfaceChange => {
    const suffix = newResponders.length > 1 ? ` ${answer.object.name}` : "";
    const [{ object }] = before as [Responder];
    return {
      surface: { key: `takeover ${label}${suffix}`, kind: "endpoint", label },
      before: from,
      after: served.after.reach(answer, hostport),
      ...(object.urn !== answer.object.urn && { replacedObject: `${object.className} ${object.name}` }),
      // The service picks a member of the pool for each request.
      ...(poolBefore.length > 0 && { poolBefore: poolBefore }),
      ...(!isShared && { address: { className, hostport } }),
    };
  });
}

/** A resource that responds at an address, and its own name for it, which may be a wildcard. */
interface Responder {
  readonly object: AccountObject;
  readonly className: EdgeClass;
  readonly named: string;
}

const kindsOf = (answers: readonly Responder[]) =>
  new Set(answers.map(({ className, object }) => `${className} ${isEndpoint(object)}`));

const isEndpoint = ({ className }: AccountObject) => className === "Endpoint";

/** The resources that respond to clients of an edge class on one side. */
class Responders {
  readonly edges: ServedHostports;
  private readonly layers: ReadonlyMap<EdgeClass, Layer>;

  constructor(
    private readonly modules: Modules,
    private readonly className: EdgeClass,
  ) {
    this.layers = new Map(PROTOCOLS_OF[className].map((one) => [one, layerOf(modules, one)]));
    this.edges = (this.layers.get(className) as Layer).edges;
  }

  get hostports(): readonly string[] {
    return [...this.layers.values()].flatMap(({ edges, endpoints }) => [
      ...edges.hostports,
      ...endpoints.keys(),
    ]);
  }

  /** The resources whose name matches the hostport most closely; on a tie, those of the most specific protocol. */
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
        ? this.routed(object, host)
        : this.ofEdge(object, className as EdgeClass);
    // The upstream of a TLS endpoint performs the TLS handshake.
    const servedBy = edgeAddressOf(urlOf(object))?.className ?? "HttpsEdge";
    const terminatesTls = isEndpoint(object) && servedBy === "HttpsEdge";
    return this.comparable(reach, host, terminatesTls);
  }

  /** A TLS edge without TLS modules may leave the handshake to its upstream, as a TLS endpoint does. */
  private ofEdge(edge: AccountObject, className: EdgeClass): Reach {
    const reach = edgeReach(this.modules, edge, guardsOf(className)) as Reach;
    return TLS_GUARDS.some((guard) => this.modules.find(edge, guard) !== undefined)
      ? reach
      : withoutTls(reach);
  }

  /** Combines all routes of an HTTPS edge. */
  private routed(edge: AccountObject, host: Host): Reach {
    const selectors = routesOf(this.modules, edge);
    const hidden = selectors.filter(({ match }) => match === undefined);
    const perhaps = hidden.map((one) => ({
      ...one,
      path: undefined,
      mayYield: true,
      isExactWithoutPath: false,
    }));
    const routes = [...perhaps, ...rankRoutes(selectors, host)].map(
      ({ route, isExact, path, mayYield, isExactWithoutPath }): RouteReach => ({
        isExact,
        path,
        mayYield,
        isExactWithoutPath,
        reach: routeReach(this.modules, edge, route),
      }),
    );
    const [first] = routes;
    // It serves all requests.
    if (first?.path === "/" && !first.isExact && !first.mayYield && !first.isExactWithoutPath)
      return first.reach;
    return {
      isServed: some(routes.map(({ reach }) => reach.isServed)),
      restrictions: new Map(),
      optionsPass: [],
      backend: undefined,
      objects: [edge, ...routes.flatMap(({ reach }) => reach.objects.slice(0, 1))],
      isPooled: false,
      routes,
    };
  }

  /** Adds the implicit requirements of edges and endpoints, so that the two can be compared. */
  private comparable(reach: Reach, host: Host, endsTls: boolean): Reach {
    const restrictions = new Map<Dimension, Guard>([["bindings", requireBindings(["public"])]]);
    const isTls = this.className === "TlsEdge" || (this.className === "HttpsEdge" && !isPlainHttp(host));
    // An edge states its TLS requirements itself, and has none if it doesn't terminate TLS.
    if (isTls && endsTls) restrictions.set("tlsTermination", ANY_TLS);
    for (const [guard, restriction] of reach.restrictions)
      if (isTls || !TLS_GUARDS.includes(guard)) restrictions.set(guard, restriction);
    const { routes } = reach;
    return {
      ...reach,
      restrictions,
      // An endpoint's destination depends on its policy.
      backend: undefined,
      ...(routes && {
        routes: routes.map((route) => ({ ...route, reach: this.comparable(route.reach, host, endsTls) })),
      }),
    };
  }
}

/** The edges and endpoints that serve a protocol. */
interface Layer {
  readonly edges: ServedHostports;
  readonly endpoints: ReadonlyMap<string, readonly AccountObject[]>;
}

function layerOf({ view }: Modules, className: EdgeClass): Layer {
  const candidates = view.of("Endpoint").flatMap((endpoint) => {
    const address = edgeAddressOf(urlOf(endpoint));
    // Edges serve the public binding only.
    const mayMeet = bindingsOf(endpoint)?.includes("public") ?? true;
    return address?.className === className && mayMeet ? [{ hostport: address.hostport, endpoint }] : [];
  });
  const pools = [...Map.groupBy(candidates, ({ hostport }) => hostport)].map(
    ([hostport, all]) => [hostport, all.map(({ endpoint }) => endpoint)] as const,
  );
  return { edges: new ServedHostports(view, className), endpoints: new Map(pools) };
}

const closenessOf = (own: string, hostport: string) => (own === hostport ? Number.MAX_VALUE : own.length);
