import type { FactId, UnknownId } from "./question";

/** The value of a variable, as JSON data. */
export type VariableValue =
  | string
  | number
  | boolean
  | readonly VariableValue[]
  | { readonly [key: string]: VariableValue };

/** A property that a client has or lacks, such as a sign-in, a password, or a certificate. */
export interface Trait {
  readonly id: FactId | UnknownId;
  /** Completes the phrase "requests …", such as "with a valid token". */
  readonly text: string;
  /** The same for a client that has it. */
  readonly positive: string;
  /** The undecidable expression that it depends on. */
  readonly about?: string;
}

/**
 * A request that proves a verdict: what the client sends, and what the service knows about it. It may hold secrets that
 * policies compare headers with; only `describeClient`, which redacts them, may print it.
 */
export interface Client {
  /** Path and query only, if the host is unknown. */
  readonly url: string;
  /** Undefined for connections without HTTP. */
  readonly method: string | undefined;
  readonly address: string;
  readonly tls: "1.0" | "1.1" | "1.2" | "1.3" | undefined;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** E-mail addresses by protocol and provider, such as `oauth google`. */
  readonly emails: Readonly<Record<string, string>>;
  /** Claims by location and name, such as `header authorization issuer`. */
  readonly claims: Readonly<Record<string, string>>;
  /** Variables that the service sets itself, such as `conn.geo.country_code`. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly has: readonly Trait[];
  readonly lacks: readonly Trait[];
}

/** True for a trait that descriptions omit, because nearly all clients with access have it. */
export const isImpliedTrait = ({ id }: Trait) =>
  (id.kind === "binding" && id.name === "public") || id.kind === "TLS version" || id.kind === "application";

/** True for a missing trait that descriptions omit, because nearly all clients lack it. */
export const isImpliedLack = ({ id }: Trait) =>
  /^(?:preflight|upgrade|binding|failure|audience)$/.test(id.kind);

/** Describes a client that has no trait of a kind. */
export const MISSING_TRAITS: Readonly<Partial<Record<Trait["id"]["kind"], string>>> = {
  "sign-in": "without a sign-in",
  certificate: "without a client certificate",
  password: "without a password",
  token: "without a valid token",
};
