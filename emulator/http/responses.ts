import { ApiFailure, errorBody, REASONS } from "../failure";
import type { Json } from "../json";
import { serviceCode, statusOf } from "../refusals";
import type { DataFileError } from "../store/journal";
import type { ReadFault } from "./faults";

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

/** An error in the API's form. */
export function errorResponse(
  status: number,
  code: string,
  message: string,
  parameter?: string,
  headers?: Record<string, string>,
): HttpResponse {
  return jsonResponse(status, errorBody(status, code, message, parameter), headers);
}

/** The response to a request that is refused. */
export const failureResponse = ({ status, code, message, parameter }: ApiFailure): HttpResponse =>
  errorResponse(status, code, message, parameter);

/** The failure of a request whose changes cannot be persisted; it has no effect. */
export const notStored = ({ message }: DataFileError): ApiFailure =>
  new ApiFailure("notStored", `Nothing was changed. ${message}`);

/** True for faults that by default only affect the response, after the request is carried out. */
export function commitsByDefault({ kind }: ReadFault): boolean {
  return !["status", "rate-limit", "cut-before", "hang", "redirect"].includes(kind);
}

/** Applies a fault to a response, which is a bare 200 if the request was not carried out. */
export function applyFault(fault: ReadFault, original: HttpResponse): HttpResponse {
  const status = fault.status ?? original.status;
  const headers = { ...original.headers, ...fault.headers };
  const html = { ...headers, "content-type": "text/html; charset=utf-8" };
  switch (fault.kind) {
    case "status": {
      const code = fault.status ?? (fault.code === undefined ? 500 : statusOf(fault.code));
      const name = fault.code === undefined ? REASONS.fault.code : serviceCode(fault.code);
      const body = fault.body === undefined ? undefined : customBody(fault.body);
      const retry: Record<string, string> =
        fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
      const standard = errorResponse(code, name, "A fault of the emulator.", undefined, {
        ...retry,
        ...fault.headers,
      });
      return body === undefined ? standard : { ...standard, body };
    }
    case "html":
      return { status, headers: html, body: "<html><body><h1>Bad gateway</h1><p>nginx</p></body></html>" };
    case "empty":
      return { status, headers, body: "" };
    case "truncated": {
      const whole = original.body ?? "{}";
      return { status, headers, body: whole.slice(0, Math.max(1, Math.floor(whole.length / 2))) };
    }
    case "content-type":
      return {
        status,
        headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
        body: original.body,
      };
    case "huge":
      return {
        status,
        headers,
        body: JSON.stringify({ filler: "x".repeat(fault.bytes ?? 64 * 1024 * 1024) }),
      };
    case "deep": {
      const depth = fault.depth ?? 100_000;
      return { status, headers, body: `${'{"a":'.repeat(depth)}null${"}".repeat(depth)}` };
    }
    case "wrong-types":
      return { status, headers, body: JSON.stringify(withWrongTypes(parseOrNull(original.body))) };
    case "redirect":
      return {
        status: fault.status ?? 307,
        headers: { ...fault.headers, location: fault.location ?? "http://127.0.0.1:9/elsewhere" },
        body: "",
      };
    case "custom":
      return { status, headers, body: customBody(fault.body ?? "") };
    case "latency":
    case "rate-limit":
    case "wrong-account":
    case "cut-before":
    case "cut-after":
    case "cut-body":
    case "hang":
      return original;
  }
}

function customBody(body: Json): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function parseOrNull(body: string | undefined): Json {
  return body === undefined ? null : (JSON.parse(body) as Json);
}

/** Replaces all values by values of other types. */
function withWrongTypes(value: Json): Json {
  if (Array.isArray(value)) return { items: value.length };
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withWrongTypes(item)]));
  if (typeof value === "string") return value.length;
  if (typeof value === "number") return [value];
  return value === null ? 0 : "yes";
}
