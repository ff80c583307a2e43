import { createServer, type Server } from "node:https";
import { type AddressInfo, connect, createServer as createGate, type Server as Gate } from "node:net";
import { pipeline } from "node:stream";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Transport, TransportError, type TransportOptions } from "../../../provider/transport";
import { tlsKeyPair } from "../../support/crypto";

const CREATE = { method: "POST", path: "/things", body: { a: 1 } } as const;
const { certificatePem: cert, privateKeyPem: key } = tlsKeyPair("localhost");

let server: Server;
let port: number;
let received: string[];
let lines: string[];

const portOf = (listening: Server | Gate) => (listening.address() as AddressInfo).port;

beforeAll(async () => {
  server = createServer({ cert, key }, (request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(201, { "content-type": "application/json" }).end('{"id":"1"}');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = portOf(server);
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});
beforeEach(() => {
  received = [];
  lines = [];
});

const open = (options: Partial<TransportOptions> = {}) =>
  new Transport({
    baseUrl: `https://localhost:${port}`,
    token: async () => "token-4f1c0ffee",
    userAgent: "test/1",
    report: (line) => lines.push(line),
    ...options,
  });

async function request(options: Partial<TransportOptions> = {}) {
  const waits: number[] = [];
  const transport = open({ clock: { sleep: async (ms) => void waits.push(ms) }, ...options });
  try {
    return { response: await transport.request(CREATE), waits };
  } catch (error) {
    return { error: error as Error, waits };
  } finally {
    await transport.close();
  }
}

async function probe() {
  const transport = open();
  try {
    return await transport.probe("/things");
  } finally {
    await transport.close();
  }
}

test("sends nothing to a server with an untrusted certificate, and explains how to trust it", async () => {
  const { error, waits } = await request();
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ kind: "tls" });
  expect(error?.message).toMatch(
    /^cannot reach https:\/\/localhost:\d+ \(TLS error \w+\): .*set NODE_EXTRA_CA_CERTS to its PEM file$/,
  );
  expect([received, waits]).toEqual([[], []]);
});

describe("a server whose certificate check is disabled", () => {
  beforeEach(() => vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0"));
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    ["a request", async () => (await request()).response],
    ["a probe", probe],
  ])("gets %s, with a warning about the risk even if Node's warnings are off", async (_, send) => {
    vi.stubEnv("NODE_NO_WARNINGS", "1");
    expect(await send()).toMatchObject({ status: 201 });
    expect(lines).toEqual([
      expect.stringMatching(
        /^warning: NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks: .* https:\/\/localhost/,
      ),
    ]);
  });
});

describe("a server with a trusted certificate", () => {
  let before: string[];

  beforeAll(() => {
    before = getCACertificates();
    setDefaultCACertificates([...before, cert]);
  });
  afterAll(() => setDefaultCACertificates(before));

  test("gets the request, without a warning about plain http", async () => {
    expect((await request()).response).toMatchObject({ status: 201, body: { id: "1" } });
    expect([received, lines]).toEqual([["POST /things"], []]);
  });

  test("gets nothing under another name", async () => {
    const { error } = await request({ baseUrl: `https://127.0.0.1:${port}` });
    expect(error).toMatchObject({ kind: "tls" });
    expect(error?.message).toContain("TLS error ERR_TLS_CERT_ALTNAME_INVALID");
    expect(received).toEqual([]);
  });

  test("gets one request if connecting outlasts an attempt: the late attempt is never sent", async () => {
    const opened = Promise.withResolvers<void>();
    const gate = createGate(async (socket) => {
      await opened.promise;
      const upstream = connect(port, "127.0.0.1");
      pipeline(socket, upstream, socket, () => {});
    });
    await new Promise<void>((done) => gate.listen(0, "127.0.0.1", done));
    try {
      const { response } = await request({
        baseUrl: `https://localhost:${portOf(gate)}`,
        requestTimeoutMs: 1_500,
        clock: { sleep: async () => opened.resolve() },
      });
      expect(response).toMatchObject({ status: 201 });
      expect(received).toEqual(["POST /things"]);
    } finally {
      await new Promise((done) => gate.close(done));
    }
  });
});
