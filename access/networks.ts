import { isIP } from "node:net";
import { containsCidr, excludeCidr, expandCidr, mergeCidr, overlapCidr } from "cidr-tools";
import { counted } from "./lists-in-words";
import { isMaskedValue, listsDiffer, maskedValue } from "./masking";
import type { Ternary } from "./three-valued";

const EVERYWHERE: readonly string[] = ["0.0.0.0/0", "::/0"];

/** One rule of an IP policy; network and action are undefined while they are not known. */
export interface NetworkRule {
  readonly cidr: string | undefined;
  readonly action: "allow" | "deny" | undefined;
  /** Identifies rules that are not known. */
  readonly content: string;
  /** It stands in the lists of an action itself. */
  readonly isInline?: true;
}

/** What the rules that are known allow and deny, what identifies the others, and what those may do. */
interface KnownRules {
  readonly allowed: Networks;
  readonly denied: Networks;
  /** Denied by a wider rule than one that allows them: the reference does not say which of the two wins. */
  readonly disputed: Networks;
  readonly hidden: string;
  readonly mayAllow: boolean;
  readonly mayDeny: boolean;
}

/** What networks are made of. */
interface Sources {
  /** Policies that the preview masks. */
  readonly masked: readonly string[];
  /** Rules, and ids of policies that the program doesn't manage. */
  readonly rules: readonly string[];
}

/** Addresses that are kept for examples (RFC 5737, RFC 3849). */
const EXAMPLE_ADDRESSES: readonly string[] = ["198.51.100.7", "203.0.113.7", "192.0.2.7", "2001:db8::7"];

/** Networks of which an address is tried. */
const MAX_TRIED = 200;

/** Lengths of prefixes from which on a network does not hold a whole part of the world. */
const SMALL_PREFIX = { 4: 8, 6: 16 } as const;

/** Maximum networks that a description lists. */
const MAX_LISTED = 4;

/**
 * The addresses that a set of IP policies admits: those that one rule allows and none denies, and perhaps those that a
 * narrower rule allows. Without an allowing rule, nobody is admitted.
 */
export class Networks {
  readonly text: string;

  private constructor(
    /** What is certainly admitted, and what may be. The same unless some rule is not known. */
    private readonly definite: readonly string[],
    private readonly possible: readonly string[],
    /** The rules, and identifiers of unknown ones. */
    readonly content: string,
    private readonly names: string,
    /** The rules, where that is shorter than the remaining networks. */
    private readonly shortText?: string,
    /** Where some are not known. */
    readonly knownRules?: KnownRules,
    private readonly sources: Sources = { masked: [], rules: [] },
  ) {
    this.text = `${this.names}: ${this.format()}`;
  }

  /**
   * @param unseen - Identifiers of policies whose rules are not known.
   * @param names - Names of the policies.
   */
  static of(knownRules: readonly NetworkRule[], unseen: readonly string[], names: string): Networks {
    const allowed = cidrs(knownRules, "allow");
    const denied = cidrs(knownRules, "deny");
    const openEnds = knownRules.filter(({ cidr, action }) => cidr === undefined || action === undefined);
    const mayAllow = unseen.length > 0 || openEnds.some(({ action }) => action !== "deny");
    const mayDeny = unseen.length > 0 || openEnds.some(({ action }) => action !== "allow");
    // The deny list of an action wins over everything.
    const shared = knownRules.filter(({ isInline }) => !isInline);
    const inline = knownRules.filter(({ isInline }) => isInline);
    const disputed = excludeCidr(
      intersection(cidrs(shared, "deny"), narrowlyAllowed(shared)),
      cidrs(inline, "deny"),
    );
    const possible = mergeCidr([...excludeCidr(mayAllow ? [...EVERYWHERE] : allowed, denied), ...disputed]);
    const definite = mayDeny ? [] : excludeCidr(allowed, denied);
    const open = openEnds.map(({ content }) => content).sort();
    const hidden = JSON.stringify([[...unseen].sort(), open]);
    const content = JSON.stringify([allowed, denied, hidden]);
    const refused = denied.filter((cidr) => overlapCidr(cidr, allowed));
    const unless = disputed.length > 0 ? `, unless the narrower rule wins for ${networksText(disputed)}` : "";
    const shortText =
      refused.length > 0 ? `${networksText(allowed)} except ${networksText(refused)}${unless}` : undefined;
    const isHidden = mayAllow || mayDeny;
    const rulesOf = {
      allowed: Networks.known(allowed),
      denied: Networks.known(denied),
      disputed: Networks.known(disputed),
      hidden,
      mayAllow,
      mayDeny,
    };
    return new Networks(
      definite,
      possible,
      content,
      names,
      definite.length > 0 || (disputed.length > 0 && !isHidden) ? shortText : undefined,
      isHidden || disputed.length > 0 ? rulesOf : undefined,
      {
        masked: unseen.filter(isMaskedValue),
        rules: [
          ...unseen.filter((id) => !isMaskedValue(id)),
          ...knownRules.map(({ cidr, action, content }) =>
            cidr === undefined || action === undefined ? maskedValue(content) : `${action} ${cidr}`,
          ),
        ],
      },
    );
  }

  /** True if more than masked rules and policies differ. */
  differsVisibly(earlier: Networks): boolean {
    const [before, after] = [earlier.sources, this.sources];
    return before.masked.join() === after.masked.join() && listsDiffer(before.rules, after.rules);
  }

  private static known(networks: readonly string[]): Networks {
    return new Networks(networks, networks, JSON.stringify(networks), "");
  }

  /** Whether every address is in them, or none; undefined for anything else. */
  get coversAll(): Ternary {
    return isEverything(this.definite) ? true : this.possible.length === 0 ? false : undefined;
  }

  /** Whether every address of IPv4 is certainly in them, or every one of IPv6. */
  get coversFamily(): boolean {
    return EVERYWHERE.some((cidr) => excludeCidr([cidr], [...this.definite]).length === 0);
  }

  /** True if they have all addresses of a family in them except some in small networks, false if they have none but such. */
  coversMost(family: 4 | 6): Ternary {
    const all = EVERYWHERE.filter((cidr) => cidr.includes(":") === (family === 6));
    const isMost = (networks: readonly string[]) =>
      excludeCidr(all, [...networks]).every((cidr) => Number(cidr.split("/")[1]) >= SMALL_PREFIX[family]);
    if (isMost(this.definite)) return true;
    return isMost(excludeCidr(all, [...this.possible])) ? false : undefined;
  }

  /** Whether all rules are known. */
  get isKnown(): boolean {
    return isSame(this.definite, this.possible);
  }

  /** Equal for sets of which each address is in both or in neither. */
  get key(): string {
    return this.isKnown ? [...this.definite].sort().join() : this.content;
  }

  /** Only what both admit. */
  intersect(other: Networks): Networks {
    return new Networks(
      intersection(this.definite, other.definite),
      intersection(this.possible, other.possible),
      `${this.content}&${other.content}`,
      `${this.names} and ${other.names}`,
      undefined,
      undefined,
      {
        masked: [...this.sources.masked, ...other.sources.masked],
        rules: [...this.sources.rules, ...other.sources.rules],
      },
    );
  }

  /** Whether an address is in all of these, or outside of those with `is: false`. */
  static intersects(asked: readonly { readonly networks: Networks; readonly is: boolean }[]): Ternary {
    let [definite, possible]: [readonly string[], readonly string[]] = [EVERYWHERE, EVERYWHERE];
    for (const { networks, is } of asked) {
      definite = is
        ? intersection(definite, networks.definite)
        : excludeCidr([...definite], [...networks.possible]);
      possible = is
        ? intersection(possible, networks.possible)
        : excludeCidr([...possible], [...networks.definite]);
    }
    return definite.length > 0 ? true : possible.length > 0 ? undefined : false;
  }

  /** An address that is in all of these, or outside of those with `is: false`; undefined where nobody can tell. */
  static example(
    asked: readonly { readonly networks: Networks; readonly is: boolean }[],
    fits: (address: string) => boolean = () => true,
  ): string | undefined {
    const isMet = (address: string) =>
      asked.every(({ networks, is }) => networks.contains(address) === is) && fits(address);
    let definite: readonly string[] = EVERYWHERE;
    for (const { networks, is } of asked)
      definite = is
        ? intersection(definite, networks.definite)
        : excludeCidr([...definite], [...networks.possible]);
    return [...EXAMPLE_ADDRESSES, ...definite.slice(0, MAX_TRIED).flatMap(exampleAddresses)].find(isMet);
  }

  /** The same in words that follow "requests": by the addresses that are in, or by those that are not. */
  static describe(asked: readonly { readonly networks: Networks; readonly is: boolean }[]): string {
    let possible: readonly string[] = EVERYWHERE;
    for (const { networks, is } of asked)
      possible = is
        ? intersection(possible, networks.possible)
        : excludeCidr([...possible], [...networks.definite]);
    const others = excludeCidr([...EVERYWHERE], [...possible]);
    const isShort = possible.length <= Math.max(MAX_LISTED, others.length);
    const version = others.includes("::/0") ? "4" : others.includes("0.0.0.0/0") ? "6" : "";
    const outside = `outside ${networksInWords(others.filter((cidr) => !EVERYWHERE.includes(cidr)))}`;
    const whole = version === "" ? outside : `IPv${version} addresses ${outside}`;
    const from = others.length === 0 ? [] : [`from ${isShort ? networksInWords(possible) : whole}`];
    const unknown = asked.filter(({ networks }) => !networks.isKnown);
    const names = unknown.map(
      ({ networks, is }) => `perhaps ${is ? "allowed" : "not allowed"} by ${networks.names}`,
    );
    return [...from, ...names].join(", ");
  }

  /** Whether an address is certainly admitted, or certainly not. */
  contains(address: string): Ternary {
    const host = address.includes(":") ? `${address}/128` : `${address}/32`;
    if (excludeCidr([host], [...this.definite]).length === 0) return true;
    return excludeCidr([host], [...this.possible]).length === 0 ? undefined : false;
  }

  private format(): string {
    if (isSame(this.definite, this.possible)) return this.shortText ?? networksText(this.possible);
    if (this.knownRules && !this.knownRules.mayAllow && !this.knownRules.mayDeny) return this.shortText ?? "";
    return isEverything(this.possible)
      ? "unknown rules"
      : `${networksText(this.possible)}, as far as the rules are known`;
  }
}

const cidrs = (rules: readonly NetworkRule[], action: "allow" | "deny"): string[] =>
  mergeCidr(cidrsIn(rules, action)).sort();

const cidrsIn = (rules: readonly NetworkRule[], action: "allow" | "deny"): string[] =>
  rules.flatMap(({ action: own, cidr }) => (own === action && cidr !== undefined ? [toIpv4Cidr(cidr)] : []));

/** What a rule allows that no rule of its own size or a smaller one denies. */
function narrowlyAllowed(rules: readonly NetworkRule[]): string[] {
  const denied = cidrsIn(rules, "deny");
  return mergeCidr(
    cidrsIn(rules, "allow").flatMap((cidr) =>
      excludeCidr(
        [cidr],
        denied.filter((other) => containsCidr(cidr, other)),
      ),
    ),
  );
}

/** A network of addresses of version 4 that are written as some of version 6 is theirs: assumed by convention. */
function toIpv4Cidr(cidr: string): string {
  const [address = "", prefix = "128"] = cidr.trim().split("/");
  const inside = embeddedIpv4(address);
  return inside !== undefined && Number(prefix) >= 96 ? `${inside}/${Number(prefix) - 96}` : cidr;
}

/** The address of version 4 that one of version 6 stands for; undefined for any other. */
export function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6 || address.includes("%")) return undefined;
  const [, high, low] =
    /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return Buffer.from(high.padStart(4, "0") + low.padStart(4, "0"), "hex").join(".");
}

const intersection = (one: readonly string[], other: readonly string[]) =>
  excludeCidr([...one], excludeCidr([...one], [...other]));

const isSame = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join() === [...other].sort().join();

const isEverything = (networks: readonly string[]) =>
  excludeCidr([...EVERYWHERE], [...networks]).length === 0;

/** The same in words: an address in place of a network of one. */
const networksInWords = (networks: readonly string[]): string =>
  networksText(networks)
    .replace(/(?<![\d.])0\.0\.0\.0\/0/, "all IPv4 addresses")
    .replace(/(?<![\w:])::\/0/, "all IPv6 addresses")
    .replace(/(?<=\.\d+)\/32\b|(?<=:[\da-f:]*)\/128\b/g, "");

/** A description of networks: all of them when they are few. */
function networksText(networks: readonly string[]): string {
  if (networks.length === 0) return "no address";
  if (isEverything(networks)) return "every address";
  const rest = networks.length - MAX_LISTED;
  const named = networks.slice(0, MAX_LISTED).join(", ");
  return rest > 0 ? `${named} and ${counted(rest, "more network")}` : named;
}

/** Addresses of a network: the one after its first one, and that one. */
function exampleAddresses(cidr: string): readonly string[] {
  const [addresses, found] = [expandCidr(cidr), [] as string[]];
  for (let next = addresses.next(); !next.done && found.length < 2; next = addresses.next())
    found.unshift(next.value);
  return found;
}
