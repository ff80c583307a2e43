import { canonicalUrl, closest, DEFAULT_PORTS } from "../../../traffic-policy/symbolic/policy-reader";
import { compareText } from "../../common";
import { type AccountObject, type AccountView, isHidden } from "../account";
import { ANY_OTHER_HOST, covers, type Host, hostOf, hostsIn, routesOf } from "./routes";

/** The edges of a class by hostport. An edge with unknown hostports gets a key of its own. */
export const edgesByHostport = (view: AccountView, className: EdgeClass): Map<string, AccountObject> =>
  new Map(
    view.of(className).flatMap((edge) => hostportsOf(edge).map((hostport) => [hostport, edge] as const)),
  );

export const sortedKeys = (...maps: readonly ReadonlyMap<string, unknown>[]): string[] =>
  [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();

/** Finds the entry of a hostport: an exact match, or else the closest wildcard. */
export const closestTo = <T>(hostport: string, entries: ReadonlyMap<string | undefined, T>) =>
  closest(hostport, (text) => entries.get(text));

export const EDGE_CLASSES = ["HttpsEdge", "TlsEdge", "TcpEdge"] as const;
export type EdgeClass = (typeof EDGE_CLASSES)[number];

/** An address that an edge of the class or an endpoint can serve. */
export interface EdgeAddress {
  readonly className: EdgeClass;
  readonly hostport: string;
}

export const addressKey = ({ className, hostport }: EdgeAddress): string => `${className} ${hostport}`;

/** Schemes that can serve a connection: HTTPS connections are TLS connections, and all use TCP. */
export const SERVING_SCHEMES: Readonly<Record<string, readonly string[]>> = {
  https: ["https", "tls", "tcp"],
  http: ["http", "tcp"],
  tls: ["tls", "tcp"],
  tcp: ["tcp"],
};

const EDGE_CLASS_BY_SCHEME: Readonly<Record<string, EdgeClass>> = {
  https: "HttpsEdge",
  http: "HttpsEdge",
  tls: "TlsEdge",
  tcp: "TcpEdge",
};

/** Classes of edges that can serve a connection; those of the most specific protocol come first. */
export const servingClasses = (scheme: string): EdgeClass[] =>
  (SERVING_SCHEMES[scheme] ?? []).flatMap((serving) => EDGE_CLASS_BY_SCHEME[serving] ?? []);

export const schemeOf = ({ className, hostport }: EdgeAddress): string =>
  className === "HttpsEdge" && isPlainHttp(hostOf(hostport)) ? "http" : SCHEMES[className];

export const SCHEMES: Readonly<Record<EdgeClass, string>> = {
  HttpsEdge: "https",
  TlsEdge: "tls",
  TcpEdge: "tcp",
};

/** The address of an endpoint's URL; undefined if no edge can serve it, or if it is unknown. */
export function edgeAddressOf(url: string): EdgeAddress | undefined {
  const [, scheme = "", host, explicitPort] =
    /^(https?|tls|tcp):\/\/([^/?#:\s]+)(?::(\d+))?$/.exec(url) ?? [];
  const className = EDGE_CLASS_BY_SCHEME[scheme];
  const port = explicitPort ?? DEFAULT_PORTS[scheme];
  if (!className || port === undefined) return undefined;
  const address = { className, hostport: `${host}:${port}` };
  return schemeOf(address) === scheme ? address : undefined;
}

/** True if an HTTPS edge is assumed to serve plain HTTP on this port. */
export const isPlainHttp = ({ port }: Host): boolean => port === "80";

/** The URL of an endpoint that serves the same address as an edge. */
export const urlAt = (address: EdgeAddress): string =>
  canonicalUrl(`${schemeOf(address)}://${address.hostport}`);

/** The canonical URL of an endpoint, or a label that stands for it while it is hidden. */
export const urlOf = (endpoint: AccountObject): string =>
  isHidden(endpoint.props.url)
    ? `Endpoint ${endpoint.name} (unknown URL)`
    : canonicalUrl(String(endpoint.props.url));

/** The addresses that an edge or endpoint names and that an edge can serve; none if they are masked. */
export function namedAddresses(object: AccountObject): EdgeAddress[] {
  if (object.className === "Endpoint") {
    const address = edgeAddressOf(urlOf(object));
    return address ? [address] : [];
  }
  const className = EDGE_CLASSES.find((name) => name === object.className);
  if (!className || isHidden(object.props.hostports)) return [];
  return hostportsOf(object).map((hostport) => ({ className, hostport }));
}

function hostportsOf({ className, name, props: { hostports } }: AccountObject): string[] {
  if (isHidden(hostports)) return [`${className} ${name}${UNKNOWN_SUFFIX}`];
  return Array.isArray(hostports) ? hostports.map((hostport) => String(hostport).toLowerCase()) : [];
}

const UNKNOWN_SUFFIX = " (unknown hostports)";
/** True for the key of an edge with unknown hostports. */
export const isUnknownHostport = (hostport: string) => hostport.endsWith(UNKNOWN_SUFFIX);

export interface Address {
  /** The hostport by which to find the edge. */
  readonly hostport: string;
  readonly host: Host;
  /** Displayed before a path. */
  readonly label: string;
  /** True if it represents one of many hosts of its edge. */
  readonly isSample: boolean;
}

/**
 * The addresses that the edges of a class serve in any of the views. If an edge serves a wildcard or its
 * hostports are unknown, each host that its routes name is a separate address.
 */
export function addressesOf(views: readonly AccountView[], className: EdgeClass): Address[] {
  const served = views.map((view) => ({ view, edges: edgesByHostport(view, className) }));
  const addresses = sortedKeys(...served.map(({ edges }) => edges)).flatMap((hostport): Address[] => {
    const namedHosts = served.flatMap(({ view, edges }) => hostsIn(routesOf(view, edges.get(hostport))));
    if (isUnknownHostport(hostport)) return unknownAddresses(hostport, namedHosts);
    const edgeHost = hostOf(hostport);
    const subdomains = edgeHost.name.startsWith("*.")
      ? namedHosts.filter((host) => host.name !== edgeHost.name && covers(edgeHost, host))
      : [];
    const samples = subdomains.map(({ name }) =>
      edgeHost.port === undefined ? name : `${name}:${edgeHost.port}`,
    );
    return [addressOf(hostport, false), ...samples.map((text) => addressOf(text, true))];
  });
  // If a hostport and a route name the same host, the map keeps the later entry, which is not a sample.
  const samplesFirst = addresses.toSorted((a, b) => Number(b.isSample) - Number(a.isSample));
  const byLabel = new Map(samplesFirst.map((address) => [address.label, address]));
  return [...byLabel.values()].sort((a, b) => compareText(a.label, b.label));
}

/** The addresses of an edge with unknown hosts: each host that its routes name, and all others together. */
export const unknownAddresses = (edge: string, namedHosts: readonly Host[]): Address[] =>
  [ANY_OTHER_HOST, ...namedHosts].map((host) => {
    const isSample = host !== ANY_OTHER_HOST;
    return { hostport: edge, host, label: `${edge}: ${isSample ? host.name : ""}`, isSample };
  });

const addressOf = (hostport: string, isSample: boolean): Address => ({
  hostport,
  host: hostOf(hostport),
  label: urlAt({ className: "HttpsEdge", hostport }),
  isSample,
});
