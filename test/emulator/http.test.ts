import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { ownPort, startClient, test } from "./support/client";

/** Opens a connection. Requests are written as bytes, so that no client corrects them. */
async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket.setEncoding("utf8")) text += chunk;
  return text;
}

const lines = (...texts: readonly string[]) => `${texts.join("\r\n")}\r\n\r\n`;

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

test("responds in order to requests on one connection", async ({ api }) => {
  const socket = await openConnection(api.url);
  const head = ["Host: localhost", `Authorization: Bearer ${api.token}`];
  socket.write(
    lines("GET /ip_policies HTTP/1.1", ...head) +
      lines("GET /nothing HTTP/1.1", ...head) +
      lines("HEAD /ip_policies HTTP/1.1", ...head) +
      lines("GET /__emulator/clock HTTP/1.1", ...head, "Connection: close"),
  );
  const text = await readAll(socket);
  expect(statuses(text)).toEqual([200, 404, 200, 200]);
  expect(api.requests().map(({ method, path, status }) => [method, path, status])).toEqual([
    ["GET", "/ip_policies", 200],
    ["GET", "/nothing", 404],
    ["HEAD", "/ip_policies", 200],
  ]);
});

test.each([
  ["as sent to a proxy", "GET http://localhost/ip_policies?limit=2", "/ip_policies", 200],
  ["with an escape that was not needed", "GET /ip_policies/ipp%5Fnone", "/ip_policies/ipp%5Fnone", 404],
  ["with a fragment", "GET /ip_policies#top", "/ip_policies", 200],
  ["with two slashes", "GET //ip_policies", "//ip_policies", 404],
  ["that looks like a host", "GET //localhost/ip_policies", "//localhost/ip_policies", 404],
  ["with dots", "GET /edges/../ip_policies", "/edges/../ip_policies", 404],
  ["with a slash at the end", "GET /ip_policies/", "/ip_policies/", 404],
  ["of the whole server", "OPTIONS *", "*", 404],
] as const)("handles a target %s", async (_name, target, path, status) => {
  const api = await startClient();
  const socket = await openConnection(api.url);
  const head = ["Host: localhost", `Authorization: Bearer ${api.token}`, "Connection: close"];
  socket.write(lines(`${target} HTTP/1.1`, ...head));
  expect(statuses(await readAll(socket))).toEqual([status]);
  expect(api.requests()).toMatchObject([{ path, status }]);
});

test("treats an escaped slash as part of its segment", async ({ api }) => {
  const { status, body } = await api.call("GET", "/ip_policies/ipp_a%2Fb");
  expect([status, body.error_code]).toEqual([404, "ERR_NGROK_1402"]);
});

test("refuses a body that is too large before reading it, and closes the connection", async ({ api }) => {
  const socket = await openConnection(api.url);
  socket.write(lines("POST /__emulator/seed HTTP/1.1", "Host: localhost", "Content-Length: 600000000"));
  const text = await readAll(socket);
  expect(statuses(text)).toEqual([413]);
  expect(text).toContain("ERR_EMULATOR_109");
});

test("ignores a request whose body is cut off", async ({ api }) => {
  const socket = await openConnection(api.url);
  socket.write(
    `${lines("POST /ip_policies HTTP/1.1", "Host: localhost", `Authorization: Bearer ${api.token}`, "Content-Length: 50")}{"desc`,
  );
  socket.destroy();
  await once(socket, "close");
  expect((await api.call("GET", "/ip_policies")).body.ip_policies).toEqual([]);
  expect(api.requests()).toHaveLength(1);
});

test("close() cuts waiting and idle connections, and frees the port", async () => {
  const api = await startClient({
    port: await ownPort(),
    faults: [{ on: "GET /ip_policies", kind: "hang" }],
  });
  const [waiting, idle] = [await openConnection(api.url), await openConnection(api.url)];
  const authorization = `Authorization: Bearer ${api.token}`;
  waiting.write(lines("GET /ip_policies HTTP/1.1", "Host: localhost", authorization));
  idle.write(lines("GET /nothing HTTP/1.1", "Host: localhost", authorization));
  await once(idle, "data");
  await expect.poll(() => api.requests()).toHaveLength(2);
  await api.close();
  expect(await readAll(waiting)).toBe("");
  await expect(fetch(api.url)).rejects.toThrow();
  const restarted = await startClient({ port: Number(new URL(api.url).port) });
  expect((await restarted.call("GET", "/ip_policies")).status).toBe(200);
});
