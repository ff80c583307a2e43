import { replaceInterpolations } from "../traffic-policy/language/interpolation";
import {
  type Condition,
  canonicalUrl,
  DEFAULT_PORTS,
  interpolationsIn,
  isMaskedValue,
  readCondition,
} from "../traffic-policy/symbolic/policy-reader";
import type { Access } from "./access-model";
import type { TrafficPolicy } from "./guard-model";
import { isMaskedRule } from "./guard-transition";

/** The internal endpoints on one side of a change. */
export interface InternalEndpoints {
  /** The pool of endpoints that serve a URL. Undefined if the program defines none, although another program may. */
  at(url: string): readonly InternalEndpoint[] | undefined;
  /** True if an endpoint outside the program may match the URL more specifically than the program's wildcards. */
  mayHaveMoreSpecific(url: string): boolean;
  /** All known internal URLs on either side: candidates for interpolated forwards. */
  readonly urls: readonly string[];
  /** The names of the program's endpoints with masked URLs; empty if there are none. */
  readonly maskedEndpointNames: string;
}

export type InternalEndpointsBySide = Readonly<Record<"before" | "after", InternalEndpoints>>;

export interface InternalEndpoint {
  /** Equal on both sides of a change. */
  readonly id: string;
  /** The id of a masked policy is equal on both sides if the policy can't have changed. */
  readonly policy: TrafficPolicy | { readonly maskedPolicyId: string };
  /** True if requests that pass the policy reach an upstream, as with an agent's endpoint. */
  readonly hasUpstream?: boolean;
  /** True if another program manages it. Its responses count as a separate destination. */
  readonly isExternal?: boolean;
}

/** The policies that may see a request, and the internal endpoints that they may forward it to. */
export interface Reachable {
  /** By the name of a route or pool member, or the URL of an internal endpoint. The main policy's key is empty. */
  readonly policies: ReadonlyMap<string, TrafficPolicy>;
  readonly ids: ReadonlySet<string>;
  /** Internal URLs for which a policy continues after a failed forward. */
  readonly recoverableUrls: ReadonlySet<string>;
  /** True if a policy, or a rule of it, is masked: it may forward anywhere. */
  readonly isMasked: boolean;
}

export function findReachable(accesses: readonly Access[], internal: InternalEndpoints): Reachable {
  const policies = new Map<string, TrafficPolicy>();
  const [ids, recoverableUrls] = [new Set<string>(), new Set<string>()];
  const pending = accesses
    .flatMap((access, index) => [
      { ...access, name: index === 0 ? "" : access.name },
      ...(access.routes ?? []).map((route) => route.access),
    ])
    .flatMap(({ name, guards }) =>
      guards.flatMap(({ guard }) => (guard.kind === "policy" ? [{ name, policy: guard }] : [])),
    );
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { name, policy } = next;
    if (!policies.has(name)) policies.set(name, policy);
    const rules = policy.reading?.rules ?? [];
    for (const action of rules.flatMap(({ actions }) => actions)) {
      if (action.effect !== "forwards") continue;
      const { text, isTemplate } = action.url;
      const target = canonicalUrl(text);
      if (action.continuesOnError) recoverableUrls.add(target);
      const urls = isTemplate ? candidateTargets(text, internal.urls).map(({ url }) => url) : [target];
      for (const url of urls)
        for (const endpoint of internal.at(url) ?? []) {
          if (ids.has(endpoint.id)) continue;
          ids.add(endpoint.id);
          if (!("maskedPolicyId" in endpoint.policy)) pending.push({ name: url, policy: endpoint.policy });
        }
    }
  }
  const isMasked =
    accesses.some(({ guards }) =>
      guards.some(({ guard }) => guard.kind === "unreadable" && guard.isPolicy),
    ) || [...policies.values()].some(({ reading }) => reading?.rules.some(isMaskedRule));
  return { policies, ids, recoverableUrls, isMasked };
}

export interface ForwardTarget {
  readonly url: string;
  /** The condition under which the text resolves to this URL; undefined if undecided. */
  readonly condition: Condition | undefined;
}

const URL_PATTERN = /^(\w+):\/\/([^/?#:@]+)(:[^/?#]*)?(?:[/?#].*)?$/s;
const portOf = (scheme: string): string => `:${DEFAULT_PORTS[scheme] ?? ""}`;

/** Stands for an interpolation while a URL is parsed. No URL contains this character. */
const PLACEHOLDER = "\u0001";

/** The URLs that an interpolated text may resolve to, exact hosts before wildcards. */
export function candidateTargets(text: string, urls: readonly string[]): readonly ForwardTarget[] {
  const rank = (url: string): number => (url.includes("://*.") ? 1 : 0);
  const sorted = [...urls].sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
  const undecided = (url: string): ForwardTarget => ({ url, condition: undefined });
  const expressions = interpolationsIn(text);
  if (isMaskedValue(text) || expressions.some(({ isUnclosed }) => isUnclosed)) return sorted.map(undecided);
  const template = replaceInterpolations(text, () => PLACEHOLDER);
  const parsed = URL_PATTERN.exec(template.toLowerCase());
  if (parsed === null) return sorted.map(undecided);
  const [, scheme = "", host = "", port = portOf(scheme)] = parsed;
  if (port.includes(PLACEHOLDER)) return sorted.map(undecided);
  const literals = host.split(PLACEHOLDER);
  const [prefix = "", suffix = ""] = [literals[0], literals.at(-1)];
  const [only, ...others] = expressions;
  return sorted.flatMap((url): ForwardTarget[] => {
    const [, targetScheme = "", targetHost = "", targetPort = portOf(targetScheme)] =
      URL_PATTERN.exec(url) ?? [];
    if (targetScheme !== scheme || targetPort !== port) return [];
    if (targetHost.startsWith("*.")) {
      const domain = targetHost.slice(1);
      return domain.endsWith(suffix) || suffix.endsWith(domain) ? [undecided(url)] : [];
    }
    const length = targetHost.length - prefix.length - suffix.length;
    if (length < 0 || !targetHost.startsWith(prefix) || !targetHost.endsWith(suffix)) return [];
    // With several interpolations, or one outside the host, the split into values is ambiguous.
    if (only === undefined || others.length > 0 || literals.length !== 2) return [undecided(url)];
    const value = JSON.stringify(targetHost.slice(prefix.length, prefix.length + length));
    return [{ url, condition: readCondition(`(${only.expression}).lowerAscii() == ${value}`) }];
  });
}
