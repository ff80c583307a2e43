import { type Internal, type InternalEndpoint, type InternalEndpoints, trafficPolicy } from "../../../access";
import { canonicalUrl } from "../../../provider/inspect";
import { type AccountView, isHidden } from "../account";
import { siteOf, versionOf } from "./guards";
import { endpointRestrictions } from "./reach";

interface InternalUrl {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}

const PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", tls: "443" };

function partsOf(url: string): InternalUrl | undefined {
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

/** How close an endpoint's host is to one that is asked for; negative where it does not serve it. */
const closeness = (served: string, asked: string): number =>
  served === asked ? 1e6 : served.startsWith("*.") && asked.endsWith(served.slice(1)) ? served.length : -1;

/** `ofNew`: as they look to a new endpoint, to which each of their responses is a place that it exposes. */
export type InternalSides = Internal & { readonly ofNew: Internal };

/**
 * The internal endpoints of an account. One that only the other side has is not there: it is not somebody else's.
 *
 * @param account.askedHosts - Hosts of which the account has told everything that serves them.
 */
export function internalEndpoints(account: {
  readonly before: AccountView;
  readonly after: AccountView;
  readonly askedHosts: readonly string[];
}): InternalSides {
  const [before, after] = [inside(account.before), inside(account.after)];
  const asked = account.askedHosts.flatMap((host) => partsOf(host)?.host ?? []);
  const urls = [...new Set([...before, ...after].flatMap(({ url }) => (url ? [textOf(url)] : [])))];
  const sides = {
    before: { ...lookUp(before, after, asked), urls, hidden: hiddenIn(account.before) },
    after: { ...lookUp(after, before, asked), urls, hidden: hiddenIn(account.after) },
  };
  const at = (url: string) => sides.after.at(url)?.map((one) => ({ ...one, isOthers: true }));
  return { ...sides, ofNew: { ...sides, after: { ...sides.after, at } } };
}

const hiddenIn = (view: AccountView): string =>
  view
    .of("Endpoint")
    .filter(({ props }) => isHidden(props.url))
    .flatMap((object) =>
      ["url", "bindings", "trafficPolicy"].map((input) => versionOf({ view, object, path: [input] })),
    )
    .join(" ");

interface Inside extends InternalEndpoint {
  readonly url: InternalUrl | undefined;
}

function inside(view: AccountView): readonly Inside[] {
  return view.of("Endpoint").flatMap((object) => {
    const restrictions = endpointRestrictions(view, object);
    const policy = restrictions.get("trafficPolicy");
    const { url, bindings } = object.props;
    const parts = typeof url === "string" ? partsOf(String(canonicalUrl(url))) : undefined;
    if (Array.isArray(bindings) && bindings.length > 0 && !bindings.includes("internal")) return [];
    if (typeof url === "string" && parts === undefined) return [];
    return [
      {
        id: object.urn,
        url: parts,
        hasUpstream: object.props.type !== undefined && object.props.type !== "cloud",
        isOthers: object.isOthers,
        policy:
          policy?.asks === "unseen"
            ? { hidden: policy.content }
            : policy?.asks === "policy"
              ? policy
              : trafficPolicy("", siteOf({ view, object, path: ["trafficPolicy"] })),
      },
    ];
  });
}

/** @param asked - Hosts that nothing serves but what is among these. */
function lookUp(
  own: readonly Inside[],
  others: readonly Inside[],
  asked: readonly string[],
): Omit<InternalEndpoints, "hidden" | "urls"> {
  const closest = (all: readonly Inside[], url: string): readonly Inside[] | undefined => {
    const asked = partsOf(url);
    if (asked === undefined || all.some((one) => one.url === undefined)) return undefined;
    const ranked = all.flatMap((one) => {
      if (one.url?.scheme !== asked.scheme || one.url.port !== asked.port) return [];
      const rank = closeness(one.url.host, asked.host);
      return rank < 0 ? [] : [{ one, rank }];
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
    hasCloser(url) {
      const host = partsOf(url)?.host;
      if (host !== undefined && asked.some((one) => closeness(one, host) >= 0)) return false;
      return [own, others].every((all) => closest(all, url)?.every((one) => one.url?.host !== host) ?? true);
    },
  };
}
