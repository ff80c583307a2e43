import {
  type InternalEndpoint,
  type InternalEndpoints,
  type InternalEndpointsBySide,
  trafficPolicy,
} from "../../../access";
import { canonicalUrl } from "../../../provider/inspect";
import { type AccountView, isHidden } from "../account";
import { policySiteOf, versionOf } from "./guards";
import { endpointRestrictions } from "./reach";

interface InternalUrl {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}

const PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", tls: "443" };

function parseInternalUrl(url: string): InternalUrl | undefined {
  const [, scheme = "", host = "", port] =
    /^(https?|tls|tcp):\/\/([a-z0-9_*.-]+?)\.?(?::(\d{1,5}))?(?:\/.*)?$/is.exec(url.trim()) ?? [];
  if (!host.toLowerCase().endsWith(".internal")) return undefined;
  return {
    scheme: scheme.toLowerCase(),
    host: host.toLowerCase(),
    port: port ?? PORTS[scheme.toLowerCase()] ?? "",
  };
}

const textOf = ({ scheme, host, port }: InternalUrl): string =>
  String(canonicalUrl(`${scheme}://${host}${port === "" ? "" : `:${port}`}`));

/** How closely a served host matches a requested one; negative if it doesn't match. */
const closeness = (served: string, asked: string): number =>
  served === asked ? 1e6 : served.startsWith("*.") && asked.endsWith(served.slice(1)) ? served.length : -1;

/** `ofNew`: the view for a new endpoint, for which every forwarded response is newly exposed. */
export type InternalSides = InternalEndpointsBySide & { readonly ofNew: InternalEndpointsBySide };

/**
 * The internal endpoints of an account. An endpoint that exists on the other side only is known to be absent.
 *
 * @param account.searchedHosts - Hosts whose endpoints and edges were all read from the account.
 */
export function internalEndpoints(account: {
  readonly before: AccountView;
  readonly after: AccountView;
  readonly searchedHosts: readonly string[];
}): InternalSides {
  const [before, after] = [parsedEndpoints(account.before), parsedEndpoints(account.after)];
  const searchedNames = account.searchedHosts.flatMap((host) => parseInternalUrl(host)?.host ?? []);
  const urls = [...new Set([...before, ...after].flatMap(({ url }) => (url ? [textOf(url)] : [])))];
  const sides = {
    before: {
      ...endpointLookup(before, after, searchedNames),
      urls,
      masked: hiddenUrlsContent(account.before),
    },
    after: {
      ...endpointLookup(after, before, searchedNames),
      urls,
      masked: hiddenUrlsContent(account.after),
    },
  };
  const at = (url: string) => sides.after.at(url)?.map((one) => ({ ...one, isExternal: true }));
  return { ...sides, ofNew: { ...sides, after: { ...sides.after, at } } };
}

const hiddenUrlsContent = (view: AccountView): string =>
  view
    .of("Endpoint")
    .filter(({ props }) => isHidden(props.url))
    .flatMap((object) =>
      ["url", "bindings", "trafficPolicy"].map((input) => versionOf({ view, object, path: [input] })),
    )
    .join(" ");

interface ParsedEndpoint extends InternalEndpoint {
  readonly url: InternalUrl | undefined;
}

function parsedEndpoints(view: AccountView): readonly ParsedEndpoint[] {
  return view.of("Endpoint").flatMap((object) => {
    const restrictions = endpointRestrictions(view, object);
    const policy = restrictions.get("trafficPolicy");
    const { url, bindings } = object.props;
    const parts = typeof url === "string" ? parseInternalUrl(String(canonicalUrl(url))) : undefined;
    if (Array.isArray(bindings) && bindings.length > 0 && !bindings.includes("internal")) return [];
    if (typeof url === "string" && parts === undefined) return [];
    return [
      {
        id: object.urn,
        url: parts,
        hasUpstream: object.props.type !== undefined && object.props.type !== "cloud",
        isExternal: object.isOutsideProgram,
        policy:
          policy?.asks === "unseen"
            ? { hidden: policy.content }
            : policy?.asks === "policy"
              ? policy
              : trafficPolicy("", policySiteOf({ view, object, path: ["trafficPolicy"] })),
      },
    ];
  });
}

/** @param searchedNames - Hosts that only these endpoints serve. */
function endpointLookup(
  own: readonly ParsedEndpoint[],
  others: readonly ParsedEndpoint[],
  searchedNames: readonly string[],
): Omit<InternalEndpoints, "masked" | "urls"> {
  const closest = (
    candidates: readonly ParsedEndpoint[],
    url: string,
  ): readonly ParsedEndpoint[] | undefined => {
    const requested = parseInternalUrl(url);
    if (requested === undefined || candidates.some((one) => one.url === undefined)) return undefined;
    const ranked = candidates.flatMap((endpoint) => {
      if (endpoint.url?.scheme !== requested.scheme || endpoint.url.port !== requested.port) return [];
      const rank = closeness(endpoint.url.host, requested.host);
      return rank < 0 ? [] : [{ one: endpoint, rank }];
    });
    const best = Math.max(...ranked.map(({ rank }) => rank));
    const found = ranked.filter(({ rank }) => rank === best).map(({ one }) => one);
    return found.length > 0 ? found : undefined;
  };
  return {
    at: (url) => {
      const found = closest(own, url);
      if (found !== undefined) return found;
      return closest(others, url) === undefined ? undefined : [];
    },
    mayHaveMoreSpecific(url) {
      const host = parseInternalUrl(url)?.host;
      if (host !== undefined && searchedNames.some((one) => closeness(one, host) >= 0)) return false;
      return [own, others].every((all) => closest(all, url)?.every((one) => one.url?.host !== host) ?? true);
    },
  };
}
