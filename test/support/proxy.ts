import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";

export interface ProxyRequest {
  readonly method: string;
  /** `host:port` for a tunnel, otherwise a full URL. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A forward proxy on loopback that sends requests for any host to one local port. */
export class ForwardProxy implements AsyncDisposable {
  readonly requests: ProxyRequest[] = [];
  /** All bytes that passed through. */
  traffic = "";
  /** Status to return instead of forwarding requests, if set. */
  refusalStatus: number | undefined;
  private readonly server = createServer();
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly port: number) {
    this.server.on("connection", (socket) => this.watch(socket));
    this.server.on("connect", ({ method = "", url = "", headers }, socket: Socket, head: Buffer) => {
      this.requests.push({ method, target: url, headers });
      if (this.refusalStatus !== undefined) {
        socket.end(`HTTP/1.1 ${this.refusalStatus} Refused\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const upstream = this.watch(connect(this.port, "127.0.0.1"));
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      pipeline(socket, upstream, socket, () => {});
    });
    this.server.on("request", (incoming, response) => {
      const { method = "", url = "", headers } = incoming;
      this.requests.push({ method, target: url, headers });
      if (this.refusalStatus !== undefined) {
        response.writeHead(this.refusalStatus).end("refused");
        return;
      }
      const { pathname, search } = new URL(url);
      // Without keep-alive, because the server could close an idle connection while the next request is sent.
      const address = { host: "127.0.0.1", port: this.port, path: pathname + search, agent: false };
      const options = { ...address, method, headers };
      const forwarded = request(options, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        pipeline(reply, response, () => {});
      });
      pipeline(incoming, forwarded, () => {});
    });
  }

  /** @param port - The target of all requests. */
  static async start(port: number): Promise<ForwardProxy> {
    const proxy = new ForwardProxy(port);
    await new Promise<void>((done) => proxy.server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private watch(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      this.traffic += chunk.toString("latin1");
    });
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }
}
