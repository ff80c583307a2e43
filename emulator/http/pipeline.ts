import type { ServerResponse } from "node:http";
import type { Account, Principal } from "../account/account";
import { ApiFailure, REASONS } from "../failure";
import { isObject, type Json } from "../json";
import { refusal, serviceCode } from "../refusals";
import type { Settings } from "../settings";
import { DataFileError } from "../store/journal";
import { type HttpRequest, send } from "./exchange";
import type { Faults, ReadFault } from "./faults";
import type { ApiOperation } from "./operations";
import { RollingWindow, retryAfterHeader } from "./rate-limit";
import type { Recorder, RequestRecord } from "./recorder";
import { jsonOrText, parseBody, refuseForm, refuseVersion } from "./request-form";
import {
  commitsByDefault,
  errorAnswer,
  failureAnswer,
  type HttpAnswer,
  jsonAnswer,
  notStored,
  spoil,
} from "./responses";

/** Node's timers fire at once for a longer delay. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The steps of every API request: recorded, delayed, failed by a fault, rate-limited, authenticated, carried out. */
export class Pipeline {
  readonly #window: RollingWindow | undefined;
  /** One window for each fault that limits the rate. */
  #faultWindows = new WeakMap<ReadFault, RollingWindow>();
  #inFlight = 0;

  constructor(
    readonly account: Account,
    readonly faults: Faults,
    readonly recorder: Recorder,
    readonly settings: Settings,
  ) {
    this.#window = settings.rateLimit && new RollingWindow(settings.rateLimit);
  }

  reset(): void {
    this.#window?.clear();
    this.#faultWindows = new WeakMap();
  }

  /**
   * @param operation undefined where method and path match none
   * @param params of the path
   */
  async handle(
    request: HttpRequest,
    response: ServerResponse,
    operation: ApiOperation | undefined,
    params: Readonly<Record<string, string>>,
  ): Promise<void> {
    const record = this.#record(request);
    this.#inFlight += 1;
    try {
      const struck = this.faults.strike(record.method, record.path);
      const fault = struck.find(({ kind }) => kind !== "latency");
      if (struck[0] && fault?.kind !== "rate-limit") record.fault = (fault ?? struck[0]).kind;
      const wait = this.settings.latencyMs + struck.reduce((sum, { latencyMs = 0 }) => sum + latencyMs, 0);
      if (wait > 0) await this.account.settings.time.sleep(Math.min(wait, LONGEST_TIMER_MS));
      const limited = fault?.kind === "rate-limit" ? this.#limitedByFault(fault) : undefined;
      if (limited) record.fault = "rate-limit";
      const effective =
        fault?.kind === "wrong-account" && operation ? inAnotherAccount(operation) : operation;
      const answer = limited ?? this.#answer(() => this.#real(request, effective, params), fault);
      response.setHeader("date", new Date(this.account.clock.now()).toUTCString());
      if (fault && NEVER_SENT.has(fault.kind)) neverSend(response, fault, answer);
      else {
        record.status = answer.status;
        send(response, answer);
      }
    } finally {
      this.#inFlight -= 1;
    }
  }

  #record({ method, path, query, body }: HttpRequest): RequestRecord {
    const { basePath } = this.settings;
    return this.recorder.add({
      at: new Date(this.account.clock.now()).toISOString(),
      method,
      path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path,
      query,
      ...(body.length === 0 ? {} : { body: jsonOrText(body) }),
    });
  }

  #answer(real: () => HttpAnswer, fault: ReadFault | undefined): HttpAnswer {
    if (!fault || fault.kind === "rate-limit") return real();
    return spoil(fault, (fault.commit ?? commitsByDefault(fault)) ? real() : jsonAnswer(200, {}));
  }

  #limitedByFault(fault: ReadFault): HttpAnswer | undefined {
    const { requests = 10, windowSeconds = 1, retryAfter } = fault;
    let window = this.#faultWindows.get(fault);
    if (!window) {
      window = new RollingWindow({ requests, windowSeconds, retryAfter: "none" });
      this.#faultWindows.set(fault, window);
    }
    if (window.take(this.account.clock.now()) === 0) return undefined;
    return this.#tooMany(226, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
  }

  #real(
    request: HttpRequest,
    operation: ApiOperation | undefined,
    params: Readonly<Record<string, string>>,
  ): HttpAnswer {
    try {
      this.account.settle();
      const principal = this.#authenticate(request);
      const limited = this.#limit();
      if (limited) return limited;
      const { reference } = this.account.settings;
      const { requireVersion } = this.settings;
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
      return jsonAnswer(operation.status, operation.status === 204 ? undefined : (result ?? null));
    } catch (error) {
      const failure = error instanceof DataFileError ? notStored(error) : error;
      if (!(failure instanceof ApiFailure)) throw error;
      return failureAnswer(failure);
    }
  }

  #authenticate({ headers }: HttpRequest): Principal {
    const [scheme = "", token = ""] = (headers.authorization ?? "").split(" ");
    if (scheme.toLowerCase() !== "bearer" || token === "")
      throw this.#unauthorized(
        headers.authorization ? 201 : 200,
        "The Authorization header must hold a bearer token.",
      );
    const principal = this.account.findPrincipal(token);
    if (!principal)
      throw this.#unauthorized(
        this.account.invalidTokenCode(token),
        "The bearer token is not known to the account.",
      );
    return principal;
  }

  #unauthorized(code: number, message: string): ApiFailure {
    return this.account.settings.reference ? new ApiFailure("unauthorized", message) : refusal(code, message);
  }

  #tooMany(code: number, headers: Record<string, string>): HttpAnswer {
    const { reference } = this.account.settings;
    const { status } = REASONS.rateLimited;
    const name = reference ? REASONS.rateLimited.code : serviceCode(code);
    return errorAnswer(status, name, "Too many requests for this account.", undefined, headers);
  }

  #limit(): HttpAnswer | undefined {
    if (this.#inFlight > (this.settings.maxConcurrent ?? this.#inFlight)) return this.#tooMany(225, {});
    const { rateLimit } = this.settings;
    const now = this.account.clock.now();
    const wait = this.#window?.take(now) ?? 0;
    return wait === 0
      ? undefined
      : this.#tooMany(226, retryAfterHeader(rateLimit?.retryAfter ?? "none", wait, now));
  }
}

/** The response of another account, which has none of this account's objects. Creations are carried out here. */
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
  if (method !== "GET") return operation;
  return { ...operation, run: (request) => withoutItems(run(request)) };
}

/** An empty list. */
function withoutItems(list: Json | undefined): Json | undefined {
  if (!isObject(list)) return list;
  const entries = Object.entries(list).map(([key, value]) => [key, Array.isArray(value) ? [] : value]);
  return { ...Object.fromEntries(entries), next_page_uri: null };
}

/** Faults that prevent a complete response. */
const NEVER_SENT: ReadonlySet<string> = new Set(["cut-before", "cut-after", "cut-body", "hang"]);

/** Cuts the connection, at once or half-way through the body, or leaves the client waiting until it gives up. */
function neverSend(response: ServerResponse, fault: ReadFault, answer: HttpAnswer): void {
  if (fault.kind === "cut-body") {
    const body = Buffer.from(answer.body ?? "");
    response.writeHead(answer.status, { ...answer.headers, "content-length": body.length + 1 });
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
  } else if (fault.kind !== "hang") response.destroy();
}
