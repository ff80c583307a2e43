import { once } from "node:events";
import { request as http, type IncomingMessage } from "node:http";
import { expect } from "vitest";
import { emulated, test } from "./support/client";

/** Refusals of malformed requests, and of invalid values without a specific code. */

const JSON_BODY = { "content-type": "application/json" };

interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends exactly these headers: `fetch` adds a content type to strings, and refuses a body with GET. */
async function send(api: { readonly url: string; readonly token: string }, request: Request) {
  const { method = "GET", path = "/ip_policies", headers = {}, body } = request;
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const authorization = `Bearer ${api.token}`;
  const sent = http(`${api.url}${path}`, { method, headers: { authorization, ...length, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode ?? 0, code: /ERR_NGROK_(\d+)/.exec(text)?.[1], text };
}

const post = (body: string, headers: Request["headers"] = JSON_BODY, path = "/ip_policies"): Request => ({
  method: "POST",
  path,
  headers,
  body,
});

const REFUSED: readonly [code: string, request: Request][] = [
  ["210", post("{}", { "content-type": "text/plain" })],
  ["210", post("{}", { "content-type": "application/jsonp" })],
  ["211", { body: "{}", headers: JSON_BODY }],
  ["211", { method: "DELETE", path: "/ip_policies/ipp_1", body: "{}", headers: JSON_BODY }],
  ["213", post("{")],
  ["213", post("[]")],
  ["214", post('{"color":"red"}')],
  ["215", post('{"description":1}')],
  ["215", post('{"type":"dashboard","ip_policy_ids":["x",1]}', JSON_BODY, "/ip_restrictions")],
  ["215", post('{"name":"ci","active":"yes"}', JSON_BODY, "/bot_users")],
  ["216", post("{}", {})],
  ["217", { headers: { "ngrok-version": "3" } }],
  ["217", { headers: { "ngrok-version": "" } }],
  ["227", { path: "/ip_policies/rd_1" }],
  ["227", { method: "DELETE", path: "/endpoints/nothing" }],
  ["230", { path: "/ip_policies?limit=%zz" }],
  ["230", { path: "/ip_policies?limit=1;before_id=x" }],
  ["231", { path: "/ip_policies?page=2" }],
  ["231", { path: "/tunnels?filter=true" }],
  ["231", { path: "/ip_policies/ipp_1?limit=1" }],
  ["231", { path: "/ip_policies?url=https://app.internal" }],
  ["232", { path: "/ip_policies?limit=1&limit=2" }],
  ["233", { path: "/ip_policies?limit=0" }],
  ["233", { path: "/ip_policies?limit=101" }],
  ["233", { path: "/ip_policies?limit=-1" }],
  ["244", { path: "/ip_policies?limit=ten" }],
  ["249", { path: "/endpoints?url=app.internal" }],
  ["1405", post('{"action":"allow","cidr":"192.0.2.0/24"}', JSON_BODY, "/ip_policy_rules")],
  ["18011", post('{"url":"https://app.internal"}', JSON_BODY, "/endpoints")],
  ["18015", post('{"traffic_policy":"{}"}', JSON_BODY, "/endpoints")],
];

test.for(REFUSED)("refuses with %s: %j", async ([code, request], { api }) => {
  expect(await send(api, request)).toMatchObject({ status: 400, code });
});

const ACCEPTED: readonly [title: string, request: Request][] = [
  ["a charset", post("{}", { "content-type": "Application/JSON; charset=utf-8" })],
  ["no body and no content type", { method: "POST" }],
  ["a content type without a body", { headers: JSON_BODY }],
  ["the version of clients", { headers: { "ngrok-version": "2" } }],
  ["an empty limit", { path: "/ip_policies?limit=&before_id=" }],
  ["another spelling of a public client", { path: "/ip_policies?beforeId=" }],
  ["any body of an agent command", post("ts_1", {}, "/tunnel_sessions/SESSION/restart")],
];

test.for(ACCEPTED)("accepts %s", async ([, request], { api }) => {
  const filtered = await api.call("GET", "/tunnel_sessions?filter=obj.os==%22linux%22");
  const [session] = filtered.body.tunnel_sessions;
  const path = request.path?.replace("SESSION", session.id);
  const { status } = await send(api, { ...request, ...(path && { path }) });
  expect([200, 201, 204]).toContain(status);
});

test("refuses none of these in reference mode", async ({ reference }) => {
  for (const request of [post("{}", {}), { path: "/ip_policies?page=2&limit=1000" }])
    expect((await send(reference, request)).status).toBeLessThan(300);
  expect((await send(reference, { path: "/ip_policies/rd_1" })).status).toBe(404);
});

test("requires the version header on request, even in reference mode", async () => {
  for (const reference of [false, true]) {
    const api = await emulated({ requireVersion: true, reference });
    expect(await send(api, {})).toMatchObject({ status: 400, code: "218" });
    expect((await send(api, { headers: { "ngrok-version": "2" } })).status).toBe(200);
  }
});

test("responds to HEAD as to GET, without a body", async ({ api }) => {
  const { id } = await api.make("/ip_policies");
  expect(await send(api, { method: "HEAD", path: `/ip_policies/${id}` })).toMatchObject({
    status: 200,
    text: "",
  });
  expect((await send(api, { method: "HEAD", path: "/ip_policies/ipp_none" })).status).toBe(404);
});

test("selects endpoints by id and url, on every page", async ({ api }) => {
  const created = [];
  for (const name of ["a", "b", "c"])
    created.push(await api.make("/endpoints", { url: `https://${name}.internal`, traffic_policy: "{}" }));
  const [a, b, c] = created;
  const ids = async (query: string) =>
    (await api.call("GET", `/endpoints?${query}`)).body.endpoints.map(({ id }: { id: string }) => id);
  expect(await ids(`id=${a.id}&id=${c.id}`)).toEqual([c.id, a.id]);
  expect(await ids("url=https://B.internal:443/")).toEqual([b.id]);
  expect(await ids(`id=${a.id}&url=https://b.internal`)).toEqual([]);
  const page = (await api.call("GET", `/endpoints?id=${a.id}&id=${c.id}&limit=1`)).body;
  expect(page.endpoints).toMatchObject([{ id: c.id }]);
  const next = (await api.call("GET", page.next_page_uri.slice(api.url.length))).body;
  expect([next.endpoints.map(({ id }: { id: string }) => id), next.next_page_uri]).toEqual([[a.id], null]);
});
