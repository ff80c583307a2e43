import type { FactId, UnknownId } from "./question";

/** A value of a variable, as data of JSON. */
export type FactValue =
  | string
  | number
  | boolean
  | readonly FactValue[]
  | { readonly [key: string]: FactValue };

/** Something that a client has or lacks, whatever else it has: a sign-in, a password, a certificate. */
export interface Trait {
  readonly id: FactId | UnknownId;
  /** In words that follow "requests". */
  readonly text: string;
  /** The expression that it is about, of which nobody knows what it reads from a request. */
  readonly about?: string;
}

/**
 * A request that shows who gets in: plain data, of what the client sends and of what the service knows of it. It may hold
 * what policies compare headers with, so that only `clientText` shows it.
 */
export interface Client {
  /** Only the path and query where the host is not known. */
  readonly url: string;
  /** Undefined where no HTTP is spoken. */
  readonly method: string | undefined;
  readonly address: string;
  /** The version of TLS, such as `1.2`; undefined for any. */
  readonly tls: "1.0" | "1.1" | "1.2" | "1.3" | undefined;
  /** The same version, where it matters that the client speaks no older one. */
  readonly oldestTls?: Client["tls"];
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** E-mail addresses by who has signed the user on: `oauth google`. */
  readonly emails: Readonly<Record<string, string>>;
  /** Claims by their places: `header authorization issuer`. */
  readonly claims: Readonly<Record<string, string>>;
  /** What the service finds out itself, by the names of variables: `conn.geo.country_code`. */
  readonly variables: Readonly<Record<string, FactValue>>;
  readonly has: readonly Trait[];
  readonly lacks: readonly Trait[];
}

/** What each client has that gets so far. */
export const isUsualTrait = ({ id }: Trait) =>
  (id.kind === "binding" && id.name === "public") || id.kind === "TLS version" || id.kind === "application";

/** What a client that lacks it need not be told: most clients do. */
export const isUsualLack = ({ id }: Trait) =>
  /^(?:preflight|upgrade|binding|failure)$/.test(id.kind) ||
  (id.kind === "audience" && id.audience === undefined);

export const isAudience = ({ id }: Pick<Trait, "id">) => id.kind === "audience" && id.audience !== undefined;

/** Things of one kind that a client lacks, in one word for all of them. */
export const LACKS: Readonly<Partial<Record<Trait["id"]["kind"], string>>> = {
  "sign-in": "without a sign-in",
  certificate: "without a client certificate",
  password: "without a password",
  token: "without a valid token",
};
