import type { Restriction, Tri } from "./restriction";

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
