import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { readTable } from "../support/rows";
import { type Client, createClient } from "./support/client";
import { createFixtures, type Fixtures, minimalBody } from "./support/fixtures";

// Behavior that the API reference documents; service.test.ts tests what only the service does.

let api: Client;
let fixtures: Fixtures;

beforeAll(async () => {
  api = createClient(await startEmulator({ reference: true }));
  fixtures = await createFixtures(api);
});

afterAll(() => api.close());

const bytes = (count: number) => "x".repeat(count);
/** Characters of two bytes each. */
const wide = (count: number) => "é".repeat(count);

/** Collections, with the limits of their strings. */
const collections = readTable<Readonly<Record<string, { description?: number; metadata?: number }>>>(
  join(__dirname, "limits.yaml"),
);

const withEdge = (path: string) => path.replace("EDGE", fixtures.edge);

test.each(Object.entries(collections))(
  "strings of %s have the documented limits in bytes: %j",
  async (collection, limits) => {
    const minimal = () => minimalBody(collection, fixtures);
    for (const name of ["description", "metadata"] as const) {
      const limit = limits[name];
      const long = bytes(limit ?? 10_000);
      const accepted = await api.call("POST", withEdge(collection), { ...minimal(), [name]: long });
      expect([accepted.status, accepted.body[name]]).toEqual([201, long]);
      if (limit === undefined) continue;
      for (const over of [bytes(limit + 1), wide(Math.floor(limit / 2) + 1)]) {
        const refused = await api.call("POST", withEdge(collection), { ...minimal(), [name]: over });
        expect(refused.status).toBe(400);
        expect(refused.body.msg).toContain(`${name} may have at most ${limit} bytes`);
        const patched = await api.call("PATCH", `${withEdge(collection)}/${accepted.body.id}`, {
          [name]: over,
        });
        expect(patched.status).toBe(400);
      }
    }
  },
);

test("PATCH keeps omitted parameters, clears with an empty string, and ignores immutable ones", async () => {
  const inputs = { type: "api", ip_policy_ids: [], description: "one", metadata: "two" };
  const { id } = await api.create("/ip_restrictions", inputs);
  const path = `/ip_restrictions/${id}`;
  const patched = (await api.call("PATCH", path, { description: "", type: "agent" })).body;
  expect(patched).toMatchObject({ description: "", metadata: "two", type: "api" });
  expect((await api.call("GET", path)).body).toEqual(patched);
});

test("returns absolute URIs, and 404 for a deleted object", async () => {
  const created = await api.create("/ip_policies");
  const path = `/ip_policies/${created.id}`;
  expect(created.uri).toBe(`${api.url}${path}`);
  expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const listed = (await api.call("GET", "/ip_policies?limit=1")).body;
  expect(listed).toMatchObject({ uri: `${api.url}/ip_policies`, ip_policies: [created] });
  expect(await api.call("DELETE", path)).toMatchObject({ status: 204, text: "" });
  for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
    expect((await api.call(method, path, body)).status).toBe(404);
});

test("accepts SSH credentials with any key type, and certificates only with types that can be signed", async () => {
  const public_key = `sk-ssh-ed25519@openssh.com ${Buffer.from("\0\0\0\x1ask-ssh-ed25519@openssh.com\0\0\0\x01x").toString("base64")}`;
  expect((await api.call("POST", "/ssh_credentials", { public_key })).status).toBe(201);
  const { id } = await api.create("/ssh_certificate_authorities");
  const certificate = { ssh_certificate_authority_id: id, public_key };
  expect((await api.call("POST", "/ssh_user_certificates", certificate)).status).toBe(400);
});
