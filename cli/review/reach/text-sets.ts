import { some as anyOf, every, type Restriction, type Tri } from "./restriction";

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
  return anyOf(others.map((other) => (other.value === undefined ? undefined : implies(entry, other))));
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
