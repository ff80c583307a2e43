import type { Failure, Outcome, Reply } from "./connection";
import { HttpError, LostReplyError, TransportError, type TransportFailure } from "./errors";
import { excerpt, type Redactor } from "./redact";
import type { ApiResponse, Method, Request } from "./request";
import { classifyStatus, RATE_LIMITED, retryLimits } from "./retry";

/** The API's own objects stay below ten levels. */
export const MAX_JSON_DEPTH = 100;
/** The API's own errors have about 300 bytes. Longer bodies aren't parsed or quoted. */
const MAX_ERROR_BYTES = 16 * 1024;
/** Redirects after which a POST wasn't carried out (RFC 9110, 15.4.8 and 15.4.9). Others may point to its result. */
const REPEAT_ELSEWHERE = [307, 308];
const DAMAGED = "truncated or damaged JSON";

/** A response, or the error to throw unless the request is retried. */
type Interpretation = { response: ApiResponse } | { isRetryable: boolean; error: Error; why: string };

/** Interprets the outcomes of one request. The transport handles 429 and 401, which affect all requests. */
export class Call {
  /** True if a repeated request could create a second object. */
  private readonly isUnrepeatable: boolean;

  constructor(
    private readonly request: Request,
    private readonly baseUrl: string,
    private readonly redactor: Redactor,
  ) {
    this.isUnrepeatable = request.method === "POST";
  }

  get name(): string {
    return `${this.redacted.method} ${this.redacted.path}`;
  }

  /** For messages. Computed on demand, when the redactor knows the token that was sent. */
  private get redacted(): { method: Method; path: string } {
    const { method, path } = this.request;
    return { method, path: excerpt(path.replace(/\?.*$/s, ""), this.redactor, 200) };
  }

  interpret(outcome: Outcome): Interpretation {
    if (outcome.kind === "failure") return this.interpretFailure(outcome);
    const { status } = outcome;
    if (status >= 200 && status < 300) return this.interpretSuccess(outcome);
    if (status >= 300 && status < 400) return this.interpretRedirect(outcome);
    const error = this.httpError(outcome);
    const { isAmbiguous, isTemporary } = classifyStatus(status);
    if (isAmbiguous && this.isUnrepeatable)
      return this.lostReply(`the server answered ${status}`, status, error);
    return { isRetryable: isTemporary && !this.isUnrepeatable, error, why: `status ${status}` };
  }

  /** @param wait - The wait that the server announces, in ms. */
  rateLimitError(wait: number | undefined): TransportError {
    const announced = wait === undefined ? "" : ` and asks to wait ${Math.ceil(wait / 1000)} s`;
    return new TransportError(
      "rateLimited",
      `${this.name}: ${RATE_LIMITED}${announced}; gave up, because no request waits longer than ${retryLimits.refusedMs / 60_000} minutes: run again later, check what else uses this account, or set tunnel-edge:requestsPerMinute below the account's limit`,
    );
  }

  /** @param limit - Reason of the signal that ended the wait. */
  waitEndedError(waitedFor: string, limit: Error): TransportError {
    return new TransportError("waitEnded", `${this.name}: ${waitedFor}; ${limit.message}`);
  }

  private interpretFailure({ failure, why, mayHaveBeenSent, status }: Failure): Interpretation {
    if (mayHaveBeenSent && this.isUnrepeatable) return this.lostReply(why, status);
    const error = new TransportError(failure, this.describeFailure(failure, why));
    return { isRetryable: RETRYABLE.includes(failure), error, why };
  }

  private interpretSuccess({ status, headers, body }: Reply): Interpretation {
    const { method } = this.request;
    // An update returns the object. Anything else is no proof that it was carried out.
    const mayBeEmpty = method !== "PATCH" && method !== "PUT";
    if (status === 204 && mayBeEmpty)
      return { response: { status, headers, body: undefined, bytes: body.length } };
    const decoded = decodeBody(body, headers["content-type"]);
    // Null means "not set" in the response to a GET.
    const isUsable = decoded.ok && method !== "DELETE" && (decoded.value !== null || method === "GET");
    if (isUsable) return { response: { status, headers, body: decoded.value, bytes: body.length } };
    const unusable = decoded.ok && decoded.value === null ? "null" : "not the expected 204 No Content";
    const problem = decoded.ok ? unusable : decoded.why;
    const text = `the response (${status}) is ${problem}`;
    if (this.isUnrepeatable) return this.lostReply(text, status);
    const error = new TransportError("unreadable", `${this.name}: ${text}${hintFor(problem)}`);
    return { isRetryable: true, error, why: `the response is ${problem}` };
  }

  private httpError({ status, headers, body }: Reply): HttpError {
    const kib = Math.ceil(body.length / 1024);
    const decoded =
      body.length > MAX_ERROR_BYTES
        ? { ok: false as const, why: `longer (${kib} KiB) than any error of the API` }
        : decodeBody(body, headers["content-type"]);
    const value = decoded.ok ? decoded.value : undefined;
    const object = isRecord(value) ? this.redactor.redactDeep(value) : undefined;
    const why = decoded.ok ? "" : `, and the response is ${decoded.why}${hintFor(decoded.why)}`;
    const text = `${this.name}: status ${status}${why}`;
    const seemsFromApi = decoded.ok || body.length === 0;
    return new HttpError(text, this.redacted, status, isRecord(object) ? object : undefined, seemsFromApi);
  }

  private interpretRedirect({ status, headers }: Reply): Interpretation {
    // Only the origin, because path and query of a login page contain state.
    const target = URL.parse(String(headers.location ?? ""), this.baseUrl)?.origin;
    const where = target === undefined || target === "null" ? "" : ` to ${this.redactor.redact(target)}`;
    const why = `the server redirects (${status})${where}`;
    if (this.isUnrepeatable && !REPEAT_ELSEWHERE.includes(status)) return this.lostReply(why, status);
    const text = `${this.name}: ${why}; redirects are not followed, so that only ${this.baseUrl} gets the token: is tunnel-edge:baseUrl the API's own address?`;
    return { isRetryable: false, error: new TransportError("redirect", text), why };
  }

  private lostReply(why: string, status: number | undefined, response?: HttpError): Interpretation {
    const text = `${this.name}: ${why}; ${LostReplyError.consequence}`;
    return { isRetryable: false, error: new LostReplyError(text, this.redacted, status, response), why };
  }

  private describeFailure(failure: TransportFailure, why: string): string {
    const advice = ADVICE[failure];
    if (advice !== undefined) return `cannot reach ${this.baseUrl} (${why}): ${advice}`;
    const text = `${this.name} at ${this.baseUrl}: ${why}`;
    return failure === "timeout" ? `${text}: try again, or raise tunnel-edge:requestTimeout` : text;
  }
}

const RETRYABLE: readonly TransportFailure[] = ["unreachable", "timeout", "reset", "unreadable"];

const ADVICE: Partial<Record<TransportFailure, string>> = {
  unreachable: "check tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL",
  proxy: "correct the proxy's address or its credentials, or add the API's host to NO_PROXY",
  tls: "check tunnel-edge:baseUrl; for a private certificate authority set NODE_EXTRA_CA_CERTS to its PEM file",
};

/** The API's own responses are JSON objects, null or empty: others come from a proxy, a login page, or another server. */
function hintFor(kind: string): string {
  return kind === "null" || kind === "empty" || kind === DAMAGED
    ? ""
    : ": is tunnel-edge:baseUrl the API's address, or does a proxy respond instead?";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Decoded = { ok: true; value: unknown } | { ok: false; why: string };

/** Ignores the content type: some proxies declare their HTML as JSON, and some services their JSON as text. */
export function decodeBody(raw: Buffer, contentType: string | undefined): Decoded {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    return { ok: false, why: describeFormat(raw.toString().trimStart(), contentType) };
  }
  if (value !== null && !isRecord(value)) return { ok: false, why: "JSON, but not an object" };
  if (nestsDeeperThan(value, MAX_JSON_DEPTH))
    return { ok: false, why: `JSON nested more than ${MAX_JSON_DEPTH} levels deep` };
  return { ok: true, value };
}

function describeFormat(text: string, contentType: string | undefined): string {
  if (text === "") return "empty";
  if (text.startsWith("<") || /html/i.test(contentType ?? "")) return "not JSON but HTML";
  return text.startsWith("{") ? DAMAGED : "not JSON";
}

/** Later traversals of a deeper value could overflow the stack. */
const nestsDeeperThan = (value: unknown, limit: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (limit === 0 || Object.values(value).some((item) => nestsDeeperThan(item, limit - 1)));
