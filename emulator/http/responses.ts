import { randomBytes } from "node:crypto";
import { ApiFailure, REASONS, serviceCode, statusOf } from "../failure";
import type { Json, JsonObject } from "../json";
import { DataFileError } from "../store/data-file-error";
import type { ParsedFault } from "./faults";

/** A response; the body is undefined if it has none. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A response in the API's form. */
export function jsonResponse(
  status: number,
  body?: Json,
  headers: Record<string, string> = {},
): HttpResponse {
  if (body === undefined) return { status, headers, body: undefined };
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** Returns an error in the API's form. Its `details` are an object of strings, never null. */
export function errorResponse(
  status: number,
  code: string,
  msg: string,
  parameter?: string,
  headers?: Record<string, string>,
): HttpResponse {
  const details: JsonObject = { operation_id: `op_${randomBytes(12).toString("hex")}` };
  if (parameter !== undefined) details.parameter = parameter;
  return jsonResponse(status, { error_code: code, status_code: status, msg, details }, headers);
}

/** The response to a request that is refused, or whose changes cannot be persisted. Rethrows other errors. */
export function failureResponse(error: unknown): HttpResponse {
  const failure =
    error instanceof DataFileError
      ? new ApiFailure("notStored", `Nothing was changed. ${error.message}`)
      : error;
  if (!(failure instanceof ApiFailure)) throw error;
  return errorResponse(failure.status, failure.code, failure.message, failure.parameter);
}

/** Applies a fault to a response, which is a bare 200 if the request was not carried out. */
export function applyFault(fault: ParsedFault, original: HttpResponse): HttpResponse {
  const response = (body: string | undefined, contentType?: string): HttpResponse => ({
    status: fault.status ?? original.status,
    headers: {
      ...original.headers,
      ...fault.headers,
      ...(contentType && { "content-type": `${contentType}; charset=utf-8` }),
    },
    body,
  });
  const { body } = original;
  switch (fault.kind) {
    case "status":
      return statusFault(fault);
    case "html":
      return response("<html><body><h1>Bad gateway</h1><p>nginx</p></body></html>", "text/html");
    case "empty":
      return response("");
    case "truncated": {
      const whole = body ?? "{}";
      return response(whole.slice(0, Math.max(1, Math.floor(whole.length / 2))));
    }
    case "content-type":
      return response(body, "text/plain");
    case "huge":
      return response(JSON.stringify({ filler: "x".repeat(fault.bytes ?? 64 * 1024 * 1024) }));
    case "deep": {
      const depth = fault.depth ?? 100_000;
      return response(`${'{"a":'.repeat(depth)}null${"}".repeat(depth)}`);
    }
    case "wrong-types":
      return response(JSON.stringify(withWrongTypes(body === undefined ? null : JSON.parse(body))));
    case "redirect":
      return {
        status: fault.status ?? 307,
        headers: { ...fault.headers, location: fault.location ?? "http://127.0.0.1:9/elsewhere" },
        body: "",
      };
    case "custom":
      return response(customBody(fault.body ?? ""));
    default:
      return original;
  }
}

function statusFault({ status, code, body, headers, retryAfter }: ParsedFault): HttpResponse {
  const response = errorResponse(
    status ?? (code === undefined ? 500 : statusOf(code)),
    code === undefined ? REASONS.fault.code : serviceCode(code),
    "A fault of the emulator.",
    undefined,
    { ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }), ...headers },
  );
  return body === undefined ? response : { ...response, body: customBody(body) };
}

const customBody = (body: Json): string => (typeof body === "string" ? body : JSON.stringify(body));

/** Replaces all values with values of other types. */
function withWrongTypes(value: Json): Json {
  if (Array.isArray(value)) return { items: value.length };
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withWrongTypes(item)]));
  if (typeof value === "string") return value.length;
  if (typeof value === "number") return [value];
  return value === null ? 0 : "yes";
}
