import type { Client } from "../../access";
import type { Trait } from "../../access/client";
import type { Question } from "../../emulator";
import { basic, passwordId } from "./clients";
import { POOL } from "./tables";

/** Traits that every evaluated client has. */
const IMPLIED_TRAITS: readonly Trait["id"]["kind"][] = ["application", "served"];

const SIGNED_IN_USER = {
  id: "u_1",
  name: "Ann",
  email: "ann@witness.test",
  teams: [],
  organizations: [],
  groups: [],
};

/**
 * Converts an example client of the review to a request that the emulator can evaluate; undefined if a part of it is
 * unknown, such as a masked password.
 *
 * @param base - The base URL for examples without a host.
 */
export function replayRequest(example: Client, base: string): Question | undefined {
  const { address, tls, variables, emails, claims } = example;
  // The review considers all times, but the emulator only the current one.
  if (example.lacks.some(({ text }) => text.includes("time.now"))) return undefined;
  const headers: Record<string, string | string[]> = Object.fromEntries(
    Object.entries(example.headers).map(([name, values]) => [name, [...values]]),
  );
  const identity: Record<string, unknown> = {};
  // The keys of `claims` consist of the location of the token and the name of the claim.
  const claimsByName = new Map(Object.entries(claims).map(([key, value]) => [key.split(" ").at(-1), value]));
  // A request has at most one sign-in of each kind and one signature.
  for (const kind of ["oauth", "openid-connect", "signature"])
    if (example.has.filter(({ id }) => ("protocol" in id ? id.protocol : id.kind) === kind).length > 1)
      return undefined;
  for (const { id } of example.has) {
    if (id.kind === "sign-in")
      Object.assign(
        identity,
        SIGNED_IN_USER,
        id.protocol === "openid-connect"
          ? { issuer: id.provider }
          : { provider: id.protocol === "saml" ? "saml" : id.provider },
      );
    else if (id.kind === "signature") identity.webhook = id.provider;
    else if (id.kind === "password") {
      const pair = POOL.pairs.find((candidate) => passwordId(candidate) === id.secret);
      if (pair === undefined) return undefined;
      headers.authorization = basic(pair);
    } else if (id.kind === "token" || (id.kind === "audience" && id.audience !== undefined))
      identity.claims = {
        ...(identity.claims as object | undefined),
        ...(claimsByName.has("issuer") && { iss: claimsByName.get("issuer") }),
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
        : id.kind !== "audience" && !IMPLIED_TRAITS.includes(id.kind)
    )
      return undefined;
  }
  const [email] = Object.values(emails);
  if (email !== undefined) identity.email = email;
  if (claimsByName.has("algorithm")) identity.algorithm = claimsByName.get("algorithm");
  return {
    url: example.url.startsWith("/") || example.url === "" ? `${base}${example.url || "/"}` : example.url,
    method: example.method ?? "GET",
    ip: address,
    headers,
    ...(Object.keys(identity).length > 0 && { identity: identity as NonNullable<Question["identity"]> }),
    ...(tls !== undefined && { tls_version: tls }),
    variables: variables as NonNullable<Question["variables"]>,
  };
}
