import type { ServerResponse } from "node:http";
import type { Account, Principal } from "../account/account";
import { ApiFailure, REASONS, refusal, serviceCode } from "../failure";
import { isObject, type Json } from "../json";
import { type HttpRequest, send } from "./exchange";
import type { Faults, ParsedFault } from "./faults";
import type { ApiOperation } from "./operations";
import { RollingWindow, retryAfterHeader } from "./rate-limit";
import type { Recorder, RequestRecord } from "./recorder";
import { jsonOrText, parseBody, refuseForm, refuseVersion } from "./request-form";
import { applyFault, errorResponse, failureResponse, type HttpResponse, jsonResponse } from "./responses";

/** Handles every API request: records it, delays it, applies faults and rate limits, authenticates it, and carries it out. */
export class Pipeline {
  #window: RollingWindow | undefined;
  /** The windows of rate-limit faults. */
  #faultWindows = new WeakMap<ParsedFault, RollingWindow>();
  #inFlight = 0;

  constructor(
    readonly account: Account,
    readonly faults: Faults,
    readonly recorder: Recorder,
  ) {
    this.reset();
  }

  reset(): void {
    const { rateLimit } = this.account.settings;
    this.#window = rateLimit && new RollingWindow(rateLimit.requests, rateLimit.windowSeconds);
    this.#faultWindows = new WeakMap();
  }

  /** @param operation undefined if none matches the method and path */
  async handle(
    request: HttpRequest,
    response: ServerResponse,
    operation: ApiOperation | undefined,
    params: Readonly<Record<string, string>>,
  ): Promise<void> {
    const record = this.#record(request);
    this.#inFlight += 1;
    try {
      const matching = this.faults.match(record.method, record.path);
      const fault = matching.find(({ kind }) => kind !== "latency");
      if (matching[0] && fault?.kind !== "rate-limit") record.fault = (fault ?? matching[0]).kind;
      const { latencyMs, time } = this.account.settings;
      const wait = matching.reduce((sum, matched) => sum + (matched.latencyMs ?? 0), latencyMs);
      if (wait > 0) await time.sleep(wait);
      const rateLimited = fault?.kind === "rate-limit" ? this.#applyRateLimitFault(fault) : undefined;
      if (rateLimited) record.fault = "rate-limit";
      const effective =
        fault?.kind === "wrong-account" && operation ? inAnotherAccount(operation) : operation;
      const result = rateLimited ?? this.#respond(() => this.#process(request, effective, params), fault);
      response.setHeader("date", new Date(this.account.clock.now()).toUTCString());
      if (fault && breakResponse(response, fault, result)) return;
      record.status = result.status;
      send(response, result);
    } finally {
      this.#inFlight -= 1;
    }
  }

  #record({ method, path, query, body }: HttpRequest): RequestRecord {
    const { basePath } = this.account.settings;
    return this.recorder.add({
      at: new Date(this.account.clock.now()).toISOString(),
      method,
      path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path,
      query,
      ...(body.length === 0 ? {} : { body: jsonOrText(body) }),
    });
  }

  #respond(process: () => HttpResponse, fault: ParsedFault | undefined): HttpResponse {
    if (!fault || fault.kind === "rate-limit") return process();
    const commits = fault.commit ?? !FAULTS_BEFORE_PROCESSING.includes(fault.kind);
    return applyFault(fault, commits ? process() : jsonResponse(200, {}));
  }

  #applyRateLimitFault(fault: ParsedFault): HttpResponse | undefined {
    const { requests = 10, windowSeconds = 1, retryAfter } = fault;
    let window = this.#faultWindows.get(fault);
    if (!window) {
      window = new RollingWindow(requests, windowSeconds);
      this.#faultWindows.set(fault, window);
    }
    if (window.take(this.account.clock.now()) === 0) return undefined;
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return this.#rateLimitResponse(226, headers);
  }

  #process(
    request: HttpRequest,
    operation: ApiOperation | undefined,
    params: Readonly<Record<string, string>>,
  ): HttpResponse {
    try {
      this.account.runDueWork();
      const principal = this.#authenticate(request);
      const rateLimited = this.#checkLimits();
      if (rateLimited) return rateLimited;
      const { reference, requireVersion } = this.account.settings;
      if (!reference || requireVersion) refuseVersion(request, requireVersion);
      const { method, path, search } = request;
      if (!operation) throw new ApiFailure("noOperation", `There is no operation ${method} ${path}.`);
      if (!reference) refuseForm(request, operation);
      const result = this.account.commit(() =>
        operation.run({
          account: this.account,
          principal,
          trusted: false,
          path: params,
          query: new URLSearchParams(search),
          body: () => parseBody(request, reference),
        }),
      );
      return jsonResponse(operation.status, operation.status === 204 ? undefined : (result ?? null));
    } catch (error) {
      return failureResponse(error);
    }
  }

  #authenticate({ headers }: HttpRequest): Principal {
    const { authorization = "" } = headers;
    const [, token] = /^bearer ([^ ]+)/i.exec(authorization) ?? [];
    const principal = token === undefined ? undefined : this.account.findPrincipal(token);
    if (principal) return principal;
    const message =
      token === undefined
        ? "The Authorization header must contain a bearer token."
        : "The bearer token is unknown or inactive.";
    if (this.account.settings.reference) throw new ApiFailure("unauthorized", message);
    if (token !== undefined) throw refusal(this.account.invalidTokenCode(token), message);
    throw refusal(authorization === "" ? 200 : 201, message);
  }

  #rateLimitResponse(code: number, headers: Record<string, string>): HttpResponse {
    const { status, code: name } = REASONS.rateLimited;
    const { reference } = this.account.settings;
    const message = "Too many requests for this account.";
    return errorResponse(status, reference ? name : serviceCode(code), message, undefined, headers);
  }

  #checkLimits(): HttpResponse | undefined {
    const { maxConcurrent = this.#inFlight, rateLimit } = this.account.settings; // By default, no limit.
    if (this.#inFlight > maxConcurrent) return this.#rateLimitResponse(225, {});
    const now = this.account.clock.now();
    const wait = this.#window?.take(now) ?? 0;
    if (wait === 0) return undefined;
    return this.#rateLimitResponse(226, retryAfterHeader(rateLimit?.retryAfter ?? "none", wait, now));
  }
}

/** By default, these faults keep the request from being carried out; all others only affect the response. */
const FAULTS_BEFORE_PROCESSING: readonly string[] = [
  "status",
  "rate-limit",
  "cut-before",
  "hang",
  "redirect",
];

/** Responds like an account without this account's objects. Creations are carried out in this account. */
function inAnotherAccount(operation: ApiOperation): ApiOperation {
  const { method, path, run } = operation;
  if (path.includes("/:"))
    return {
      ...operation,
      run(call) {
        const named = path.replace(/:(\w+)/g, (_, key) => call.path[key] ?? "");
        throw new ApiFailure("notFound", `There is no ${named}.`);
      },
    };
  return method === "GET" ? { ...operation, run: (request) => withoutItems(run(request)) } : operation;
}

/** The same list response without items. */
function withoutItems(list: Json | undefined): Json | undefined {
  if (!isObject(list)) return list;
  const entries = Object.entries(list).map(([key, value]) => [key, Array.isArray(value) ? [] : value]);
  return { ...Object.fromEntries(entries), next_page_uri: null };
}

/** Cuts the connection, or leaves the request unanswered, for faults that do so. Returns false for all others. */
function breakResponse(response: ServerResponse, { kind }: ParsedFault, result: HttpResponse): boolean {
  if (kind === "cut-body") {
    const bytes = Buffer.from(result.body ?? "");
    response.writeHead(result.status, { ...result.headers, "content-length": bytes.length + 1 });
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
    return true;
  }
  const isCut = kind === "cut-before" || kind === "cut-after";
  if (isCut) response.destroy();
  return isCut || kind === "hang";
}
