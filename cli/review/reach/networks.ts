import { excludeCidr, mergeCidr, overlapCidr } from "cidr-tools";
import type { Restriction, Tri } from "./restriction";

const EVERYWHERE: readonly string[] = ["0.0.0.0/0", "::/0"];

/** One rule of an IP policy; network and action are undefined while they are not known. */
export interface NetworkRule {
  readonly cidr: string | undefined;
  readonly action: "allow" | "deny" | undefined;
  /** What tells apart rules that are not known. */
  readonly content: string;
}

/** Most networks that a text names. */
const NAMED = 4;

/**
 * The addresses that a set of IP policies lets in: those that a rule allows and none denies. Without a rule that allows
 * nobody is let in.
 */
export class Networks implements Restriction {
  readonly text: string;
  readonly isClosed: Tri;
  readonly isOpen: Tri;

  private constructor(
    /** What is let in for certain, and what may be. The same unless some rule is not known. */
    private readonly certain: readonly string[],
    private readonly possible: readonly string[],
    /** What the rules say, and what tells unknown ones apart. */
    readonly content: string,
    private readonly names: string,
    /** What the rules say, where that is shorter than what is left of it. */
    private readonly said?: string,
  ) {
    this.isClosed = possible.length === 0 ? true : certain.length > 0 ? false : undefined;
    this.isOpen = isEverything(certain) ? true : isEverything(possible) ? undefined : false;
    this.text = `${this.names}: ${this.format()}`;
  }

  /**
   * @param unseen - Policies whose rules are not known, as texts that tell them apart.
   * @param names - What the policies are called.
   */
  static of(rules: readonly NetworkRule[], unseen: readonly string[], names: string): Networks {
    const allowed = cidrs(rules, "allow");
    const denied = cidrs(rules, "deny");
    const openEnds = rules.filter(({ cidr, action }) => cidr === undefined || action === undefined);
    const mayAllow = unseen.length > 0 || openEnds.some(({ action }) => action !== "deny");
    const mayDeny = unseen.length > 0 || openEnds.some(({ action }) => action !== "allow");
    const possible = excludeCidr(mayAllow ? [...EVERYWHERE] : allowed, denied);
    const certain = mayDeny ? [] : excludeCidr(allowed, denied);
    const open = openEnds.map(({ content }) => content).sort();
    const content = JSON.stringify([allowed, denied, [...unseen].sort(), open]);
    const refused = denied.filter((cidr) => overlapCidr(cidr, allowed));
    const said = refused.length > 0 ? `${shownNetworks(allowed)} save ${shownNetworks(refused)}` : undefined;
    return new Networks(certain, possible, content, names, certain.length > 0 ? said : undefined);
  }

  /** Whether all rules are known. */
  get isKnown(): boolean {
    return isSame(this.certain, this.possible);
  }

  /** Only what both let in. */
  and(other: Networks): Networks {
    return new Networks(
      common(this.certain, other.certain),
      common(this.possible, other.possible),
      `${this.content}&${other.content}`,
      `${this.names} and ${other.names}`,
    );
  }

  within(other: Restriction): Tri {
    if (!(other instanceof Networks)) return undefined;
    if (!(this.isKnown && other.isKnown) && this.content === other.content) return true;
    if (excludeCidr([...this.possible], [...other.certain]).length === 0) return true;
    return excludeCidr([...this.certain], [...other.possible]).length > 0 ? false : undefined;
  }

  beyond(other: Restriction | undefined): string {
    // Whom a restriction that cannot be seen keeps out, nobody knows.
    if (!(other instanceof Networks)) return this.text;
    const surely = excludeCidr([...this.certain], [...other.possible]);
    if (surely.length > 0) return shownNetworks(surely);
    const maybe = excludeCidr([...this.possible], [...other.certain]);
    return `perhaps ${shownNetworks(maybe)}`;
  }

  private format(): string {
    if (isSame(this.certain, this.possible)) return this.said ?? shownNetworks(this.possible);
    return isEverything(this.possible)
      ? "rules that cannot be seen"
      : `${shownNetworks(this.possible)}, as far as the rules can be seen`;
  }
}

function cidrs(rules: readonly NetworkRule[], action: "allow" | "deny"): string[] {
  return mergeCidr(rules.flatMap((rule) => (rule.action === action ? (rule.cidr ?? []) : []))).sort();
}

const common = (one: readonly string[], other: readonly string[]) =>
  excludeCidr([...one], excludeCidr([...one], [...other]));

const isSame = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join() === [...other].sort().join();

const isEverything = (networks: readonly string[]) =>
  excludeCidr([...EVERYWHERE], [...networks]).length === 0;

/** Networks in words: all of them when they are few. */
function shownNetworks(networks: readonly string[]): string {
  if (networks.length === 0) return "no address";
  if (isEverything(networks)) return "every address";
  const named = networks.slice(0, NAMED).join(", ");
  return networks.length > NAMED ? `${named} and ${networks.length - NAMED} more networks` : named;
}
