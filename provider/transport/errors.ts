import type { Method } from "./request";

export type TransportFailure =
  | "configuration" // The base URL, a header or the token cannot be used; nothing was sent.
  | "unreachable" // No connection: refused, unknown host, no route, connect timeout; nothing was sent.
  | "proxy" // The proxy named by the environment refused the request; nothing was sent.
  | "tls" // The server's certificate or TLS configuration was rejected; nothing was sent.
  | "timeout" // No complete response within the time limit of one request.
  | "reset" // The connection was closed before the response was complete.
  | "unreadable" // A response that is not a JSON object: HTML, empty, truncated, nested too deeply.
  | "tooLarge" // A response beyond the size limit.
  | "redirect" // Redirects are never followed.
  | "rateLimited" // The server responded with 429 for longer than the transport waits.
  | "waitEnded" // The operation's limit ended a wait; nothing was sent, or the request changed nothing.
  | "closed"; // The transport was closed in the meantime.

/** A request without a usable response. If it was a POST, it certainly changed nothing. */
export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    readonly kind: TransportFailure,
    message: string,
  ) {
    super(message);
  }
}

/** The server returned an error status. All fields are redacted. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(
    message: string,
    readonly request: { method: Method; path: string },
    readonly status: number,
    /** The error body if it is a JSON object. */
    readonly body: Readonly<Record<string, unknown>> | undefined,
    /** True if the body is a JSON object, null or empty: most likely the API's and not a proxy's. */
    readonly seemsFromApi: boolean,
  ) {
    super(message);
  }
}

/** The response to a POST was lost. The caller has to check whether the request was carried out. */
export class LostReplyError extends Error {
  static readonly consequence = "it is unknown whether the request was carried out";
  override readonly name = "LostReplyError";

  constructor(
    message: string,
    readonly request: { method: Method; path: string },
    /** Set if the head of a response arrived. */
    readonly status?: number,
    /** The server's error response (5xx), if any. */
    readonly response?: HttpError,
  ) {
    super(message);
  }
}
