import type { Client } from "../../../access";
import type { Question } from "../../../emulator";
import { basic, passwordKey } from "./clients";
import { POOL } from "./generate";

/** What the evaluator gives every client: the public binding, the registered application, all versions of TLS. */
const NEEDS_NOTHING = /^(?:binding public$|no audience |unknown guard (?:application|TLS) |unknown served )/;

const SIGNED_ON = {
  id: "u_1",
  name: "Ann",
  email: "ann@witness.test",
  teams: [],
  organizations: [],
  groups: [],
};

/**
 * A witness of the review as a request that the evaluator takes; undefined where it holds something that the witness does
 * not tell, such as a password that the preview hides.
 *
 * @param base - URL without a path, for witnesses of places that have no host of their own
 */
export function questionOf(witness: Client, base: string): Question | undefined {
  const { address, tls, variables, emails, claims } = witness;
  // The review takes any answer of the clock for possible, and the evaluator reads the clock.
  if (witness.lacks.some(({ text }) => text.includes("time.now"))) return undefined;
  const headers: Record<string, string | string[]> = Object.fromEntries(
    Object.entries(witness.headers).map(([name, values]) => [name, [...values]]),
  );
  const identity: Record<string, unknown> = {};
  const token = new Map(Object.entries(claims).map(([place, value]) => [place.split(" ").at(-1), value]));
  // The evaluator knows one sign-on of a kind, and one signature.
  for (const kind of ["oauth ", "openid-connect ", "signature "])
    if (witness.has.filter(({ key }) => key.startsWith(kind)).length > 1) return undefined;
  for (const { key } of witness.has) {
    const [kind = "", ...rest] = key.split(" ");
    const by = rest.join(" ");
    if (kind === "oauth" || kind === "saml")
      Object.assign(identity, SIGNED_ON, { provider: kind === "saml" ? kind : by });
    else if (kind === "openid-connect") Object.assign(identity, SIGNED_ON, { issuer: by });
    else if (kind === "signature") identity.webhook = (JSON.parse(by) as readonly string[])[0];
    else if (kind === "password") {
      const pair = POOL.pairs.find((one) => passwordKey(one) === key);
      if (pair === undefined) return undefined;
      headers.authorization = basic(pair);
    } else if (kind === "token" || kind === "audience")
      identity.claims = {
        ...(identity.claims as object | undefined),
        ...(token.has("issuer") && { iss: token.get("issuer") }),
        ...(kind === "audience" && { aud: rest.at(-1) }),
      };
    else if (kind === "preflight")
      Object.assign(headers, {
        origin: "https://other.test",
        "access-control-request-method": "GET",
        ...headers,
      });
    else if (kind === "upgrade") Object.assign(headers, { connection: "Upgrade", upgrade: "websocket" });
    else if (!NEEDS_NOTHING.test(key)) return undefined;
  }
  const [email] = Object.values(emails);
  if (email !== undefined) identity.email = email;
  if (token.has("algorithm")) identity.algorithm = token.get("algorithm");
  return {
    url: witness.url.startsWith("/") || witness.url === "" ? `${base}${witness.url || "/"}` : witness.url,
    method: witness.method ?? "GET",
    ip: address,
    headers,
    ...(Object.keys(identity).length > 0 && { identity: identity as NonNullable<Question["identity"]> }),
    ...(tls !== undefined && { tls_version: tls }),
    variables: variables as NonNullable<Question["variables"]>,
  };
}
