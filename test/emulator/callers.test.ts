import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect } from "vitest";
import type { Client } from "./support/client";
import { sendExactly, startClient, test } from "./support/client";

const send = (api: Client, path: string, headers: Record<string, string>, method = "GET") =>
  sendExactly(api, {
    method,
    path,
    headers: { "content-type": "application/json", ...headers },
    ...(method !== "GET" && { body: "{}" }),
  });

const API = "/ip_policies";
const CONTROL = "/__emulator/requests";

const FOREIGN = ["attacker.example:4040", "127.0.0.1.attacker.example", "attacker-localhost", "not a host"];
const ADDRESSES = ["127.0.0.1@attacker.example", "192.0.2.7", "[2001:db8::1]", "[::ffff:192.0.2.7]"];
const LOCAL = ["LOCALHOST:1", "localhost.", "edge.localhost:80", "127.8.9.10:9999", "[::1]:4040"];

describe("Host", () => {
  test.each([...FOREIGN, ...ADDRESSES])("refuses %s on every path, and records nothing", async (host) => {
    const api = await startClient();
    for (const [path, method] of [
      [API, "GET"],
      [API, "POST"],
      [CONTROL, "GET"],
      ["/__emulator/reset", "POST"],
      ["/nothing/here", "GET"],
      ["/ip_policies/%", "GET"],
    ] as const) {
      const { status, text } = await send(api, path, { host }, method);
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(JSON.parse(text)).toMatchObject({ error_code: "ERR_EMULATOR_202", status_code: 403 });
      expect(text).not.toContain("attacker");
    }
    expect(api.requests()).toEqual([]);
    expect(api.objects("/ip_policies")).toEqual([]);
  });

  test.each(LOCAL)("accepts %s, which resolves to this machine", async (host) => {
    const api = await startClient();
    expect((await send(api, API, { host })).status).toBe(200);
    expect((await send(api, CONTROL, { host })).status).toBe(200);
  });

  test("refuses a request without the header", async ({ api }) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${CONTROL} HTTP/1.0\r\n\r\n`);
    const [first] = await once(socket, "data");
    expect(String(first)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("accepts only the names in allowedHosts", async () => {
    const api = await startClient({ allowedHosts: ["Emulator", "edge.internal"] });
    expect((await send(api, API, { host: "emulator:4040" })).status).toBe(200);
    expect((await send(api, CONTROL, { host: "edge.internal" })).status).toBe(200);
    expect((await send(api, API, { host: "sub.edge.internal" })).status).toBe(403);
    await expect(startClient({ allowedHosts: ["http://x:1"] })).rejects.toThrow(/allowedHosts\[0\]/);
    await expect(startClient({ serviceDomains: ["a b/c"] })).rejects.toThrow(/serviceDomains\[0\]/);
  });

  test("accepts any address, but no other names, if it listens on all addresses", async () => {
    const api = await startClient({ host: "0.0.0.0" });
    expect((await send(api, API, { host: "192.0.2.7:4040" })).status).toBe(200);
    expect((await send(api, API, { host: "[2001:db8::1]" })).status).toBe(200);
    expect((await send(api, API, { host: "attacker.example" })).status).toBe(403);
  });
});

describe("Origin", () => {
  test.each(["https://attacker.example", "http://localhost:3000", "http://127.0.0.1", "null", ""])(
    "refuses %j, which is not the emulator's own origin",
    async (origin) => {
      const api = await startClient();
      expect((await send(api, "/__emulator/reset", { origin }, "POST")).status).toBe(403);
      expect((await send(api, API, { origin }, "POST")).status).toBe(403);
      expect((await send(api, API, { origin })).status).toBe(403);
      expect(api.requests()).toEqual([]);
    },
  );

  test("accepts the emulator's own origin", async ({ api }) => {
    expect((await send(api, API, { origin: api.url }, "POST")).status).toBe(201);
  });
});
