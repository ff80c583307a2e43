import { excerpt, type HttpError, Redactor } from "../transport";

/** Information about an error code beyond the service's message. */
export interface CodeMeaning {
  /** Path of the input that the error is about. */
  readonly property?: string;
  readonly advice?: string;
  /**
   * `exclusive`: the request enables modules that exclude each other. `inUse`: the object can be deleted after the objects
   * that use it. `notReserved`: the request names a host that isn't reserved (yet). `taken`: another object already has the
   * requested name or key.
   */
  readonly means?: "exclusive" | "inUse" | "notReserved" | "taken";
}

/** Returns undefined for codes of other services. */
export type MeaningOf = (code: string) => CodeMeaning | undefined;

/**
 * An error response of the API (API reference, section "Conventions"; fields by convention): `error_code`, `msg`,
 * `details.operation_id`, `details.parameter`. Secrets known to the request are redacted.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** True if the code is one of the service's own, which take precedence over the message. */
  readonly hasServiceCode: boolean;
  readonly hasAdvice: boolean;
  readonly means: CodeMeaning["means"];
  /** The message without the code's advice, for callers with better advice. */
  readonly messageWithoutAdvice: string;
  /** True if the service reports that the object doesn't exist, or if ApiClient found its container without it. */
  isAbsent: boolean;
  /** True for a 404 or 410 without a code, which a gateway may also return. ApiClient then checks the container. */
  readonly seemsAbsent: boolean;

  constructor(error: HttpError, meaningOf: MeaningOf = () => undefined) {
    const { status, body, request } = error;
    const code = visibleText(body?.error_code);
    const message = visibleText(body?.msg);
    const operationId = visibleText(valueAtKey(body?.details, "operation_id"));
    const meaning = code === undefined ? undefined : meaningOf(code);
    const property = findParameter(body?.details, message) ?? relativeToModule(meaning?.property, request);
    const parts = { code, message, operationId, property };
    super(describe(error, { ...parts, advice: meaning?.advice }));
    this.messageWithoutAdvice = describe(error, { ...parts, advice: undefined });
    this.status = status;
    this.hasServiceCode = meaning !== undefined;
    this.hasAdvice = meaning?.advice !== undefined;
    this.means = meaning?.means;
    // A module that is not set may be returned as 204 or null (an assumption).
    const isMissing = status === 404 || status === 410;
    this.isAbsent = (isMissing && code !== undefined) || status < 300;
    this.seemsAbsent = isMissing && code === undefined && error.seemsFromApi;
  }
}

/** A 404 in a different format than the API's isn't sufficient: with a wrong base URL, every object would seem to be deleted. */
export const isNotFound = (error: unknown): error is ApiError => error instanceof ApiError && error.isAbsent;

/** True if the service rejected the request without any effect: 400, 409, or 422. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 409, 422].includes(error.status);

/** A response with status 2xx that does not contain what was requested. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}

type Parts = Record<"code" | "message" | "operationId" | "property" | "advice", string | undefined>;

function describe(error: HttpError, { code, message, operationId, property, advice }: Parts): string {
  const call = `${error.request.method} ${error.request.path}`;
  const status = code === undefined ? String(error.status) : `${error.status} ${code}`;
  const text = message === undefined ? "" : `: ${message}`;
  const operation = operationId === undefined ? "" : ` (operation ${operationId})`;
  const about = property === undefined ? "" : `; ${advice === undefined ? "property " : ""}${property}`;
  const adviceText = advice === undefined ? about : `${about === "" ? ";" : `${about}:`} ${advice}`;
  if (error.status === 401)
    return `the API token was refused (${status}): set tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN; ${call}${text}${operation}${adviceText}`;
  // If the body isn't in the API's format, the transport's message describes it.
  if (code === undefined && message === undefined) return error.message;
  if (error.status === 403) {
    const permission = advice === undefined ? "; the token's owner may lack the permission" : "";
    return `${call}: not allowed (${status})${text}${operation}${permission}${adviceText}`;
  }
  return `${call}: ${status}${text}${operation}${adviceText}`;
}

function findParameter(details: unknown, message = ""): string | undefined {
  const [, inMessage] = /request parameter ["'`]?([a-z][a-z0-9_.]{0,99})/i.exec(message) ?? [];
  const parameter = valueAtKey(details, "parameter") ?? inMessage;
  if (typeof parameter !== "string" || !/^[a-z][\w.[\]]{0,99}$/i.test(parameter)) return undefined;
  return camelCase(parameter.replace(/\.$/, ""));
}

/** Makes a path within an edge or route relative to the module of the request. */
function relativeToModule(property: string | undefined, { path }: HttpError["request"]): string | undefined {
  const [module = "", ...within] = property?.split(".") ?? [];
  const segment = path.slice(path.lastIndexOf("/") + 1);
  return within.length > 0 && camelCase(segment) === module ? within.join(".") : property;
}

const camelCase = (text: string) => text.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function valueAtKey(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

const NO_SECRETS = new Redactor();

/** Returns a text of the service in a form that may be printed: shortened, on one line; undefined if there is none. */
function visibleText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = excerpt(value, NO_SECRETS);
  return text === "" ? undefined : text;
}
