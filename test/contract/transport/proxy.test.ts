import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Transport, type TransportOptions } from "../../../provider/transport";
import { tlsKeyPair } from "../../support/crypto";
import { ForwardProxy } from "../../support/proxy";
import { json, TestServer, TOKEN } from "./server";

const HOST = "api.example.test";
const READ = { method: "GET", path: "/things/1" } as const;
const CREATE = { method: "POST", path: "/things", body: { a: 1 } } as const;
const { certificatePem: cert, privateKeyPem: key } = tlsKeyPair(HOST);

let waits: number[];
beforeEach(() => {
  waits = [];
});

async function attempt(
  options: Partial<TransportOptions> & { env: NodeJS.ProcessEnv },
  request: Parameters<Transport["request"]>[0] = READ,
) {
  const transport = new Transport({
    baseUrl: `https://${HOST}`,
    token: async () => TOKEN,
    userAgent: "test/1",
    clock: { sleep: async (ms) => void waits.push(ms) },
    ...options,
  });
  try {
    return await transport.request(request).catch((error: Error) => error);
  } finally {
    await transport.close();
  }
}

describe("a transport to an https API behind a proxy", () => {
  let server: Server;
  let port: number;
  let before: string[];
  let received: string[];

  beforeAll(async () => {
    before = getCACertificates();
    setDefaultCACertificates([...before, cert]);
    server = createServer({ cert, key }, ({ method, url, headers }, response) => {
      received.push(`${method} ${headers.host}${url} ${headers.authorization}`);
      response.writeHead(200, { "content-type": "application/json" }).end('{"id":"1"}');
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    received = [];
  });
  afterAll(async () => {
    setDefaultCACertificates(before);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  test.each(["HTTPS_PROXY", "https_proxy"])(
    "uses a tunnel that the proxy from %s cannot inspect",
    async (name) => {
      await behindProxy(async (proxy) => {
        const response = await attempt({ env: { [name]: proxy.url } });
        expect(response).toMatchObject({ status: 200, body: { id: "1" } });
        expect(received).toEqual([`GET ${HOST}/things/1 Bearer ${TOKEN}`]);
        expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
          `CONNECT ${HOST}:443`,
        ]);
        expect(proxy.requests[0]?.headers).not.toHaveProperty("authorization");
        expect(proxy.traffic).not.toContain(TOKEN);
        expect(proxy.traffic).not.toContain("/things");
      });
    },
  );

  test("sends the credentials in the proxy's URL to the proxy, and redacts them in errors", async () => {
    await behindProxy(async (proxy) => {
      const address = new URL(proxy.url);
      Object.assign(address, { username: "me", password: "s3cret%20word!" });
      await attempt({ env: { HTTPS_PROXY: address.href } });
      const { "proxy-authorization": credentials } = proxy.requests[0]?.headers ?? {};
      expect(credentials).toBe(`Basic ${Buffer.from("me:s3cret word!").toString("base64")}`);
      proxy.refusalStatus = 407;
      const error = await attempt({ env: { HTTPS_PROXY: address.href } });
      expect(error).toMatchObject({
        kind: "proxy",
        message: `cannot reach https://${HOST} (the request was refused with 407 Proxy Authentication Required, via the proxy ${proxy.url} from HTTPS_PROXY): correct the proxy's address or its credentials, or add the API's host to NO_PROXY`,
      });
    });
  });

  test("retries if the proxy cannot reach the API, but not if it denies the request", async () => {
    await behindProxy(async (proxy) => {
      proxy.refusalStatus = 503;
      expect(await attempt({ env: { HTTPS_PROXY: proxy.url } }, CREATE)).toMatchObject({
        kind: "unreachable",
      });
      expect(waits).toHaveLength(5);
      proxy.refusalStatus = 403;
      expect(await attempt({ env: { HTTPS_PROXY: proxy.url } }, CREATE)).toMatchObject({ kind: "proxy" });
      expect(waits).toHaveLength(5);
    });
  });

  test("gives up on a silent proxy after the time limit of one request", async () => {
    const silent = createTcpServer(() => {});
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const { port: silentPort } = silent.address() as AddressInfo;
    const env = { HTTPS_PROXY: `http://127.0.0.1:${silentPort}` };
    expect(await attempt({ env, requestTimeoutMs: 100 })).toMatchObject({
      kind: expect.stringMatching(/^(timeout|unreachable)$/),
    });
    silent.close();
  });

  test("rejects a certificate for another name through a tunnel", async () => {
    await behindProxy(async (proxy) => {
      const error = await attempt({
        baseUrl: "https://other.example.test",
        env: { HTTPS_PROXY: proxy.url },
      });
      expect(error).toMatchObject({
        kind: "tls",
        message: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID"),
      });
      expect(received).toEqual([]);
    });
  });

  async function behindProxy(task: (proxy: ForwardProxy) => Promise<void>) {
    await using proxy = await ForwardProxy.start(port);
    await task(proxy);
  }
});

describe("an API with plain http", () => {
  test("is reached through HTTP_PROXY", async () => {
    await using server = await TestServer.start((response) => json(response, 200, { id: "1" }));
    await using proxy = await ForwardProxy.start(Number(new URL(server.url).port));
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: "http://127.0.0.1:9" };
    const response = await attempt({ baseUrl: `http://${HOST}/v1`, env });
    expect(response).toMatchObject({ status: 200, body: { id: "1" } });
    expect(proxy.requests[0]).toMatchObject({ method: "GET", target: `http://${HOST}/v1/things/1` });
    expect(server.received[0]).toMatchObject({ url: "/v1/things/1", headers: { host: HOST } });
  });

  test("receives no create that the proxy refuses", async () => {
    await using server = await TestServer.start((response) => json(response, 200, { id: "1" }));
    await using proxy = await ForwardProxy.start(Number(new URL(server.url).port));
    proxy.refusalStatus = 407;
    const error = await attempt({ baseUrl: `http://${HOST}`, env: { HTTP_PROXY: proxy.url } }, CREATE);
    expect(error).toMatchObject({ name: "TransportError", kind: "proxy" });
    expect(server.received).toEqual([]);
  });
});
