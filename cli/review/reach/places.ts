import type { Place } from "../../../access";
import type { Surface } from "./surfaces";

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  /** Undefined where any path leads there. */
  readonly path: string | undefined;
  readonly isPrefix: boolean;
}

const PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", tls: "443" };

/** What the label of a surface says; undefined where it says no address. */
function partsOf({ label, path: own }: Surface): Parts | undefined {
  const [, scheme, host, given, path, star] =
    /^(https?|tls|tcp):\/\/((?:\*\.)?[^/:*\s]+)(?::(\d+))?(\/[^*\s]*)?(\*)?$/.exec(label) ?? [];
  if (scheme === undefined || host === undefined) {
    // A route of an edge whose host is not known.
    const [, only, every] = /^(\/[^*\s]*)(\*)?$/.exec(own ?? "") ?? [];
    const edge = label.slice(0, label.length - (own ?? "").length);
    return only === undefined
      ? undefined
      : { scheme: "", host: edge, port: "", path: only, isPrefix: every !== undefined };
  }
  const port = given ?? PORTS[scheme] ?? "";
  return { scheme, host, port, path, isPrefix: star !== undefined };
}

/** Finds where requests of a surface come from: what closer hosts and paths serve does not come to it. */
export function placesOf(surfaces: readonly Surface[]): (surface: Surface) => Place {
  const all = surfaces.flatMap((surface) => partsOf(surface) ?? []);
  return (surface) => {
    const own = partsOf(surface);
    if (own === undefined)
      return { hosts: undefined, scheme: undefined, isHttp: surface.kind === "https" ? true : undefined };
    const { scheme, host, port, path, isPrefix } = own;
    const there = all.filter((one) => one.scheme === scheme && one.port === port);
    const below = there.filter(
      (one) => host.startsWith("*.") && one.host !== host && one.host.endsWith(host.slice(1)),
    );
    const closer = there.filter((one) => one.host === host && isPrefix && isCloser(one, path ?? ""));
    const test = ({ path: value = "", isPrefix: isStart }: Parts, is: boolean) =>
      ({ is, test: { is: isStart ? "start" : "equal", value, isFolded: false } }) as const;
    return {
      hosts: scheme === "" ? undefined : { name: host, without: [...new Set(below.map((one) => one.host))] },
      scheme: scheme === "" ? undefined : scheme,
      ...(port !== PORTS[scheme] && port !== "" && { port }),
      isHttp: scheme === "" || /^https?$/.test(scheme),
      ...(path !== undefined && { paths: [test(own, true), ...closer.map((one) => test(one, false))] }),
    };
  };
}

const isCloser = ({ path, isPrefix }: Parts, than: string) =>
  path?.startsWith(than) === true && (path.length > than.length || !isPrefix);
