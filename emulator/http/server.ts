import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiFailure } from "../failure";
import { refuseForeignCaller } from "./caller";
import { type HttpRequest, readRequest, send } from "./exchange";
import type { ApiOperation } from "./operations";
import type { Pipeline } from "./pipeline";
import { errorResponse, failureResponse } from "./responses";

/** Longer than clients keep idle connections, so that none is closed just as a client sends a request on it. */
const KEEP_ALIVE_MS = 300_000;

/** Responds to a request, or deliberately doesn't. `params` are the unescaped parameters of the path. */
export type Handler = (
  request: HttpRequest,
  response: ServerResponse,
  params: Readonly<Record<string, string>>,
) => void | Promise<void>;

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: Handler;
}

/** The emulator over HTTP/1.1. */
export class EmulatorServer {
  readonly #routes: Route[] = [];
  readonly #server: Server;

  constructor(readonly pipeline: Pipeline) {
    const { settings } = pipeline.account;
    // Requests have no timeout, because a body may arrive slowly.
    const options = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 };
    this.#server = createServer(options, (message, response) => {
      // Runs before a body is read, for the API and the controls.
      const refusal = refuseForeignCaller(message.headers, settings);
      if (refusal) return send(response, refusal);
      readRequest(message)
        .then((request) => this.#handle(request, response))
        .catch((error: unknown) => fail(response, error));
    });
  }

  /** Adds the route of an operation of the API. */
  serve(basePath: string, operation: ApiOperation): void {
    this.route(operation.method, `${basePath}${operation.path}`, (request, response, params) =>
      this.pipeline.handle(request, response, operation, params),
    );
  }

  /**
   * Adds a route. If several match, the first one added takes precedence.
   *
   * @param path fixed segments and `:name` parameters, which match one segment; a `*name` at the end matches the rest
   */
  route(method: string, path: string, handler: Handler): void {
    const pattern = path
      .replaceAll(".", "\\.")
      .replace(/:(\w+)/g, "(?<$1>[^/]+)")
      .replace(/\*(\w+)$/, "(?<$1>.+)");
    this.#routes.push({ method, pattern: new RegExp(`^${pattern}$`), handler });
  }

  /** @param port 0 picks a free one */
  async listen(port: number, host: string): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, host, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    return this.#server.address() as AddressInfo;
  }

  /** Stops listening and cuts open connections. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #handle(request: HttpRequest, response: ServerResponse): Promise<void> {
    // Node.js sends no body in response to HEAD.
    const method = request.method === "HEAD" ? "GET" : request.method;
    for (const route of this.#routes) {
      const match = route.method === method ? route.pattern.exec(request.path) : null;
      const params = match && decodeParams(match.groups ?? {});
      if (params) return route.handler(request, response, params);
    }
    return this.pipeline.handle(request, response, undefined, {});
  }
}

/** Returns the unescaped parameters of a path; undefined if an escape is invalid. */
function decodeParams(groups: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]);
    return Object.fromEntries(params);
  } catch {
    return undefined;
  }
}

/** Reports an error of a handler or of reading the body, if the client is still connected. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  // The rest of the request stays unread.
  response.setHeader("connection", "close");
  const message = `The emulator failed: ${error instanceof Error ? error.message : "unknown"}.`;
  const isRefused = error instanceof ApiFailure;
  send(response, isRefused ? failureResponse(error) : errorResponse(500, "ERR_EMULATOR_999", message));
}
