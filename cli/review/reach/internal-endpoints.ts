import {
  type InternalEndpoint,
  type InternalEndpoints,
  type InternalEndpointsBySide,
  trafficPolicy,
} from "../../../access";
import { hostIn, servesHost } from "../../../provider/inspect";
import { canonicalUrl } from "../../../traffic-policy/symbolic/policy-reader";
import { type AccountChange, type AccountView, isHidden } from "../account";
import { endpointVersions, policySiteOf } from "./guards";
import { closestTo } from "./hostports";
import { endpointRestrictions } from "./reach";

/** The canonical URL of an internal endpoint, without its path; undefined for other URLs. */
const internalUrl = (url: string): string | undefined =>
  /^(?:https?|tls|tcp):\/\/[\w*.-]+\.internal(?::\d{1,5})?(?=[/?#]|$)/.exec(canonicalUrl(url))?.[0];

/** `ofNew` is for new endpoints: there, every internal endpoint counts as external, so its responses are newly exposed. */
export type InternalSides = InternalEndpointsBySide & { readonly ofNew: InternalEndpointsBySide };

/** The internal endpoints of an account on both sides. An endpoint that exists only on the other side is known to be absent. */
export function internalEndpoints(
  account: Omit<AccountChange["accounts"][number], "provider">,
): InternalSides {
  const [before, after] = [parsedEndpoints(account.before), parsedEndpoints(account.after)];
  const searchedUrls = account.searchedHosts.flatMap((host) => internalUrl(host) ?? []);
  const urls = [...new Set([...before, ...after].flatMap(({ url }) => url ?? []))];
  const [findBefore, findAfter] = [lookupIn(before), lookupIn(after)];
  const endpointsOf = (view: AccountView, findOwn: Lookup, findOther: Lookup): InternalEndpoints => ({
    at(url) {
      const requested = internalUrl(url);
      if (requested === undefined) return undefined;
      return findOwn(requested)?.found ?? (findOther(requested) && []);
    },
    mayHaveMoreSpecific(url) {
      const requested = internalUrl(url);
      if (requested === undefined) return true;
      const host = hostIn(requested) ?? "";
      // All endpoints of these hosts are known.
      if (searchedUrls.some((searched) => servesHost(hostIn(searched) ?? "", host))) return false;
      return [findOwn, findOther].every((find) => find(requested)?.hostport !== requested);
    },
    urls,
    maskedEndpointNames: view
      .of("Endpoint")
      .filter(({ props }) => isHidden(props.url))
      .flatMap((endpoint) => endpointVersions(view, endpoint))
      .join(" "),
  });
  const sides = {
    before: endpointsOf(account.before, findBefore, findAfter),
    after: endpointsOf(account.after, findAfter, findBefore),
  };
  const at = (url: string) => sides.after.at(url)?.map((endpoint) => ({ ...endpoint, isExternal: true }));
  return { ...sides, ofNew: { ...sides, after: { ...sides.after, at } } };
}

interface ParsedEndpoint extends InternalEndpoint {
  /** Undefined if hidden. */
  readonly url: string | undefined;
}

function parsedEndpoints(view: AccountView): readonly ParsedEndpoint[] {
  return view.of("Endpoint").flatMap((object) => {
    const policy = endpointRestrictions(view, object).get("trafficPolicy");
    const { url, bindings, type } = object.props;
    const canonical = typeof url === "string" ? internalUrl(url) : undefined;
    if (Array.isArray(bindings) && bindings.length > 0 && !bindings.includes("internal")) return [];
    if (typeof url === "string" && canonical === undefined) return [];
    return [
      {
        id: object.urn,
        url: canonical,
        hasUpstream: type !== undefined && type !== "cloud",
        isExternal: object.isOutsideProgram,
        policy:
          policy?.kind === "unreadable"
            ? { maskedPolicyId: policy.content }
            : policy?.kind === "policy"
              ? policy
              : trafficPolicy("", policySiteOf({ view, object, path: ["trafficPolicy"] })),
      },
    ];
  });
}

/** Returns a function that finds the endpoints of a URL. An endpoint with a hidden URL may serve any URL. */
function lookupIn(endpoints: readonly ParsedEndpoint[]) {
  const byUrl = Map.groupBy(endpoints, ({ url }) => url);
  return (url: string) => (byUrl.has(undefined) ? undefined : closestTo(url, byUrl));
}

type Lookup = ReturnType<typeof lookupIn>;
