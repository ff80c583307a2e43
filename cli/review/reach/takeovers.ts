import { type Guard, some } from "../../../access";
import { guardsOf } from "../../../policy/guards";
import type { AccountObject } from "../account";
import { ANY_TLS } from "./guards";
import {
  addressesOf,
  closestTo,
  EDGE_CLASSES,
  type EdgeAddress,
  type EdgeClass,
  edgeAddressOf,
  isPlainHttp,
  isUnknown,
  ServedHostports,
  urlAt,
} from "./hostports";
import {
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

export interface Takeovers {
  readonly changes: readonly SurfaceChange[];
  /** True if a closer match serves the address of a change on both sides, over any protocol. */
  readonly isServedElsewhere: (change: SurfaceChange) => boolean;
}

/**
 * Finds addresses at which a resource of another kind now responds: an endpoint replaces an edge or the reverse, or one of
 * them changes its protocol. All routes of an edge are compared with the new resource together: on its own, each route
 * would close, and the new resource would open to everybody.
 */
export function findTakeovers(sides: Sides): Takeovers {
  const responders = onBothSides((side) => new Responders(sides[side]));
  return {
    changes: EDGE_CLASSES.flatMap((className) => {
      const edges = onBothSides((side) => responders[side].edgesOf(className));
      const hostports = new Set([
        ...addressesOf(edges.before, edges.after).map(({ hostport }) => hostport),
        ...responders.before.hostportsOf(className),
        ...responders.after.hostportsOf(className),
      ]);
      return [...hostports]
        .filter((hostport) => !isUnknown(hostport))
        .sort()
        .flatMap((hostport) => takeoversAt({ className, hostport }, responders));
    }),
    isServedElsewhere({ address, before, after, poolBefore = [], poolAfter = [] }) {
      if (address === undefined) return false;
      const reaches = { before: [before, ...poolBefore], after: [after, ...poolAfter] };
      return (["before", "after"] as const).every((side) => {
        const urns = reaches[side].flatMap((reach) => reach?.objects ?? []).map(({ urn }) => urn);
        const serving = responders[side].at(address);
        return serving.length > 0 && !serving.some(({ object }) => urns.includes(object.urn));
      });
    },
  };
}

/** Classes that can serve the clients of a class: HTTPS connections are TLS connections, and all use TCP. */
const PROTOCOLS_OF: Readonly<Record<EdgeClass, readonly EdgeClass[]>> = {
  HttpsEdge: ["HttpsEdge", "TlsEdge", "TcpEdge"],
  TlsEdge: ["TlsEdge", "TcpEdge"],
  TcpEdge: ["TcpEdge"],
};

const protocolsAt = ({ className, hostport }: EdgeAddress) =>
  PROTOCOLS_OF[className].filter(
    (protocol) => className !== "HttpsEdge" || protocol !== "TlsEdge" || !isPlainHttp(hostOf(hostport)),
  );

function takeoversAt(
  address: EdgeAddress,
  responders: Readonly<Record<keyof Sides, Responders>>,
): SurfaceChange[] {
  const [before, after] = [responders.before.at(address), responders.after.at(address)];
  const kinds = kindsOf([...before, ...after]);
  const [previous] = before;
  // The address is compared elsewhere if its kind doesn't change, or if it is compared for another protocol.
  if (!previous || kinds.size < 2 || ![...kinds].some((kind) => kind.startsWith(address.className)))
    return [];
  const isShared = kindsOf(after).size > 1;
  const newResponders = after.filter(
    ({ object, className, named }) =>
      !before.some((earlier) => earlier.object.urn === object.urn && earlier.className === className) &&
      !(isShared && named === address.hostport),
  );
  const label = urlAt(address);
  const [reachBefore, ...poolBefore] = before.map(({ object }) => responders.before.reach(object, address));
  return newResponders.map(
    ({ object }): SurfaceChange => ({
      surface: {
        key: `takeover ${label}${newResponders.length > 1 ? ` ${object.name}` : ""}`,
        kind: "endpoint",
        label,
      },
      before: reachBefore,
      after: responders.after.reach(object, address),
      replacedObject:
        previous.object.urn === object.urn
          ? undefined
          : `${previous.object.className} ${previous.object.name}`,
      poolBefore,
      address: isShared ? undefined : address,
    }),
  );
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

/** The edges of a class, and the endpoints that serve the same addresses. */
interface Layer {
  readonly edges: ServedHostports;
  readonly endpoints: ReadonlyMap<string | undefined, readonly AccountObject[]>;
}

/** The resources that respond to clients on one side. */
class Responders {
  private readonly layers: ReadonlyMap<EdgeClass, Layer>;

  constructor(private readonly modules: Modules) {
    const { view } = modules;
    // Edges serve only the public binding.
    const endpoints = view.of("Endpoint").filter(isPublic);
    const layers = EDGE_CLASSES.map((className): readonly [EdgeClass, Layer] => {
      const hostportIn = (endpoint: AccountObject) => {
        const address = edgeAddressOf(urlOf(endpoint));
        return address?.className === className ? address.hostport : undefined;
      };
      const serving = endpoints.filter((endpoint) => hostportIn(endpoint) !== undefined);
      const edges = new ServedHostports(view, className);
      return [className, { edges, endpoints: Map.groupBy(serving, hostportIn) }];
    });
    this.layers = new Map(layers);
  }

  private layer(className: EdgeClass): Layer {
    return this.layers.get(className) as Layer;
  }

  edgesOf(className: EdgeClass): ServedHostports {
    return this.layer(className).edges;
  }

  /** The hostports at which clients of a class may find a resource. */
  hostportsOf(className: EdgeClass): readonly string[] {
    return PROTOCOLS_OF[className].flatMap((protocol) => {
      const { edges, endpoints } = this.layer(protocol);
      return [...edges.hostports, ...endpoints.keys()].filter((hostport) => hostport !== undefined);
    });
  }

  /** The resources that name the hostport, or the closest wildcard; on a tie, those of the most specific protocol. */
  at(address: EdgeAddress): readonly Responder[] {
    const { hostport } = address;
    const candidates = protocolsAt(address).flatMap((className): Responder[] => {
      const { edges, endpoints } = this.layer(className);
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

  /** The reach of a resource, with its implicit requirements, so that edges and endpoints can be compared. */
  reach(object: AccountObject, { className, hostport }: EdgeAddress): Reach {
    const host = hostOf(hostport);
    const reach = isEndpoint(object)
      ? endpointReach(this.modules, object)
      : object.className === "HttpsEdge"
        ? this.combineRoutes(object, host)
        : this.readEdge(object, object.className as EdgeClass);
    // The upstream of a TLS endpoint performs the TLS handshake.
    const servedBy = edgeAddressOf(urlOf(object))?.className ?? "HttpsEdge";
    const isTls = className === "TlsEdge" || (className === "HttpsEdge" && !isPlainHttp(host));
    return withImplicitRestrictions(reach, isTls, isEndpoint(object) && servedBy === "HttpsEdge");
  }

  /** A TLS edge without TLS modules may leave the handshake to its upstream, as a TLS endpoint does. */
  private readEdge(edge: AccountObject, className: EdgeClass): Reach {
    const reach = edgeReach(this.modules, edge, guardsOf(className)) as Reach;
    return TLS_GUARDS.some((guard) => this.modules.find(edge, guard) !== undefined)
      ? reach
      : withoutTls(reach);
  }

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
}

/** @param terminatesTls - False for edges, which have explicit TLS requirements, or none if they don't terminate TLS. */
function withImplicitRestrictions(reach: Reach, isTls: boolean, terminatesTls: boolean): Reach {
  const { restrictions, routes } = isTls ? reach : withoutTls(reach);
  return {
    ...reach,
    restrictions: new Map<Dimension, Guard>([
      ["bindings", requireBindings(["public"])],
      ...(isTls && terminatesTls ? [["tlsTermination", ANY_TLS] as const] : []),
      ...restrictions,
    ]),
    // An endpoint's destination depends on its policy.
    backend: undefined,
    routes: routes?.map((route) => ({
      ...route,
      reach: withImplicitRestrictions(route.reach, isTls, terminatesTls),
    })),
  };
}

const closenessOf = (own: string, hostport: string) => (own === hostport ? Number.MAX_VALUE : own.length);
