import type { Failure, Outcome, Reply } from "./connection";
import { HttpError, LostReplyError, TransportError } from "./errors";
import { excerpt, type Redactor } from "./redact";
import type { ApiResponse, Method, Request } from "./request";
import { meaningOfStatus, RATE_LIMITED, retryLimits } from "./retry";

/** Deepest accepted nesting; the API's own objects stay below ten. */
export const MAX_JSON_DEPTH = 100;

const LONGEST_WAIT = `${retryLimits.refusedMs / 60_000} minutes`;

/** The API's own errors have about 300 bytes. A longer body is not searched for secrets, and therefore not quoted. */
const MOST_ERROR_BYTES = 16 * 1024;

/**
 * Redirects of the same request (RFC 9110, 15.4.8 and 15.4.9). The others may follow a POST that was carried out, and
 * point to its result.
 */
const REDIRECTS_WITH_BODY = [307, 308];

const DAMAGED = "JSON that is cut off or damaged";

/** A response, or the error to throw unless the request is retried. */
type Judgement = { response: ApiResponse } | { isRetryable: boolean; error: Error; why: string };

/**
 * One request and the meaning of its outcomes. The transport handles 429 and 401: they concern more than one request.
 */
export class Call {
  private readonly once: boolean;

  constructor(
    private readonly request: Request,
    private readonly address: string,
    private readonly redactor: Redactor,
  ) {
    this.once = request.method === "POST";
  }

  /** Method and path for messages. Computed on demand: by then the redactor knows the token that was used. */
  get name(): string {
    return `${this.ref.method} ${this.ref.path}`;
  }

  private get ref(): { method: Method; path: string } {
    const { method, path } = this.request;
    // Without the query, which carries no useful information.
    return { method, path: excerpt(path.replace(/\?.*$/s, ""), this.redactor, 200) };
  }

  judge(outcome: Outcome): Judgement {
    if (outcome.kind === "failure") return this.judgeFailure(outcome);
    const { status } = outcome;
    if (status >= 200 && status < 300) return this.judgeSuccess(outcome);
    if (status >= 300 && status < 400) return this.redirected(outcome);
    const error = this.httpError(outcome);
    const { isAmbiguous, isTemporary } = meaningOfStatus(status);
    if (isAmbiguous && this.once) return this.lost(`the server answered ${status}`, status, error);
    return { isRetryable: isTemporary && !this.once, error, why: `status ${status}` };
  }

  rateLimited(wait: number | undefined): TransportError {
    if (wait !== undefined && wait > retryLimits.refusedMs) return this.notTaken(wait);
    const asked = wait === undefined ? "" : ` and asks to wait ${Math.ceil(wait / 1000)} s`;
    return this.error(
      "rateLimited",
      `${this.name}: ${RATE_LIMITED}${asked}; given up after trying for up to ${LONGEST_WAIT}: ` +
        "see what else uses this account, or set tunnel-edge:requestsPerMinute below the account's limit",
    );
  }

  /** The API has announced a wait that is too long to start. */
  notTaken(wait: number): TransportError {
    return this.error(
      "rateLimited",
      `${this.name}: ${RATE_LIMITED} and takes none for ${Math.ceil(wait / 1000)} s, longer than the ${LONGEST_WAIT} that are waited: ` +
        "run again after that, and see what else uses this account",
    );
  }

  /** The limit of the operation has ended a wait. */
  limited(waitedFor: string, limit: Error): TransportError {
    return this.error("limited", `${this.name}: ${waitedFor}; ${limit.message}`);
  }

  private judgeFailure({ failure, why, mayHaveBeenSent, status }: Failure): Judgement {
    if (mayHaveBeenSent && this.once) return this.lost(why, status);
    const error = this.error(failure, this.failureText(failure, why));
    const isRetryable =
      failure === "unreachable" || failure === "timeout" || failure === "reset" || failure === "unreadable";
    return { isRetryable, error, why };
  }

  private judgeSuccess({ status, headers, body }: Reply): Judgement {
    const { method } = this.request;
    const bare = status === 204 || (method === "DELETE" && body.length === 0);
    if (bare) return { response: { status, headers, body: undefined, bytes: body.length } };
    const decoded = decodeBody(body, headers["content-type"]);
    // Null means "not set", a valid response to a GET; after a deletion it is as good as an empty body.
    const usable = decoded.ok && (decoded.value !== null || method === "GET" || method === "DELETE");
    if (usable) return { response: { status, headers, body: decoded.value, bytes: body.length } };
    const what = decoded.ok ? "null" : decoded.why;
    if (this.once) return this.lost(`the response (${status}) is ${what}`, status);
    return {
      isRetryable: true,
      error: this.error("unreadable", `${this.name}: the response (${status}) is ${what}${hintFor(what)}`),
      why: `the response is ${what}`,
    };
  }

  private httpError({ status, headers, body }: Reply): HttpError {
    const decoded =
      body.length > MOST_ERROR_BYTES
        ? { ok: false as const, why: `longer (${Math.ceil(body.length / 1024)} KiB) than an error can be` }
        : decodeBody(body, headers["content-type"]);
    const value = decoded.ok ? decoded.value : undefined;
    const object = isRecord(value) ? this.redactor.redactDeep(value) : undefined;
    const kind = decoded.ok ? undefined : decoded.why;
    const text = `${this.name}: status ${status}${kind === undefined ? "" : `, and the response is ${kind}${hintFor(kind)}`}`;
    const isPlain = decoded.ok || body.length === 0;
    return new HttpError(text, this.ref, status, isRecord(object) ? object : undefined, isPlain);
  }

  private redirected({ status, headers }: Reply): Judgement {
    // Origin only: a login page's address carries state in path and query.
    const target = URL.parse(String(headers.location ?? ""), this.address)?.origin;
    const where = target === undefined || target === "null" ? "" : ` to ${this.redactor.redact(target)}`;
    const what = `the server redirects (${status})${where}`;
    if (this.once && !REDIRECTS_WITH_BODY.includes(status)) return this.lost(what, status);
    return this.final(
      this.error(
        "redirect",
        `${this.name}: ${what}; redirects are not followed, so that the token stays with ` +
          `${this.address}: is tunnel-edge:baseUrl the API's own address?`,
      ),
    );
  }

  private lost(why: string, status: number | undefined, response?: HttpError): Judgement {
    const text = `${this.name}: ${why}; ${LostReplyError.consequence}`;
    return this.final(new LostReplyError(text, this.ref, status, response), why);
  }

  private failureText(failure: Failure["failure"], why: string): string {
    switch (failure) {
      case "unreachable":
        return `cannot reach ${this.address} (${why}): check tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL`;
      case "proxy":
        return `cannot reach ${this.address} (${why}): correct the proxy's address, or name the API's host in NO_PROXY`;
      case "tls":
        return (
          `cannot reach ${this.address} safely (${why}): check tunnel-edge:baseUrl; for a private certificate authority ` +
          "set NODE_EXTRA_CA_CERTS to its PEM file"
        );
      case "timeout":
        return `${this.name} at ${this.address}: ${why}: try again, or raise tunnel-edge:requestTimeout`;
      default:
        return `${this.name} at ${this.address}: ${why}`;
    }
  }

  private error(kind: TransportError["kind"], message: string): TransportError {
    return new TransportError(kind, message, this.ref);
  }

  private final(error: Error, why = error.message): Judgement {
    return { isRetryable: false, error, why };
  }
}

/** The API's own responses are JSON objects: others come from a proxy, a login page, or another server. */
function hintFor(kind: string): string {
  return kind === "null" || kind === DAMAGED
    ? ""
    : ": is tunnel-edge:baseUrl the API's address, or does a proxy respond instead?";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Decoded = { ok: true; value: unknown } | { ok: false; why: string };

/**
 * Parses a response as a JSON object (or `null`, which means "not set"). The content type is not trusted: proxies
 * label their HTML as JSON and some services label their JSON as text.
 */
export function decodeBody(raw: Buffer, contentType: string | undefined): Decoded {
  if (raw.length === 0) return { ok: false, why: "empty" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return { ok: false, why: "no text (not UTF-8)" };
  }
  if (nestsDeeperThan(text, MAX_JSON_DEPTH)) {
    return { ok: false, why: `JSON nested more than ${MAX_JSON_DEPTH} levels deep` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: nameOf(text.trimStart(), contentType) };
  }
  if (value !== null && (typeof value !== "object" || Array.isArray(value))) {
    return {
      ok: false,
      why: `JSON, but ${Array.isArray(value) ? "a list" : `a ${typeof value}`} and not an object`,
    };
  }
  return { ok: true, value };
}

function nameOf(text: string, contentType: string | undefined): string {
  if (text === "") return "empty";
  if (text.startsWith("<") || /html/i.test(contentType ?? "")) return "not JSON but HTML";
  return text.startsWith("{") ? DAMAGED : "not JSON";
}

/** Counted before parsing, so that no later traversal of the value can overflow the stack. */
function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92 /* \ */) i++;
      else if (c === 34 /* " */) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 /* { */ || c === 91 /* [ */) {
      if (++depth > limit) return true;
    } else if (c === 125 /* } */ || c === 93 /* ] */) depth--;
  }
  return false;
}
