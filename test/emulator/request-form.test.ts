import { join } from "node:path";
import { expect } from "vitest";
import { readTable } from "../support/rows";
import { type ExactRequest, sendExactly, startClient, test } from "./support/client";

// Refusals of malformed requests, and of invalid values without a specific code.

const { refused, accepted } = readTable<{
  refused: readonly (readonly [code: number, request: ExactRequest])[];
  accepted: readonly (readonly [title: string, request: ExactRequest])[];
}>(join(__dirname, "request-form.yaml"));

test.for(refused)("refuses with the error %s: %j", async ([code, request], { api }) => {
  expect(await sendExactly(api, request)).toMatchObject({ status: 400, code: `${code}` });
});

test.for(accepted)("accepts %s", async ([, request], { api }) => {
  const filtered = await api.call("GET", "/tunnel_sessions?filter=obj.os==%22linux%22");
  const [session] = filtered.body.tunnel_sessions;
  const path = request.path?.replace("SESSION", session.id);
  const { status } = await sendExactly(api, { ...request, ...(path && { path }) });
  expect([200, 201, 204]).toContain(status);
});

test("with `reference`, accepts such requests, or reports a missing object", async ({ reference }) => {
  for (const request of [{ method: "POST", body: "{}" }, { path: "/ip_policies?page=2&limit=1000" }])
    expect((await sendExactly(reference, request)).status).toBeLessThan(300);
  expect((await sendExactly(reference, { path: "/ip_policies/rd_1" })).status).toBe(404);
});

test("with `requireVersion`, refuses a request without the version header, even with `reference`", async () => {
  for (const reference of [false, true]) {
    const api = await startClient({ requireVersion: true, reference });
    expect(await sendExactly(api, {})).toMatchObject({ status: 400, code: "218" });
    expect((await sendExactly(api, { headers: { "ngrok-version": "2" } })).status).toBe(200);
  }
});

test("responds to HEAD as to GET, without a body", async ({ api }) => {
  const { id } = await api.create("/ip_policies");
  expect(await sendExactly(api, { method: "HEAD", path: `/ip_policies/${id}` })).toMatchObject({
    status: 200,
    text: "",
  });
  expect((await sendExactly(api, { method: "HEAD", path: "/ip_policies/ipp_none" })).status).toBe(404);
});

test("selects endpoints by id and url, on every page", async ({ api }) => {
  const created = [];
  for (const name of ["a", "b", "c"])
    created.push(await api.create("/endpoints", { url: `https://${name}.internal`, traffic_policy: "{}" }));
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
