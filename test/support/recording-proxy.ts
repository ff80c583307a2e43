import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that reports its requests. */
export interface RecordingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards requests to a server, and calls `look` after each of them, before the client has its response, even if the
 * server has hung up without one.
 */
export async function startRecordingProxy(
  target: string,
  look: (call: string) => void,
): Promise<RecordingProxy> {
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const told = () => look(`${method} ${url}`);
    // A connection that is kept could be closed by the server just when the next request goes over it.
    const onward = send(new URL(url, target), { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        told();
        response.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(chunks));
      });
    });
    onward.on("error", () => {
      told();
      response.destroy();
    });
    request.pipe(onward);
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
