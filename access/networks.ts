import { containsCidr, excludeCidr, expandCidr, mergeCidr, overlapCidr } from "cidr-tools";
import { canonicalCidr } from "../traffic-policy/language/networks";
import { isMaskedValue, maskedValue } from "../traffic-policy/symbolic/policy-reader";
import { pluralize } from "./phrases";
import type { Ternary } from "./three-valued";

/** True if two lists certainly differ. A masked value may equal any one value of the other list. */
export function listsDiffer(before: readonly string[], after: readonly string[]): boolean {
  const countMissing = (values: readonly string[], others: readonly string[]) => {
    const missing = [...new Set(values)].filter((value) => !others.includes(value));
    const masked = missing.filter(isMaskedValue).length;
    return { masked, visible: missing.length - masked };
  };
  const [lost, gained] = [countMissing(before, after), countMissing(after, before)];
  return lost.visible > gained.masked || gained.visible > lost.masked;
}

const EVERYWHERE: readonly string[] = ["0.0.0.0/0", "::/0"];

/** A rule of an IP policy. */
export interface NetworkRule {
  /** Undefined if unknown. */
  readonly cidr: string | undefined;
  readonly action: "allow" | "deny" | undefined;
  /** Identifies an unknown rule. */
  readonly content: string;
  /** True for a rule of a traffic policy action, outside any IP policy. */
  readonly isInline?: true;
}

/** Rules that leave some addresses undecided, because some rules are unknown or their precedence is unspecified. */
interface UndecidedRules {
  readonly allowed: Networks;
  readonly denied: Networks;
  /** Addresses of a denying rule that a narrower rule allows: the API reference doesn't say which rule wins. */
  readonly disputed: Networks;
  /** Identifies the unknown rules. */
  readonly hidden: string;
  readonly mayAllow: boolean;
  readonly mayDeny: boolean;
}

/** The rules that networks come from. */
interface Sources {
  /** The ids of masked policies. */
  readonly masked: readonly string[];
  /** Rules, with masked values for unknown ones, and ids of policies outside the program. */
  readonly rules: readonly string[];
}

export interface NetworkTest {
  readonly networks: Networks;
  readonly isTrue: boolean;
}

/** Documentation addresses (RFC 5737, RFC 3849). */
const EXAMPLE_ADDRESSES: readonly string[] = ["198.51.100.7", "203.0.113.7", "192.0.2.7", "2001:db8::7"];

/** Networks with at least this prefix length are small. */
const SMALL_PREFIX = { 4: 8, 6: 16 } as const;

const MAX_LISTED = 4;

/**
 * The addresses that a set of rules allows: those that a rule allows and none denies. An address is undecided if an unknown
 * rule may apply to it, or if the rule that allows it is narrower than the one that denies it.
 */
export class Networks {
  private constructor(
    private readonly definite: readonly string[],
    /** Contains `definite`; the difference is undecided. */
    private readonly possible: readonly string[] = definite,
    private readonly names = "",
    private readonly allowedText = "",
    /** Equal for equal rules. */
    readonly content = "",
    /** Set if some addresses are undecided. */
    readonly undecidedRules?: UndecidedRules,
    private readonly sources: Sources = { masked: [], rules: [] },
  ) {}

  /**
   * @param unknownPolicies - The ids of policies with unknown rules.
   * @param names - The names of the policies.
   */
  static fromRules(
    rules: readonly NetworkRule[],
    unknownPolicies: readonly string[],
    names: string,
  ): Networks {
    const [allowed, denied] = [mergedCidrs(rules, "allow"), mergedCidrs(rules, "deny")];
    const unknown = rules.filter(({ cidr, action }) => cidr === undefined || action === undefined);
    const mayAllow = unknownPolicies.length > 0 || unknown.some(({ action }) => action !== "deny");
    const mayDeny = unknownPolicies.length > 0 || unknown.some(({ action }) => action !== "allow");
    const isHidden = mayAllow || mayDeny;
    // The deny list of an action wins over all other rules.
    const policyRules = rules.filter(({ isInline }) => !isInline);
    const inlineRules = rules.filter(({ isInline }) => isInline);
    const disputed = excludeCidr(
      intersection(mergedCidrs(policyRules, "deny"), narrowlyAllowed(policyRules)),
      mergedCidrs(inlineRules, "deny"),
    );
    const mayBeAllowed = mayAllow ? [...EVERYWHERE] : allowed;
    const possible = mergeCidr([...excludeCidr(mayBeAllowed, denied), ...disputed]);
    const definite = mayDeny ? [] : excludeCidr(allowed, denied);
    const hidden = JSON.stringify([
      [...unknownPolicies].sort(),
      unknown.map(({ content }) => content).sort(),
    ]);
    const undecidedRules = {
      allowed: new Networks(allowed),
      denied: new Networks(denied),
      disputed: new Networks(disputed),
      hidden,
      mayAllow,
      mayDeny,
    };
    return new Networks(
      definite,
      possible,
      names,
      rulesText(possible, allowed, denied, disputed, isHidden),
      JSON.stringify([allowed, denied, hidden]),
      isHidden || disputed.length > 0 ? undecidedRules : undefined,
      {
        masked: unknownPolicies.filter(isMaskedValue),
        rules: [
          ...unknownPolicies.filter((id) => !isMaskedValue(id)),
          ...rules.map(({ cidr, action, content }) =>
            cidr === undefined || action === undefined ? maskedValue(content) : `${action} ${cidr}`,
          ),
        ],
      },
    );
  }

  /** True if visible rules certainly differ. False if masked policies differ, because those may explain the difference. */
  differsVisibly(earlier: Networks): boolean {
    const [before, after] = [earlier.sources, this.sources];
    return before.masked.join() === after.masked.join() && listsDiffer(before.rules, after.rules);
  }

  get text(): string {
    return `${this.names}: ${this.allowedText}`;
  }

  /** True if all addresses are allowed, false if none is, undefined otherwise. */
  get coversAll(): Ternary {
    if (isEverything(this.definite)) return true;
    return this.possible.length === 0 ? false : undefined;
  }

  /** True if all IPv4 addresses are definitely allowed, or all IPv6 addresses. */
  get coversFamily(): boolean {
    return EVERYWHERE.some((cidr) => contains(this.definite, [cidr]));
  }

  /** True if only small networks of an IP version are missing, false if only small ones are allowed. */
  coversMost(family: 4 | 6): Ternary {
    const all = EVERYWHERE.filter((cidr) => cidr.includes(":") === (family === 6));
    const isMost = (networks: readonly string[]) =>
      excludeCidr(all, [...networks]).every((cidr) => Number(cidr.split("/")[1]) >= SMALL_PREFIX[family]);
    if (isMost(this.definite)) return true;
    return isMost(excludeCidr(all, [...this.possible])) ? false : undefined;
  }

  /** Equal for networks that definitely allow the same addresses. */
  get key(): string {
    return [...this.definite].sort().join();
  }

  intersect(other: Networks): Networks {
    const definite = intersection(this.definite, other.definite);
    const possible = intersection(this.possible, other.possible);
    const names = `${this.names} and ${other.names}`;
    const content = `${this.content}&${other.content}`;
    return new Networks(definite, possible, names, networksText(possible), content, undefined, {
      masked: [...this.sources.masked, ...other.sources.masked],
      rules: [...this.sources.rules, ...other.sources.rules],
    });
  }

  /** Returns the networks of the addresses that pass all tests, which must not have undecided addresses. */
  private static passing(tests: readonly NetworkTest[]): readonly string[] {
    let passing = EVERYWHERE;
    for (const { networks, isTrue } of tests)
      passing = isTrue
        ? intersection(passing, networks.definite)
        : excludeCidr([...passing], [...networks.definite]);
    return passing;
  }

  /** True if some address passes all tests. */
  static intersects(tests: readonly NetworkTest[]): boolean {
    return Networks.passing(tests).length > 0;
  }

  static example(tests: readonly NetworkTest[]): string | undefined {
    const [first] = Networks.passing(tests);
    const passes = (address: string) =>
      tests.every(({ networks, isTrue }) => networks.contains(address) === isTrue);
    return EXAMPLE_ADDRESSES.find(passes) ?? (first && exampleAddress(first));
  }

  /** Describes the addresses that pass all tests; completes "requests …". */
  static describe(tests: readonly NetworkTest[]): string {
    const passing = Networks.passing(tests);
    return describeSource(passing, excludeCidr([...EVERYWHERE], [...passing]));
  }

  /** True if an address is definitely allowed. */
  contains(address: string): boolean {
    return contains(this.definite, [address.includes(":") ? `${address}/128` : `${address}/32`]);
  }
}

/** Describes the allowed networks or, if denying rules overlap them, the rules. */
function rulesText(
  possible: readonly string[],
  allowed: readonly string[],
  denied: readonly string[],
  disputed: readonly string[],
  isHidden: boolean,
): string {
  if (isHidden)
    return isEverything(possible)
      ? "unknown rules"
      : `${networksText(possible)}, as far as the rules are known`;
  const exceptions = denied.filter((cidr) => overlapCidr(cidr, [...allowed]));
  if (exceptions.length === 0 || possible.length === 0) return networksText(possible);
  const undecided =
    disputed.length > 0
      ? `; undecided for ${networksText(disputed)}, where a narrower rule allows what a wider one denies`
      : "";
  return `${networksText(allowed)} except ${networksText(exceptions)}${undecided}`;
}

/** Describes addresses by their networks or, if that takes a long list, by the shorter list of all other networks. */
function describeSource(networks: readonly string[], others: readonly string[]): string {
  if (networks.length <= Math.max(MAX_LISTED, others.length)) return `from ${networksInWords(networks)}`;
  const outside = `outside ${networksInWords(others.filter((cidr) => !EVERYWHERE.includes(cidr)))}`;
  if (others.includes("::/0")) return `from IPv4 addresses ${outside}`;
  return `from ${others.includes("0.0.0.0/0") ? "IPv6 addresses " : ""}${outside}`;
}

const cidrsOf = (rules: readonly NetworkRule[], wanted: "allow" | "deny"): string[] =>
  rules.flatMap(({ action, cidr }) =>
    action === wanted && cidr !== undefined ? [parseNetwork(cidr) ?? cidr] : [],
  );

const mergedCidrs = (rules: readonly NetworkRule[], action: "allow" | "deny"): string[] =>
  mergeCidr(cidrsOf(rules, action)).sort();

/** Networks that a rule allows and no rule for an equal or smaller network denies. */
function narrowlyAllowed(rules: readonly NetworkRule[]): string[] {
  const denied = cidrsOf(rules, "deny");
  const undenied = (cidr: string) =>
    excludeCidr(
      [cidr],
      denied.filter((other) => containsCidr(cidr, other)),
    );
  return mergeCidr(cidrsOf(rules, "allow").flatMap(undenied));
}

/** Normalizes an address or network to CIDR notation; undefined if it is neither. */
export function parseNetwork(text: string): string | undefined {
  const range = canonicalCidr(text);
  return range && `${range.address}/${range.bits}`;
}

const intersection = (left: readonly string[], right: readonly string[]) =>
  excludeCidr([...left], excludeCidr([...left], [...right]));

const contains = (networks: readonly string[], part: readonly string[]) =>
  excludeCidr([...part], [...networks]).length === 0;

const isEverything = (networks: readonly string[]) => contains(networks, EVERYWHERE);

const networksInWords = (networks: readonly string[]): string =>
  networksText(networks)
    .replace(/(?<![\d.])0\.0\.0\.0\/0/, "all IPv4 addresses")
    .replace(/(?<![\w:])::\/0/, "all IPv6 addresses")
    .replace(/(?<=\.\d+)\/32\b|(?<=:[\da-f:]*)\/128\b/g, "");

function networksText(networks: readonly string[]): string {
  if (networks.length === 0) return "no address";
  if (isEverything(networks)) return "every address";
  const omitted = networks.length - MAX_LISTED;
  const listed = networks.slice(0, MAX_LISTED).join(", ");
  return omitted > 0 ? `${listed} and ${pluralize(omitted, "more network")}` : listed;
}

/** The second address of a network, because the first one may be reserved. A network of one address has no other. */
function exampleAddress(cidr: string): string | undefined {
  const [first, second] = expandCidr(cidr);
  return second ?? first;
}
