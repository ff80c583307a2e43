import { once } from "node:events";
import { type IncomingMessage, request as startRequest } from "node:http";
import { createServer } from "node:net";
import { test as base, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, type Json, startEmulator } from "../../../emulator/index";

/** Any JSON body; tests check its values. */
export type Body = ReturnType<typeof JSON.parse>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; fails the test if it is not JSON. */
  readonly body: Body;
}

export interface Client extends Emulator {
  call(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
  create(collection: string, body?: unknown): Promise<Body>;
}

/** Starts an emulator that is closed at the end of the test. */
export async function startClient(options: EmulatorOptions = {}): Promise<Client> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  return createClient(emulator);
}

interface Accounts {
  /** An emulator with default options. */
  api: Client;
  reference: Client;
}

export const test = base.extend<Accounts>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the dependencies of a fixture from its pattern.
  api: async ({}, use) => use(await startClient()),
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the dependencies of a fixture from its pattern.
  reference: async ({}, use) => use(await emulatedReference()),
});

/** Finds a free port below the ephemeral range, which no other program gets by chance. */
export async function ownPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

export const emulatedReference = (options: EmulatorOptions = {}): Promise<Client> =>
  startClient({ reference: true, ...options });

export function createClient(emulator: Emulator): Client {
  const call = (method: string, path: string, body?: unknown, token = emulator.token) =>
    request(`${emulator.url}${path}`, method, body, token);
  return {
    ...emulator,
    call,
    async create(collection, body = {}) {
      const reply = await call("POST", collection, body);
      if (reply.status !== 201) throw new Error(`POST ${collection}: ${reply.status} ${reply.text}`);
      return reply.body;
    },
  };
}

export async function request(url: string, method: string, body: unknown, token?: string): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      return JSON.parse(text);
    },
  };
}

export interface ExactRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends what `fetch` would change or refuse: any headers, no content type, and a body with GET. */
export async function sendExactly(
  { url, token }: { readonly url: string; readonly token: string },
  { method = "GET", path = "/ip_policies", headers = {}, body }: ExactRequest,
) {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const authorization = `Bearer ${token}`;
  const sent = startRequest(`${url}${path}`, { method, headers: { authorization, ...length, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode ?? 0, code: /ERR_NGROK_(\d+)/.exec(text)?.[1], text };
}

/** Calls a control over HTTP, like a user without the library. */
export function control(emulator: Emulator, name: string, body?: Json): Promise<Reply> {
  return request(`${emulator.url}/__emulator/${name}`, body === undefined ? "GET" : "POST", body);
}
