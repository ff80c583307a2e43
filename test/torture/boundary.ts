import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A point of a run: before its n-th request reaches the service, or after the service has carried it out. */
export interface Boundary {
  /** Counts from 1. */
  readonly request: number;
  readonly side: "before" | "after";
}

/** Forwards requests to a server up to a boundary. From then on, no request gets a response. */
export class BoundaryProxy {
  private readonly server: Server;
  private received: string[] = [];
  private boundary: Boundary | undefined;
  private onReached: () => void = () => undefined;
  private stopped = false;

  private constructor(private readonly target: URL) {
    this.server = createServer((incoming, outgoing) => this.relay(incoming, outgoing));
  }

  static async start(target: string): Promise<BoundaryProxy> {
    const proxy = new BoundaryProxy(new URL(target));
    await new Promise<void>((done) => proxy.server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Method and path of the requests since the last `open`. */
  get requests(): readonly string[] {
    return this.received;
  }

  /** Forwards everything up to a boundary, or without limit. Resolves when the boundary is reached. */
  open(boundary?: Boundary): Promise<void> {
    this.received = [];
    this.boundary = boundary;
    this.stopped = false;
    return new Promise((done) => {
      this.onReached = done;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private relay(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.stopped) return;
    this.received.push(`${incoming.method} ${incoming.url}`);
    const isLast = this.received.length === this.boundary?.request;
    if (isLast && this.boundary?.side === "before") {
      this.stop();
      return;
    }
    const { hostname, port } = this.target;
    const options = {
      hostname,
      port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
      // Without keep-alive, because the server could close an idle connection while the next request is sent.
      agent: false,
    };
    const forwardedRequest = request(options, (upstream) => {
      if (isLast) this.stop();
      // Drops all responses in flight.
      if (this.stopped) return;
      outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(outgoing);
    });
    forwardedRequest.on("error", () => outgoing.destroy());
    incoming.pipe(forwardedRequest);
  }

  private stop(): void {
    this.stopped = true;
    this.onReached();
  }
}
