import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiFailure } from "../failure";
import type { Callers } from "./caller";
import { type HttpRequest, readRequest, send } from "./exchange";
import type { ApiOperation } from "./operations";
import type { Pipeline } from "./pipeline";
import { errorResponse, failureResponse } from "./responses";
import { Router } from "./router";

/** Longer than clients keep idle connections, so that no connection is closed during a request. */
const KEEP_ALIVE_MS = 300_000;

/** Responds to a request, or deliberately doesn't. */
export type Handler = (
  request: HttpRequest,
  response: ServerResponse,
  params: Readonly<Record<string, string>>,
) => void | Promise<void>;

/** Responds to a path that can't be parsed. */
const UNREADABLE: ApiOperation = {
  method: "GET",
  path: "*",
  status: 200,
  run() {
    throw new ApiFailure(
      "malformed",
      "The path cannot be parsed: a segment is too long or has an invalid escape.",
    );
  },
};

/** Creates an HTTP server for the operations; it does not listen yet. */
export function createServer(
  basePath: string,
  operations: readonly ApiOperation[],
  pipeline: Pipeline,
  callers: Callers,
): EmulatorServer {
  const createHandler =
    (operation: ApiOperation | undefined): Handler =>
    (request, response, params) =>
      pipeline.handle(request, response, operation, params);
  const server = new EmulatorServer(callers, createHandler(undefined), createHandler(UNREADABLE));
  for (const operation of operations)
    server.route(operation.method, `${basePath}${operation.path}`, createHandler(operation));
  return server;
}

/** The emulator over HTTP/1.1; it does not listen yet. */
export class EmulatorServer {
  readonly #router = new Router<Handler>();
  readonly #server: Server;

  constructor(
    readonly callers: Callers,
    /** Handles requests that match no route. */
    readonly unknown: Handler,
    /** Handles requests whose path can't be parsed. */
    readonly unreadable: Handler,
  ) {
    // Requests have no timeout, because a body may arrive slowly.
    const options = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 };
    this.#server = createHttpServer(options, (message, response) => {
      // Runs before a body is read, for the API and the controls.
      const refusal = callers.reject(message.headers);
      if (refusal) return send(response, refusal);
      readRequest(message)
        .then((request) => this.#handle(request, response))
        .catch((error: unknown) => fail(response, error));
    });
  }

  /** @param path see {@link Router.add} */
  route(method: string, path: string, handler: Handler): void {
    this.#router.add(method, path, handler);
  }

  /**
   * @param port 0 picks a free one
   * @returns the port and the address that it listens on
   */
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
    // Node sends no body in response to HEAD.
    const method = request.method === "HEAD" ? "GET" : request.method;
    const match = this.#router.find(method, request.path);
    if (match === "unreadable") await this.unreadable(request, response, {});
    else if (match) await match.target(request, response, match.params);
    else await this.unknown(request, response, {});
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
  const message = error instanceof Error ? error.message : "unknown";
  const failure =
    error instanceof ApiFailure
      ? failureResponse(error)
      : errorResponse(500, "ERR_EMULATOR_999", `The emulator failed: ${message}.`);
  send(response, failure);
}
