import { setTimeout as pause } from "node:timers/promises";
import { describe, expect } from "vitest";
import { type Client, startClient, test } from "./support/client";

async function sendRequests(api: Client, method: "GET" | "POST", count: number): Promise<number[]> {
  const received = [];
  for (let n = 0; n < count; n += 1)
    received.push((await api.call(method, "/ip_policies", method === "POST" ? {} : undefined)).status);
  return received;
}

describe("response faults", () => {
  test("returns a status, limited by `times` and `after`", async ({ api }) => {
    api.faults({ on: "GET /ip_policies", status: 503, times: 2, after: 1 });
    expect(await sendRequests(api, "GET", 5)).toEqual([200, 503, 503, 200, 200]);
    expect(api.faults()).toMatchObject([{ kind: "status", matched: 5, hits: 2 }]);
  });

  test("returns a status with body and headers without executing the request", async ({ api }) => {
    api.faults({ on: "POST *", status: 502, body: "<html>", headers: { "content-type": "text/html" } });
    const reply = await api.call("POST", "/ip_policies", {});
    expect(reply).toMatchObject({ status: 502, text: "<html>" });
    expect(reply.headers.get("content-type")).toBe("text/html");
    expect(api.objects("/ip_policies")).toEqual([]);
  });

  test("returns 429 with Retry-After", async ({ api }) => {
    api.faults({ on: "*", status: 429, retryAfter: 3, times: 1 });
    const reply = await api.call("GET", "/ip_policies");
    expect([reply.status, reply.headers.get("retry-after"), reply.body.status_code]).toEqual([429, "3", 429]);
  });

  test("with `commit`, fails after the write", async ({ api }) => {
    api.faults({ on: "POST /ip_policies", status: 500, commit: true });
    expect((await api.call("POST", "/ip_policies", {})).status).toBe(500);
    expect(api.objects("/ip_policies")).toHaveLength(1);
  });

  test.each([
    ["html", "text/html", /^<html>/],
    ["empty", "application/json", /^$/],
    ["truncated", "application/json", /^\{"id".*[^}]$/],
    ["content-type", "text/plain", /"id":"ipp_/],
    ["wrong-types", "application/json", /"id":\d/],
  ] as const)("%s: the request succeeds but its response is corrupted", async (kind, type, text) => {
    const api = await startClient();
    api.faults({ on: "POST /ip_policies", kind });
    const reply = await api.call("POST", "/ip_policies", {});
    expect([reply.status, reply.headers.get("content-type")]).toEqual([201, `${type}; charset=utf-8`]);
    expect(reply.text).toMatch(text);
    expect(api.objects("/ip_policies")).toHaveLength(1);
    expect(api.requests()).toMatchObject([{ fault: kind, status: 201 }]);
  });

  test("returns huge, deep, and custom bodies", async ({ api }) => {
    api.faults([{ kind: "huge", bytes: 5_000_000, times: 1 }]);
    expect((await api.call("GET", "/ip_policies")).text.length).toBeGreaterThan(5_000_000);
    api.faults([{ kind: "deep", depth: 1000, times: 1 }]);
    expect((await api.call("GET", "/ip_policies")).text).toMatch(/^(\{"a":){1000}null\}{1000}$/);
    api.faults([{ body: { keys: "no list" } }]);
    expect((await api.call("GET", "/api_keys")).body).toEqual({ keys: "no list" });
  });

  test("redirects without executing the request", async ({ api }) => {
    api.faults({ on: "POST *", location: "http://127.0.0.1:1/steal" });
    const reply = await api.call("POST", "/ip_policies", {});
    expect([reply.status, reply.headers.get("location")]).toEqual([307, "http://127.0.0.1:1/steal"]);
    expect(api.objects("/ip_policies")).toEqual([]);
  });
});

describe("connection faults", () => {
  test.each([
    ["cut-before", 0],
    ["cut-after", 1],
    ["cut-body", 1],
  ] as const)("%s creates %i objects", async (kind, createdCount) => {
    const api = await startClient();
    api.faults({ on: "POST /ip_policies", kind, times: 1 });
    await expect(api.call("POST", "/ip_policies", {})).rejects.toThrow();
    expect(api.objects("/ip_policies")).toHaveLength(createdCount);
    expect(api.requests()).toMatchObject([{ method: "POST", status: null, fault: kind }]);
    expect((await api.call("POST", "/ip_policies", {})).status).toBe(201);
  });

  test("hang never responds", async ({ api }) => {
    api.faults({ on: "* /ip_policies", kind: "hang", times: 1 });
    const controller = new AbortController();
    const waiting = fetch(`${api.url}/ip_policies`, {
      headers: { authorization: `Bearer ${api.token}` },
      signal: controller.signal,
    });
    await expect.poll(() => api.faults()).toMatchObject([{ hits: 1 }]);
    expect(await Promise.race([waiting, pause(200, "nothing")])).toBe("nothing");
    controller.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    expect((await api.call("GET", "/ip_policies")).status).toBe(200);
  });

  test("combines latency with another fault", async () => {
    const api = await startClient({ latencyMs: 30 });
    api.faults([
      { on: "GET *", latencyMs: 50 },
      { on: "GET *", status: 500 },
    ]);
    const start = performance.now();
    expect((await api.call("GET", "/ip_policies")).status).toBe(500);
    expect(performance.now() - start).toBeGreaterThan(75);
  });
});

describe("the pattern of a fault", () => {
  const ALL = ["POST /ip_policies", "PUT /edges/tls/x/backend", "GET /edges/tls/x", "GET /ip_policies"];

  test.each([
    ["POST /ip_policies", ["POST /ip_policies"]],
    ["PUT *", ["PUT /edges/tls/x/backend"]],
    ["* /edges/tls/*", ["PUT /edges/tls/x/backend", "GET /edges/tls/x"]],
    ["/edges/tls/*", ["PUT /edges/tls/x/backend", "GET /edges/tls/x"]],
    ["GET|POST /*", ["POST /ip_policies", "GET /edges/tls/x", "GET /ip_policies"]],
    ["*", ALL],
  ])("%s matches its methods and paths", async (on, expected) => {
    const api = await startClient({ basePath: "/base" });
    api.faults({ on, status: 599 });
    const faulted = [];
    for (const call of ALL) {
      const [method = "", path = ""] = call.split(" ");
      const reply = await api.call(method, path, method === "GET" ? undefined : {});
      if (reply.status === 599) faulted.push(call);
    }
    expect(faulted).toEqual(expected);
  });

  test.for(["POST ip_policies", "POST,GET /x", "FOO /x", "POST /x?y=1", "POST /x y", ""])(
    "%j is refused, because no request can match it",
    (on, { api }) => {
      expect(() => api.faults({ on, status: 503 })).toThrow(/METHOD \/path/);
    },
  );

  test("has reproducible matches with a probability and a seed", async () => {
    const run = async () => {
      const api = await startClient({ faults: [{ on: "GET *", status: 500, probability: 0.3, seed: 7 }] });
      return sendRequests(api, "GET", 40);
    };
    const first = await run();
    expect(await run()).toEqual(first);
    const failed = first.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(4);
    expect(failed).toBeLessThan(25);
  });

  test("the first matching fault wins; a list replaces, an object adds, an empty list clears", async ({
    api,
  }) => {
    api.faults([{ status: 501 }, { status: 502 }]);
    expect(await sendRequests(api, "GET", 1)).toEqual([501]);
    api.faults([{ status: 503, times: 1 }]);
    api.faults({ status: 504 });
    expect(await sendRequests(api, "GET", 2)).toEqual([503, 504]);
    api.faults([]);
    expect(await sendRequests(api, "GET", 1)).toEqual([200]);
    api.faults({ status: 500 });
    api.faults({ clear: true });
    expect(await sendRequests(api, "GET", 1)).toEqual([200]);
  });
});

describe("rate limit", () => {
  test.each([
    ["none", () => null],
    ["seconds", () => "60"],
    ["date", (now: number) => new Date(now + 60_000).toUTCString()],
  ] as const)(
    "counts in a rolling window of the account's clock, with Retry-After as %s",
    async (retryAfter, header) => {
      const api = await startClient({ rateLimit: { requests: 3, windowSeconds: 60, retryAfter } });
      api.clock({ set: "2030-01-01T00:00:00Z", freeze: true });
      for (let n = 0; n < 3; n += 1) expect((await api.call("GET", "/ip_policies")).status).toBe(200);
      const reply = await api.call("GET", "/ip_policies");
      expect(reply.body).toMatchObject({ status_code: 429, error_code: "ERR_NGROK_226" });
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, header(Date.UTC(2030, 0))]);
      api.clock({ advance: 61 });
      expect((await api.call("GET", "/ip_policies")).status).toBe(200);
    },
  );

  test("applies to matching requests as a fault", async ({ api }) => {
    api.clock({ freeze: true });
    api.faults({ on: "POST *", requests: 2, windowSeconds: 1, retryAfter: 1 });
    expect(await sendRequests(api, "POST", 4)).toEqual([201, 201, 429, 429]);
    api.clock({ advance: 2 });
    expect((await api.call("POST", "/ip_policies", {})).status).toBe(201);
  });

  test("limits simultaneous requests", async () => {
    const api = await startClient({ maxConcurrent: 2, latencyMs: 50 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => api.call("GET", "/ip_policies")));
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(429);
    expect(statuses).toContain(200);
  });
});

describe("wrong-account", () => {
  test("responds as another account would: objects are neither visible nor modifiable", async () => {
    const api = await startClient({ pageSize: 1 });
    const { id } = await api.create("/ip_policies");
    await api.create("/ip_policies");
    const edge = await api.create("/edges/tls", { traffic_policy: { value: "{}" } });
    const domain = await api.create("/reserved_domains", { domain: "app.example.com" });
    const [session] = api.objects("/tunnel_sessions");
    api.faults({ kind: "wrong-account" });
    for (const [method, path] of [
      ["GET", `/ip_policies/${id}`],
      ["PATCH", `/ip_policies/${id}`],
      ["DELETE", `/ip_policies/${id}`],
      ["PUT", `/edges/tls/${edge.id}/traffic_policy`],
      ["DELETE", `/edges/tls/${edge.id}/traffic_policy`],
      ["DELETE", `/reserved_domains/${domain.id}/certificate`],
      ["POST", `/tunnel_sessions/${session?.id}/stop`],
      ["POST", "/edges/https/edghts_1/routes"],
    ] as const) {
      const { status, body } = await api.call(method, path, /^P/.test(method) ? {} : undefined);
      expect([method, path, status, body.error_code]).toEqual([method, path, 404, "ERR_EMULATOR_300"]);
    }
    const list = await api.call("GET", "/ip_policies");
    expect([list.status, list.body.ip_policies, list.body.next_page_uri]).toEqual([200, [], null]);
    expect((await api.call("POST", "/ip_policies", {})).status).toBe(201);
    expect(api.requests({ path: "/ip_policies" }).at(-1)?.fault).toBe("wrong-account");

    api.faults({ clear: true });
    expect((await api.call("GET", `/edges/tls/${edge.id}/traffic_policy`)).status).toBe(200);
    expect((await api.call("GET", `/tunnel_sessions/${session?.id}`)).status).toBe(200);
    expect(api.objects("/ip_policies")).toHaveLength(3);
  });

  test("still refuses an unknown token", async ({ api }) => {
    api.faults({ kind: "wrong-account" });
    expect((await api.call("GET", "/ip_policies/ipp_1", undefined, "no")).status).toBe(401);
  });
});
