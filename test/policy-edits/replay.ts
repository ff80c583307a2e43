import type { Client } from "../../access";
import type { Trait } from "../../access/client";
import type { Question } from "../../emulator";
import { basic, passwordId } from "./clients";
import { POOL } from "./generate";

/** What the evaluator gives every client: the public binding, the registered application, all versions of TLS. */
const NEEDS_NOTHING: readonly Trait["id"]["kind"][] = ["application", "TLS version", "served"];

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
  for (const kind of ["oauth", "openid-connect", "signature"])
    if (witness.has.filter(({ id }) => ("protocol" in id ? id.protocol : id.kind) === kind).length > 1)
      return undefined;
  for (const { id } of witness.has) {
    if (id.kind === "sign-in")
      Object.assign(
        identity,
        SIGNED_ON,
        id.protocol === "openid-connect"
          ? { issuer: id.provider }
          : { provider: id.protocol === "saml" ? "saml" : id.provider },
      );
    else if (id.kind === "signature") identity.webhook = id.provider;
    else if (id.kind === "password") {
      const pair = POOL.pairs.find((one) => passwordId(one) === id.secret);
      if (pair === undefined) return undefined;
      headers.authorization = basic(pair);
    } else if (id.kind === "token" || (id.kind === "audience" && id.audience !== undefined))
      identity.claims = {
        ...(identity.claims as object | undefined),
        ...(token.has("issuer") && { iss: token.get("issuer") }),
        ...(id.kind === "audience" && { aud: id.audience }),
      };
    else if (id.kind === "preflight")
      Object.assign(headers, {
        origin: "https://other.test",
        "access-control-request-method": "GET",
        ...headers,
      });
    else if (id.kind === "upgrade") Object.assign(headers, { connection: "Upgrade", upgrade: "websocket" });
    else if (
      id.kind === "binding"
        ? id.name !== "public"
        : id.kind !== "audience" && !NEEDS_NOTHING.includes(id.kind)
    )
      return undefined;
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
