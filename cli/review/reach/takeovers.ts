import { type Guard, some } from "../../../access";
import { guardsOf } from "../../../policy/guards";
import type { AccountObject } from "../account";
import {
  addressesOf,
  closestTo,
  EDGE_CLASSES,
  type EdgeClass,
  edgeAddressOf,
  isPlain,
  isUnknown,
  ServedHostports,
  urlAt,
} from "./hostports";
import {
  ANY_TLS,
  bindingsOf,
  boundTo,
  type Dimension,
  type Modules,
  type Reach,
  type RouteReach,
} from "./reach";
import { type Host, hostOf, inOrder } from "./routes";
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
 * Addresses at which something of another kind answers the same clients: a cloud endpoint in place of an edge, an edge in
 * that of an endpoint, or either by another protocol. All routes of an edge are compared as one: each alone would be a
 * closing, and what comes an opening for everybody.
 */
export function takeoversIn(sides: Sides): SurfaceChange[] {
  return EDGE_CLASSES.flatMap((className) => {
    const served = {
      before: new Served(sides.before, className),
      after: new Served(sides.after, className),
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

/** Whether something that is closer answers on both sides at the address of a change, by whatever protocol. */
export function answersElsewhere(sides: Sides): (change: SurfaceChange) => boolean {
  const served = {
    before: new Map(EDGE_CLASSES.map((className) => [className, new Served(sides.before, className)])),
    after: new Map(EDGE_CLASSES.map((className) => [className, new Served(sides.after, className)])),
  };
  return ({ address, before, after, besideBefore = [], besideAfter = [] }) => {
    if (address === undefined) return false;
    const reaches = { before: [before, ...besideBefore], after: [after, ...besideAfter] };
    return (["before", "after"] as const).every((side) => {
      const own = reaches[side].flatMap((reach) => reach?.objects ?? []).map(({ urn }) => urn);
      const answers = served[side].get(address.className)?.at(address.hostport) ?? [];
      return answers.length > 0 && !answers.some(({ object }) => own.includes(object.urn));
    });
  };
}

/** What clients can talk to: the connection of an HTTPS client is one of TLS as well, and each is one of TCP. */
const TALKS_TO: Readonly<Record<EdgeClass, readonly EdgeClass[]>> = {
  HttpsEdge: ["HttpsEdge", "TlsEdge", "TcpEdge"],
  TlsEdge: ["TlsEdge", "TcpEdge"],
  TcpEdge: ["TcpEdge"],
};

const talksTo = (className: EdgeClass, hostport: string) =>
  TALKS_TO[className].filter(
    (other) => className !== "HttpsEdge" || other !== "TlsEdge" || !isPlain(hostOf(hostport)),
  );

function takeoversAt(
  hostport: string,
  className: EdgeClass,
  served: Readonly<Record<keyof Sides, Served>>,
): SurfaceChange[] {
  const [before, after] = [served.before.at(hostport), served.after.at(hostport)];
  const kinds = kindsOf([...before, ...after]);
  // What is the same kind on both sides is compared there, and other protocols for the clients of their own.
  if (before.length === 0 || kinds.size < 2 || ![...kinds].some((kind) => kind.startsWith(className)))
    return [];
  const isShared = kindsOf(after).size > 1;
  const come = after.filter(
    ({ object, className: by, named }) =>
      !before.some((one) => one.object.urn === object.urn && one.className === by) &&
      !(isShared && named === hostport),
  );
  const label = urlAt({ className, hostport });
  const [from, ...others] = before.map((answer) => served.before.reach(answer, hostport));
  return come.map((answer): SurfaceChange => {
    const of = come.length > 1 ? ` ${answer.object.name}` : "";
    const [{ object }] = before as [Answer];
    return {
      surface: { key: `takeover ${label}${of}`, kind: "endpoint", label },
      before: from,
      after: served.after.reach(answer, hostport),
      ...(object.urn !== answer.object.urn && { inPlaceOf: `${object.className} ${object.name}` }),
      // The service picks one of a pool for each request.
      ...(others.length > 0 && { besideBefore: others }),
      ...(!isShared && { address: { className, hostport } }),
    };
  });
}

/** What answers at an address, and by which name of its own. */
interface Answer {
  readonly object: AccountObject;
  readonly className: EdgeClass;
  readonly named: string;
}

const kindsOf = (answers: readonly Answer[]) =>
  new Set(answers.map(({ className, object }) => `${className} ${isEndpoint(object)}`));

const isEndpoint = ({ className }: AccountObject) => className === "Endpoint";

/** What answers the clients of one class of edges on one side. */
class Served {
  readonly edges: ServedHostports;
  private readonly layers: ReadonlyMap<EdgeClass, Layer>;

  constructor(
    private readonly modules: Modules,
    private readonly className: EdgeClass,
  ) {
    this.layers = new Map(TALKS_TO[className].map((one) => [one, layerOf(modules, one)]));
    this.edges = (this.layers.get(className) as Layer).edges;
  }

  get hostports(): readonly string[] {
    return [...this.layers.values()].flatMap(({ edges, endpoints }) => [
      ...edges.hostports,
      ...endpoints.keys(),
    ]);
  }

  /** Whatever names the hostport most closely; of several protocols that which says most of the client. */
  at(hostport: string): readonly Answer[] {
    const found = talksTo(this.className, hostport).flatMap((className): Answer[] => {
      const { edges, endpoints } = this.layers.get(className) as Layer;
      const edge = edges.closestTo(hostport);
      const pool = closestTo(hostport, endpoints);
      return [
        ...(edge ? [{ object: edge.found, className, named: edge.hostport }] : []),
        ...(pool ? pool.found.map((object) => ({ object, className, named: pool.hostport })) : []),
      ];
    });
    const best = Math.max(...found.map(({ named }) => closenessOf(named, hostport)));
    const closest = found.filter(({ named }) => closenessOf(named, hostport) === best);
    return closest.filter(({ className }) => className === closest[0]?.className);
  }

  reach({ object }: Answer, hostport: string): Reach {
    const { className } = object;
    const host = hostOf(hostport);
    const reach = isEndpoint(object)
      ? endpointReach(this.modules, object)
      : className === "HttpsEdge"
        ? this.routed(object, host)
        : this.ofEdge(object, className as EdgeClass);
    // What is behind a TLS endpoint makes the handshake.
    const servedBy = edgeAddressOf(urlOf(object))?.className ?? "HttpsEdge";
    const endsTls = isEndpoint(object) && servedBy === "HttpsEdge";
    return this.comparable(reach, host, endsTls);
  }

  /** A TLS edge that says nothing of TLS may leave the handshake to what is behind it, as a TLS endpoint does. */
  private ofEdge(edge: AccountObject, className: EdgeClass): Reach {
    const reach = edgeReach(this.modules, edge, guardsOf(className)) as Reach;
    return TLS_GUARDS.some((guard) => this.modules.find(edge, guard) !== undefined)
      ? reach
      : withoutTls(reach);
  }

  /** All routes of an HTTPS edge. */
  private routed(edge: AccountObject, host: Host): Reach {
    const selectors = routesOf(this.modules, edge);
    const hidden = selectors.filter(({ match }) => match === undefined);
    const perhaps = hidden.map((one) => ({ ...one, path: undefined, mayYield: true, isBareExact: false }));
    const routes = [...perhaps, ...inOrder(selectors, host)].map(
      ({ route, isExact, path, mayYield, isBareExact: isBare }): RouteReach => ({
        isExact,
        path,
        mayYield,
        isBare,
        reach: routeReach(this.modules, edge, route),
      }),
    );
    const [first] = routes;
    // It serves all requests.
    if (first?.path === "/" && !first.isExact && !first.mayYield && !first.isBare) return first.reach;
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
  private comparable(reach: Reach, host: Host, endsTls: boolean): Reach {
    const restrictions = new Map<Dimension, Guard>([["bindings", boundTo(["public"])]]);
    const isTls = this.className === "TlsEdge" || (this.className === "HttpsEdge" && !isPlain(host));
    // An edge says it itself, and asks for no version where it ends no TLS.
    if (isTls && endsTls) restrictions.set("tlsTermination", ANY_TLS);
    for (const [guard, restriction] of reach.restrictions)
      if (isTls || !TLS_GUARDS.includes(guard)) restrictions.set(guard, restriction);
    const { routes } = reach;
    return {
      ...reach,
      restrictions,
      // What an endpoint leads to is for its policy to say.
      backend: undefined,
      ...(routes && {
        routes: routes.map((route) => ({ ...route, reach: this.comparable(route.reach, host, endsTls) })),
      }),
    };
  }
}

/** What serves by one protocol. */
interface Layer {
  readonly edges: ServedHostports;
  readonly endpoints: ReadonlyMap<string, readonly AccountObject[]>;
}

function layerOf({ view }: Modules, className: EdgeClass): Layer {
  const found = view.of("Endpoint").flatMap((endpoint) => {
    const address = edgeAddressOf(urlOf(endpoint));
    // Edges are public.
    const mayMeet = bindingsOf(endpoint)?.includes("public") ?? true;
    return address?.className === className && mayMeet ? [{ hostport: address.hostport, endpoint }] : [];
  });
  const pools = [...Map.groupBy(found, ({ hostport }) => hostport)].map(
    ([hostport, all]) => [hostport, all.map(({ endpoint }) => endpoint)] as const,
  );
  return { edges: new ServedHostports(view, className), endpoints: new Map(pools) };
}

const closenessOf = (own: string, hostport: string) => (own === hostport ? Number.MAX_VALUE : own.length);
