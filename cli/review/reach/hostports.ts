import { canonicalUrl, closest } from "../../../traffic-policy/symbolic/policy-reader";
import { type AccountObject, type AccountView, isHidden } from "../account";
import { ANY_OTHER_HOST, covers, type Host, hostOf, hostsIn, selectorOf } from "./routes";

/** The edges of a class by hostport. An edge with unknown hostports gets a key of its own. */
export class ServedHostports {
  private readonly edges: ReadonlyMap<string, AccountObject>;

  constructor(
    private readonly view: AccountView,
    className: string,
  ) {
    const pairs = view
      .of(className)
      .flatMap((edge) => hostportsOf(edge).map((text) => [text, edge] as const));
    this.edges = new Map(pairs);
  }

  get hostports(): readonly string[] {
    return [...this.edges.keys()];
  }

  /** The edge that serves a hostport, and its own hostport: an exact match, or else the closest wildcard. */
  closestTo(hostport: string) {
    return closestTo(hostport, this.edges);
  }

  hostsNamedAt(hostport: string): Host[] {
    const edge = this.edges.get(hostport);
    return edge ? hostsIn(this.view.referrersThrough("HttpsEdgeRoute", "edgeId", edge).map(selectorOf)) : [];
  }
}

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

const EDGE_SCHEMES: Readonly<Record<string, { readonly className: EdgeClass; readonly port?: string }>> = {
  http: { className: "HttpsEdge", port: "80" },
  https: { className: "HttpsEdge", port: "443" },
  tls: { className: "TlsEdge", port: "443" },
  tcp: { className: "TcpEdge" },
};

/** The address of an endpoint's URL; undefined if no edge can serve it, or if it is unknown. */
export function edgeAddressOf(url: string): EdgeAddress | undefined {
  const [, scheme = "", host, explicitPort] =
    /^(https?|tls|tcp):\/\/([^/?#:\s]+)(?::(\d+))?$/.exec(url) ?? [];
  const className = EDGE_SCHEMES[scheme]?.className;
  const port = explicitPort ?? EDGE_SCHEMES[scheme]?.port;
  if (
    !className ||
    port === undefined ||
    (className === "HttpsEdge" && (scheme === "http") !== isPlainHttp({ name: "", port }))
  )
    return undefined;
  return { className, hostport: `${host}:${port}` };
}

/** True if an HTTPS edge is assumed to serve plain HTTP on this port. */
export const isPlainHttp = ({ port }: Host): boolean => port === "80";

/** The URL of an endpoint that serves the same address as an edge. */
export function urlAt({ className, hostport }: EdgeAddress): string {
  const webScheme = isPlainHttp(hostOf(hostport)) ? "http" : "https";
  const scheme = { HttpsEdge: webScheme, TlsEdge: "tls", TcpEdge: "tcp" }[className];
  return canonicalUrl(`${scheme}://${hostport}`);
}

export function hostportsOf(edge: AccountObject): string[] {
  const { hostports } = edge.props;
  if (isHidden(hostports)) return [unknownHostports(edge)];
  return Array.isArray(hostports) ? hostports.map((hostport) => String(hostport).toLowerCase()) : [];
}

const UNKNOWN_SUFFIX = " (unknown hostports)";
const unknownHostports = ({ className, name }: AccountObject) => `${className} ${name}${UNKNOWN_SUFFIX}`;
/** True for the key of an edge with unknown hostports. */
export const isUnknown = (hostport: string) => hostport.endsWith(UNKNOWN_SUFFIX);

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
 * The addresses that HTTPS edges serve on either side. If an edge serves a wildcard or its hostports are unknown, each host
 * that its routes name is a separate address.
 */
export function addressesOf(...sides: readonly ServedHostports[]): Address[] {
  const hostports = [...new Set(sides.flatMap((side) => side.hostports))].sort();
  const addresses = hostports.flatMap((hostport): Address[] => {
    const namedHosts = sides.flatMap((side) => side.hostsNamedAt(hostport));
    if (isUnknown(hostport)) {
      const address = { hostport, host: ANY_OTHER_HOST, label: `${hostport}: `, isSample: false };
      return [
        address,
        ...namedHosts.map((host) => ({
          ...address,
          host,
          label: `${hostport}: ${host.name}`,
          isSample: true,
        })),
      ];
    }
    const edgeHost = hostOf(hostport);
    const below = edgeHost.name.startsWith("*.")
      ? namedHosts.filter((host) => host.name !== edgeHost.name && covers(edgeHost, host))
      : [];
    const samples = below.map(({ name }) =>
      edgeHost.port === undefined ? name : `${name}:${edgeHost.port}`,
    );
    return [addressOf(hostport, false), ...samples.map((text) => addressOf(text, true))];
  });
  // If a hostport and a route name the same host, the address is not a sample.
  const byLabel = new Map([...addresses].sort(samplesFirst).map((address) => [address.label, address]));
  return [...byLabel.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}

const samplesFirst = (a: Address, b: Address) => Number(b.isSample) - Number(a.isSample);

const addressOf = (hostport: string, isSample: boolean): Address => ({
  hostport,
  host: hostOf(hostport),
  label: urlAt({ className: "HttpsEdge", hostport }),
  isSample,
});
