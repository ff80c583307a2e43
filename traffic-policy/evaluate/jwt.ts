import { isObject, type JsonObject } from "../language/json";

/** Decodes a JWT without verifying its signature; undefined if it is malformed. */
export function readToken(
  token: string,
): { readonly header: JsonObject; readonly claims: JsonObject } | undefined {
  const [header, claims, signature, more] = token.split(".");
  if (header === undefined || claims === undefined || signature === undefined || more !== undefined)
    return undefined;
  const parts = [decode(header), decode(claims)];
  return parts[0] && parts[1] ? { header: parts[0], claims: parts[1] } : undefined;
}

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Validates the claims of a token. `no audience`: the policy requires an audience, and the token has none. */
export function validateClaims(
  claims: JsonObject,
  issuers: readonly string[],
  audiences: readonly string[],
  now: number,
): "valid" | "invalid" | "no audience" {
  if (typeof claims.iss !== "string" || !issuers.includes(claims.iss)) return "invalid";
  if (typeof claims.exp === "number" && claims.exp * 1000 <= now) return "invalid";
  if (typeof claims.nbf === "number" && claims.nbf * 1000 > now) return "invalid";
  if (audiences.length === 0) return "valid";
  if (claims.aud === undefined) return "no audience";
  const isAllowed = [claims.aud]
    .flat()
    .some((audience) => typeof audience === "string" && audiences.includes(audience));
  return isAllowed ? "valid" : "invalid";
}
