import { mergeOpposites, type Phrase, quote, type Side, truncate } from "./descriptions";
import type { FactId, UnknownId } from "./question";

/** The value of a variable, as JSON data. */
export type VariableValue =
  | string
  | number
  | boolean
  | readonly VariableValue[]
  | { readonly [key: string]: VariableValue };

/** A property that a client has or lacks, such as a sign-in, a password, or a certificate. */
export interface Trait extends Phrase {
  readonly id: FactId | UnknownId;
  /** The undecidable expression or variable that the trait depends on. */
  readonly dependsOn?: string;
}

/**
 * A request that proves a verdict: what the client sends, and what the service knows about it. Its headers may contain
 * secrets that policies compare them with, so only `describeClient`, which redacts them, may print it.
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
  (id.kind === "binding" && id.name === "public") || id.kind === "application";

/** True for a missing trait that descriptions omit, because nearly all clients lack it. */
const isImpliedLack = ({ id }: Trait) => /^(?:preflight|upgrade|binding|failure|audience)$/.test(id.kind);

/** Descriptions of a client that has no trait of a kind, by kind. */
const MISSING_TRAITS: Readonly<Partial<Record<Trait["id"]["kind"], string>>> = {
  "sign-in": "without a sign-in",
  certificate: "without a client certificate",
  password: "without a password",
  token: "without a valid token",
};

/**
 * Describes a client in one line, without secrets: `GET https://app.example.com/admin from 198.51.100.7 without a sign-in`.
 * The parts of the URL and address that an undecidable expression depends on are left open.
 *
 * @param side - The side that the client is compared with: `before` for a client that gains access.
 */
export function describeClient(client: Client, side: Side): string {
  const { method, address, has, lacks, variables } = client;
  const undecided = [...has, ...lacks].map(({ dependsOn = "" }) => dependsOn).join(" ");
  const source = /\bconn\.client_ip\b/.test(undecided) ? "an address" : address;
  const country = variables["conn.geo.country_code"];
  const from = country === undefined ? source : `${source} (${truncate(String(country))})`;
  const url = redactUrl(client.url, /\breq\.url\b|QueryParam/.test(undecided));
  const traits = [...new Set(describeTraits(client, side))].join(", ");
  return [method, url, "from", from, traits].filter((part) => part).join(" ");
}

/** Values of query parameters may be secrets, and so may a query without parameters. */
function redactUrl(url: string, isQueryOpen: boolean): string {
  const [path = "", query] = url.split(/\?(.*)/s);
  if (query === undefined) return `${truncate(path, 200)}${isQueryOpen ? "…" : ""}`;
  const parameters = query.split("&").map((text) => (text.includes("=") ? text.replace(/=.*/s, "=…") : "…"));
  return `${truncate(path, 200)}?${truncate(parameters.join("&"))}`;
}

function describeTraits(client: Client, side: Side): readonly string[] {
  const { tls, headers, emails, variables, has, lacks } = client;
  const { "conn.geo.country_code": _, ...otherVariables } = variables;
  const missing = lacks
    .filter((trait) => !isImpliedLack(trait))
    .map(({ id, text, positive }) => {
      const hasOther = has.some((trait) => trait.id.kind === id.kind);
      return { text: hasOther ? text : (MISSING_TRAITS[id.kind] ?? text), positive };
    });
  return [
    ...(tls === undefined || tls === "1.3" ? [] : [`over TLS ${tls}`]),
    ...Object.values(emails).map((email) => `as ${truncate(email)}`),
    ...mergeOpposites([...has.filter((trait) => !isImpliedTrait(trait)), ...missing], side),
    ...Object.entries(headers).map(([name, [value = ""]]) => describeHeader(name, value)),
    ...Object.entries(otherVariables).map(([name, value]) => {
      const text = typeof value === "object" ? truncate(JSON.stringify(value)) : quote(String(value));
      return `with ${truncate(name)} ${text}`;
    }),
  ];
}

/** Describes a header by its name, because its value may be a secret. Only the user agent is shown. */
function describeHeader(name: string, value: string): string {
  if (name === "user-agent") return `with the user agent ${quote(value)}`;
  if (name === "cookie") return `with the cookie ${truncate(value.split("=")[0] ?? "")}`;
  return `with the header ${truncate(name)}`;
}
