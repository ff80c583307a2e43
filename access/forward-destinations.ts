import {
  type Condition,
  canonicalUrl,
  DEFAULT_PORTS,
  type GuardRule,
  interpolationsIn,
  readCondition,
  UNKNOWN_TEXT,
} from "../traffic-policy/symbolic/guards";

/** An internal URL that a destination may turn out to be. */
export interface Destination {
  readonly url: string;
  /** When it is that one; undefined where nobody can tell. */
  readonly isNamed: Condition | undefined;
}

/**
 * The internal URLs that rules forward to.
 *
 * @param urls - Those that a destination which is filled in may be one of.
 */
export const forwardedTo = (rules: readonly GuardRule[], urls: readonly string[]): readonly string[] =>
  rules.flatMap(({ actions }) =>
    actions.flatMap((action) => {
      if (action.effect !== "forwards") return [];
      const { text, isFilledIn } = action.url;
      return isFilledIn ? filledWith(text, urls).map(({ url }) => url) : [String(canonicalUrl(text))];
    }),
  );

const URL_TEXT = /^(\w+):\/\/([^/?#:@]+)(:[^/?#]*)?(?:[/?#].*)?$/s;
const portOf = (scheme: string): string => `:${DEFAULT_PORTS[scheme] ?? ""}`;

/** Stands for what the service fills in. */
const GAP = "\u0001";

/** Which of these URLs a text may be once it is filled in, exact hosts first. */
export function filledWith(text: string, urls: readonly string[]): readonly Destination[] {
  const sorted = [...urls].sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  const expressions = interpolationsIn(text);
  if (text.startsWith(UNKNOWN_TEXT) || expressions.some(({ open }) => open)) return sorted.map(unclear);
  const gapped = expressions.reduce(
    (left, { expression }) => left.replace(`\${${expression}}`, () => GAP),
    text,
  );
  const given = URL_TEXT.exec(gapped.toLowerCase());
  if (given === null) return sorted.map(unclear);
  const [, scheme = "", host = "", port = portOf(scheme)] = given;
  if (port.includes(GAP)) return sorted.map(unclear);
  const parts = host.split(GAP);
  const [prefix = "", suffix = ""] = [parts[0], parts.at(-1)];
  return sorted.flatMap((url): Destination[] => {
    const [, itsScheme = "", itsHost = "", itsPort = portOf(itsScheme)] = URL_TEXT.exec(url) ?? [];
    if (itsScheme !== scheme || itsPort !== port) return [];
    if (itsHost.startsWith("*.")) {
      const below = itsHost.slice(1);
      return below.endsWith(suffix) || suffix.endsWith(below) ? [unclear(url)] : [];
    }
    const rest = itsHost.length - prefix.length - suffix.length;
    if (rest < 0 || !itsHost.startsWith(prefix) || !itsHost.endsWith(suffix)) return [];
    const [one, ...others] = expressions;
    if (one === undefined || others.length > 0 || parts.length !== 2) return [unclear(url)];
    const name = itsHost.slice(prefix.length, prefix.length + rest);
    return [{ url, isNamed: readCondition(`(${one.expression}).lowerAscii() == ${JSON.stringify(name)}`) }];
  });
}

const rankOf = (url: string): number => (url.includes("://*.") ? 1 : 0);
const unclear = (url: string): Destination => ({ url, isNamed: undefined });
