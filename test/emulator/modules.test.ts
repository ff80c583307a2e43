import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { readTable } from "../support/rows";
import { type Body, type Client, createClient, emulatedReference } from "./support/client";
import { selfSigned } from "./support/keys";

// Modules with the option `reference`; service.test.ts tests those of the service.

let api: Client;
const objects: Record<string, Body> = {};

beforeAll(async () => {
  api = createClient(await startEmulator({ reference: true }));
  objects.policy = await api.create("/ip_policies");
  objects.ca = await api.create("/certificate_authorities", { ca_pem: (await selfSigned()).certificate });
  objects.group = await api.create("/backends/tunnel_group", { labels: { app: "web" } });
});

afterAll(() => api.close());

type Row = readonly [module: string, params: object, answer: object, minimal?: object];

const table = readTable<Readonly<Record<string, readonly Row[]>>>(join(__dirname, "modules.yaml"));
const rows = Object.entries(table).flatMap(([collection, modules]) =>
  modules.map(([module, ...parts]) => [collection, module, parts] as const),
);

/** Fills in the ids and references of this account. */
function fillIn(part: object): object {
  const text = JSON.stringify(part).replace(/"\$(\w+)( ref)?"/g, (_, name: string, isReference) => {
    const { id = "", uri } = objects[name] ?? {};
    return JSON.stringify(isReference ? { id, uri } : id);
  });
  return JSON.parse(text);
}

async function createParent(collection: string): Promise<string> {
  if (!collection.endsWith("routes")) return `${collection}/${(await api.create(collection)).id}`;
  const edge = await api.create("/edges/https");
  const routes = collection.replace("EDGE", edge.id);
  return `${routes}/${(await api.create(routes, { match_type: "path_prefix", match: "/" })).id}`;
}

test.each(rows)("%s: sets, reads, changes, and deletes %s: %j", async (collection, module, parts) => {
  const path = await createParent(collection);
  const [params = {}, answer, minimal] = parts.map((part) => part && fillIn(part));
  const put = async (body: object) => (await api.call("PUT", `${path}/${module}`, body)).body;
  const patch = async (body: object) => (await api.call("PATCH", path, body)).body[module];
  expect(await put(params)).toEqual(answer);
  expect((await api.call("GET", `${path}/${module}`)).body).toEqual(answer);
  expect((await api.call("GET", path)).body[module]).toEqual(answer);
  // Public clients wrap the module, or repeat the ids of the path.
  expect(await put({ id: "x", module: params })).toEqual(answer);
  expect(await put({ edge_id: "e", id: "x", ...params })).toEqual(answer);
  for (const body of [{ [module]: params }, { description: "x" }, { [module]: null }])
    expect(await patch(body)).toEqual(answer);
  if (minimal) expect(await patch({ [module]: {} })).toEqual(minimal);
  const deleted = await api.call("DELETE", `${path}/${module}`);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await api.call("GET", path)).body[module]).toBeNull();
});

test("an unset module is null and can be deleted with the option absentModules set to empty", async () => {
  const lenient = await emulatedReference({ absentModules: "empty" });
  const path = `/edges/tls/${(await lenient.create("/edges/tls")).id}/backend`;
  expect(await lenient.call("GET", path)).toMatchObject({ status: 200, text: "null" });
  expect((await lenient.call("DELETE", path)).status).toBe(204);
});
