import type { Guard } from "../../../access";
import { type AccountObject, isHidden, touches } from "../account";
import { EDGE_CLASSES, type EdgeClass, edgeAddressOf, hostportsOf, urlAt } from "./hostports";
import type { Dimension, Modules } from "./reach";
import { ANY_OTHER_HOST, type Host, hostOf, hostsIn, pathsOf, selectorOf, winners } from "./routes";
import {
  hiddenEdge,
  meet,
  routeReach,
  routesOf,
  routesOfHiddenEdge,
  type Sides,
  type SurfaceChange,
  urlOf,
} from "./surfaces";
import { Served } from "./takeovers";

/**
 * Who may answer next where something leaves a place and the preview does not show all places: a hidden host may lie below any
 * wildcard and may be one, and a hidden edge may be any.
 */
export function successorsIn(sides: Sides): SurfaceChange[] {
  return [...successorsOfServers(sides), ...successorsOfRoutes(sides)];
}

/** An edge or endpoint with its addresses. */
interface Holder {
  readonly object: AccountObject;
  /** Undefined for an endpoint whose URL is hidden, or that no edge can replace. */
  readonly className: EdgeClass | undefined;
  /** Undefined where they are hidden. */
  readonly hostports: readonly string[] | undefined;
}

function holdersIn({ view }: Modules): Holder[] {
  const edges = EDGE_CLASSES.flatMap((className) =>
    view.of(className).map((object): Holder => {
      const hostports = isHidden(object.props.hostports) ? undefined : hostportsOf(object);
      return { object, className, hostports };
    }),
  );
  const endpoints = view.of("Endpoint").map((object): Holder => {
    if (isHidden(object.props.url)) return { object, className: undefined, hostports: undefined };
    const address = edgeAddressOf(urlOf(object));
    return { object, className: address?.className, hostports: address ? [address.hostport] : [] };
  });
  return [...edges, ...endpoints];
}

const isWildcard = (hostport: string) => hostport.startsWith("*.");

function successorsOfServers(sides: Sides): SurfaceChange[] {
  const [before, after] = [holdersIn(sides.before), holdersIn(sides.after)];
  if (![...before, ...after].some(({ hostports }) => hostports === undefined)) return [];
  const named = new Set(after.flatMap(({ hostports }) => hostports ?? []));
  const served = new Map(
    EDGE_CLASSES.map((className) => [
      className,
      { before: new Served(sides.before, className), after: new Served(sides.after, className) },
    ]),
  );
  return before.flatMap((from) => {
    const own = after.find(({ object }) => object.urn === from.object.urn);
    return after.flatMap((to): SurfaceChange[] => {
      if (to.object.urn === from.object.urn || !meet(from.object, to.object)) return [];
      const places = leftTo(from, own, to, before);
      const className = EDGE_CLASSES.find((one) => one === from.className || one === to.className);
      const { before: then, after: now } = served.get(className ?? "HttpsEdge") as {
        before: Served;
        after: Served;
      };
      return places.flatMap(({ label, hosts }) =>
        hosts.map((host): SurfaceChange => {
          const name = `${to.object.className} ${to.object.name}`;
          return {
            surface: {
              key: `perhaps ${from.object.urn} ${label} ${to.object.urn} ${host.name}`,
              kind: "endpoint",
              label: `${label}, if ${name} answers there`,
            },
            before: then.reachAt(from.object, host),
            after: { ...now.reachAt(to.object, host), isServed: undefined },
            inPlaceOf: `${from.object.className} ${from.object.name}`,
            isPerhaps: true,
          };
        }),
      );
    });
  });

  /** Places of the one that the other may answer at next, and nobody can tell. */
  function leftTo(
    from: Holder,
    own: Holder | undefined,
    to: Holder,
    earlier: readonly Holder[],
  ): { readonly label: string; readonly hosts: readonly Host[] }[] {
    const { object, hostports } = from;
    if (hostports === undefined) {
      // Where one hidden place follows another, its own comparison says so.
      if (own && (own.hostports === undefined || !isMoved(own.object))) return [];
      const held = earlier.find((one) => one.object.urn === to.object.urn)?.hostports ?? [];
      const fitting = to.hostports?.filter((text) => isWildcard(text) || !held.includes(text));
      const hosts = (fitting ?? ["*"]).flatMap((text) => [hostOf(text), ...namedBy(to.object)]);
      const label = `what ${object.className} ${object.name} served, which is not shown`;
      return hosts.length > 0 ? [{ label, hosts: unique(hosts) }] : [];
    }
    if (to.hostports !== undefined) return [];
    const { className } = from;
    const left = hostports.filter((text) => own?.hostports !== undefined && !own.hostports.includes(text));
    return (own ? left : hostports).flatMap((hostport) =>
      className && !named.has(hostport)
        ? [{ label: urlAt({ className, hostport }), hosts: [hostOf(hostport)] }]
        : [],
    );
  }

  function namedBy(edge: AccountObject): Host[] {
    return hostsIn(routesOf(sides.after, edge));
  }
}

const isMoved = ({ change }: AccountObject) => touches(change, "hostports") || touches(change, "url");

const unique = (hosts: readonly Host[]) => [
  ...new Map(hosts.map((host) => [JSON.stringify(host), host])).values(),
];

/** What an edge holds that a route may have been on, and what it asked of clients there. */
interface RouteSite {
  readonly edge?: AccountObject;
  /** Those that may select next what the route selected. */
  readonly routes: readonly AccountObject[];
  readonly asked: ReadonlyMap<Dimension, Guard>;
}

/** A route whose edge or match is not shown leaves its path to any route that may select it. */
function successorsOfRoutes(sides: Sides): SurfaceChange[] {
  const ofHiddenEdge = routesOfHiddenEdge(sides.before);
  const anywhere = routesOfHiddenEdge(sides.after);
  return sides.before.view.of("HttpsEdgeRoute").flatMap((route) => {
    const now = sides.after.view.find(route.urn);
    if (now && !PLACE.some((input) => touches(now.change, input))) return [];
    const sites = ofHiddenEdge.includes(route)
      ? sitesOfAny(sides, route)
      : selectorOf(route).match === undefined
        ? sides.before.view
            .targetsOf(route, "edgeId")
            .flatMap((target) =>
              target.kind === "object" ? [{ edge: target.object, routes: anywhere, asked: NOTHING }] : [],
            )
        : [];
    return sites.flatMap(({ edge, routes, asked }) => {
      const others = routes.filter(({ urn }) => urn !== route.urn);
      const on = edge ? ` on HttpsEdge ${edge.name}` : "";
      return nextOf(route, others).map(
        (next): SurfaceChange => ({
          surface: {
            key: `perhaps ${route.urn} ${next.urn}${on}`,
            kind: "https",
            label: `what the route ${route.name} selected, if the route ${next.name} selects it${on}`,
          },
          before: routeReach(sides.before, edge, route, asked),
          after: {
            ...routeReach(sides.after, edge && sides.after.view.find(edge.urn), next, asked),
            isServed: undefined,
          },
          isPerhaps: true,
        }),
      );
    });
  });
}

const PLACE = ["edgeId", "match", "matchType"];
const NOTHING: RouteSite["asked"] = new Map();

/** Any edge of the program, and those that it does not manage or show. */
function sitesOfAny(sides: Sides, route: AccountObject): RouteSite[] {
  const elsewhere = sides.after.view.straying("HttpsEdgeRoute", "edgeId").map(({ object }) => object);
  return [
    ...sides.before.view
      .of("HttpsEdge")
      .map((edge) => ({ edge, routes: routesOnEdge(sides.after, edge.urn), asked: NOTHING })),
    { routes: elsewhere, asked: hiddenEdge(sides.before.view, route) },
  ];
}

function routesOnEdge(modules: Modules, urn: string): readonly AccountObject[] {
  const edge = modules.view.find(urn);
  return edge ? routesOf(modules, edge).map(({ route }) => route) : [];
}

/** Those of other routes that may serve what a route selected. */
function nextOf(route: AccountObject, others: readonly AccountObject[]): readonly AccountObject[] {
  const own = selectorOf(route);
  if (own.match === undefined) return others;
  const all = others.map(selectorOf);
  const [named] = hostsIn([own]);
  const hosts = named ? [named] : [ANY_OTHER_HOST, ...hostsIn(all)];
  const found = hosts.flatMap((host) =>
    pathsOf([own], host).flatMap(({ path }) => winners(all, path, host).map((one) => one.route)),
  );
  const hidden = all.filter(({ match }) => match === undefined).map((one) => one.route);
  return [...new Set([...found, ...hidden])];
}
