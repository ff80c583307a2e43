import type { Client } from "../../../access";
import type { Question } from "../../../emulator";
import { text } from "../account";

/** What a migration knows of the proofs that clients show. */
export interface Proofs {
  /** PEM by the key of its authority: the certificate of an authority is one that the authority has signed. */
  readonly certificates: ReadonlyMap<string, string>;
  /** User names with passwords by the key of the secret. */
  readonly passwords: ReadonlyMap<string, string>;
}

const USER = { id: "u_1", name: "Ann", teams: [] as string[], organizations: [] as string[], groups: [] };
const PREFLIGHT = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };

/** Pages of sign-in actions, which answer them instead of the upstream. */
const OWN_PAGES = /^\w+:\/\/[^/]*\/(?:ngrok|auth)\//;

/** A client as a request for the emulator; undefined if it shows what the emulator cannot be given. */
export function requestOf(client: Client, proofs: Proofs): Question | undefined {
  if (OWN_PAGES.test(client.url)) return undefined;
  const headers: Record<string, string | string[]> = {};
  for (const [name, values] of Object.entries(client.headers)) headers[name] = [...values];
  const identity: NonNullable<Question["identity"]> = {};
  const claims = Object.entries(client.claims).map(([place, value]) => [place.split(" ").at(-1), value]);
  const token: Readonly<Record<string, string>> = Object.fromEntries(claims);
  let cert: string | undefined;
  for (const { id } of client.has)
    switch (id.kind) {
      case "sign-in":
        // The emulator knows one sign-in of a client.
        if ("id" in identity) return undefined;
        Object.assign(identity, { ...USER, email: "nobody@elsewhere.example" });
        if (id.protocol === "openid-connect") identity.issuer = id.by;
        else identity.provider = id.protocol === "saml" ? "saml" : id.by;
        break;
      case "member":
        if (id.of === "team") identity.teams = [...(identity.teams ?? []), id.name];
        else if (id.of === "organization")
          identity.organizations = [...(identity.organizations ?? []), id.name];
        else identity.groups = [...(identity.groups ?? []), id.name];
        break;
      case "certificate":
        cert = id.authority === undefined ? cert : proofs.certificates.get(id.authority);
        if (id.authority !== undefined && cert === undefined) return undefined;
        break;
      case "signature":
        identity.webhook = id.provider;
        break;
      case "password": {
        const pair = proofs.passwords.get(id.secret);
        if (pair === undefined) return undefined;
        headers.authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
        break;
      }
      case "token":
      case "audience":
        if (token.algorithm !== undefined) identity.algorithm = token.algorithm;
        identity.claims = {
          ...identity.claims,
          ...(token.issuer !== undefined && { iss: token.issuer }),
          ...(id.kind === "audience" && id.audience !== undefined && { aud: id.audience }),
        };
        break;
      case "preflight":
        Object.assign(headers, { ...PREFLIGHT, ...headers });
        break;
      case "upgrade":
        Object.assign(headers, { connection: "Upgrade", upgrade: "websocket" });
        break;
      case "binding":
        if (id.name !== "public") return undefined;
        break;
      case "application":
      case "TLS version":
      case "served":
        break;
      default:
        return undefined;
    }
  const [email] = Object.values(client.emails);
  if (client.has.some(({ id }) => id.kind === "certificate") && cert === undefined) return undefined;
  return {
    url: client.url,
    method: text(client.method) || "GET",
    ip: client.address,
    headers,
    identity: { ...identity, ...(email !== undefined && { email }) },
    ...(cert !== undefined && { cert }),
    ...(client.tls !== undefined && { tls_version: client.tls }),
    variables: client.variables as NonNullable<Question["variables"]>,
  };
}
