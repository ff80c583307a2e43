import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ApiClient } from "../../../provider/api";
import { type Clock, Transport, type TransportOptions } from "../../../provider/transport";

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server's reaction to one request. `number` counts from 1. */
export type Reaction = (response: ServerResponse, received: ReceivedRequest, number: number) => void;

export const TOKEN = "token-4f1c0ffee";

/** A loopback server with configurable reactions, and a transport and a client that use it. */
export class TestServer implements AsyncDisposable {
  readonly received: ReceivedRequest[] = [];
  readonly sockets = new Set<Socket>();
  readonly lines: string[] = [];
  /** Waits that the transport requested, in ms; they take no time. */
  readonly waits: number[] = [];
  private readonly closers: (() => Promise<void>)[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(react: Reaction): Promise<TestServer> {
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("error", () => {});
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        const received = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
        react(response, received, test.received.push(received));
      });
    };
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const test = new TestServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("connection", (socket) => test.sockets.add(socket));
    return test;
  }

  transport(options: Partial<TransportOptions> = {}): Transport {
    const transport = new Transport({
      baseUrl: this.url,
      token: async () => TOKEN,
      userAgent: "test/1",
      report: (line) => this.lines.push(line),
      clock: { sleep: async (ms) => void this.waits.push(ms) },
      ...options,
    });
    this.closers.push(() => transport.close());
    return transport;
  }

  client(options: Partial<TransportOptions> = {}, time?: Clock): ApiClient {
    return new ApiClient(this.transport(options), time);
  }

  /** Requests so far, as `GET /path`. */
  get calls(): string[] {
    return this.received.map(({ method, url }) => `${method} ${url}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.closers.map((close) => close()));
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function refuse(response: ServerResponse, status: number, code: string, msg: string): void {
  json(response, status, { error_code: code, status_code: status, msg, details: { operation_id: "op_1" } });
}

export function cut(response: ServerResponse): void {
  response.socket?.destroy();
}
