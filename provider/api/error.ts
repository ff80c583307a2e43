import { excerpt, type HttpError, type Method, Redactor } from "../transport";

/** What this package knows about an error code beyond the service's message. */
export interface CodeMeaning {
  /** Path of the input that the error is about. */
  readonly property?: string;
  /** What to do. */
  readonly advice?: string;
  /**
   * `inUse`: the object can be deleted once its users are. `notReserved`: the object needs another one that does not
   * exist (yet). `taken`: another object has what the request asks for.
   */
  readonly means?: "inUse" | "notReserved" | "taken";
}

/** Returns the meaning of a code: empty for a code of the service without more to say, undefined for any other. */
export type MeaningOf = (code: string) => CodeMeaning | undefined;

/**
 * The API refused or failed. Built from its error body (API reference, section "Conventions"; fields by convention):
 * `error_code`, `msg`, `details.operation_id`, `details.parameter`. Secrets known to the request are redacted.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The service's own code, such as `ERR_446`. */
  readonly code: string | undefined;
  /** Identifies this call to the service's support. */
  readonly operationId: string | undefined;
  /** Path of the input that the error is about, in camelCase, if the service or its code names one. */
  readonly property: string | undefined;
  /** True if the code is one of the service's own, which define what was refused whatever the message names. */
  readonly hasServiceCode: boolean;
  /** True if the code comes with advice of this package. */
  readonly hasAdvice: boolean;
  readonly means: CodeMeaning["means"];
  /** The message without the code's advice, for callers with better advice. */
  readonly withoutAdvice: string;
  readonly method: Method;
  readonly path: string;
  /** The service itself says that the object does not exist, or ApiClient has found its container without it. */
  absent: boolean;
  /**
   * A 404 or 410 without further information, which a gateway may also return: the object is gone if its container
   * exists.
   */
  readonly seemsAbsent: boolean;

  constructor(error: HttpError, meaningOf: MeaningOf = () => undefined) {
    const { status, body, request } = error;
    const code = textOf(body?.error_code);
    const message = textOf(body?.msg);
    const operationId = textOf(fieldOf(body?.details, "operation_id"));
    const meaning = code === undefined ? undefined : meaningOf(code);
    const property = parameterIn(body?.details, message) ?? inModule(meaning?.property, request);
    const said = { code, message, operationId, property };
    super(describe(error, { ...said, advice: meaning?.advice }));
    this.withoutAdvice = describe(error, { ...said, advice: undefined });
    this.status = status;
    this.code = code;
    this.operationId = operationId;
    this.property = property;
    this.hasServiceCode = meaning !== undefined;
    this.hasAdvice = meaning?.advice !== undefined;
    this.means = meaning?.means;
    this.method = request.method;
    this.path = request.path;
    const documented = code !== undefined || message !== undefined || typeof body?.status_code === "number";
    // A module that is not set may be returned as 204 or null (assumed by convention).
    const isMissing = status === 404 || status === 410;
    this.absent = (isMissing && documented) || status < 300;
    this.seemsAbsent = isMissing && !documented && error.isPlain;
  }
}

/**
 * The object does not exist or is not set: 404 or 410 in the API's own form, 204, or null. A 404 or 410 in any other
 * form does not count by itself: behind a wrong base URL every object would seem to be gone.
 */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.absent;
}

/** The request was refused as it is, and nothing was done: 400, 409 or 422. */
export function isClientError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 409 || error.status === 422);
}

/** A response with status 2xx that does not contain what was requested. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}

interface Parts {
  code: string | undefined;
  message: string | undefined;
  operationId: string | undefined;
  property: string | undefined;
  advice: string | undefined;
}

function describe(error: HttpError, { code, message, operationId, property, advice }: Parts): string {
  const call = `${error.request.method} ${error.request.path}`;
  const status = code === undefined ? String(error.status) : `${error.status} ${code}`;
  const said = message === undefined ? "" : `: ${message}`;
  const operation = operationId === undefined ? "" : ` (operation ${operationId})`;
  const about = property === undefined ? "" : `; ${advice === undefined ? "property " : ""}${property}`;
  const todo = advice === undefined ? about : `${about === "" ? ";" : `${about}:`} ${advice}`;
  if (error.status === 401) {
    return `the API token was refused (${status}): set tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN; ${call}${said}${operation}${todo}`;
  }
  // Where the body is not the API's, the transport's message describes it.
  if (code === undefined && message === undefined) return error.message;
  if (error.status === 403) {
    const permission = advice === undefined ? "; the token's owner may lack the permission" : "";
    return `${call}: not allowed (${status})${said}${operation}${permission}${todo}`;
  }
  return `${call}: ${status}${said}${operation}${todo}`;
}

/** The parameter that the service names, as the path of an input. */
function parameterIn(details: unknown, message = ""): string | undefined {
  const [, inMessage] = /request parameter ["'`]?([a-z][a-z0-9_.]{0,99})/i.exec(message) ?? [];
  const named = fieldOf(details, "parameter") ?? inMessage;
  if (typeof named !== "string" || !/^[a-z][\w.[\]]{0,99}$/i.test(named)) return undefined;
  return camelCase(named.replace(/\.$/, ""));
}

/** A path within an edge or route, made relative to the module of the request. */
function inModule(property: string | undefined, { path }: HttpError["request"]): string | undefined {
  const [module = "", ...within] = property?.split(".") ?? [];
  const segment = path.slice(path.lastIndexOf("/") + 1);
  return within.length > 0 && camelCase(segment) === module ? within.join(".") : property;
}

const camelCase = (text: string) => text.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

const NO_SECRETS = new Redactor();

function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = excerpt(value, NO_SECRETS);
  return text === "" ? undefined : text;
}
