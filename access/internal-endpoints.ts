import { canonicalUrl } from "../traffic-policy/symbolic/guards";
import type { Access } from "./access-model";
import { forwardedTo } from "./forward-destinations";
import type { TrafficPolicy } from "./guard-model";

/** What serves an internal URL on one side: its policies, of which the service picks one, or what is known instead. */
export interface InternalEndpoints {
  /** Undefined where the program does not say: another program's endpoint, or an agent's. */
  at(url: string): readonly InternalEndpoint[] | undefined;
  /** Whether an endpoint that the program does not say may be closer to a URL than those of the program, all of them wildcards. */
  hasCloser(url: string): boolean;
  /** The URLs that something is known to serve on either side of a change: a destination that is filled in may be any. */
  readonly urls: readonly string[];
  /** Names the endpoints of the program that may be anywhere, since their URLs are hidden; empty without any. */
  readonly hidden: string;
}

/** Internal endpoints by their URLs on both sides of a change. */
export type Internal = Readonly<Record<"before" | "after", InternalEndpoints>>;

export interface InternalEndpoint {
  /** Identifies it, equally on both sides. */
  readonly id: string;
  /** A policy that the preview does not show: a name that is equal on both sides where it cannot differ. */
  readonly policy: TrafficPolicy | { readonly hidden: string };
  /** Whether something is behind its policy, as behind that of an agent's endpoint. */
  readonly hasUpstream?: boolean;
  /** Whether another program manages it: its responses are a place of their own. */
  readonly isOthers?: boolean;
}

/** The internal endpoints that requests may be forwarded to, at first or second hand. */
export function behind(
  all: readonly Access[],
  internal: InternalEndpoints,
): {
  readonly ids: ReadonlySet<string>;
  /** The internal URLs whose failures policies on the way go on after. */
  readonly caught: ReadonlySet<string>;
} {
  const [found, caught] = [new Set<string>(), new Set<string>()];
  const guards = all.flatMap((access) => [access, ...(access.routes ?? []).map((route) => route.access)]);
  const open = guards.flatMap((access) =>
    access.guards.flatMap(({ guard }) => (guard.asks === "policy" ? [guard] : [])),
  );
  for (let next = open.pop(); next; next = open.pop()) {
    const rules = next.reading?.rules ?? [];
    for (const action of rules.flatMap(({ actions }) => actions))
      if (action.effect === "forwards" && action.goesOn) caught.add(String(canonicalUrl(action.url.text)));
    for (const { id, policy } of forwardedTo(rules, internal.urls).flatMap((url) => internal.at(url) ?? [])) {
      if (found.has(id)) continue;
      found.add(id);
      if ("asks" in policy) open.push(policy);
    }
  }
  return { ids: found, caught };
}
