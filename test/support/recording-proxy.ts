import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that reports its requests. */
export interface RecordingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards requests to a server. Calls `onRequest` for each one before the client receives the response, or when the
 * server breaks the connection.
 */
export async function startRecordingProxy(
  target: string,
  onRequest: (call: string) => void,
): Promise<RecordingProxy> {
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const report = () => onRequest(`${method} ${url}`);
    // Without keep-alive, because the server could close an idle connection while the next request is sent.
    const forwarded = send(new URL(url, target), { method, headers, agent: false }, (upstream) => {
      const chunks: Buffer[] = [];
      upstream.on("data", (chunk: Buffer) => chunks.push(chunk));
      upstream.on("end", () => {
        report();
        response.writeHead(upstream.statusCode ?? 500, upstream.headers).end(Buffer.concat(chunks));
      });
    });
    forwarded.on("error", () => {
      report();
      response.destroy();
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
