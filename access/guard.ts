import { createHash } from "node:crypto";
import {
  type ConfiguredText,
  type GuardReading,
  type GuardRule,
  readGuards,
} from "../provider/traffic-policy/guards";
import type { NetworkRule, Networks } from "./networks";

/** Yes, no, or undefined where the preview does not show it. */
export type Tri = boolean | undefined;

/**
 * What one kind of guard requires of clients. `undefined` means no restriction wherever a restriction is expected.
 *
 * Two restrictions are compared only with their own kind: clients are told apart by independent properties (address, TLS
 * version, certificate, account, ...), and each kind of guard looks at one of them.
 */
export interface Restriction {
  /** A short description of whom it admits. */
  readonly text: string;
  /** Whether it admits nobody. */
  readonly isClosed: Tri;
  /** Whether it admits everybody. */
  readonly isOpen: Tri;
  /** Whether the other one admits every client that this one admits. */
  within(other: Restriction): Tri;
  /** A short description of whom it admits and the other one does not. */
  beyond(other: Restriction | undefined): string;
}

/** Whether every client admitted by the one is also admitted by the other. */
export function isWithin(one: Restriction | undefined, other: Restriction | undefined): Tri {
  if (other === undefined || other.isOpen === true) return true;
  if (other instanceof All) return every(other.parts.map((part) => isWithin(one, part)));
  if (one === undefined || one.isOpen === true) return other.isOpen;
  if (one.isClosed === true) return true;
  return one.within(other);
}

/** Yes when all are, no when one is not. */
export function every(values: readonly Tri[]): Tri {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/** Yes when one is, no when none is. */
export function some(values: readonly Tri[]): Tri {
  if (values.includes(true)) return true;
  return values.includes(undefined) ? undefined : false;
}

/** A guard with hidden content: unknown until the change is made, secret, or managed elsewhere. */
export class Unseen implements Restriction {
  readonly isClosed = undefined;
  readonly isOpen = undefined;

  /**
   * @param content - Identifies hidden content; the same string means the same content.
   */
  constructor(
    readonly text: string,
    readonly content: string,
  ) {}

  within(other: Restriction): Tri {
    return other instanceof Unseen && other.content === this.content ? true : undefined;
  }

  beyond(): string {
    return `whom ${this.text} lets in`;
  }
}

/** Restrictions of one kind that clients must all meet, where they cannot be merged. */
export class All implements Restriction {
  readonly isClosed: Tri;
  readonly isOpen: Tri;
  readonly text: string;

  constructor(readonly parts: readonly Restriction[]) {
    this.isClosed = some(parts.map(({ isClosed }) => isClosed));
    this.isOpen = every(parts.map(({ isOpen }) => isOpen));
    this.text = parts.map(({ text }) => text).join(" and ");
  }

  /** A client that no single restriction rules out may be ruled out by all of them together. */
  within(other: Restriction): Tri {
    return this.parts.some((part) => isWithin(part, other) === true) ? true : undefined;
  }

  beyond(other: Restriction | undefined): string {
    const beyond = this.parts.filter((part) => isWithin(part, other) !== true);
    return beyond.map((part) => part.beyond(other)).join(" and ");
  }
}

/** An alternative that a guard accepts; a client needs one of them. */
export interface Entry {
  /** The kind of property, such as `email` or `team`. */
  readonly kind: string;
  /** Undefined while it is not known. */
  readonly value: string | undefined;
  /** Identifies a value that is not known: the same string means the same value. */
  readonly content?: string;
  /** The name that users know it by, if different from its value. */
  readonly name?: string;
}

/** Whether every client that has the one also has the other. */
export type Implies = (one: Entry, other: Entry) => boolean;

const isEqual: Implies = (one, other) => one.kind === other.kind && one.value === other.value;

/** Clients that have one of several properties; `undefined` entries mean clients of any kind. */
export class OneOf implements Restriction {
  readonly isClosed: Tri;
  readonly isOpen: Tri = false;
  readonly text: string;

  /**
   * @param scope - The namespace of the entries, such as an identity provider: entries of different scopes differ.
   * @param entries - Undefined: every client of the scope.
   */
  constructor(
    readonly scope: string,
    readonly entries: readonly Entry[] | undefined,
    readonly what: string,
    private readonly implies: Implies = isEqual,
  ) {
    this.isClosed = entries?.length === 0;
    this.text =
      entries === undefined ? what : entries.length === 0 ? "nobody" : `${what}: ${listOf(entries)}`;
  }

  within(other: Restriction): Tri {
    if (!(other instanceof OneOf)) return undefined;
    if (this.scope !== other.scope) return false;
    const theirs = other.entries;
    if (theirs === undefined) return true;
    if (this.entries === undefined)
      return theirs.some(({ value }) => value === undefined) ? undefined : false;
    return every(this.entries.map((entry) => isCovered(entry, theirs, this.implies)));
  }

  beyond(other: Restriction | undefined): string {
    if (!(other instanceof OneOf) || this.scope !== other.scope || this.entries === undefined)
      return this.text;
    const theirs = other.entries ?? [];
    const added = this.entries.filter((entry) => isCovered(entry, theirs, this.implies) !== true);
    return `${this.what}: ${listOf(added)}`;
  }
}

function isCovered(entry: Entry, others: readonly Entry[], implies: Implies): Tri {
  if (entry.value === undefined)
    return others.some(({ value, content }) => value === undefined && content === entry.content) || undefined;
  return some(others.map((other) => (other.value === undefined ? undefined : implies(entry, other))));
}

const NAMED = 5;

function listOf(entries: readonly Entry[]): string {
  const names = entries.map(({ name, value }) => name ?? value ?? "one that is not known yet");
  return names.length > NAMED
    ? `${names.slice(0, NAMED).join(", ")} and ${names.length - NAMED} more`
    : names.join(", ");
}

/** A string that is on no list. */
const UNLISTED = "\u0000";

/** Clients whose string is on the allow list, if there is one, and not on the deny list. */
export class Filter implements Restriction {
  readonly isClosed: Tri = false;
  readonly isOpen: Tri;
  readonly text: string;

  constructor(
    readonly allow: readonly string[],
    readonly deny: readonly string[],
  ) {
    this.isOpen = allow.length === 0 && deny.length === 0;
    const parts = [
      allow.length > 0 ? `only ${allow.join(", ")}` : "",
      deny.length > 0 ? `not ${deny.join(", ")}` : "",
    ];
    this.text = parts.filter(Boolean).join("; ") || "every user agent";
  }

  /** The lists may hold patterns, so that an entry can match several strings. */
  within(other: Restriction): Tri {
    if (!(other instanceof Filter)) return undefined;
    const isAllowed =
      other.allow.length === 0 ||
      (this.allow.length > 0 && this.allow.every((entry) => other.allow.includes(entry)));
    const isDenied = other.deny.every((entry) => this.deny.includes(entry));
    if (isAllowed && isDenied) return true;
    const samples = [...this.allow, ...this.deny, ...other.allow, ...other.deny, UNLISTED];
    return samples.some((agent) => this.admits(agent) && !other.admits(agent)) ? false : undefined;
  }

  private admits(agent: string): boolean {
    return (this.allow.length === 0 || this.allow.includes(agent)) && !this.deny.includes(agent);
  }

  beyond(other: Restriction | undefined): string {
    const before = other instanceof Filter ? other : new Filter([], []);
    const allowed = this.allow.filter((entry) => !before.allow.includes(entry));
    const freed = before.deny.filter((entry) => !this.deny.includes(entry));
    const all = this.allow.length === 0 && before.allow.length > 0 ? ["those that were not on the list"] : [];
    return `user agents: ${[...allowed, ...freed, ...all].join(", ")}`;
  }
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** Clients that support a TLS version or newer. */
export class TlsFloor implements Restriction {
  readonly isClosed: Tri = false;
  readonly isOpen: Tri;
  readonly text: string;
  /** 0 to 3, of TLS 1.0 to 1.3; -1 for a version that is not known. */
  readonly level: number;

  /**
   * @param version - In the program's spelling, such as `1.2`; undefined when the service chooses one.
   */
  constructor(private readonly version: string | undefined) {
    const [, digit] = /^(?:tls)?\s*v?1[._]?([0-3])$/i.exec(version ?? "") ?? [];
    this.level = digit === undefined ? -1 : Number(digit);
    this.isOpen = this.level === 0 ? true : this.level > 0 ? false : undefined;
    this.text =
      version === undefined
        ? "TLS from the version that the service picks"
        : `TLS ${VERSIONS[this.level] ?? version} or newer`;
  }

  within(other: Restriction): Tri {
    if (!(other instanceof TlsFloor)) return undefined;
    if (this.version?.toLowerCase() === other.version?.toLowerCase()) return true;
    return this.level < 0 || other.level < 0 ? undefined : this.level >= other.level;
  }

  beyond(other: Restriction | undefined): string {
    const before = other instanceof TlsFloor ? other : undefined;
    if (this.level < 0 || !before || before.level < 0) return "clients with an older TLS version, perhaps";
    return `clients with TLS ${VERSIONS.slice(this.level, before.level).join(" and ")}`;
  }
}

/** The place of a hidden secret: the same place holds the same secret until it changes. */
export interface SecretPlace {
  readonly urn: string;
  /** Differs between the sides of a change that affects the secret. */
  readonly version: string;
}

/** Requests that a webhook provider has signed with a shared secret. */
export class Signed implements Restriction {
  readonly isClosed: Tri = false;
  readonly isOpen: Tri = false;
  readonly text: string;

  constructor(
    readonly provider: string,
    readonly secret: SecretPlace | undefined,
  ) {
    this.text = `requests signed by ${provider}`;
  }

  within(other: Restriction): Tri {
    if (!(other instanceof Signed)) return undefined;
    if (this.provider !== other.provider) return false;
    if (!this.secret || !other.secret) return this.secret === other.secret;
    // Two resources may hold the same secret.
    return this.secret.urn === other.secret.urn ? this.secret.version === other.secret.version : undefined;
  }

  beyond(other: Restriction | undefined): string {
    const isRotated = other instanceof Signed && other.provider === this.provider;
    return isRotated ? `requests signed by ${this.provider} with another secret` : this.text;
  }
}

/** Where a policy is set, and what its names stand for there. */
export interface PolicySite {
  /** Identifies the object that holds it, equally on both sides of a change. */
  readonly owner: string;
  /** On which side of the change. */
  readonly side: "before" | "after";
  /** Whether it is a route's: no connection is made there. */
  readonly isRoute: boolean;
  /** The addresses that IP policies and rules admit together. */
  networksOf(ipPolicies: readonly ConfiguredText[], rules: readonly NetworkRule[]): Networks;
  /** The certificate authority of an id or certificate. */
  authorityOf(text: string): { readonly key: string; readonly name: string };
}

/** Whom a traffic policy lets in. */
export class TrafficPolicy implements Restriction {
  readonly isClosed: Tri;
  readonly isOpen: Tri;
  readonly text: string;
  /** Undefined for a policy that cannot be read. */
  readonly reading: GuardReading | undefined;
  readonly content: string;

  /**
   * @param policy - Text or object, with `UNKNOWN_TEXT` and a name in the place of each value that is not shown: the same name
   * for the same value.
   */
  constructor(
    policy: unknown,
    readonly site: PolicySite,
  ) {
    this.reading = readGuards(policy);
    const { reading } = this;
    this.content =
      reading === undefined
        ? digest(JSON.stringify(policy))
        : digest(
            JSON.stringify([reading.rules.map(({ phase, content }) => [phase, content]), reading.doubts]),
          );
    const [first] = reading?.doubts.length === 0 ? (reading.rules ?? []) : [];
    const start = first?.conditions.length === 0 ? first.actions[0]?.effect : undefined;
    this.isClosed = start === "refuses" ? true : undefined;
    this.isOpen = reading === undefined ? undefined : isHarmless(reading) ? true : undefined;
    this.text = reading === undefined ? "whom a policy lets in that cannot be read" : textOf(reading.rules);
  }

  within(other: Restriction): Tri {
    return other instanceof TrafficPolicy && other.content === this.content ? true : undefined;
  }

  beyond(): string {
    return this.text;
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

const isHarmless = ({ rules, doubts }: GuardReading) =>
  doubts.length === 0 &&
  rules.every(({ actions }) =>
    actions.every(
      (action) =>
        action.effect === "none" ||
        action.effect === "changes" ||
        (action.effect === "guards" && action.isEnforced === false),
    ),
  );

const MOST_NAMED = 6;

/** What it does, in the order of its rules. */
function textOf(rules: readonly GuardRule[]): string {
  const types = rules.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      action.effect === "none" || action.effect === "changes"
        ? []
        : action.effect === "guards" && action.isEnforced === false
          ? [`${action.type} (not enforced)`]
          : [action.type || "hidden rules"],
    ),
  );
  const named = [...new Set(types)].map((type) => type.slice(0, 40));
  const listed = named.slice(0, MOST_NAMED).join(", ");
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  return named.length === 0 ? "everybody" : `whom its ${listed}${more} let in`;
}
