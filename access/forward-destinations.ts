import { replaceInterpolations } from "../traffic-policy/language/interpolation";
import {
  type Condition,
  canonicalUrl,
  DEFAULT_PORTS,
  type GuardRule,
  interpolationsIn,
  isMaskedValue,
  readCondition,
} from "../traffic-policy/symbolic/policy-reader";

export interface ForwardTarget {
  readonly url: string;
  /** The condition under which it resolves to this URL; undefined if undecided. */
  readonly condition: Condition | undefined;
}

export const forwardTargets = (
  rules: readonly GuardRule[],
  candidates: readonly string[],
): readonly string[] =>
  rules
    .flatMap(({ actions }) => actions)
    .flatMap((action) => {
      if (action.effect !== "forwards") return [];
      const { text, isFilledIn } = action.url;
      return isFilledIn
        ? candidateTargets(text, candidates).map(({ url }) => url)
        : [String(canonicalUrl(text))];
    });

const URL_PATTERN = /^(\w+):\/\/([^/?#:@]+)(:[^/?#]*)?(?:[/?#].*)?$/s;
const portOf = (scheme: string): string => `:${DEFAULT_PORTS[scheme] ?? ""}`;

/** Replaces interpolations while a URL is parsed. No URL contains this character. */
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
