import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiFailure } from "../failure";
import type { Callers } from "./caller";
import { type HttpRequest, readRequest, send } from "./exchange";
import type { ApiOperation } from "./operations";
import type { Pipeline } from "./pipeline";
import { errorAnswer, failureAnswer } from "./responses";
import { Router } from "./router";

/** Longer than clients keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 300_000;

/** Answers a request, or leaves it without a response on purpose. */
export type Handler = (
  request: HttpRequest,
  response: ServerResponse,
  params: Readonly<Record<string, string>>,
) => void | Promise<void>;

/** What becomes of a request that no route takes. */
export interface Otherwise {
  /** Method and path name nothing. */
  readonly unknown: Handler;
  /** The path cannot be taken apart. */
  readonly unreadable: Handler;
}

/** What becomes of a request whose path cannot be taken apart: it is refused as the API refuses others. */
const UNREADABLE: ApiOperation = {
  method: "GET",
  path: "*",
  status: 200,
  run() {
    throw new ApiFailure(
      "malformed",
      "The path cannot be read: a part of it is too long or wrongly escaped.",
    );
  },
};

/** An HTTP server for the operations; it does not listen yet. */
export function createServer(
  basePath: string,
  operations: readonly ApiOperation[],
  pipeline: Pipeline,
  callers: Callers,
): EmulatorServer {
  const handlerOf =
    (operation: ApiOperation | undefined): Handler =>
    (request, response, params) =>
      pipeline.handle(request, response, operation, params);
  const server = new EmulatorServer(callers, {
    unknown: handlerOf(undefined),
    unreadable: handlerOf(UNREADABLE),
  });
  for (const operation of operations)
    server.route(operation.method, `${basePath}${operation.path}`, handlerOf(operation));
  return server;
}

/** The emulator over HTTP/1.1; it does not listen yet. */
export class EmulatorServer {
  readonly #router = new Router<Handler>();
  readonly #server: Server;

  constructor(
    readonly callers: Callers,
    readonly otherwise: Otherwise,
  ) {
    // A body may come as slowly as it likes: requests are not timed.
    const options = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 };
    this.#server = createHttpServer(options, (message, response) => {
      // Before a body is read: of the API and of the controls.
      const refusal = callers.refusalOf(message.headers);
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
   * @param port 0 takes a free one
   * @returns the port that it listens on
   */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, host, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening, if it does, and cuts open connections. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #handle(request: HttpRequest, response: ServerResponse): Promise<void> {
    const match = this.#router.find(request.method, request.path);
    const { unknown, unreadable } = this.otherwise;
    if (match === "unreadable") await unreadable(request, response, {});
    else if (match) await match.target(request, response, match.params);
    else await unknown(request, response, {});
  }
}

/** Answers what a handler or a body has thrown, where there is still somebody to answer. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  // Whatever is left of the request is not read.
  response.setHeader("connection", "close");
  const message = error instanceof Error ? error.message : "unknown";
  const answer =
    error instanceof ApiFailure
      ? failureAnswer(error)
      : errorAnswer(500, "ERR_EMULATOR_999", `The emulator failed: ${message}.`);
  send(response, answer);
}
