import type { Place } from "../../../access";
import { DEFAULT_PORTS } from "../../../traffic-policy/symbolic/policy-reader";
import { SERVING_SCHEMES } from "./hostports";
import { mayOverlap } from "./reach";
import type { PathSelection } from "./routes";
import type { SurfaceChange } from "./surfaces";

interface AddressParts {
  /** Empty if the surface has no known address. */
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  /** The paths that the surface serves; undefined if it serves all. */
  readonly selects: PathSelection | undefined;
  /** The bindings of its clients; undefined if unknown. */
  readonly bindings: readonly string[] | undefined;
}

/** Parses the label of a surface. If the label is no URL, the whole label becomes `host`. */
function parseAddress(change: SurfaceChange): AddressParts {
  const { surface, selects } = change;
  const origin = selects
    ? surface.label.slice(0, surface.label.length - (surface.path ?? "").length)
    : surface.label;
  const [, scheme = "", host = origin, port = defaultPort(scheme)] =
    /^(https?|tls|tcp):\/\/((?:\*\.)?[^/:*\s]+)(?::(\d+))?$/.exec(origin) ?? [];
  return { scheme, host, port, selects, bindings: bindingsIn(change) };
}

const defaultPort = (scheme: string) => String(DEFAULT_PORTS[scheme] ?? "");

function bindingsIn({ before, after }: SurfaceChange): AddressParts["bindings"] {
  const bindings = [...before, ...after].map(({ restrictions }) => {
    const guard = restrictions.get("bindings");
    // Edges have no such guard, and serve only the public binding.
    if (guard === undefined) return ["public"];
    return guard.kind === "one of" ? guard.entries?.map(({ value }) => String(value)) : undefined;
  });
  return bindings.includes(undefined) ? undefined : bindings.flatMap((values) => values ?? []);
}

/** Returns a function that determines the requests of a surface, except those that closer hosts and paths serve. */
export function placesOf(changes: readonly SurfaceChange[]): (change: SurfaceChange) => Place {
  const addresses = changes.map(parseAddress);
  return (change) => {
    const { scheme, host, port, selects, bindings } = parseAddress(change);
    const competitors = addresses.filter(
      (address) => address.port === port && mayOverlap(address.bindings, bindings),
    );
    const subdomains = competitors.filter(
      (address) =>
        SERVING_SCHEMES[scheme]?.includes(address.scheme) &&
        host.startsWith("*.") &&
        address.host !== host &&
        address.host.endsWith(host.slice(1)),
    );
    const closerPaths = competitors.flatMap((address) =>
      address.scheme === scheme &&
      address.host === host &&
      selects?.isPrefix &&
      isCloser(address.selects, selects.path)
        ? (address.selects ?? [])
        : [],
    );
    const toTest = ({ path: value, isPrefix }: PathSelection, isTrue: boolean) =>
      ({ isTrue, question: { is: isPrefix ? "start" : "equal", value, isFolded: false } }) as const;
    const paths = selects && [toTest(selects, true), ...closerPaths.map((path) => toTest(path, false))];
    if (scheme === "")
      return {
        hosts: undefined,
        scheme: undefined,
        isHttp: change.surface.kind === "https" ? true : undefined,
        paths,
      };
    return {
      hosts: { name: host, except: [...new Set(subdomains.map((address) => address.host))] },
      scheme,
      port: port === defaultPort(scheme) ? undefined : port,
      isHttp: /^https?$/.test(scheme),
      paths,
    };
  };
}

/** True if a selection is more specific than the prefix `path`. */
const isCloser = (selection: PathSelection | undefined, path: string) =>
  selection?.path.startsWith(path) === true && (selection.path.length > path.length || !selection.isPrefix);
