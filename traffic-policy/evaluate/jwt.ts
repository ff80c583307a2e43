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

/** The reason to reject the claims; `absent` if a required audience is missing. */
export function claimsProblem(
  claims: JsonObject,
  issuers: readonly string[],
  audiences: readonly string[],
  now: number,
): "issuer" | "audience" | "absent" | "time" | undefined {
  if (typeof claims.iss !== "string" || !issuers.includes(claims.iss)) return "issuer";
  if (typeof claims.exp === "number" && claims.exp * 1000 <= now) return "time";
  if (typeof claims.nbf === "number" && claims.nbf * 1000 > now) return "time";
  if (audiences.length === 0) return undefined;
  if (claims.aud === undefined) return "absent";
  const claimed = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  return claimed.some((audience) => typeof audience === "string" && audiences.includes(audience))
    ? undefined
    : "audience";
}
