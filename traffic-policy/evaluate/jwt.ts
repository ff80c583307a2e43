import { isObject, type JsonObject } from "../language/json";

/** A token's header and claims; its signature is not looked at. Undefined if it is none. */
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

/** What speaks against claims; `absent` if they have no audience where one is wanted. */
export function objectionTo(
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
  const given = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  return given.some((one) => typeof one === "string" && audiences.includes(one)) ? undefined : "audience";
}
