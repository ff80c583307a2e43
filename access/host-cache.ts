import type { ChangeAt } from "./access-change";
import type { Access, NamedGuard } from "./access-model";
import { type Guard, readsEndpoint } from "./guard-model";
import type { InternalEndpointsBySide } from "./internal-endpoints";
import type { ClientDescription } from "./opening";
import type { Question } from "./question";
import type { Place } from "./request-solver";

/**
 * The key of a comparison without its host: equal for two hosts with the same guards and policies on both sides. Undefined
 * if the host may make a difference.
 */
export function hostIndependentKey(
  before: readonly Access[],
  after: readonly Access[],
  { hosts, ...place }: Place,
): string | undefined {
  const isIndependent = ({ isServed, routes, guards }: Access) =>
    isServed !== undefined && routes === undefined && !guards.some(({ guard }) => readsEndpoint(guard));
  if (!isSingleHost(hosts) || ![...before, ...after].every(isIndependent)) return undefined;
  const sides = [before, after].map((accesses) =>
    accesses.map(({ isServed, isEndpoint, guards }) => [isServed, isEndpoint, guards.map(guardKey)]),
  );
  return JSON.stringify([hosts.name.endsWith(".internal"), place, sides]);
}

const isSingleHost = (hosts: Place["hosts"]): hosts is NonNullable<Place["hosts"]> =>
  hosts !== undefined && hosts.except.length === 0 && !hosts.name.startsWith("*.");

const guardKey = ({ guard, ...named }: NamedGuard) => [named, guardContent(guard)];

function guardContent(guard: Guard): unknown {
  if (guard.kind === "address") return guard.networks.content + guard.networks.text;
  if (guard.kind === "all") return guard.parts.map(guardContent);
  if (guard.kind !== "policy") return guard;
  const { site, content, reading } = guard;
  return [site.side, site.isRoute, content, reading?.rules.map(({ name }) => name)];
}

/** True if the answer to a question may differ by host. */
export function dependsOnHost(question: Question): boolean {
  const reads = question.kind === "unknown" ? question.reads : "";
  const text = `${question.key} ${reads}`.replace(/\breq\.url\.(?:path|raw_path|query)\b/g, "");
  // A rewrite can copy the host into the path or query.
  const isRewritten = question.kind === "text" && /\burl /.test(question.version);
  return isRewritten || /\b(?:host|endpoint|sni|req\.url)\b/.test(text);
}

/** One IP policy often guards hundreds of hosts: without this, the review of a change to it takes seconds. */
const changesByKey = new WeakMap<
  InternalEndpointsBySide,
  Map<string, { readonly host: string; readonly change: ChangeAt }>
>();

export function cacheForOtherHosts(
  internal: InternalEndpointsBySide,
  key: string,
  host: string,
  change: ChangeAt,
): void {
  if (!changesByKey.has(internal)) changesByKey.set(internal, new Map());
  changesByKey.get(internal)?.set(key, { host, change });
}

/** A cached change with another host in its witnesses. */
export function cachedForOtherHost(
  internal: InternalEndpointsBySide,
  key: string,
  host: string,
): ChangeAt | undefined {
  const cached = changesByKey.get(internal)?.get(key);
  if (cached === undefined) return undefined;
  const { change, host: cachedHost } = cached;
  const replaceHost = (text: string) =>
    text.includes("://") && text.startsWith(cachedHost, text.indexOf("://") + 3)
      ? text.replace(`://${cachedHost}`, `://${host}`)
      : text;
  const replaceHosts = (descriptions: readonly ClientDescription[]) =>
    descriptions.map(({ witness, ...description }) => ({
      ...description,
      witness: witness === null ? null : replaceHost(witness),
    }));
  return {
    ...change,
    openings: change.openings.map((opening) => opening.withUrl(replaceHost)),
    gainsAccess: replaceHosts(change.gainsAccess),
    losesAccess: replaceHosts(change.losesAccess),
  };
}
