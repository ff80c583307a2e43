import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  addSecrets,
  HttpError,
  LostReplyError,
  TransportError,
  withSecrets,
} from "../../../provider/transport";
import { catchError } from "../../support/failures";
import { cut, json, type Reaction, refuse, TestServer, TOKEN } from "./server";

const READ = { method: "GET", path: "/things/1" } as const;
const CREATE = { method: "POST", path: "/things", body: { a: 1 } } as const;

/** A clock that sleeping advances immediately. */
function instantClock() {
  let now = Date.now();
  const sleep = async (ms: number) => {
    now += ms;
  };
  return { now: () => now, elapsed: () => now, sleep };
}

describe("an ordinary request", () => {
  test("carries token, user agent, extra headers and a JSON body, and reuses connections", async () => {
    await using server = await TestServer.start((response) => json(response, 200, { id: "1" }));
    const transport = server.transport({ baseUrl: `${server.url}/v1/`, headers: { "Ngrok-Version": "2" } });
    const response = await transport.request({
      method: "PATCH",
      path: "/things/1?x=1",
      body: { a: "ä" },
    });
    expect(response).toMatchObject({ status: 200, body: { id: "1" } });
    for (let i = 0; i < 5; i++) await transport.request(READ);
    expect(server.received[0]).toMatchObject({ method: "PATCH", url: "/v1/things/1?x=1", body: '{"a":"ä"}' });
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "user-agent": "test/1",
      "ngrok-version": "2",
      "content-type": "application/json",
      accept: "application/json",
    });
    expect(server.received[1]?.headers["content-type"]).toBeUndefined();
    // A second connection may open while the first is being released.
    expect(server.sockets.size).toBeLessThanOrEqual(2);
    expect(server.lines).toEqual([]);
  });

  test.each([
    ["DELETE", 204, "", undefined],
    ["POST", 204, "", undefined],
    ["GET", 200, "null", null],
    ["GET", 200, '{"a":1}', { a: 1 }],
  ] as const)("returns the parsed body: %s answered %d with %j", async (method, status, text, body) => {
    await using server = await TestServer.start((response) => response.writeHead(status).end(text));
    expect((await server.transport().request({ method, path: "/things/1" })).body).toEqual(body);
  });
});

describe("temporary failures", () => {
  const failTwice =
    (react: Reaction): Reaction =>
    (response, received, number) =>
      number <= 2
        ? react(response, received, number)
        : json(response, received.method === "DELETE" ? 204 : 200, { id: "1" });

  const faults: [string, Reaction][] = [
    ["500", (response) => refuse(response, 500, "ERR_1", "later")],
    ["503 with a long body", (response) => response.writeHead(503).end("x".repeat(10_000))],
    ["a close before the response", cut],
    ["a reset before the response", (response) => response.socket?.resetAndDestroy()],
    [
      "a reset within the response",
      (response) => response.writeHead(200, { "content-length": 99 }).write('{"id"', () => cut(response)),
    ],
    ["half a response", (response) => response.end('{"id":"1"')],
    ["an empty response", (response) => response.end()],
    ["HTML", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
    ["something other than HTTP", (response) => response.socket?.end("\u0000garbage\r\n\r\n")],
  ];

  test.each(faults)("%s: retries GET, PUT, PATCH and DELETE", async (_, fault) => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const) {
      await using server = await TestServer.start(failTwice(fault));
      const response = await server
        .transport()
        .request({ method, path: "/things/1", body: method === "GET" ? undefined : {} });
      expect(response.status).toBe(method === "DELETE" ? 204 : 200);
      expect(server.received).toHaveLength(3);
    }
  });

  test.each([
    ["PATCH", 204, ""],
    ["PUT", 204, ""],
    ["DELETE", 202, ""],
    ["DELETE", 200, "{}"],
    ["DELETE", 205, "null"],
  ] as const)(
    "%s answered %d with %j doesn't prove success, and is repeated",
    async (method, status, text) => {
      await using server = await TestServer.start((response, _, number) =>
        number === 1 ? response.writeHead(status).end(text) : refuse(response, 404, "ERR_1", "gone"),
      );
      await catchError(server.transport().request({ method, path: "/things/1" }));
      expect(server.received).toHaveLength(2);
    },
  );

  test.each(faults)("%s: sends POST once and reports it as lost", async (_, fault) => {
    await using server = await TestServer.start(failTwice(fault));
    const error = await catchError(server.transport().request(CREATE));
    expect(error).toBeInstanceOf(LostReplyError);
    expect(error.message).toMatch(/^POST \/things: .*; it is unknown whether the request was carried out$/);
    expect(server.received).toHaveLength(1);
  });

  test("makes six attempts with growing pauses", async () => {
    await using server = await TestServer.start((response) => refuse(response, 502, "ERR_1", "later"));
    const error = await catchError(server.transport({ random: () => 1 }).request(READ));
    expect(error).toBeInstanceOf(HttpError);
    expect(server.waits).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(server.lines).toEqual(["GET /things/1: status 502; attempt 6 of 6 in 4 s"]);
  });

  test("waits as long as a 503 announces with Retry-After", async () => {
    await using server = await TestServer.start((response, _, number) =>
      number === 1 ? json(response, 503, {}, { "retry-after": "17" }) : json(response, 200, {}),
    );
    await server.transport().request(READ);
    expect(server.waits).toEqual([17_000]);
  });

  test("timeout: retries GET, and reports POST as lost", async () => {
    await using server = await TestServer.start((response, _, number) => {
      if (number > 1) json(response, 200, {});
    });
    // Long enough for a response on a busy machine.
    const transport = server.transport({ requestTimeoutMs: 1_500 });
    await transport.request(READ);
    expect(server.received).toHaveLength(2);
    await using silent = await TestServer.start((response) => void response.writeHead(200).write("{"));
    const error = await catchError(silent.transport({ requestTimeoutMs: 1_500 }).request(CREATE));
    expect(error).toMatchObject({ name: "LostReplyError", status: 200 });
    expect(error.message).toContain("no complete response within 1.5 s");
  });
});

describe("429", () => {
  test.each([
    ["seconds", () => "8"],
    ["HTTP date", () => new Date(Date.now() + 9_000).toUTCString()],
  ])("waits for Retry-After as %s, even with POST", async (_, header) => {
    await using server = await TestServer.start((response, _received, number) =>
      number === 1 ? json(response, 429, {}, { "retry-after": header() }) : json(response, 201, { id: "1" }),
    );
    const clock = instantClock();
    const start = clock.now();
    expect((await server.transport({ clock }).request(CREATE)).status).toBe(201);
    expect(clock.now() - start).toBeGreaterThanOrEqual(7_000);
    expect(clock.now() - start).toBeLessThan(11_000);
  });

  test("does not wait longer if the clock is set back", async () => {
    await using server = await TestServer.start((response, _, number) =>
      number === 2 ? json(response, 503, {}) : json(response, 200, {}),
    );
    const hour = 3_600_000;
    let now = Date.now();
    const nowSetBackAtEachCall = () => {
      now -= hour;
      return now;
    };
    const clock = instantClock();
    const start = clock.now();
    const transport = server.transport({
      clock: { ...clock, now: nowSetBackAtEachCall },
      requestsPerMinute: 100,
    });
    for (let i = 0; i < 3; i++) await transport.request(READ);
    expect(server.received).toHaveLength(4);
    expect(clock.now() - start).toBeLessThan(1_000);
  });

  test.each([
    ["without an announced wait", {}, "(429); gave up"],
    ["that asks to wait", { "retry-after": "30" }, "(429) and asks to wait 30 s; gave up"],
  ])("%s is retried for minutes, and then fails with advice", async (_, headers, text) => {
    await using server = await TestServer.start((response) => json(response, 429, {}, headers));
    const clock = instantClock();
    const start = clock.now();
    const error = await catchError(server.transport({ clock }).request(CREATE));
    expect(error).toMatchObject({ kind: "rateLimited" });
    expect(error.message).toContain(text);
    expect(error.message).toContain("set tunnel-edge:requestsPerMinute below the account's limit");
    expect(clock.now() - start).toBeGreaterThan(560_000);
    expect(server.lines.length).toBeGreaterThan(10);
  });
});

describe("if nothing was sent, the transport", () => {
  test("retries a refused connection, and then fails with a readable error", async () => {
    await using server = await TestServer.start(() => {});
    // The system assigns this port to no program, unlike one that was free a moment ago.
    const error = await catchError(server.transport({ baseUrl: "http://127.0.0.1:1/v1" }).request(CREATE));
    expect(error).toBeInstanceOf(TransportError);
    expect(error.message).toBe(
      "cannot reach http://127.0.0.1:1/v1 (connection refused): check tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL",
    );
    expect(server.waits).toHaveLength(5);
  });

  test("reports an unreachable server once for many requests", async () => {
    await using server = await TestServer.start(() => {});
    const transport = server.transport({ baseUrl: "http://127.0.0.1:1/v1", random: () => 1 });
    await Promise.all([1, 2, 3, 4, 5].map(() => catchError(transport.request(READ))));
    expect(server.lines).toEqual(["GET /things/1: connection refused; attempt 6 of 6 in 4 s"]);
  });

  test.each(["", "  ", "two words", "line\nbreak"])("is rejected with the token %j", async (token) => {
    await using server = await TestServer.start(() => {});
    const error = await catchError(server.transport({ token: async () => token }).request(READ));
    expect(error.message).toMatch(/^the API token (is not set|contains white space).*TUNNEL_EDGE_API_TOKEN$/);
    expect(server.received).toHaveLength(0);
  });
});

describe("401", () => {
  test("retries once with a new token, even POST", async () => {
    await using server = await TestServer.start((response, { headers }) =>
      headers.authorization === "Bearer fresh"
        ? json(response, 200, { id: "1" })
        : refuse(response, 401, "ERR_105", "no"),
    );
    const refreshes: boolean[] = [];
    let current = "stale";
    const token = async ({ refresh = false } = {}) => {
      refreshes.push(refresh);
      if (refresh) current = "fresh";
      return current;
    };
    await server.transport({ token }).request(CREATE);
    expect(refreshes.filter(Boolean)).toHaveLength(1);
    expect(server.received).toHaveLength(2);
  });

  test("does not retry with the same token", async () => {
    await using server = await TestServer.start((response) => refuse(response, 401, "ERR_105", "no"));
    expect(await catchError(server.transport().request(READ))).toMatchObject({ status: 401 });
    expect(server.received).toHaveLength(1);
  });
});

describe("hostile responses", () => {
  test.each([
    [301, LostReplyError],
    [302, LostReplyError],
    [303, LostReplyError],
    [307, TransportError],
    [308, TransportError],
  ])("%d to a POST shows whether it may have been carried out", async (status, kind) => {
    await using other = await TestServer.start((response) => json(response, 200, {}));
    await using server = await TestServer.start((response) =>
      response.writeHead(status, { location: `${other.url}/things/1?state=abc` }).end(),
    );
    const error = await catchError(server.transport().request({ method: "POST", path: "/things", body: {} }));
    expect(error).toBeInstanceOf(kind);
    expect(error.message).toContain(`POST /things: the server redirects (${status}) to ${other.url};`);
    expect(error.message).not.toContain("state");
    expect([other.received.length, server.received.length]).toEqual([0, 1]);
  });

  test.each(["announced", "not announced"])(
    "rejects a response that is too large, %s",
    async (announcement) => {
      await using server = await TestServer.start((response) => {
        const piece = Buffer.alloc(1024 * 1024, 32);
        if (announcement === "announced") response.writeHead(200, { "content-length": 40 * 1024 * 1024 });
        response.on("error", () => {});
        let left = 40;
        const send = () => {
          if (left-- > 0 && !response.destroyed) response.write(piece, send);
          else response.end();
        };
        send();
      });
      const error = await catchError(server.transport().request(READ));
      expect(error).toMatchObject({ kind: "tooLarge" });
      expect(error.message).toContain("larger than 32 MiB");
      expect(server.received).toHaveLength(1);
    },
  );

  test("a refusal with a truncated or oversized body remains a refusal", async () => {
    await using server = await TestServer.start((response) => {
      response.on("error", () => {});
      response.writeHead(400, { "content-length": 99 * 1024 * 1024 }).write("{");
    });
    expect(await catchError(server.transport().request(CREATE))).toMatchObject({
      name: "HttpError",
      status: 400,
    });
  });
});

describe("secrets", () => {
  const HEADER = "s3cret-header-value";
  const BODY = 'private "key" of a request';

  test("are redacted in every error that quotes them", async () => {
    const quotes = [TOKEN, HEADER, BODY].flatMap((value) => [
      value,
      JSON.stringify(value),
      Buffer.from(`x${value}`).toString("base64"),
      encodeURIComponent(value),
    ]);
    const reactions: Reaction[] = [
      (response) => json(response, 400, { msg: quotes.join(" "), details: { [TOKEN]: quotes } }),
      (response) => response.writeHead(404).end(quotes.join(" ")),
      (response) => json(response, 500, { msg: quotes.join(" ") }),
      (response) => response.end(quotes.join(" ")),
      (response) => response.writeHead(302, { location: `https://${TOKEN}.example/` }).end(),
      cut,
    ];
    for (const react of reactions) {
      await using server = await TestServer.start(react);
      const transport = server.transport({ headers: { "x-auth": HEADER } });
      const path = `/things/${TOKEN}`;
      const error = await withSecrets([], () => {
        const failure = catchError(transport.request({ method: "POST", path, body: { k: BODY } }));
        // Even if the call learns of the secret during the request.
        addSecrets([BODY]);
        return failure;
      });
      const text = inspect(error, { depth: 20 }) + error.stack + JSON.stringify(error) + server.lines.join();
      for (const quote of quotes) expect(text).not.toContain(quote);
    }
  });

  test("of another call are redacted, too, but not ordinary words", async () => {
    await using server = await TestServer.start((response) =>
      refuse(response, 400, "ERR_1", `was ${BODY}, and ${Buffer.from(BODY).toString("base64")}; deny`),
    );
    withSecrets([BODY, "deny"], () => undefined);
    const error = await catchError(server.transport().request(READ));
    expect(error).toMatchObject({ body: { msg: "was [secret], and [secret]; deny" } });
  });

  test("are not searched for in an oversized error, which is not quoted", async () => {
    const flood = `${"x".repeat(30_000)} flood`;
    await using server = await TestServer.start((response) => refuse(response, 400, "ERR_1", flood));
    const error = await catchError(server.transport().request(READ));
    expect(error).toMatchObject({ status: 400, body: undefined });
    expect(error.message).toBe(
      "GET /things/1: status 400, and the response is longer (30 KiB) than any error of the API: is tunnel-edge:baseUrl the API's address, or does a proxy respond instead?",
    );
  });
});
