import type { ChangeAt } from "./access-change";
import type { Access, NamedGuard } from "./access-model";
import { type Guard, readsEndpoint } from "./guard-model";
import type { Internal } from "./internal-endpoints";
import type { Told } from "./opening";
import type { Question } from "./question";
import type { Place } from "./request-witnesses";
import { URL_PARTS } from "./url-parts";

/**
 * What decides about the clients of a comparison, but for the host that they ask for: equal where two hosts have the same
 * guards and policies on both sides. Undefined where that is not only told by what they say.
 */
export function likenessOf(
  before: readonly Access[],
  after: readonly Access[],
  { hosts, ...where }: Place,
): string | undefined {
  const all = [...before, ...after];
  const isPlain = ({ isServed, routes, guards }: Access) =>
    isServed !== undefined && routes === undefined && !guards.some(({ guard }) => readsEndpoint(guard));
  if (!isHost(hosts) || !all.every(isPlain)) return undefined;
  const said = [before, after].map((side) =>
    side.map(({ isServed, isEndpoint, guards }) => [isServed, isEndpoint, guards.map(saidOf)]),
  );
  return JSON.stringify([hosts.name.endsWith(".internal"), where, said]);
}

const isHost = (hosts: Place["hosts"]): hosts is NonNullable<Place["hosts"]> =>
  hosts !== undefined && hosts.without.length === 0 && !hosts.name.startsWith("*.");

const saidOf = ({ guard, ...named }: NamedGuard) => [named, guardOf(guard)];

function guardOf(guard: Guard): unknown {
  if (guard.asks === "address") return guard.networks.content + guard.networks.text;
  if (guard.asks === "all") return guard.parts.map(guardOf);
  if (guard.asks !== "policy") return guard;
  const { site, content, reading } = guard;
  return [site.side, site.isRoute, content, reading?.rules.map(({ name }) => name)];
}

/** Whether a question may be answered otherwise at another host. */
export function asksHost(question: Question): boolean {
  if (question.asks !== "text") {
    const about = question.asks === "unknown" ? question.about : "";
    return /\b(?:host|endpoint|sni|req\.url)\b/.test(`${question.key} ${about}`);
  }
  const { subject, version } = question;
  const part = URL_PARTS[subject];
  const isOfPath = part === "path" || part === "query";
  return (
    version.startsWith("url ") ||
    subject.startsWith("endpoint.") ||
    /host|sni|url/.test(isOfPath ? "" : subject)
  );
}

/** Changes by what decides them, for other hosts that have the same guards and policies. */
const known = new WeakMap<Internal, Map<string, { readonly host: string; readonly change: ChangeAt }>>();

export function cacheChange(internal: Internal, likeness: string, host: string, change: ChangeAt): void {
  if (!known.has(internal)) known.set(internal, new Map());
  known.get(internal)?.set(likeness, { host, change });
}

/** A change that was found at one host, at another one. */
export function cachedChange(internal: Internal, likeness: string, host: string): ChangeAt | undefined {
  const found = known.get(internal)?.get(likeness);
  if (found === undefined) return undefined;
  const { change, host: from } = found;
  // A URL, or a text whose first URL it is.
  const atHost = (text: string) =>
    text.includes("://") && text.startsWith(from, text.indexOf("://") + 3)
      ? text.replace(`://${from}`, `://${host}`)
      : text;
  const told = (all: readonly Told[]) =>
    all.map((one) => ({ ...one, witness: one.witness === null ? null : atHost(one.witness) }));
  return {
    ...change,
    openings: change.openings.map((one) => one.at(atHost)),
    newcomers: told(change.newcomers),
    lockedOut: told(change.lockedOut),
  };
}
