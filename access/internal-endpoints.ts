import { canonicalUrl } from "../traffic-policy/symbolic/policy-reader";
import type { Access } from "./access-model";
import { forwardTargets } from "./forward-destinations";
import type { TrafficPolicy } from "./guard-model";

/** The internal endpoints on one side of a change. */
export interface InternalEndpoints {
  /** The endpoints that serve a URL, as a pool. Undefined if the program doesn't define them: others may exist. */
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
  /** For a masked policy, an id: equal on both sides if the policy can't have changed. */
  readonly policy: TrafficPolicy | { readonly hidden: string };
  /** True if requests that pass the policy reach an upstream, as with an agent's endpoint. */
  readonly hasUpstream?: boolean;
  /** True if another program manages it. Its responses count as a destination of their own. */
  readonly isExternal?: boolean;
}

/** Finds the internal endpoints that requests may be forwarded to, directly or through other endpoints. */
export function findReachable(
  accesses: readonly Access[],
  internal: InternalEndpoints,
): {
  readonly ids: ReadonlySet<string>;
  /** Internal URLs for which a policy continues after a failed forward. */
  readonly recoverableUrls: ReadonlySet<string>;
} {
  const [ids, recoverableUrls] = [new Set<string>(), new Set<string>()];
  const pending = accesses
    .flatMap((access) => [access, ...(access.routes ?? []).map((route) => route.access)])
    .flatMap(({ guards }) => guards.flatMap(({ guard }) => (guard.kind === "policy" ? [guard] : [])));
  for (let policy = pending.pop(); policy; policy = pending.pop()) {
    const rules = policy.reading?.rules ?? [];
    for (const action of rules.flatMap(({ actions }) => actions))
      if (action.effect === "forwards" && action.continuesOnError)
        recoverableUrls.add(String(canonicalUrl(action.url.text)));
    const endpoints = forwardTargets(rules, internal.urls).flatMap((url) => internal.at(url) ?? []);
    for (const endpoint of endpoints) {
      if (ids.has(endpoint.id)) continue;
      ids.add(endpoint.id);
      if ("kind" in endpoint.policy) pending.push(endpoint.policy);
    }
  }
  return { ids, recoverableUrls };
}
