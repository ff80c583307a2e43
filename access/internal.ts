import { type Condition, canonicalUrl, type GuardRule } from "../traffic-policy/symbolic/guards";
import type { Access } from "./access";
import { forwardedTo } from "./destinations";
import { digest } from "./digest";
import type { TrafficPolicy } from "./guard";
import type { Diagram } from "./question";
import { isFilled } from "./requirements";

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

/** What may lie ahead of a request that comes to an internal endpoint. */
export interface Ahead {
  /** The endpoints that it may come to, the first one included. */
  readonly endpoints: ReadonlySet<string>;
  /** Equal where all of them have the same policies and upstreams. */
  readonly content: string;
  /** Whether one of them may read what actions before it have left. */
  readonly readsResults: boolean;
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

/** Finds what lies ahead of requests, on one side. */
export class Paths {
  private readonly known = new Map<string, Ahead>();

  constructor(
    private readonly decisions: Diagram,
    private readonly internal: InternalEndpoints,
  ) {}

  /** What lies ahead of a request that comes to an endpoint. */
  of(start: InternalEndpoint): Ahead {
    const found = this.known.get(start.id);
    if (found !== undefined) return found;
    const contents = new Map<string, string>();
    let readsResults = false;
    const open = [start];
    for (let next = open.pop(); next; next = open.pop()) {
      const { id, policy, hasUpstream, isOthers } = next;
      if (contents.has(id)) continue;
      const content = "hidden" in policy ? policy.hidden : policy.content;
      contents.set(id, hasUpstream === true || isOthers === true ? digest(content, id) : content);
      const rules = "hidden" in policy ? [] : (policy.reading?.rules ?? []);
      this.decisions.spend(rules.length);
      readsResults ||= rules.some(mayReadResults);
      for (const url of forwardedTo(rules, this.internal.urls)) open.push(...(this.internal.at(url) ?? []));
    }
    const content = digest([...contents.values()].sort());
    const ahead = { endpoints: new Set(contents.keys()), content, readsResults };
    this.known.set(start.id, ahead);
    return ahead;
  }
}

/** Whether what a rule does may depend on what actions before it have left. */
const mayReadResults = ({ conditions, actions }: GuardRule): boolean =>
  conditions.some(readsResults) ||
  actions.some((action) => {
    if (action.effect === "guards") return isFilled(action.requires);
    if (action.effect === "forwards") return action.url.isFilledIn;
    return action.effect === "unknown" || action.effect === "redirects";
  });

function readsResults(condition: Condition): boolean {
  switch (condition.kind) {
    case "constant":
    case "failure":
      return false;
    case "not":
      return readsResults(condition.of);
    case "all":
    case "any":
    case "open":
      return condition.of.some(readsResults);
    case "undecided":
      return condition.reads.includes("actions");
    case "test":
      return condition.subject.startsWith("actions.");
  }
}
