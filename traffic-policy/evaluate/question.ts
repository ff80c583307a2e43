import { isIP } from "node:net";
import { z } from "zod";
import { isJson, isObject, type Json, type JsonObject } from "../language/json";
import { canonicalAddress } from "../language/networks";
import { DEFAULT_PORTS } from "../language/urls";

// Pass values through: z.json() returns a copy, which would drop a key named `__proto__`.
const json = z.custom<Json>(isJson, "must be JSON");
const jsonObject = z.custom<JsonObject>((value) => isObject(value) && isJson(value), "must be a JSON object");

const text = z.string().max(16 * 1024);
const texts = z.array(text).max(1000);

const identitySchema = z.strictObject({
  /** Who has signed the client in: an OAuth provider's name such as `google`, or `saml`. */
  provider: text.optional(),
  /** Issuer that has signed the client in by OpenID Connect. */
  issuer: text.optional(),
  id: text.optional(),
  email: text.optional(),
  name: text.optional(),
  groups: texts.optional(),
  /** Teams of GitHub, `organization/team`. */
  teams: texts.optional(),
  organizations: texts.optional(),
  /** Claims of a token that the client sends wherever one is wanted; the signature counts as good. */
  claims: jsonObject.optional(),
  /** Algorithm of that token's signature; left out, one that the policy allows. */
  algorithm: text.optional(),
  /** Webhook provider whose signature the request has, by the secret that the policy or module holds. */
  webhook: text.optional(),
});

export const questionSchema = z.strictObject({
  url: text,
  method: text.regex(/^[!#$%&'*+.^_`|~\w-]+$/, "must be a method such as GET").default("GET"),
  ip: text.refine((value) => isIP(value) !== 0, "must be an IP address"),
  headers: z
    .custom<Record<string, string | string[]>>()
    .pipe(
      z.record(text.regex(/^[!#$%&'*+.^_`|~\w-]+$/, "must be the name of a header"), z.union([text, texts])),
    )
    .refine((headers) => Object.keys(headers).length <= 200, "must be at most 200 headers")
    .default({}),
  /** Client certificate in PEM, leaf first; whoever sends it has its key. */
  cert: z
    .string()
    .max(256 * 1024)
    .optional(),
  identity: identitySchema.optional(),
  /** Version of TLS that the client speaks, such as `1.2`; left out, any. */
  tls_version: z.enum(["1.0", "1.1", "1.2", "1.3"]).optional(),
  /** Values of variables, by their full names, for where the emulator does not know one itself: `{ "conn.geo.country_code": "DE" }`. */
  variables: z
    .record(
      z.string().regex(/^(conn|req|endpoint)(\.[a-z0-9_]{1,64}){1,8}$/, "must be a variable's name"),
      json,
    )
    .default({}),
  secrets: z.record(z.string(), z.record(z.string(), text)).default({}),
});

/** A request of which the emulator is asked what becomes of it. */
export type Question = z.input<typeof questionSchema>;

/** The parts of a URL, as they were given. */
export interface UrlParts {
  readonly raw: string;
  readonly scheme: string;
  /** `user:password`, empty if there is none. */
  readonly user: string;
  /** Lower case. */
  readonly host: string;
  /** Of the URL, else of the scheme. */
  readonly port: number;
  readonly explicitPort: boolean;
  /** Begins with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface ReadQuestion extends Omit<z.output<typeof questionSchema>, "url" | "headers"> {
  readonly url: UrlParts;
  /** Values by names in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Names of variables whose values the question leaves open. */
  readonly open?: ReadonlySet<string>;
}

/** Takes a URL of one of the four schemes apart; undefined if it is none. Nothing is normalized. */
export function readUrl(raw: string): UrlParts | undefined {
  const match =
    /^(https?|tls|tcp):\/\/(?:([^/?#@\s]*)@)?([a-z0-9_*.-]+?)\.?(?::(\d{1,5}))?(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(
      raw,
    );
  if (!match) return undefined;
  const [, given = "", user = "", host = "", port, path = "/", query = ""] = match;
  const scheme = given.toLowerCase();
  const number = port === undefined ? DEFAULT_PORTS[scheme] : Number(port);
  if (number === undefined || number < 1 || number > 65_535) return undefined;
  return {
    raw,
    scheme,
    user,
    host: host.toLowerCase(),
    port: number,
    explicitPort: port !== undefined,
    path,
    query,
  };
}

/** A question with its URL taken apart; undefined for a URL that no client can request. */
export function readQuestion(given: z.output<typeof questionSchema>): ReadQuestion | undefined {
  const { url, headers, ip, ...rest } = given;
  const parts = readUrl(url);
  if (!parts || parts.host.includes("*")) return undefined;
  const folded = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(headers)) {
    const before = folded.get(name.toLowerCase()) ?? [];
    folded.set(name.toLowerCase(), [...before, ...(Array.isArray(value) ? value : [value])]);
  }
  return { ...rest, url: parts, ip: canonicalAddress(ip), headers: folded };
}
