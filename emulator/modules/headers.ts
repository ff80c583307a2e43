import type { Call } from "../account/account";
import { reject } from "../failure";
import { asObject, asText, type Json, type JsonObject } from "../json";

/** Converts header names to lower case, as the service returns them. */
export const lowerCaseNames = (headers: Json | undefined): JsonObject =>
  Object.fromEntries(Object.entries(asObject(headers)).map(([name, value]) => [name.toLowerCase(), value]));

export function refuseHeaders(call: Call, headers: Json | undefined, path: string): void {
  const names = Object.keys(asObject(headers));
  refuseHeaderNames(call, names, path);
  if (Object.values(asObject(headers)).some((value) => /[^\P{Cc}\t]/u.test(asText(value))))
    reject(call, 7024, `${path} has a value with a control character.`, path);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    reject(call, 7069, `${path} has a header in two spellings.`, path);
}

export function refuseHeaderNames(call: Call, names: readonly string[], path: string): void {
  if (!names.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)))
    reject(call, 7023, `${path} has an invalid header name.`, path);
}
