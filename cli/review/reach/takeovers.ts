import { guardsOf } from "../../../policy/guards";
import { grouped } from "../../common";
import type { AccountObject } from "../account";
import {
  addressesOf,
  closestTo,
  type EdgeClass,
  edgeAddressOf,
  isUnknown,
  nameOf,
  ServedHostports,
  urlAt,
} from "./hostports";
import { boundTo, type Dimension, type Modules, type Reach, type RouteReach } from "./reach";
import type { Restriction } from "./restriction";
import { some } from "./restriction";
import { type Host, hostOf, inOrder } from "./routes";
import {
  edgeReach,
  endpointReach,
  routeReach,
  routesOf,
  type Sides,
  type SurfaceChange,
  urlOf,
} from "./surfaces";
import { TlsFloor } from "./text-sets";

/**
 * Addresses at which a cloud endpoint takes the place of an edge, or an edge that of an endpoint. All routes of the edge
 * are compared with the endpoint as one: each alone would be a closing, and the endpoint an opening for everybody.
 */
export function takeoversIn(sides: Sides): SurfaceChange[] {
  return EDGE_CLASSES.flatMap((className) => {
    const served = {
      before: new Served(sides.before, className),
      after: new Served(sides.after, className),
    };
    const hostports = new Set([
      ...addressesOf(served.before.edges, served.after.edges).map(({ hostport }) => hostport),
      ...served.before.endpoints.keys(),
      ...served.after.endpoints.keys(),
    ]);
    return [...hostports]
      .filter((hostport) => !isUnknown(hostport))
      .sort()
      .flatMap((hostport) => takeoverAt(hostport, className, served));
  });
}

const EDGE_CLASSES: readonly EdgeClass[] = ["HttpsEdge", "TlsEdge", "TcpEdge"];

function takeoverAt(
  hostport: string,
  className: EdgeClass,
  served: Readonly<Record<keyof Sides, Served>>,
): SurfaceChange[] {
  const [before, after] = [served.before.at(hostport), served.after.at(hostport)];
  const [old, next] = [before[0], after[0]];
  if (!old || !next || isEndpoint(old) === isEndpoint(next)) return [];
  const label = urlAt({ className, hostport });
  // The service picks one of a pool for each request.
  return before.flatMap((from) =>
    after.map((to): SurfaceChange => {
      const of = before.length + after.length > 2 ? ` ${from.name} ${to.name}` : "";
      return {
        surface: { key: `takeover ${label}${of}`, kind: "endpoint", label },
        before: served.before.reach(from, hostport),
        after: served.after.reach(to, hostport),
        address: nameOf({ className, hostport }),
        inPlaceOf: `${from.className} ${from.name}`,
      };
    }),
  );
}

const isEndpoint = ({ className }: AccountObject) => className === "Endpoint";

/** What serves the addresses of one class of edges on one side: edges, or endpoints in their place. */
class Served {
  readonly edges: ServedHostports;
  readonly endpoints: ReadonlyMap<string, readonly AccountObject[]>;

  constructor(
    private readonly modules: Modules,
    private readonly className: EdgeClass,
  ) {
    this.edges = new ServedHostports(modules.view, className);
    const found = modules.view.of("Endpoint").flatMap((endpoint) => {
      const address = edgeAddressOf(urlOf(endpoint));
      return address?.className === className ? [{ hostport: address.hostport, endpoint }] : [];
    });
    this.endpoints = new Map(
      [...grouped(found, ({ hostport }) => hostport)].map(([hostport, all]) => [
        hostport,
        all.map(({ endpoint }) => endpoint),
      ]),
    );
  }

  /** The edge, or the endpoints: whichever names the hostport more closely. Nothing where both do. */
  at(hostport: string): readonly AccountObject[] {
    const edge = this.edges.closestTo(hostport);
    const pool = closestTo(hostport, this.endpoints);
    if (!edge || !pool) return edge ? [edge.found] : (pool?.found ?? []);
    const closer = closenessOf(edge.hostport, hostport) - closenessOf(pool.hostport, hostport);
    return closer === 0 ? [] : closer > 0 ? [edge.found] : pool.found;
  }

  reach(object: AccountObject, hostport: string): Reach {
    const reach = isEndpoint(object)
      ? endpointReach(this.modules, object)
      : this.className === "HttpsEdge"
        ? this.routed(object, hostOf(hostport))
        : (edgeReach(this.modules, object, guardsOf(this.className)) as Reach);
    return this.comparable(reach, hostport);
  }

  /** All routes of an HTTPS edge. */
  private routed(edge: AccountObject, host: Host): Reach {
    const selectors = routesOf(this.modules, edge);
    const hidden = selectors.filter(({ match }) => match === undefined);
    const routes = [...hidden.map((one) => ({ ...one, path: undefined })), ...inOrder(selectors, host)].map(
      ({ route, isExact, path }): RouteReach => ({
        isExact,
        path,
        reach: routeReach(this.modules, edge, route),
      }),
    );
    const [first] = routes;
    // It serves all requests.
    if (first?.path === "/" && !first.isExact) return first.reach;
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

  /** With what goes without saying of the one kind, but not of the other. */
  private comparable(reach: Reach, hostport: string): Reach {
    const restrictions = new Map<Dimension, Restriction>([["bindings", boundTo(["public"])]]);
    // Which version the service picks is not told; it is taken to be the same for edges and endpoints.
    const isTls = this.className === "HttpsEdge" && !hostport.endsWith(":80");
    if (isTls) restrictions.set("tlsTermination", new TlsFloor(undefined));
    for (const [guard, restriction] of reach.restrictions)
      if (guard !== "tlsTermination" || isTls || this.className === "TlsEdge")
        restrictions.set(guard, restriction);
    const { routes } = reach;
    return {
      ...reach,
      restrictions,
      // What an endpoint leads to is for its policy to say.
      backend: undefined,
      ...(routes && {
        routes: routes.map((route) => ({ ...route, reach: this.comparable(route.reach, hostport) })),
      }),
    };
  }
}

const closenessOf = (own: string, hostport: string) => (own === hostport ? Number.MAX_VALUE : own.length);
