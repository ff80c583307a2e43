import type { Guard, Place } from "../../../access";
import type { Selected } from "./routes";
import type { SurfaceChange } from "./surfaces";

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  /** The paths that lead there; undefined where any path does. */
  readonly selects: Selected | undefined;
  /** By which bindings clients come there; undefined where that is not told. */
  readonly bindings: readonly string[] | undefined;
}

const PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", tls: "443" };

/** The schemes of what may serve a connection: one of HTTPS is one of TLS as well, and each is one of TCP. */
const CARRIED_BY: Readonly<Record<string, readonly string[]>> = {
  https: ["https", "tls", "tcp"],
  http: ["http", "tcp"],
  tls: ["tls", "tcp"],
};

/** What the label of a surface says; undefined where it says no address. */
function partsOf(change: SurfaceChange): Parts | undefined {
  const { surface, selects } = change;
  const bindings = bindingsIn(change);
  const start = selects
    ? surface.label.slice(0, surface.label.length - (surface.path ?? "").length)
    : surface.label;
  const [, scheme, host, given] = /^(https?|tls|tcp):\/\/((?:\*\.)?[^/:*\s]+)(?::(\d+))?$/.exec(start) ?? [];
  if (scheme !== undefined && host !== undefined)
    return { scheme, host, port: given ?? PORTS[scheme] ?? "", selects, bindings };
  // A route of an edge whose host is not known.
  return selects && { scheme: "", host: start, port: "", selects, bindings };
}

/** What edges serve comes by the public network. */
function bindingsIn({
  before,
  after,
  besideBefore = [],
  besideAfter = [],
}: SurfaceChange): Parts["bindings"] {
  const reaches = [before, after, ...besideBefore, ...besideAfter].flatMap((reach) => reach ?? []);
  const found = reaches.map(({ restrictions }) => valuesOf(restrictions.get("bindings")));
  return found.includes(undefined) ? undefined : found.flatMap((values) => values ?? []);
}

function valuesOf(guard: Guard | undefined): readonly string[] | undefined {
  if (guard === undefined) return ["public"];
  return guard.asks === "one of" ? guard.entries?.map(({ value }) => String(value)) : undefined;
}

const meet = ({ bindings: mine }: Parts, { bindings: theirs }: Parts): boolean =>
  mine === undefined || theirs === undefined || mine.some((binding) => theirs.includes(binding));

/** Finds where requests of a surface come from: what closer hosts and paths serve does not come to it. */
export function placesOf(changes: readonly SurfaceChange[]): (change: SurfaceChange) => Place {
  const all = changes.flatMap((change) => partsOf(change) ?? []);
  return (change) => {
    const own = partsOf(change);
    if (own === undefined)
      return {
        hosts: undefined,
        scheme: undefined,
        isHttp: change.surface.kind === "https" ? true : undefined,
      };
    const { scheme, host, port, selects } = own;
    const there = all.filter((one) => one.port === port && meet(one, own));
    const below = there.filter(
      (one) =>
        (CARRIED_BY[scheme] ?? [scheme]).includes(one.scheme) &&
        host.startsWith("*.") &&
        one.host !== host &&
        one.host.endsWith(host.slice(1)),
    );
    const closer = there.flatMap((one) =>
      one.scheme === scheme && one.host === host && selects?.isPrefix && isCloser(one.selects, selects.path)
        ? (one.selects ?? [])
        : [],
    );
    const test = ({ path: value, isPrefix }: Selected, is: boolean) =>
      ({ is, test: { is: isPrefix ? "start" : "equal", value, isFolded: false } }) as const;
    return {
      hosts: scheme === "" ? undefined : { name: host, without: [...new Set(below.map((one) => one.host))] },
      scheme: scheme === "" ? undefined : scheme,
      ...(port !== PORTS[scheme] && port !== "" && { port }),
      isHttp: scheme === "" || /^https?$/.test(scheme),
      ...(selects && {
        paths: [test(selects, true), ...closer.map((one) => test(one, false))],
      }),
    };
  };
}

const isCloser = (one: Selected | undefined, than: string) =>
  one?.path.startsWith(than) === true && (one.path.length > than.length || !one.isPrefix);
