import { isIP } from "node:net";
import { z } from "zod";
import { isJson, isObject, type Json, type JsonObject } from "../language/json";
import { canonicalAddress } from "../language/networks";
import { DEFAULT_PORTS } from "../language/urls";

// z.json() would return a copy without a key named `__proto__`.
const json = z.custom<Json>(isJson, "must be JSON");
const jsonObject = z.custom<JsonObject>((value) => isObject(value) && isJson(value), "must be a JSON object");

const text = z.string().max(16 * 1024);
const texts = z.array(text).max(1000);

const identitySchema = z.strictObject({
  /** The OAuth provider, such as `google`, or `saml`. */
  provider: text.optional(),
  /** For OpenID Connect. */
  issuer: text.optional(),
  id: text.optional(),
  email: text.optional(),
  name: text.optional(),
  groups: texts.optional(),
  /** GitHub teams, as `organization/team`. */
  teams: texts.optional(),
  organizations: texts.optional(),
  /** The claims of the token that the client sends in each required place. Its signature is assumed to be valid. */
  claims: jsonObject.optional(),
  /** The signature algorithm of that token. Default: one that the policy allows. */
  algorithm: text.optional(),
  /** The webhook provider that signed the request, with the secret in the policy or module. */
  webhook: text.optional(),
});

export const questionSchema = z.strictObject({
  url: text,
  method: text.regex(/^[!#$%&'*+.^_`|~\w-]+$/, "must be a method such as GET").default("GET"),
  ip: text.refine((value) => isIP(value) !== 0, "must be an IP address"),
  headers: z
    .record(text.regex(/^[!#$%&'*+.^_`|~\w-]+$/, "must be the name of a header"), z.union([text, texts]))
    .refine((headers) => Object.keys(headers).length <= 200, "must be at most 200 headers")
    .default({}),
  /** The client certificate in PEM, followed by intermediate ones. The client is assumed to have the private key. */
  cert: z.string().max(262_144).optional(),
  identity: identitySchema.optional(),
  /** The TLS version that the client supports, such as `1.2`. Default: all. */
  tls_version: z.enum(["1.0", "1.1", "1.2", "1.3"]).optional(),
  /** Variables that the request doesn't determine, such as `{ "conn.geo.country_code": "DE" }`. */
  variables: z
    .record(
      z.string().regex(/^(conn|req|endpoint)(\.[a-z0-9_]{1,64}){1,8}$/, "must be a variable's name"),
      json,
    )
    .default({}),
  secrets: z.record(z.string(), z.record(z.string(), text)).default({}),
});

/** A request to evaluate, with the values that its policy may read. */
export type Question = z.input<typeof questionSchema>;

/** The parts of a URL, without normalization. */
export interface UrlParts {
  readonly raw: string;
  readonly scheme: string;
  /** `user:password`, or empty. */
  readonly user: string;
  /** Lower case. */
  readonly host: string;
  readonly port: number;
  readonly hasExplicitPort: boolean;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/** A question with a parsed URL and parsed headers. */
export interface ReadQuestion extends Omit<z.output<typeof questionSchema>, "url" | "headers"> {
  readonly url: UrlParts;
  /** Values by lowercase name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly unknownVariables?: ReadonlySet<string>;
  /** The names of headers whose values are unknown. */
  readonly hiddenHeaders?: readonly string[];
  readonly isPathUnknown?: boolean;
}

/** Parses a URL with one of the four schemes; undefined for any other text. */
export function readUrl(raw: string): UrlParts | undefined {
  const match =
    /^(https?|tls|tcp):\/\/(?:([^/?#@\s]*)@)?([a-z0-9_*.-]+?)\.?(?::(\d{1,5}))?(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(
      raw,
    );
  if (!match) return undefined;
  const [, originalScheme = "", user = "", host = "", port, path = "/", query = ""] = match;
  const scheme = originalScheme.toLowerCase();
  const number = port === undefined ? DEFAULT_PORTS[scheme] : Number(port);
  if (number === undefined || number < 1 || number > 65_535) return undefined;
  const hasExplicitPort = port !== undefined;
  return { raw, scheme, user, host: host.toLowerCase(), port: number, hasExplicitPort, path, query };
}

/** Parses the URL and headers of a question; undefined for a URL that no client can request. */
export function readQuestion(question: z.output<typeof questionSchema>): ReadQuestion | undefined {
  const { url, headers, ip, ...rest } = question;
  const parts = readUrl(url);
  if (!parts || parts.host.includes("*")) return undefined;
  const valuesByName = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(headers)) {
    const values = valuesByName.get(name.toLowerCase()) ?? [];
    valuesByName.set(name.toLowerCase(), [...values, ...(Array.isArray(value) ? value : [value])]);
  }
  return { ...rest, url: parts, ip: canonicalAddress(ip), headers: valuesByName };
}
