import { BaseUrl } from "./base-url";
import { Call, decodeBody } from "./call";
import { type Clock, systemClock } from "./clock";
import { Connections, type TokenSource } from "./connection";
import { TransportError } from "./errors";
import { checkedHeaders, secretHeaderParts } from "./headers";
import { Pacer, RetryAfterTooLongError } from "./pacing";
import { proxyFor } from "./proxy";
import { Redactor, responseRedactor } from "./redact";
import type { ApiResponse, Request } from "./request";
import { backoff, RATE_LIMITED, retryLimits } from "./retry";
import { ServerClock } from "./server-clock";

export interface TransportOptions {
  baseUrl: string;
  /** Called before each request. If a refresh after a 401 returns a different token, the request is repeated. */
  token: TokenSource;
  /** Sent with each request. Values are treated as secrets, except versions such as `2` or `2024-01-01`. */
  headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt, including connecting and reading the whole response; by default 30,000 ms. */
  requestTimeoutMs?: number;
  /** Maximum number of requests in a rolling minute; if unset, only the server limits them. */
  requestsPerMinute?: number;
  /** Maximum number of concurrent requests and connections; by default 64. */
  maxConcurrent?: number;
  userAgent: string;
  /** Environment with the proxies (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`); by default that of the process. */
  env?: NodeJS.ProcessEnv;
  /** Receives one-line messages for a waiting user. */
  report?: (line: string) => void;
  /** Returns the signal that ends the waits of the current request. */
  limit?: () => AbortSignal;
  clock?: Partial<Clock>;
  /** Randomness in [0, 1). */
  random?: () => number;
}

export type Probe =
  | ({ readonly reached: true } & Pick<ApiResponse, "status" | "headers" | "body">)
  /** `why` contains no secrets. `status` is set if a response arrived but its body was unusable. */
  | { readonly reached: false; readonly why: string; readonly status?: number };

/** HTTP with one API: authentication, time limits, retries, pacing and redaction. */
export class Transport {
  /** Redacts the token and the secret headers; add any other secret that may occur in an error. */
  readonly redactor = new Redactor();
  /** Synchronized by the `Date` header of responses. */
  readonly clock = new ServerClock();
  private readonly base: BaseUrl;
  private readonly connections: Connections;
  private readonly pacer: Pacer;
  private readonly closing = new AbortController();
  private readonly time: Clock;
  private readonly random: () => number;
  private readonly report: (line: string) => void;
  /** The last failure that was reported. Other requests that wait for the same server don't report it again. */
  private reportedFailure: string | undefined;

  /** @throws TransportError (`configuration`) for an invalid base URL or header. */
  constructor(private readonly options: TransportOptions) {
    this.base = new BaseUrl(options.baseUrl);
    const extra = checkedHeaders(options.headers ?? {});
    for (const part of secretHeaderParts(extra)) this.redactor.add(part);
    this.time = { ...systemClock, ...options.clock };
    this.random = options.random ?? Math.random;
    this.report = options.report ?? (() => {});
    const maxConcurrent = options.maxConcurrent ?? 64;
    const proxy = proxyFor(this.base.origin, options.env ?? process.env);
    if (proxy) this.redactor.add(decodeURIComponent(proxy.url.password));
    this.connections = new Connections({
      base: this.base,
      size: maxConcurrent,
      timeoutMs: options.requestTimeoutMs ?? 30_000,
      proxy,
      headers: { accept: "application/json", "user-agent": options.userAgent, ...extra },
      token: options.token,
      redactor: this.redactor,
      clock: this.clock,
      time: this.time,
      report: this.report,
    });
    this.pacer = new Pacer({
      requestsPerMinute: options.requestsPerMinute,
      maxConcurrent,
      clock: this.time,
      random: this.random,
      report: this.report,
    });
  }

  localPath(link: string): string | undefined {
    return this.base.localPath(link);
  }

  /**
   * After a lost response, retries each method except POST, because the others send absolute values. Waits end when the
   * limit aborts. Throws an HttpError for an error status, a LostReplyError for a POST that may have been carried out,
   * and otherwise a TransportError.
   */
  async request(request: Request): Promise<ApiResponse> {
    const redactor = responseRedactor(this.redactor);
    const call = () => new Call(request, this.base.displayed, redactor);
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const current = this.options.limit?.();
    // After its limit, an operation only cleans up, and these requests must still be sent.
    const limit = current?.aborted ? undefined : current;
    const explainLimit = (cause: string) => (error: unknown) => {
      throw limit?.aborted && error === limit.reason ? call().waitEndedError(cause, limit.reason) : error;
    };
    let isTokenRefused = false;
    let refusedSince: number | undefined;
    let failingSince: number | undefined;
    for (let attempt = 1; ; ) {
      const waitedFor = refusedSince === undefined ? "requests wait for their turn" : RATE_LIMITED;
      const permit = await this.pacer.enter(refusedSince !== undefined, limit).catch((error) => {
        if (error instanceof RetryAfterTooLongError) throw call().rateLimitError(error.waitMs);
        return explainLimit(waitedFor)(error);
      });
      const { token, outcome, wait } = await this.connections
        .send(request.method, request.path, body)
        .catch((error) => {
          permit.release("failed");
          throw error;
        });
      const isRefused = outcome.kind === "reply" && outcome.status === 429;
      permit.release(outcome.kind === "failure" ? "failed" : isRefused ? "refused" : "accepted", wait);

      if (isRefused) {
        refusedSince ??= this.time.elapsed();
        if (this.time.elapsed() - refusedSince + (wait ?? 0) > retryLimits.refusedMs)
          throw call().rateLimitError(wait);
        continue;
      }
      if (outcome.kind === "reply" && outcome.status === 401 && !isTokenRefused) {
        isTokenRefused = true;
        // Another request may already have fetched a new token after its 401.
        const { connections } = this;
        if ((await connections.token()) !== token || (await connections.token({ refresh: true })) !== token)
          continue;
      }
      const result = call().interpret(outcome);
      if ("response" in result) {
        this.reportedFailure = undefined;
        return result.response;
      }
      failingSince ??= this.time.elapsed();
      const pause = wait ?? backoff(attempt, this.random);
      const isTooLate = this.time.elapsed() - failingSince + pause > retryLimits.totalMs;
      if (!result.isRetryable || attempt >= retryLimits.attempts || isTooLate) throw result.error;
      attempt++;
      const isReported = outcome.kind === "failure" && this.reportedFailure === result.why;
      if (pause > 3_000 && !isReported) {
        this.reportedFailure = outcome.kind === "failure" ? result.why : undefined;
        const when = `attempt ${attempt} of ${retryLimits.attempts} in ${Math.ceil(pause / 1000)} s`;
        this.report(`${call().name}: ${result.why}; ${when}`);
      }
      const ending = limit ? AbortSignal.any([this.closing.signal, limit]) : this.closing.signal;
      await this.time.sleep(pause, ending).catch(explainLimit(result.why));
    }
  }

  /** Sends a GET once. Throws a TransportError (`configuration`) for a token that cannot be sent. */
  async probe(path: string): Promise<Probe> {
    const { outcome } = await this.connections.send("GET", path);
    if (outcome.kind === "failure")
      return { reached: false, why: this.redactor.redact(outcome.why), status: outcome.status };
    const { status, headers, body } = outcome;
    const decoded = decodeBody(body, headers["content-type"]);
    return { reached: true, status, headers, body: decoded.ok ? decoded.value : undefined };
  }

  /** Rejects waiting requests, lets those in flight finish, and closes the connections. */
  async close(): Promise<void> {
    this.closing.abort(new TransportError("closed", "the connection to the API was closed"));
    this.pacer.close();
    await this.connections.close();
  }
}
