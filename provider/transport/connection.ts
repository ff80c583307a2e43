import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import type { Dispatcher } from "undici";
import type { BaseUrl } from "./base-url";
import type { Clock } from "./clock";
import type { TransportFailure } from "./errors";
import { checkedToken } from "./headers";
import { displayProxy, type ProxyServer } from "./proxy";
import type { Redactor } from "./redact";
import type { Method } from "./request";
import { parseRetryAfter } from "./retry";
import type { ServerClock } from "./server-clock";

/** A page of 100 large objects is far below it. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** undici's code for a larger response. */
const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE";

export type Outcome = Reply | Failure;

export interface Reply {
  kind: "reply";
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty if the body of an error response arrived incomplete. */
  body: Buffer;
}

export interface Failure {
  kind: "failure";
  failure: TransportFailure;
  /** The reason, without addresses. */
  why: string;
  /** True if the server may have received part of the request, so that a retry may not be safe. */
  mayHaveBeenSent: boolean;
  /** Status of a response whose body did not arrive. */
  status?: number;
}

/** Returns the API token; `refresh` bypasses a cache. */
export type TokenSource = (options?: { readonly refresh?: boolean }) => Promise<string>;

interface ConnectionOptions {
  readonly base: BaseUrl;
  readonly size: number;
  readonly timeoutMs: number;
  /** Proxy for the origin; https uses a tunnel that the proxy cannot inspect. */
  readonly proxy: ProxyServer | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: TokenSource;
  readonly redactor: Redactor;
  readonly clock: ServerClock;
  readonly time: Pick<Clock, "now">;
  readonly report: (line: string) => void;
}

/** The connections to one origin: kept alive, limited in number, with one request at a time on each. */
export class Connections {
  private readonly dispatcher: Dispatcher;
  private lastValidToken: string | undefined;
  private hasWarned = false;

  constructor(private readonly options: ConnectionOptions) {
    const { base, size, timeoutMs, proxy } = options;
    // Loaded lazily: previews mostly run check and diff, which send nothing and shouldn't wait for undici to load.
    const undici = require("undici") as typeof import("undici");
    const connectMs = Math.min(10_000, timeoutMs);
    const pool = {
      connections: size,
      pipelining: 1,
      // One broken connection must not take down other requests' responses.
      allowH2: false,
      maxResponseSize: MAX_BODY_BYTES,
      // A signal limits connect, headers, and body together. undici's own timeouts restart with each chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.dispatcher = proxy
      ? new undici.ProxyAgent({
          ...pool,
          uri: proxy.url.href,
          connectTimeout: connectMs,
          // A proxy that does not respond to CONNECT would delay closing.
          clientFactory: (url, poolOptions) =>
            new undici.Pool(url, { ...poolOptions, headersTimeout: connectMs }),
        })
      : new undici.Pool(base.origin, { ...pool, connect: { timeout: connectMs } });
  }

  /**
   * Returns failures as outcomes. `wait`: the time in ms for which the server asks to wait.
   *
   * @throws TransportError (`configuration`) for a token that cannot be sent.
   */
  async send(method: Method, path: string, body?: string) {
    const { base, clock, time } = this.options;
    if (!this.hasWarned) this.warnOfExposure();
    // Fetched only now, because a request may have been queued for minutes.
    const token = await this.token();
    const headers = {
      ...this.options.headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      authorization: `Bearer ${token}`,
    };
    const sentAt = time.now();
    const outcome = await this.exchange({ method, path: base.prefix + path, headers, body: body ?? null });
    if (outcome.kind === "failure") return { token, outcome, wait: undefined };
    const { date, "retry-after": announced } = outcome.headers;
    clock.observe(date, sentAt, time.now());
    return { token, outcome, wait: parseRetryAfter(announced, date, time.now()) };
  }

  private async exchange(request: Omit<Dispatcher.RequestOptions, "origin">): Promise<Outcome> {
    const { base, timeoutMs, proxy } = this.options;
    let mayHaveBeenSent = false;
    const watched = this.dispatcher.compose((dispatch) => (options, handler) => {
      const start = handler.onRequestStart?.bind(handler);
      // undici calls this when it is about to write the first byte, unless the time limit has passed.
      handler.onRequestStart = (controller, context) => {
        start?.(controller, context);
        mayHaveBeenSent = !controller.aborted;
      };
      return dispatch(options, handler);
    });
    let head: Pick<Reply, "status" | "headers"> | undefined;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { statusCode, headers, body } = await watched.request({
        ...request,
        origin: base.origin,
        signal,
      });
      head = { status: statusCode, headers };
      if (Number(headers["content-length"]) > MAX_BODY_BYTES)
        body.destroy(Object.assign(new Error("too large"), { code: TOO_LARGE }));
      return { kind: "reply", ...head, body: Buffer.from(await body.arrayBuffer()) };
    } catch (error) {
      const refusal = proxy && proxyRefusal(error);
      const { failure, why } = refusal ?? describe(error, mayHaveBeenSent, timeoutMs);
      // A client error is valid even if its body arrived incomplete.
      if (head && head.status >= 400 && head.status < 500)
        return { kind: "reply", ...head, body: Buffer.alloc(0) };
      return {
        kind: "failure",
        failure,
        // Users don't suspect a proxy that an image or a shell set long ago.
        why: proxy ? `${why}, via ${displayProxy(proxy)}` : why,
        mayHaveBeenSent: mayHaveBeenSent && !refusal,
        ...(head && { status: head.status }),
      };
    }
  }

  async token(options?: { readonly refresh?: boolean }): Promise<string> {
    const token = await this.options.token(options);
    if (token !== this.lastValidToken) {
      this.options.redactor.add(token);
      this.lastValidToken = checkedToken(token);
    }
    return token;
  }

  private warnOfExposure(): void {
    this.hasWarned = true;
    const { base, report } = this.options;
    if (base.isUnencrypted)
      report(
        `warning: ${base.origin} is plain http: the API token crosses the network unencrypted; use https`,
      );
    // Node.js also warns about it, unless its warnings are disabled.
    if (base.origin.startsWith("https:") && process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0")
      report(
        `warning: NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks: an attacker on the network can read the API token and forge responses of ${base.origin}; unset it. For a private CA, set NODE_EXTRA_CA_CERTS to its PEM file`,
      );
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }
}

/** By code of undici or Node.js. The default failure is `reset`, or `unreachable` if nothing was sent. */
const ERRORS: Readonly<Record<string, readonly [why: string, failure?: TransportFailure]>> = {
  ECONNREFUSED: ["connection refused"],
  ENOTFOUND: ["unknown host name"],
  EAI_AGAIN: ["temporary DNS failure"],
  EHOSTUNREACH: ["no route to the host"],
  ENETUNREACH: ["no route to the network"],
  ETIMEDOUT: ["connecting took too long"],
  UND_ERR_CONNECT_TIMEOUT: ["connecting took too long"],
  ECONNRESET: ["connection reset"],
  EPIPE: ["connection reset"],
  UND_ERR_SOCKET: ["connection reset"],
  UND_ERR_PRX_CONN: ["the proxy closed the connection"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["the response is shorter than its Content-Length"],
  [TOO_LARGE]: [`the response is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`, "tooLarge"],
  UND_ERR_HEADERS_OVERFLOW: ["the response's headers are too large", "unreadable"],
  UND_ERR_CLOSED: ["the client was closed", "closed"],
  UND_ERR_DESTROYED: ["the client was closed", "closed"],
  UND_ERR_INVALID_ARG: ["a header or the path cannot be sent", "configuration"],
};

const TLS =
  /^(UND_ERR_PRX_TLS|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/;

type Reason = Pick<Failure, "failure" | "why">;

/** Describes an error without its own message, which may contain addresses and bytes of the response. */
function describe(error: unknown, mayHaveBeenSent: boolean, timeoutMs: number): Reason {
  const code = errorCode(error);
  const { name } = error as Error;
  if (name === "TimeoutError")
    return { failure: "timeout", why: `no complete response within ${timeoutMs / 1000} s` };
  // undici's parser errors have no code.
  if (name === "HTTPParserError") return { failure: "unreadable", why: "the response is not HTTP" };
  if (TLS.test(code)) return { failure: "tls", why: `TLS error ${code}` };
  const unknown = code === "" ? "the connection failed" : `error ${code}`;
  const [why, failure = mayHaveBeenSent ? "reset" : "unreachable"] = ERRORS[code] ?? [unknown];
  return { failure, why };
}

/** Returns the proxy's refusal of a request, which undici only reports in its message. */
function proxyRefusal(error: unknown): Reason | undefined {
  const text = error instanceof Error ? error.message : "";
  const [, first, second] =
    /^Proxy (?:response \((\d{3})\)|Authentication Required \((\d{3})\))/.exec(text) ?? [];
  const status = Number(first ?? second);
  if (Number.isNaN(status)) return undefined;
  // Retrying a 4xx is pointless. A 5xx means that the proxy can't reach the server.
  const failure = status >= 500 ? "unreachable" : "proxy";
  return { failure, why: `the request was refused with ${status} ${STATUS_CODES[status]}` };
}

function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? errorCode(error.cause) : "";
}
