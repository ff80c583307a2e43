import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { readTable } from "../support/rows";
import { type Client, emulatedReference, startClient, test } from "./support/client";
import { createTexts, type Step, send, type Texts } from "./support/steps";

/**
 * The emulator's default behavior where the API reference is silent, as observed in the compatible service. With the
 * option `reference`, it accepts these requests, or refuses them with another code.
 */

const reserveDomain = (api: Client, domain: string, more: object = {}) =>
  api.create("/reserved_domains", { domain, ...more });
const POLICY = { certificate_management_policy: { authority: "letsencrypt" } };
const endpoint = (more: object) => ({
  url: "https://app.example.com",
  type: "cloud",
  traffic_policy: "{}",
  ...more,
});
interface Refused {
  readonly code: number;
  readonly title: string;
  /** Requests; the service refuses the last one. */
  readonly do: readonly Step[];
  readonly status?: number;
  readonly reference?: readonly [status: number, code: number];
}

type Creation = readonly [code: number, path: string, body: object];

const table = readTable<Readonly<Record<string, readonly (Creation | Refused)[]>>>(
  join(__dirname, "service.yaml"),
);

function stepsFor([, path, body]: Creation): Step[] {
  if (path === "ROUTE") {
    const created = { match_type: "path_prefix", match: "/", ...body };
    return [
      ["POST", "/edges/https"],
      ["POST", "/edges/https/$1/routes", created],
    ];
  }
  const url = "https://app.internal";
  if (path === "ENDPOINT") return [["POST", "/endpoints", endpoint({ url, ...body })]];
  if (path !== "POLICY") return [["POST", path, body]];
  const traffic_policy = JSON.stringify({ on_http_request: [{ actions: body }] });
  return [["POST", "/endpoints", endpoint({ url, traffic_policy })]];
}

const rows = (group: string): Refused[] =>
  [...(table[group] ?? []), ...(table[`${group}, after other requests`] ?? [])].map((row) =>
    "code" in row ? row : { code: row[0], title: row.slice(1).map(literal).join(" "), do: stepsFor(row) },
  );

const literal = (part: unknown) => (typeof part === "string" ? part : JSON.stringify(part));

let constants: Texts;

beforeAll(async () => {
  constants = await createTexts();
});

const tooMany = { url: "https://a.example", query_params: Array(33).fill({ key: "a" }) };
const refused = [
  ...rows("by the service only"),
  {
    code: 2244,
    title: "more than 32 query parameters of an http-request",
    do: stepsFor([2244, "POLICY", [{ type: "http-request", config: tooMany }]]),
  },
];

describe.each(refused)("$code: $title", (row) => {
  const { code, status = 400, reference } = row as Refused;

  test("is refused by the service", async () => {
    const { status: actualStatus, body } = (await send(await startClient(), row.do, constants)).reply;
    expect([actualStatus, body.error_code]).toEqual([status, `ERR_NGROK_${code}`]);
  });

  test("is accepted with `reference`, or refused with another code", async () => {
    const { reply } = await send(await emulatedReference(), row.do, constants);
    if (!reference) expect(reply.status).toBeLessThan(300);
    else
      expect([reply.status, reply.body.error_code]).toEqual([reference[0], `ERR_EMULATOR_${reference[1]}`]);
  });
});

test.each([
  ...rows("by the reference too, with another code"),
  ...rows("of families that only the service has"),
])("$code: $title", async (row) => {
  const { status, body } = (await send(await startClient(), row.do, constants)).reply;
  expect([status, body.error_code]).toEqual([row.status ?? 400, `ERR_NGROK_${row.code}`]);
});

test("1966: deleting the certificate that a domain's policy manages", async ({ api }) => {
  const { id } = await reserveDomain(api, "app.example.com", POLICY);
  api.clock({ advance: 3600 });
  const { certificate: issued } = (await api.call("GET", `/reserved_domains/${id}`)).body;
  const { status, body } = await api.call("DELETE", `/tls_certificates/${issued.id}`);
  expect([status, body.error_code]).toEqual([400, "ERR_NGROK_1966"]);
});

describe("reserved domains and edges", () => {
  test("accept a reserved address on a TCP edge, and any host of a wildcard", async ({ api }) => {
    const { addr } = await api.create("/reserved_addrs");
    await reserveDomain(api, "*.example.com");
    const hostports = ["app.example.com:443", "a.b.example.com:443"];
    expect(await api.create("/edges/tcp", { hostports: [addr] })).toMatchObject({ hostports: [addr] });
    expect(await api.create("/edges/tls", { hostports })).toMatchObject({ hostports });
  });

  test("keep a hostport while another domain covers it, or after its last domain was deleted out of band", async ({
    api,
  }) => {
    const one = await reserveDomain(api, "app.example.com");
    const wildcard = await reserveDomain(api, "*.example.com");
    const edge = await api.create("/edges/tls", { hostports: ["app.example.com:443"] });
    const remove = async ({ id }: { id: string }) =>
      (await api.call("DELETE", `/reserved_domains/${id}`)).status;
    expect(await remove(one)).toBe(204);
    expect(await remove(wildcard)).toBe(400);
    api.mutate({ path: `/reserved_domains/${wildcard.id}`, delete: true });
    const kept = await api.call("PATCH", `/edges/tls/${edge.id}`, { hostports: ["app.example.com:443"] });
    expect(kept.status).toBe(200);
  });
});

describe("responses", () => {
  test("omit the fields of endpoints that don't apply to their type", async ({ api }) => {
    await reserveDomain(api, "app.example.com");
    const cloud = await api.create("/endpoints", endpoint({}));
    for (const key of ["scheme", "host", "port", "region", "principal"])
      expect(cloud).not.toHaveProperty(key);
    expect(cloud).toMatchObject({ url: "https://app.example.com", proto: "https" });
    api.seed({
      "/endpoints": [
        { type: "ephemeral", url: "https://a.example.com" },
        { type: "edge", url: "https://b.example.com" },
      ],
    });
    const { endpoints } = (await api.call("GET", "/endpoints")).body;
    const [edge, ephemeral] = endpoints;
    expect(ephemeral).not.toHaveProperty("uri");
    expect(edge).not.toHaveProperty("uri");
    expect(edge).not.toHaveProperty("url");
  });

  test("contain the signing certificate of a SAML module", async ({ api }) => {
    const edge = await api.create("/edges/https");
    const body = { match_type: "exact_path", match: "/", saml: { idp_metadata: "<EntityDescriptor/>" } };
    const { saml } = await api.create(`/edges/https/${edge.id}/routes`, body);
    expect(new X509Certificate(saml.request_signing_certificate_pem).subject).toBe("CN=idp.tunnel-edge.dev");
    const other = await api.create(`/edges/https/${edge.id}/routes`, { ...body, match: "/b" });
    expect(saml.entity_id).toMatch(/^https:/);
    expect(other.saml.entity_id).not.toBe(saml.entity_id);
  });
});

describe("the secrets of a vault", () => {
  test("are listed in pages, without those of other vaults", async () => {
    const api = await startClient({ pageSize: 2 });
    api.seed({
      "/vaults": [{ id: "vault_1" }, { id: "vault_2" }, { id: "vault_3" }],
      "/vault_secrets": [
        ...["a", "b", "c"].map((name) => ({ id: name, name, vault_id: "vault_1" })),
        { id: "other", name: "a", vault_id: "vault_2" },
      ],
    });
    const first = (await api.call("GET", "/vaults/vault_1/secrets")).body;
    expect(first.secrets.map(({ id }: { id: string }) => id)).toEqual(["c", "b"]);
    expect(first.uri).toBe(`${api.url}/vaults/vault_1/secrets`);
    const second = (await api.call("GET", first.next_page_uri.slice(api.url.length))).body;
    expect([second.secrets.map(({ id }: { id: string }) => id), second.next_page_uri]).toEqual([["a"], null]);
    const none = (await api.call("GET", "/vaults/vault_3/secrets")).body;
    expect([none.secrets, none.next_page_uri]).toEqual([[], null]);
    expect((await api.call("GET", "/vaults/vault_unknown/secrets")).status).toBe(404);
  });
});

test("a long traffic policy is checked too", async () => {
  const api = await startClient();
  const traffic_policy = "x".repeat(70_000);
  const { status, body } = await api.call(
    "POST",
    "/endpoints",
    endpoint({ url: "https://app.internal", traffic_policy }),
  );
  expect([status, body.error_code]).toEqual([400, "ERR_NGROK_2236"]);
});

describe("an injected refusal", () => {
  test("has the status and the code of the service", async () => {
    const api = await startClient({ faults: [{ on: "DELETE /reserved_domains/*", code: 446 }] });
    const { id } = await reserveDomain(api, "app.example.com");
    const { status, body } = await api.call("DELETE", `/reserved_domains/${id}`);
    expect([status, body.error_code, body.msg]).toEqual([400, "ERR_NGROK_446", "A fault of the emulator."]);
    expect((await api.call("GET", `/reserved_domains/${id}`)).status).toBe(200);
  });

  test("may have another status, and an unknown code", async () => {
    const api = await startClient({ faults: [{ on: "POST /bot_users", code: 9999, status: 403 }] });
    const { status, body } = await api.call("POST", "/bot_users", { name: "x" });
    expect([status, body.error_code]).toEqual([403, "ERR_NGROK_9999"]);
  });
});
