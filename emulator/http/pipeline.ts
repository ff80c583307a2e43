import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account, Principal } from "../account/account";
import { ApiFailure, REASONS } from "../failure";
import { isObject, type Json, type JsonObject } from "../json";
import { commitsByDefault, errorAnswer, type HttpAnswer, jsonAnswer, spoil } from "./answer";
import type { Faults, ReadFault } from "./faults";
import type { ApiOperation } from "./operations";
import { type RateLimit, RollingWindow, retryAfterHeader } from "./rate-limit";
import type { Recorder, RequestRecord } from "./recorder";

export interface PipelineSettings {
  readonly basePath: string;
  readonly latencyMs: number;
  readonly maxConcurrent: number;
  readonly rateLimit: RateLimit | undefined;
}

/** The way every request to the API goes: recorded, delayed, failed on purpose, limited, authenticated, carried out. */
export class Pipeline {
  readonly #window: RollingWindow | undefined;
  /** One window for each fault that limits the rate. */
  #faultWindows = new WeakMap<ReadFault, RollingWindow>();
  #underWay = 0;

  constructor(
    readonly account: Account,
    readonly faults: Faults,
    readonly recorder: Recorder,
    readonly settings: PipelineSettings,
  ) {
    this.#window = settings.rateLimit && new RollingWindow(settings.rateLimit);
  }

  reset(): void {
    this.#window?.clear();
    this.#faultWindows = new WeakMap();
  }

  /** @param operation undefined where method and path name none */
  async handle(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: ApiOperation | undefined,
  ): Promise<void> {
    const { record, body } = this.#record(request);
    this.#underWay += 1;
    try {
      const struck = this.faults.strike(record.method, record.path);
      const fault = struck.find(({ kind }) => kind !== "latency");
      if (struck[0] && fault?.kind !== "rate-limit") record.fault = (fault ?? struck[0]).kind;
      const wait = this.settings.latencyMs + struck.reduce((sum, { latencyMs = 0 }) => sum + latencyMs, 0);
      if (wait > 0) await delay(wait);
      const limited = fault?.kind === "rate-limit" ? this.#limitedByFault(fault) : undefined;
      if (limited) record.fault = "rate-limit";
      const answer = limited ?? this.#answer(request, operation, body, fault);
      this.account.storage.flush();
      if (fault && NEVER_SENT.has(fault.kind)) neverSend(request, reply, fault, answer);
      else this.#send(reply, record, answer);
    } finally {
      this.#underWay -= 1;
    }
  }

  #record(request: FastifyRequest): { readonly record: RequestRecord; readonly body: Buffer } {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { pathname, searchParams } = new URL(request.raw.url ?? "/", "http://emulator");
    const { basePath } = this.settings;
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const record = this.recorder.add({
      at: new Date(this.account.clock.now()).toISOString(),
      method: request.method,
      path,
      query: Object.fromEntries(searchParams),
      ...(body.length === 0 ? {} : { body: bodyForRecord(body) }),
    });
    return { record, body };
  }

  #answer(
    request: FastifyRequest,
    operation: ApiOperation | undefined,
    body: Buffer,
    fault: ReadFault | undefined,
  ): HttpAnswer {
    if (!fault || fault.kind === "rate-limit") return this.#real(request, operation, body);
    const commit = fault.commit ?? commitsByDefault(fault);
    return spoil(fault, commit ? this.#real(request, operation, body) : jsonAnswer(200, {}));
  }

  #limitedByFault(fault: ReadFault): HttpAnswer | undefined {
    const { requests = 10, windowSeconds = 1, retryAfter } = fault;
    let window = this.#faultWindows.get(fault);
    if (!window) {
      window = new RollingWindow({ requests, windowSeconds, retryAfter: "none" });
      this.#faultWindows.set(fault, window);
    }
    if (window.take(this.account.clock.now()) === 0) return undefined;
    return tooMany(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
  }

  #real(request: FastifyRequest, operation: ApiOperation | undefined, body: Buffer): HttpAnswer {
    try {
      this.account.settle();
      const principal = this.#authenticate(request);
      const limited = this.#limit();
      if (limited) return limited;
      if (!operation)
        throw new ApiFailure(
          "noOperation",
          `There is no operation ${request.method} ${request.url.split("?")[0]}.`,
        );
      const result = operation.run({
        principal,
        params: request.params as Record<string, string>,
        query: Object.fromEntries(new URL(request.raw.url ?? "/", "http://emulator").searchParams),
        body: () => parseBody(body),
      });
      return jsonAnswer(operation.status, operation.status === 204 ? undefined : (result ?? null));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return errorAnswer(error.status, error.code, error.message, error.parameter);
    }
  }

  #authenticate(request: FastifyRequest): Principal {
    const [scheme = "", token = ""] = (request.headers.authorization ?? "").split(" ");
    if (scheme.toLowerCase() !== "bearer" || token === "")
      throw new ApiFailure("unauthorized", "The Authorization header must hold a bearer token.");
    const principal = this.account.principalOf(token);
    if (!principal) throw new ApiFailure("unauthorized", "The bearer token is not known to the account.");
    return principal;
  }

  #limit(): HttpAnswer | undefined {
    if (this.#underWay > this.settings.maxConcurrent) return tooMany({});
    const { rateLimit } = this.settings;
    const now = this.account.clock.now();
    const wait = this.#window?.take(now) ?? 0;
    return wait === 0 ? undefined : tooMany(retryAfterHeader(rateLimit?.retryAfter ?? "none", wait, now));
  }

  #send(reply: FastifyReply, record: RequestRecord, answer: HttpAnswer): void {
    record.status = answer.status;
    void reply.code(answer.status).headers(answer.headers).send(answer.body);
  }
}

/** Faults after which no whole answer arrives. */
const NEVER_SENT: ReadonlySet<string> = new Set(["cut-before", "cut-after", "cut-body", "hang"]);

/** Cuts the connection, at once or half-way through the body, or lets the client wait until it gives up. */
function neverSend(request: FastifyRequest, reply: FastifyReply, fault: ReadFault, answer: HttpAnswer): void {
  reply.hijack();
  const { socket } = request.raw;
  if (fault.kind === "cut-body") {
    const body = Buffer.from(answer.body ?? "");
    reply.raw.writeHead(answer.status, { ...answer.headers, "content-length": body.length + 1 });
    reply.raw.write(body.subarray(0, Math.ceil(body.length / 2)), () => socket.destroy());
  } else if (fault.kind !== "hang") socket.destroy();
}

function tooMany(headers: Record<string, string>): HttpAnswer {
  const { status, code } = REASONS.rateLimited;
  return errorAnswer(status, code, "Too many requests for this account.", undefined, headers);
}

function bodyForRecord(body: Buffer): Json {
  const text = body.toString("utf8");
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** No body counts as an empty object: every parameter is optional somewhere. */
function parseBody(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  const value = bodyForRecord(body);
  if (!isObject(value)) throw new ApiFailure("malformed", "The body must be a JSON object.");
  return value;
}
