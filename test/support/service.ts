import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../emulator";

/** One URL for several accounts, which the token selects. */
export interface Service {
  readonly url: string;
  /** Routes requests with a token to an account. */
  addToken(token: string, account: Emulator): void;
  close(): Promise<void>;
}

export async function startService(accounts: readonly Emulator[]): Promise<Service> {
  const accountsByToken = new Map(accounts.map((account) => [account.token, account]));
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const authorization = request.headers.authorization ?? "";
    const account = accountsByToken.get(authorization.replace(/^Bearer /, "")) ?? accounts[0];
    const upstream = await fetch(`${account?.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization, "content-type": "application/json" },
      ...(body.length === 0 ? {} : { body }),
    });
    response.writeHead(upstream.status, { "content-type": "application/json" });
    response.end(Buffer.from(await upstream.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addToken: (token, account) => void accountsByToken.set(token, account),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export async function createToken({ url, token }: Emulator): Promise<string> {
  const response = await fetch(`${url}/api_keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ description: "rotated" }),
  });
  return String(((await response.json()) as { token: unknown }).token);
}
