import type { Method } from "./transport";

/**
 * What went wrong below HTTP's own statuses:
 * - `configuration`: the base URL, a header or the token cannot be used; nothing was sent
 * - `unreachable`: no connection (refused, unknown host, no route, connecting took too long); nothing was sent
 * - `proxy`: the proxy that the environment names has refused the request; nothing was sent
 * - `tls`: the server's certificate or TLS set-up was not accepted; nothing was sent
 * - `timeout`: no whole answer within the time limit of one request
 * - `reset`: the connection was cut before the whole answer was there
 * - `unreadable`: a response that is not a JSON object (HTML, empty, cut off, too deeply nested)
 * - `tooLarge`: a response beyond the size limit
 * - `redirect`: the server pointed elsewhere; redirects are never followed
 * - `rateLimited`: the server went on refusing (429) for longer than the transport is willing to wait
 * - `closed`: the transport was closed meanwhile
 */
export type TransportFailure =
  | "configuration"
  | "unreachable"
  | "proxy"
  | "tls"
  | "timeout"
  | "reset"
  | "unreadable"
  | "tooLarge"
  | "redirect"
  | "rateLimited"
  | "closed";

/** A request that got no usable answer and, if it was a write that may not be repeated, certainly changed nothing. */
export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    readonly kind: TransportFailure,
    message: string,
    readonly request?: { method: Method; path: string },
  ) {
    super(message);
  }
}

/** The server answered with an error status. Secrets known to the request are already removed from every field. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(
    message: string,
    readonly request: { method: Method; path: string },
    readonly status: number,
    /** The error body where it is a JSON object, else undefined. */
    readonly body: Readonly<Record<string, unknown>> | undefined,
    /** The body is a JSON object, null or empty: an API may say so, while a web page or damaged text is somebody else's. */
    readonly isPlain: boolean,
  ) {
    super(message);
  }
}

/**
 * A request that may not be repeated has left this machine and no readable success came back: it may have been
 * carried out or not. The caller has to look before it does anything else.
 */
export class LostReplyError extends Error {
  static readonly consequence = "it is not known whether the request was carried out";
  override readonly name = "LostReplyError";

  constructor(
    message: string,
    readonly request: { method: Method; path: string },
    /** HTTP status, where a response's head came. */
    readonly status?: number,
    /** What the server said, where it answered with an error of its own (5xx). */
    readonly response?: HttpError,
  ) {
    super(message);
  }
}
