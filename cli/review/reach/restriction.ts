/** Yes, no, or undefined where the preview does not tell. */
export type Tri = boolean | undefined;

/**
 * What one kind of guard asks of clients. No restriction at all is `undefined` wherever one is expected.
 *
 * Two restrictions are compared only with their own kind: clients are told apart by independent properties (address, TLS
 * version, certificate, account, ...), and each kind of guard looks at one of them.
 */
export interface Restriction {
  /** Whom it lets in, in a few words. */
  readonly text: string;
  /** Whether it lets nobody in. */
  readonly isClosed: Tri;
  /** Whether it lets everybody in. */
  readonly isOpen: Tri;
  /** Whether whoever it lets in is let in by the other one as well. */
  within(other: Restriction): Tri;
  /** Whom it lets in that the other one does not, in a few words. */
  beyond(other: Restriction | undefined): string;
}

/** Whether whoever the one lets in is let in by the other as well. */
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

/** A guard whose content nobody can see: unknown until the change is made, secret, or managed elsewhere. */
export class Unseen implements Restriction {
  readonly isClosed = undefined;
  readonly isOpen = undefined;

  /**
   * @param content - What tells two unseen contents apart; the same text stands for the same content.
   */
  constructor(
    readonly text: string,
    private readonly content: string,
  ) {}

  within(other: Restriction): Tri {
    return other instanceof Unseen && other.content === this.content ? true : undefined;
  }

  beyond(): string {
    return `whom ${this.text} lets in`;
  }
}

/** Restrictions of one kind that clients have to meet all of, where they cannot be made one. */
export class All implements Restriction {
  readonly isClosed: Tri;
  readonly isOpen: Tri;
  readonly text: string;

  constructor(readonly parts: readonly Restriction[]) {
    this.isClosed = some(parts.map(({ isClosed }) => isClosed));
    this.isOpen = every(parts.map(({ isOpen }) => isOpen));
    this.text = parts.map(({ text }) => text).join(" and ");
  }

  /** Whom none of them keeps out as the other one does, all of them together may. */
  within(other: Restriction): Tri {
    return this.parts.some((part) => isWithin(part, other) === true) ? true : undefined;
  }

  beyond(other: Restriction | undefined): string {
    const beyond = this.parts.filter((part) => isWithin(part, other) !== true);
    return beyond.map((part) => part.beyond(other)).join(" and ");
  }
}
