import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A moment of a run: right before its n-th request reaches the service, or right after the service has carried it out. */
export interface Boundary {
  /** Counts from 1. */
  readonly request: number;
  readonly side: "before" | "after";
}

/** A relay in front of the service that stops the world at one boundary. */
export class BoundaryProxy {
  private readonly server: Server;
  private seen: string[] = [];
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
    return this.seen;
  }

  /** Relays everything up to a boundary and nothing after it; without one, everything. Resolves when it is reached. */
  open(boundary?: Boundary): Promise<void> {
    this.seen = [];
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
    this.seen.push(`${incoming.method} ${incoming.url}`);
    const isLast = this.seen.length === this.boundary?.request;
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
      // A connection that is kept could be closed by the server just when the next request goes over it.
      agent: false,
    };
    const forwarded = request(options, (answer) => {
      if (isLast) this.stop();
      // What is on its way when the world stops does not arrive.
      if (this.stopped) return;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  private stop(): void {
    this.stopped = true;
    this.onReached();
  }
}
