import { ApiFailure, refusal } from "../failure";
import { isObject, type Json, type JsonObject } from "../json";
import type { HttpRequest } from "./exchange";
import type { ApiOperation } from "./operations";

/** Versions of the service's API. */
const VERSIONS = ["0", "1", "2"];

/** Refuses an unknown version, and a missing one if it is required. */
export function refuseVersion({ headers }: HttpRequest, isRequired: boolean): void {
  const version = headers["ngrok-version"];
  if (version === undefined && !isRequired) return;
  if (version === undefined)
    throw refusal(218, `The ngrok-version header is missing. Supported versions: ${VERSIONS.join(", ")}.`);
  if (typeof version !== "string" || !VERSIONS.includes(version.trim()))
    throw refusal(217, `The ngrok-version header must be one of: ${VERSIONS.join(", ")}.`);
}

/** Refuses query parameters that the operation does not have, and a body if it takes none. */
export function refuseForm(request: HttpRequest, { method, query = {} }: ApiOperation): void {
  if (/%(?![\da-f]{2})|;/i.test(request.search))
    throw refusal(230, "The query has an invalid escape or an unescaped semicolon.");
  const params = new URLSearchParams(request.search);
  const names = Object.keys(query);
  const unknown = [...params.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw refusal(
      231,
      `The query has unknown parameters: ${unknown.join(", ")}. Known parameters: ${names.join(", ") || "none"}.`,
      unknown[0],
    );
  for (const name of names)
    if (query[name] === "single" && params.getAll(name).length > 1)
      throw refusal(232, `The query may contain ${name} only once.`, name);
  if ((method === "GET" || method === "DELETE") && request.body.length > 0)
    throw refusal(211, `A ${method} request must not have a body.`);
}

/** Parses a body as a JSON object. A missing one counts as empty. */
export function parseBody({ headers, body }: HttpRequest, reference: boolean): JsonObject {
  if (body.length === 0) return {};
  const type = headers["content-type"];
  if (!reference && type === undefined)
    throw refusal(216, "A request with a body needs the header Content-Type: application/json.");
  if (!reference && !/^\s*application\/json\s*(;|$)/i.test(type ?? ""))
    throw refusal(210, "The content type is not supported: send application/json.");
  const value = jsonOrText(body);
  if (isObject(value)) return value;
  const why = "The body must be a JSON object.";
  throw reference ? new ApiFailure("malformed", why) : refusal(213, why);
}

/** Parses a body as JSON; returns its text if that fails. */
export function jsonOrText(body: Buffer): Json {
  const text = body.toString("utf8");
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
