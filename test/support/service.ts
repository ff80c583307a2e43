import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../emulator";

/** One URL for several accounts. The token of a request selects the account. */
export interface Service {
  readonly url: string;
  /** Routes requests with a token to an account. */
  addToken(token: string, account: Emulator): void;
  close(): Promise<void>;
}

interface Forwarded {
  readonly method: string;
  readonly authorization: string;
  readonly body: string;
}

/** Starts a server that forwards each request to the target and with the body that `route` returns. */
export async function startForwarder(
  route: (request: Forwarded) => { readonly target: string; readonly body: string },
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers, url } = request;
    const authorization = headers.authorization ?? "";
    const { target, body } = route({ method, authorization, body: Buffer.concat(chunks).toString() });
    const upstream = await fetch(`${target}${url}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body !== "" && { body }),
    });
    response.writeHead(upstream.status, { "content-type": "application/json" }).end(await upstream.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export async function startService(accounts: readonly Emulator[]): Promise<Service> {
  const accountsByToken = new Map(accounts.map((account) => [account.token, account]));
  const server = await startForwarder(({ authorization, body }) => {
    const account = accountsByToken.get(authorization.replace(/^Bearer /, "")) ?? accounts[0];
    return { target: String(account?.url), body };
  });
  return { ...server, addToken: (token, account) => void accountsByToken.set(token, account) };
}

export async function createToken({ url, token }: Emulator): Promise<string> {
  const response = await fetch(`${url}/api_keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ description: "rotated" }),
  });
  return String(((await response.json()) as { token: unknown }).token);
}
