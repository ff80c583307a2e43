import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a server that tells what goes over it. */
export interface RecordingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Passes requests on to a server, and calls `look` after each of them, before the client has its response: also where the
 * server has hung up without one.
 */
export async function startRecordingProxy(
  target: string,
  look: (call: string) => void,
): Promise<RecordingProxy> {
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const told = () => look(`${method} ${url}`);
    const onward = send(new URL(url, target), { method, headers }, (answer) => {
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
