import { describe, expect, test } from "vitest";
import { HttpError, Transport, TransportError } from "../../../provider/transport";
import { catchError } from "../../support/failures";
import { json, type Reaction, TestServer, TOKEN } from "./server";

const READ = { method: "GET", path: "/things/1" } as const;

describe("a wait beyond the limit", () => {
  test("is not started: a failing server gets one request", async () => {
    await using server = await TestServer.start((response) =>
      json(response, 503, { msg: "maintenance" }, { "retry-after": "7200" }),
    );
    const error = await catchError(server.transport().request(READ));
    expect(error).toBeInstanceOf(HttpError);
    expect([server.calls, server.waits]).toEqual([["GET /things/1"], []]);
  });

  test("is reported if the API announces it, and not started by later requests", async () => {
    await using server = await TestServer.start((response) =>
      json(response, 429, {}, { "retry-after": "7200" }),
    );
    const transport = server.transport({ maxConcurrent: 1 });
    const paths = ["/things/1", "/things/2", "/things/3"];
    const requests = paths.map((path) => catchError(transport.request({ method: "POST", path, body: {} })));
    for (const [n, error] of (await Promise.all(requests)).entries()) {
      expect(error).toMatchObject({ kind: "rateLimited" });
      expect(error.message).toContain(`POST ${paths[n]}: `);
      expect(error.message).toMatch(
        /^POST \/things\/\d: the API limits the rate of requests \(429\) and asks to wait 7\d\d\d s; gave up, because no request waits longer than 10 minutes: run again later, check what else uses this account, or set/,
      );
    }
    expect(server.calls).toEqual(["POST /things/1"]);
    expect(server.waits).toEqual([]);
  });

  test("ends when the transport closes: the request is rejected and not sent again", async () => {
    await using server = await TestServer.start((response) =>
      json(response, 503, {}, { "retry-after": "60" }),
    );
    const reported = Promise.withResolvers<string>();
    // Without a `sleep` override, to test the production wait.
    const transport = new Transport({
      baseUrl: server.url,
      token: async () => TOKEN,
      userAgent: "test/1",
      report: reported.resolve,
    });
    const waiting = catchError(transport.request(READ));
    expect(await reported.promise).toBe("GET /things/1: status 503; attempt 2 of 6 in 60 s");
    await transport.close();
    expect(await waiting).toMatchObject({ kind: "closed" });
    expect(server.received).toHaveLength(1);
  });
});

describe("closing with requests in flight", () => {
  const closed = { name: "TransportError", kind: "closed" };

  test("does not repeat a request whose response has arrived", async () => {
    let respond = () => {};
    const arrived = Promise.withResolvers<void>();
    await using server = await TestServer.start((response) => {
      respond = () => json(response, 503, {});
      arrived.resolve();
    });
    const transport = new Transport({ baseUrl: server.url, token: async () => TOKEN, userAgent: "test/1" });
    const request = catchError(transport.request(READ));
    await arrived.promise;
    const closing = transport.close();
    respond();
    expect(await request).toMatchObject(closed);
    await closing;
    expect(server.received).toHaveLength(1);
  });

  test("does not send a request that waits for its token", async () => {
    await using server = await TestServer.start((response) => json(response, 200, {}));
    const token = Promise.withResolvers<string>();
    const transport = new Transport({ baseUrl: server.url, token: () => token.promise, userAgent: "test/1" });
    const request = catchError(transport.request(READ));
    await transport.close();
    token.resolve(TOKEN);
    expect(await request).toMatchObject(closed);
    expect(server.received).toEqual([]);
  });
});

test("ignores informational responses before the final one", async () => {
  await using server = await TestServer.start((response) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () => json(response, 200, { id: "1" }));
  });
  expect(await server.transport().request(READ)).toMatchObject({ status: 200, body: { id: "1" } });
});

test.each<[string, Reaction, string]>([
  ["null to a PATCH", (response) => response.end("null"), ": the response (200) is null"],
  [
    "an invalid status line",
    (response) => response.socket?.write("HTTP/1.1 two hundred\r\n\r\n"),
    ": the response is not HTTP",
  ],
  [
    "oversized headers",
    (response) => json(response, 200, {}, { "x-large": "x".repeat(40_000) }),
    ": the response's headers are too large",
  ],
])("unusable responses are reported: %s", async (_, react, message) => {
  await using server = await TestServer.start(react);
  const error = await catchError(server.transport().request({ ...READ, method: "PATCH", body: {} }));
  expect(error).toMatchObject({ kind: "unreadable" });
  expect(error.message.replace(` at ${server.url}`, "")).toBe(`PATCH /things/1${message}`);
});

test("rejects an invalid path without sending it", async () => {
  await using server = await TestServer.start((response) => json(response, 200, {}));
  const error = await catchError(server.transport().request({ method: "GET", path: "/things/a b" }));
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ kind: "configuration" });
  expect(error.message).toContain("a header or the path cannot be sent");
  expect([server.received, server.waits]).toEqual([[], []]);
});

describe("the limit of an operation", () => {
  const timeout = new Error("the timeout of 5 s has passed");

  /** Returns the error of a read whose limit aborts as soon as the read waits. */
  async function endWait(react: Reaction, wait: "pause" | "turn") {
    await using server = await TestServer.start(react);
    const limit = new AbortController();
    const transport = server.transport({
      maxConcurrent: 1,
      limit: () => limit.signal,
      clock: {
        sleep: async (_, signal) => {
          limit.abort(timeout);
          signal?.throwIfAborted();
        },
      },
    });
    if (wait === "pause") return await catchError(transport.request(READ));
    const first = transport.request(READ);
    const second = catchError(transport.request(READ));
    limit.abort(timeout);
    const error = await second;
    await first;
    return error;
  }

  test.each<[string, Reaction, "pause" | "turn"]>([
    ["status 503", (response) => json(response, 503, {}), "pause"],
    ["the API limits the rate of requests (429)", (response) => json(response, 429, {}), "pause"],
    ["requests wait for their turn", (response) => setTimeout(() => json(response, 200, {}), 50), "turn"],
  ])("ends a wait because of: %s", async (reason, react, wait) => {
    expect(await endWait(react, wait)).toMatchObject({
      kind: "waitEnded",
      message: expect.stringContaining(`: ${reason}; ${timeout.message}`),
    });
  });

  test("does not end requests that clean up after it", async () => {
    await using server = await TestServer.start((response, _, count) =>
      json(response, count === 1 ? 503 : 200, { id: "1" }),
    );
    const transport = server.transport({ limit: () => AbortSignal.abort(timeout) });
    expect(await transport.request(READ)).toMatchObject({ status: 200 });
  });
});
