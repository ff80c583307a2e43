import { type Guard, some } from "../../../access";
import { closest } from "../../../traffic-policy/symbolic/policy-reader";
import type { AccountObject, BothSides } from "../account";
import { ANY_TLS } from "./guards";
import {
  addressesOf,
  addressKey,
  EDGE_CLASSES,
  type EdgeAddress,
  type EdgeClass,
  edgeAddressOf,
  edgesByHostport,
  isPlainHttp,
  isUnknownHostport,
  namedAddresses,
  SCHEMES,
  schemeOf,
  servingClasses,
  urlAt,
  urlOf,
} from "./hostports";
import { BARE_REACH, type Dimension, type Modules, type Reach, requireBindings } from "./reach";
import { type Host, hostOf, rankRoutes, routesOf } from "./routes";
import {
  edgeReach,
  endpointReach,
  isPublic,
  onBothSides,
  routeReaches,
  type SurfaceChange,
  TLS_GUARDS,
  withoutTls,
} from "./surfaces";

/**
 * Finds addresses at which a resource of another kind now responds: an endpoint replaces an edge or the reverse, or one of
 * them changes its protocol. All routes of an edge are compared with the new resource together: on its own, each route
 * would close, and the new resource would open to everybody.
 */
export function findTakeovers(sides: BothSides<Modules>) {
  const responders = onBothSides((side) => new Responders(sides[side]));
  const views = [sides.before.view, sides.after.view];
  return {
    takeovers: EDGE_CLASSES.flatMap((className) => {
      const hostports = new Set([
        ...addressesOf(views, className).map(({ hostport }) => hostport),
        ...responders.before.hostportsOf(className),
        ...responders.after.hostportsOf(className),
      ]);
      return [...hostports]
        .filter((hostport) => !isUnknownHostport(hostport))
        .sort()
        .flatMap((hostport) => takeoversAt({ className, hostport }, responders));
    }),
    /** True if other resources match the address more closely on both sides, so that no client reaches this surface. */
    isShadowed({ address, ...reaches }: SurfaceChange): boolean {
      if (address === undefined) return false;
      return (["before", "after"] as const).every((side) => {
        const urns = reaches[side].flatMap(({ objects }) => objects).map(({ urn }) => urn);
        const serving = responders[side].find(address);
        return serving !== undefined && !serving.objects.some(({ urn }) => urns.includes(urn));
      });
    },
  };
}

function takeoversAt(address: EdgeAddress, responders: BothSides<Responders>): SurfaceChange[] {
  const [before, after] = [responders.before.find(address), responders.after.find(address)];
  if (!before || !after) return [];
  const kinds = new Set([...kindsOf(before), ...kindsOf(after)]);
  // Nothing is taken over if the kind stays the same. An address that only other protocols serve is compared for those.
  if (kinds.size < 2 || ![before, after].some(({ className }) => className === address.className)) return [];
  const isShared = new Set(kindsOf(after)).size > 1;
  const isSameClass = before.className === after.className;
  // Resources that name a shared address have surfaces of their own, which are compared as usual.
  const newResponders = after.objects.filter(
    ({ urn }) =>
      !(isSameClass && before.objects.some((object) => object.urn === urn)) &&
      !(isShared && after.hostport === address.hostport),
  );
  const label = urlAt(address);
  const [previous] = before.objects;
  const reachesBefore = before.objects.map((object) => responders.before.reachOf(object, address));
  return newResponders.map(
    (object): SurfaceChange => ({
      surface: {
        key: `takeover ${label}${newResponders.length > 1 ? ` ${object.name}` : ""}`,
        kind: "endpoint",
        label,
      },
      before: reachesBefore,
      after: [responders.after.reachOf(object, address)],
      replacedObject:
        previous === undefined || previous.urn === object.urn
          ? undefined
          : `${previous.className} ${previous.name}`,
      address: isShared ? undefined : address,
    }),
  );
}

/** The edge and the endpoints that respond at an address. */
interface AddressMatch {
  readonly className: EdgeClass;
  /** The hostport that the resources name, which may be a wildcard. */
  readonly hostport: string;
  readonly objects: readonly AccountObject[];
}

/** For each responder, its protocol (as a class of edges) and whether it is an endpoint. */
const kindsOf = ({ className, objects }: AddressMatch) =>
  objects.map((object) => `${className} ${isEndpoint(object)}`);

const isEndpoint = ({ className }: AccountObject) => className === "Endpoint";

/** The resources that respond to clients on one side. */
class Responders {
  private readonly addresses: readonly (EdgeAddress & { readonly object: AccountObject })[];
  private readonly byKey: ReadonlyMap<string, Responders["addresses"]>;

  constructor(private readonly modules: Modules) {
    const { view } = modules;
    // Edges serve only the public binding.
    const endpoints = view.of("Endpoint").filter(isPublic);
    this.addresses = [
      ...EDGE_CLASSES.flatMap((className) =>
        [...edgesByHostport(view, className)].map(([hostport, object]) => ({ className, hostport, object })),
      ),
      ...endpoints.flatMap((object) => namedAddresses(object).map((address) => ({ ...address, object }))),
    ];
    this.byKey = Map.groupBy(this.addresses, addressKey);
  }

  /** The hostports at which clients of a class may find a resource. */
  hostportsOf(className: EdgeClass): readonly string[] {
    const classes = servingClasses(SCHEMES[className]);
    return this.addresses
      .filter((address) => classes.includes(address.className))
      .map(({ hostport }) => hostport);
  }

  /** The resources that name the hostport, or the closest wildcard; on a tie, those of the most specific protocol. */
  find(address: EdgeAddress): AddressMatch | undefined {
    const candidates = servingClasses(schemeOf(address)).flatMap((className): AddressMatch[] => {
      const match = closest(address.hostport, (hostport) =>
        this.byKey.get(addressKey({ className, hostport })),
      );
      if (!match) return [];
      return [{ className, hostport: match.hostport, objects: match.found.map(({ object }) => object) }];
    });
    const closeness = ({ hostport }: AddressMatch) =>
      hostport === address.hostport ? Number.MAX_VALUE : hostport.length;
    return candidates.sort((a, b) => closeness(b) - closeness(a))[0];
  }

  /** The reach of a resource, with its implicit requirements, so that edges and endpoints can be compared. */
  reachOf(object: AccountObject, { className, hostport }: EdgeAddress): Reach {
    const host = hostOf(hostport);
    const reach = isEndpoint(object)
      ? endpointReach(this.modules, object)
      : object.className === "HttpsEdge"
        ? this.reachOfRoutes(object, host)
        : this.reachOfEdge(object);
    // The upstream of a TLS endpoint performs the TLS handshake.
    const servedBy = edgeAddressOf(urlOf(object))?.className ?? "HttpsEdge";
    const isTls = className === "TlsEdge" || (className === "HttpsEdge" && !isPlainHttp(host));
    return withImplicitRestrictions(reach, isTls, isEndpoint(object) && servedBy === "HttpsEdge");
  }

  /** A TLS edge without TLS modules may leave the handshake to its upstream, as a TLS endpoint does. */
  private reachOfEdge(edge: AccountObject): Reach {
    const reach = edgeReach(this.modules, edge);
    return TLS_GUARDS.some((guard) => this.modules.find(edge, guard) !== undefined)
      ? reach
      : withoutTls(reach);
  }

  private reachOfRoutes(edge: AccountObject, host: Host): Reach {
    const selectors = routesOf(this.modules.view, edge);
    const hidden = selectors.filter(({ match }) => match === undefined);
    const possible = hidden.map((selector) => ({ ...selector, mayYield: true }));
    const routes = routeReaches(this.modules, edge, [...possible, ...rankRoutes(selectors, host)]);
    const [first] = routes;
    const servesAll = first?.path === "/" && !first.isExact && !first.mayYield && !first.isBare;
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
