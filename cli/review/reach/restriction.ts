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
