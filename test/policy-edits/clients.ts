import { createHash } from "node:crypto";
import type { Answer, Question as Asked, FactId } from "../../access";
import type { Question } from "../../emulator";
import { tryMatch } from "../../traffic-policy/symbolic/policy-reader";
import fc from "../support/properties";
import { POOL } from "./generate";
import { APP } from "./world";

export const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
const some = <T>(values: readonly T[]) => fc.constantFrom(...values);

const identity = fc.oneof(
  fc.constant(undefined),
  fc
    .tuple(some(["google", "github"]), some(POOL.users))
    .map(([provider, email]) => ({ provider, email, id: "u_1", name: "Ann", teams: [], organizations: [] })),
  some(POOL.issuers).map((issuer) => ({ issuer, id: "u_1", email: "ann@example.com", name: "Ann" })),
  fc
    .tuple(some(POOL.issuers), some([undefined, ...POOL.audiences]), some([undefined, 1]))
    .map(([iss, aud, exp]) => ({
      claims: { iss, ...(aud !== undefined && { aud }), ...(exp !== undefined && { exp }) },
      algorithm: "RS256",
    })),
  some(["github", "slack"]).map((webhook) => ({ webhook })),
);

const client = (tried: readonly string[]): fc.Arbitrary<Question> =>
  fc
    .record({
      base: some(tried),
      path: fc.oneof(
        some(POOL.paths),
        some(["/elsewhere", "/ngrok/logout", "/administrator", "/Admin/users", "/public/admin"]),
      ),
      query: some(["", "", "?debug=1"]),
      method: some(POOL.methods),
      ip: some(POOL.ips),
      team: some([undefined, undefined, ...POOL.teams, [...POOL.teams]]),
      pair: some([undefined, undefined, ...POOL.pairs, "ann:wrong-password"]),
      isPreflight: fc.boolean(),
      upgrades: some([false, false, true]),
      identity,
      tls: some([undefined, undefined, undefined, "1.1", "1.2", "1.3"] as const),
      agent: some([undefined, undefined, "curl/8"]),
      // What a client says of itself, and may have made up.
      claimed: some([undefined, undefined, undefined, ...POOL.ips.slice(0, 2)]),
      country: some([undefined, ...POOL.countries]),
      cookie: some([undefined, undefined, undefined, "s=1", "s=2; t=1"]),
      contentType: some([undefined, undefined, undefined, "application/json", "text/plain; charset=utf-8"]),
      length: some([undefined, undefined, undefined, "3", "7", "70"]),
    })
    .map((of): Question => {
      const isPreflight = of.method === "OPTIONS" && of.isPreflight;
      return {
        url: `${of.base}${of.path}${of.query}`,
        method: of.method,
        ip: of.ip,
        headers: {
          ...(of.team !== undefined && { "x-team": of.team as string | string[] }),
          ...(of.pair !== undefined && { authorization: basic(of.pair) }),
          ...(of.agent !== undefined && { "user-agent": of.agent }),
          ...(of.claimed !== undefined && { "x-forwarded-for": of.claimed }),
          ...(of.cookie !== undefined && { cookie: of.cookie }),
          ...(of.contentType !== undefined && { "content-type": of.contentType }),
          ...(of.length !== undefined && { "content-length": of.length }),
          ...(of.upgrades && { connection: "Upgrade", upgrade: "websocket" }),
          ...(isPreflight && { origin: "https://other.test", "access-control-request-method": "GET" }),
        },
        ...(of.identity && { identity: of.identity as NonNullable<Question["identity"]> }),
        ...(of.tls && { tls_version: of.tls }),
        variables: of.country === undefined ? {} : { "conn.geo.country_code": of.country },
      };
    });

/** The same clients for the same seed. */
export const clients = (count: number, seed: number, tried: readonly string[] = [APP]): Question[] =>
  fc.sample(client(tried), { numRuns: count, seed });

/** Yes, no, or undefined where a client does not tell. */
type Tri = boolean | undefined;

/** Whether a client gives all of these answers, read from the client itself; undefined where it may or may not. */
export function gives(given: Question, answers: readonly Answer[]): Tri {
  const each = answers.map(({ question, isTrue }) => {
    const held = answerOf(given, question);
    return held === undefined ? undefined : held === isTrue;
  });
  if (each.includes(false)) return false;
  return each.includes(undefined) ? undefined : true;
}

/** The answer of a client to a question of the review; undefined if the client does not determine it. */
export function answerOf(given: Question, question: Asked): Tri {
  switch (question.kind) {
    case "text":
      return textAnswer(given, question);
    case "address":
      return question.networks.contains(given.ip);
    case "version":
      return given.tls_version === undefined
        ? undefined
        : Number(given.tls_version.slice(2)) >= question.level;
    case "fact":
      return factAnswer(given, question.id);
    case "unknown":
      return undefined;
  }
}

function textAnswer(given: Question, question: Extract<Asked, { kind: "text" }>): Tri {
  if (question.version !== "") return undefined;
  const values = valuesOf(given, question.subject);
  if (values === undefined) return undefined;
  if (question.is === "present") return values.length > 0;
  if (question.subject.endsWith("[0]")) return values.length > 0 && passes(question, values[0] ?? "");
  return values.some((value) => passes(question, value));
}

function passes({ is, value, isFolded }: Extract<Asked, { kind: "text" }>, given: string): boolean {
  const text = isFolded ? given.toLowerCase() : given;
  if (is === "equal") return text === value;
  if (is === "start") return text.startsWith(value);
  if (is === "end") return text.endsWith(value);
  if (is === "part") return text.includes(value);
  return tryMatch(value, text) ?? false;
}

/** The values that a variable has for a client; undefined where the client does not tell. */
function valuesOf(given: Question, subject: string): readonly string[] | undefined {
  const { hostname, searchParams, search } = new URL(given.url);
  // As it was sent: a URL of the platform would escape it.
  const pathname = /^\w+:\/\/[^/?#]*([^?#]*)/.exec(given.url)?.[1] || "/";
  const { identity = {} } = given;
  const named = /^req\.headers\.([^[]+)/.exec(subject)?.[1];
  if (named !== undefined) return [given.headers?.[named] ?? []].flat();
  const parameter = /^req\.url\.query_params\.([^[]+)/.exec(subject)?.[1];
  if (parameter !== undefined) return searchParams.getAll(parameter);
  const claim = /^token .* (\w+)$/.exec(subject)?.[1];
  if (claim === "issuer") return identity.claims ? [String(identity.claims.iss)] : [];
  if (claim === "algorithm") return identity.claims ? undefined : [];
  const provider = /^identity oauth (\S+)$/.exec(subject)?.[1];
  if (provider !== undefined) return identity.provider === provider && identity.email ? [identity.email] : [];
  switch (subject) {
    case "req.url":
      return [given.url];
    case "req.url.path":
      return [pathname];
    case "req.url.query":
      return [search.slice(1)];
    case "req.method":
      return [given.method ?? "GET"];
    case "req.host":
      return [hostname];
    case "conn.client_ip":
      return [given.ip];
    case "conn.geo.country_code": {
      const country = given.variables?.[subject];
      return country === undefined ? undefined : [String(country)];
    }
    case "req.url.host":
      return [hostname];
    case "req.content_length":
      return given.headers?.["content-length"] === undefined
        ? undefined
        : [given.headers["content-length"]].flat();
    case "req.user_agent":
      return [given.headers?.["user-agent"] ?? ""].flat();
    default:
      return undefined;
  }
}

/** As the review names the pairs of user name and password. */
export const passwordId = (pair: string) =>
  createHash("sha256")
    .update(JSON.stringify([pair]))
    .digest("base64url")
    .slice(0, 22);

function factAnswer({ headers = {}, identity = {}, method }: Question, id: FactId): Tri {
  const { claims } = identity;
  switch (id.kind) {
    case "password": {
      const known = POOL.pairs.find((pair) => passwordId(pair) === id.secret);
      // One that the preview hides may be any.
      if (known === undefined) return headers.authorization === undefined ? false : undefined;
      return headers.authorization === basic(known);
    }
    case "signature":
      return id.provider === (identity.webhook ?? "nobody");
    case "sign-in":
      if (id.protocol === "saml") return undefined;
      return (id.protocol === "oauth" ? identity.provider : identity.issuer) === id.provider;
    case "upgrade":
      return headers.upgrade === "websocket";
    case "audience":
      if (id.audience === undefined) return claims !== undefined && claims.aud === undefined;
      return [claims?.aud].flat().includes(id.audience);
    case "token":
      return claims === undefined ? false : claims.exp === undefined ? undefined : false;
    case "preflight":
      return method === "OPTIONS" ? (headers.origin ? true : undefined) : false;
    case "binding":
      // An internal endpoint gets what something elsewhere forwards.
      return id.name === "public" || undefined;
    default:
      return undefined;
  }
}
