import { createHash } from "node:crypto";
import type { Answer, FactId, Question as ReviewQuestion } from "../../access";
import type { Question } from "../../emulator";
import { matches } from "../../traffic-policy/language/patterns";
import fc from "../support/properties";
import { APP } from "./account-model";
import { POOL } from "./tables";

export const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);

const identity = fc.oneof(
  fc.constant(undefined),
  fc
    .tuple(oneOf(["google", "github"]), oneOf(POOL.users))
    .map(([provider, email]) => ({ provider, email, id: "u_1", name: "Ann", teams: [], organizations: [] })),
  oneOf(POOL.issuers).map((issuer) => ({ issuer, id: "u_1", email: "ann@example.com", name: "Ann" })),
  fc
    .tuple(oneOf(POOL.issuers), oneOf([undefined, ...POOL.audiences]), oneOf([undefined, 1]))
    .map(([iss, aud, exp]) => ({
      claims: { iss, ...(aud !== undefined && { aud }), ...(exp !== undefined && { exp }) },
      algorithm: "RS256",
    })),
  oneOf(["github", "slack"]).map((webhook) => ({ webhook })),
);

const client = (urls: readonly string[]): fc.Arbitrary<Question> =>
  fc
    .record({
      base: oneOf(urls),
      path: fc.oneof(
        oneOf(POOL.paths),
        oneOf(["/elsewhere", "/ngrok/logout", "/administrator", "/Admin/users", "/public/admin"]),
      ),
      query: oneOf(["", "", "?debug=1"]),
      method: oneOf(POOL.methods),
      ip: oneOf(POOL.ips),
      team: oneOf([undefined, undefined, ...POOL.teams, [...POOL.teams]]),
      pair: oneOf([undefined, undefined, ...POOL.pairs, "ann:wrong-password"]),
      isPreflight: fc.boolean(),
      upgrades: oneOf([false, false, true]),
      identity,
      tls: oneOf([undefined, undefined, undefined, "1.1", "1.2", "1.3"] as const),
      agent: oneOf([undefined, undefined, "curl/8"]),
      // The X-Forwarded-For header, which a client can forge.
      forwardedFor: oneOf([undefined, undefined, undefined, ...POOL.ips.slice(0, 2)]),
      country: oneOf([undefined, ...POOL.countries]),
      cookie: oneOf([undefined, undefined, undefined, "s=1", "s=2; t=1"]),
      contentType: oneOf([undefined, undefined, undefined, "application/json", "text/plain; charset=utf-8"]),
      length: oneOf([undefined, undefined, undefined, "3", "7", "70"]),
    })
    .map((parts): Question => {
      const isPreflight = parts.method === "OPTIONS" && parts.isPreflight;
      return {
        url: `${parts.base}${parts.path}${parts.query}`,
        method: parts.method,
        ip: parts.ip,
        headers: {
          ...(parts.team !== undefined && { "x-team": parts.team as string | string[] }),
          ...(parts.pair !== undefined && { authorization: basic(parts.pair) }),
          ...(parts.agent !== undefined && { "user-agent": parts.agent }),
          ...(parts.forwardedFor !== undefined && { "x-forwarded-for": parts.forwardedFor }),
          ...(parts.cookie !== undefined && { cookie: parts.cookie }),
          ...(parts.contentType !== undefined && { "content-type": parts.contentType }),
          ...(parts.length !== undefined && { "content-length": parts.length }),
          ...(parts.upgrades && { connection: "Upgrade", upgrade: "websocket" }),
          ...(isPreflight && { origin: "https://other.test", "access-control-request-method": "GET" }),
        },
        ...(parts.identity && { identity: parts.identity as NonNullable<Question["identity"]> }),
        ...(parts.tls && { tls_version: parts.tls }),
        variables: parts.country === undefined ? {} : { "conn.geo.country_code": parts.country },
      };
    });

/** Generates clients, which are equal for equal seeds. */
export const clients = (count: number, seed: number, urls: readonly string[] = [APP]): Question[] =>
  fc.sample(client(urls), { numRuns: count, seed });

/** An answer; undefined if the request of a client doesn't determine it. */
type Ternary = boolean | undefined;

/** True if a client gives all of these answers to questions of the review. */
export function answersMatch(client: Question, answers: readonly Answer[]): Ternary {
  const matches = answers.map(({ question, isTrue }) => {
    const answer = answerQuestion(client, question);
    return answer === undefined ? undefined : answer === isTrue;
  });
  if (matches.includes(false)) return false;
  return matches.includes(undefined) ? undefined : true;
}

/** The answer of a client to a question of the review. */
export function answerQuestion(client: Question, question: ReviewQuestion): Ternary {
  switch (question.kind) {
    case "text":
      return textAnswer(client, question);
    case "address":
      return question.networks.contains(client.ip);
    case "version":
      return client.tls_version === undefined
        ? undefined
        : Number(client.tls_version.slice(2)) >= question.level;
    case "fact":
      return factAnswer(client, question.id);
    case "unknown":
      return undefined;
  }
}

function textAnswer(client: Question, question: Extract<ReviewQuestion, { kind: "text" }>): Ternary {
  if (question.version !== "") return undefined;
  const values = variableValues(client, question.subject);
  if (values === undefined) return undefined;
  if (question.is === "present") return values.length > 0;
  if (question.subject.endsWith("[0]")) return values.length > 0 && matchesText(question, values[0] ?? "");
  return values.some((value) => matchesText(question, value));
}

function matchesText(
  { is, value, isFolded }: Extract<ReviewQuestion, { kind: "text" }>,
  source: string,
): boolean {
  const text = isFolded ? source.toLowerCase() : source;
  if (is === "equal") return text === value;
  if (is === "start") return text.startsWith(value);
  if (is === "end") return text.endsWith(value);
  if (is === "part") return text.includes(value);
  return matches(text, value);
}

/** The values of a variable for a client; undefined if the request doesn't determine them. */
function variableValues(client: Question, subject: string): readonly string[] | undefined {
  const { hostname, searchParams, search } = new URL(client.url);
  // The path as sent, since URL.pathname escapes it.
  const pathname = /^\w+:\/\/[^/?#]*([^?#]*)/.exec(client.url)?.[1] || "/";
  const { identity = {} } = client;
  const header = /^req\.headers\.([^[]+)/.exec(subject)?.[1];
  if (header !== undefined) return [client.headers?.[header] ?? []].flat();
  const parameter = /^req\.url\.query_params\.([^[]+)/.exec(subject)?.[1];
  if (parameter !== undefined) return searchParams.getAll(parameter);
  const claim = /^token .* (\w+)$/.exec(subject)?.[1];
  if (claim === "issuer") return identity.claims ? [String(identity.claims.iss)] : [];
  if (claim === "algorithm") return identity.claims ? undefined : [];
  const provider = /^identity oauth (\S+)$/.exec(subject)?.[1];
  if (provider !== undefined) return identity.provider === provider && identity.email ? [identity.email] : [];
  switch (subject) {
    case "req.url":
      return [client.url];
    case "req.url.path":
      return [pathname];
    case "req.url.query":
      return [search.slice(1)];
    case "req.method":
      return [client.method ?? "GET"];
    case "req.host":
      return [hostname];
    case "conn.client_ip":
      return [client.ip];
    case "conn.geo.country_code": {
      const country = client.variables?.[subject];
      return country === undefined ? undefined : [String(country)];
    }
    case "req.url.host":
      return [hostname];
    case "req.content_length":
      return client.headers?.["content-length"] === undefined
        ? undefined
        : [client.headers["content-length"]].flat();
    case "req.user_agent":
      return [client.headers?.["user-agent"] ?? ""].flat();
    default:
      return undefined;
  }
}

/** The id of a pair of user name and password in the review. */
export const passwordId = (pair: string) =>
  createHash("sha256")
    .update(JSON.stringify([pair]))
    .digest("base64url")
    .slice(0, 22);

function factAnswer({ headers = {}, identity = {}, method }: Question, id: FactId): Ternary {
  const { claims } = identity;
  switch (id.kind) {
    case "password": {
      const known = POOL.pairs.find((pair) => passwordId(pair) === id.secret);
      // A masked password may be any.
      if (known === undefined) return headers.authorization === undefined ? false : undefined;
      return headers.authorization === basic(known);
    }
    case "signature":
      return identity.webhook !== undefined && id.provider === identity.webhook;
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
      // Another program may forward to an internal endpoint.
      return id.name === "public" || undefined;
    default:
      return undefined;
  }
}
