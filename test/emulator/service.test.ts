import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { parse } from "yaml";
import type { EmulatorOptions } from "../../emulator/index";
import { type Client, emulated, emulatedReference, type Reply, test } from "./support/client";
import { selfSigned, sshPair } from "./support/keys";

/**
 * What the compatible service was seen to answer and to refuse where the API reference says nothing: the emulator's
 * default. Each refusal is tried with the bare reference as well, which does not have it.
 */

const domainOf = (api: Client, domain: string, more: object = {}) =>
  api.make("/reserved_domains", { domain, ...more });
const POLICY = { certificate_management_policy: { authority: "letsencrypt" } };
const endpoint = (more: object) => ({
  url: "https://app.example.com",
  type: "cloud",
  traffic_policy: "{}",
  ...more,
});
const route = async (api: Client, modules: object) => {
  const edge = await api.make("/edges/https");
  const body = { match_type: "path_prefix", match: "/", ...modules };
  return api.make(`/edges/https/${edge.id}/routes`, body);
};

type Step = readonly [method: string, path: string, body?: object];

interface Refused {
  readonly code: number;
  readonly it: string;
  /** The requests, of which the last one is refused. */
  readonly do: readonly Step[];
  readonly status?: number;
  readonly reference?: readonly [status: number, code: number];
}

type Creation = readonly [code: number, path: string, body: object];

const table = parse(readFileSync(join(__dirname, "service.yaml"), "utf8")) as Readonly<
  Record<string, readonly (Creation | Refused)[]>
>;

function requestsOf([, path, body]: Creation): Step[] {
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
    "code" in row ? row : { code: row[0], it: row.slice(1).map(literal).join(" "), do: requestsOf(row) },
  );

const literal = (part: unknown) => (typeof part === "string" ? part : JSON.stringify(part));

let known: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { certificate, key } = await selfSigned("ecdsa", "app.example.com");
  const commented = certificate.replace("\n", "\nComment: a\n\n");
  const sshKey = sshPair("ed25519").publicKey.trim().split(" ").slice(0, 2).join(" ");
  known = { certificate, commented, privateKey: key, sshKey };
});

/** Sends the requests, and returns the response to the last one. */
async function send(api: Client, { do: steps }: Refused): Promise<Reply> {
  const ids: string[] = [];
  const filled = <T>(part: T): T =>
    JSON.parse(
      JSON.stringify(part)
        .replace(/\$(\w+)/g, (_, name) => JSON.stringify(ids[name - 1] ?? known[name]).slice(1, -1))
        .replace(/\{(\d+) times (\w)\}/g, (_, count, unit: string) => unit.repeat(count)),
    );
  for (const [n, [method, path, body]] of steps.entries()) {
    const sent = body ?? (method === "POST" ? {} : undefined);
    const reply = await api.call(method, filled(path), sent && filled(sent));
    if (n === steps.length - 1) return reply;
    if (reply.status > 204) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    ids.push(reply.text && reply.body.id);
  }
  throw new Error("a row without requests");
}

const tooMany = { url: "https://a.example", query_params: Array(33).fill({ key: "a" }) };
const refused = [
  ...rows("by the service only"),
  {
    code: 2244,
    it: "more than 32 query parameters of an http-request",
    do: requestsOf([2244, "POLICY", [{ type: "http-request", config: tooMany }]]),
  },
];

describe.each(refused)("$code: $it", (row) => {
  const { code, status = 400, reference } = row as Refused;

  test("is refused by the service", async () => {
    const { status: got, body } = await send(await emulated(), row);
    expect([got, body.error_code]).toEqual([status, `ERR_NGROK_${code}`]);
  });

  test("is accepted in reference mode, or has another code", async () => {
    const reply = await send(await emulatedReference(), row);
    if (!reference) expect(reply.status).toBeLessThan(300);
    else
      expect([reply.status, reply.body.error_code]).toEqual([reference[0], `ERR_EMULATOR_${reference[1]}`]);
  });
});

test.each([
  ...rows("by the reference too, with another code"),
  ...rows("of families that only the service has"),
])("$code: $it", async (row) => {
  const { status, body } = await send(await emulated(), row);
  expect([status, body.error_code]).toEqual([row.status ?? 400, `ERR_NGROK_${row.code}`]);
});

test("1966: deleting the certificate that a domain's policy manages", async ({ api }) => {
  const { id } = await domainOf(api, "app.example.com", POLICY);
  api.clock({ advance: 3600 });
  const { certificate: issued } = (await api.call("GET", `/reserved_domains/${id}`)).body;
  const { status, body } = await api.call("DELETE", `/tls_certificates/${issued.id}`);
  expect([status, body.error_code]).toEqual([400, "ERR_NGROK_1966"]);
});

test.each(["p256", "nistp384"])("elliptic_curve is spelled %s as well", async (elliptic_curve) => {
  const api = await emulated();
  const made = await api.make("/ssh_certificate_authorities", { private_key_type: "ecdsa", elliptic_curve });
  expect(made.public_key).toContain(`nist${elliptic_curve.replace("nist", "")}`);
});

test("an endpoint is bound by its hostname where the program does not say", async ({ api }) => {
  await domainOf(api, "app.example.com");
  const boundTo = async (url: string) => (await api.make("/endpoints", endpoint({ url }))).bindings;
  expect(await boundTo("https://app.example.com")).toEqual(["public"]);
  expect(await boundTo("https://app.internal")).toEqual(["internal"]);
});

test("3072 is not a key size", async ({ api }) => {
  const body = { private_key_type: "rsa", key_size: 3072 };
  expect((await api.call("POST", "/ssh_certificate_authorities", body)).status).toBe(400);
});

describe("the order of domains and edges", () => {
  test("a reserved address serves a TCP edge, a wildcard every host below it", async ({ api }) => {
    const { addr } = await api.make("/reserved_addrs");
    await domainOf(api, "*.example.com");
    await api.make("/edges/tcp", { hostports: [addr] });
    await api.make("/edges/tls", { hostports: ["app.example.com:443"] });
  });

  test("an edge keeps the hostport of a deleted domain, and a domain can be deleted if another one covers the host", async ({
    api,
  }) => {
    const one = await domainOf(api, "app.example.com");
    const wildcard = await domainOf(api, "*.example.com");
    const edge = await api.make("/edges/tls", { hostports: ["app.example.com:443"] });
    expect((await api.call("DELETE", `/reserved_domains/${one.id}`)).status).toBe(204);
    expect((await api.call("DELETE", `/reserved_domains/${wildcard.id}`)).status).toBe(400);
    api.mutate({ path: `/reserved_domains/${wildcard.id}`, delete: true });
    const kept = await api.call("PATCH", `/edges/tls/${edge.id}`, { hostports: ["app.example.com:443"] });
    expect(kept.status).toBe(200);
  });
});

describe("answers", () => {
  test.each(["weighted", "failover"])(
    "a %s backend is emptied by an update without backends",
    async (kind) => {
      const children = kind === "weighted" ? { bkdtg_1: 1 } : ["bkdtg_1"];
      const seed = { "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }] };
      const updated = async (options: EmulatorOptions) => {
        const api = await emulated({ seed, ...options });
        const { id } = await api.make(`/backends/${kind}`, { backends: children });
        return (await api.call("PATCH", `/backends/${kind}/${id}`, { description: "x" })).body.backends;
      };
      expect(await updated({})).toEqual(kind === "weighted" ? {} : []);
      expect(await updated({ reference: true })).toEqual(children);
    },
  );

  test("a tunnel group backend keeps its labels", async ({ api }) => {
    const { id } = await api.make("/backends/tunnel_group", { labels: { app: "a" } });
    const { body } = await api.call("PATCH", `/backends/tunnel_group/${id}`, { description: "x" });
    expect(body.labels).toEqual({ app: "a" });
  });

  test("routes have no list: the response of the edge contains them", async ({ api }) => {
    const edge = await api.make("/edges/https");
    const path = `/edges/https/${edge.id}/routes`;
    const made = await api.make(path, { match_type: "path_prefix", match: "/", compression: {} });
    expect((await api.call("GET", path)).status).toBe(404);
    expect((await api.call("GET", `/edges/https/${edge.id}`)).body.routes).toEqual([made]);
    const bare = await emulatedReference();
    const other = await bare.make("/edges/https");
    expect((await bare.call("GET", `/edges/https/${other.id}/routes`)).body.routes).toEqual([]);
  });

  test("an endpoint leaves out what does not apply to its type", async ({ api }) => {
    await domainOf(api, "app.example.com");
    const cloud = await api.make("/endpoints", endpoint({}));
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

  test("a certificate that gives way to a policy: the response shows neither, the next one the job", async ({
    api,
  }) => {
    const upload = { certificate_pem: known.certificate, private_key_pem: known.privateKey };
    const { id: certificate_id } = await api.make("/tls_certificates", upload);
    const { id } = await domainOf(api, "app.example.com", { certificate_id });
    const changed = (await api.call("PATCH", `/reserved_domains/${id}`, POLICY)).body;
    expect(changed).toMatchObject({ certificate: null, certificate_management_status: null });
    const later = (await api.call("GET", `/reserved_domains/${id}`)).body;
    expect(later.certificate_management_status.provisioning_job).not.toBeNull();
  });

  test("small spellings: region us, header names, cookie prefixes, transport, and what SAML works out", async ({
    api,
  }) => {
    expect((await domainOf(api, "app.example.com", { region: "us" })).region).toBe("");
    const added = await route(api, { request_headers: { add: { "X-Team": "A" } } });
    expect(added.request_headers).toMatchObject({ add: { "x-team": "A" } });
    const oauth = await route(api, { oauth: { provider: { github: {} } } });
    expect(oauth.oauth).toMatchObject({ cookie_prefix: "ngrok." });
    const credentials = { issuer: "https://id.example.com", client_id: "a", client_secret: "b" };
    expect((await route(api, { oidc: credentials })).oidc).toMatchObject({ cookie_prefix: "" });
    expect((await route(api, { saml: { idp_metadata: "<EntityDescriptor/>" } })).saml).toMatchObject({
      cookie_prefix: "",
      allow_idp_initiated: true,
      entity_id: expect.stringMatching(/^https:/),
    });
    const { tunnel_sessions } = (await api.call("GET", "/tunnel_sessions")).body;
    expect(tunnel_sessions[0].transport).toBe("ngrok/2");
  });
});

describe("what the service lists below an object", () => {
  test("are the secrets of one vault, page by page", async () => {
    const api = await emulated({ pageSize: 2 });
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

  test("are the sources of a subscription, which have nothing but a type", async ({ api }) => {
    const { id } = await api.make("/event_subscriptions", { sources: [{ type: "api_key_created.v0" }] });
    const sources = `/event_subscriptions/${id}/sources`;
    const renamed = await api.call("PATCH", `${sources}/api_key_created.v0`, { type: "other.v0" });
    expect([renamed.status, renamed.body.msg]).toEqual([400, expect.stringContaining("cannot change")]);
    expect((await api.call("POST", sources, { type: "a.v0", filter: "x" })).body.error_code).toBe(
      "ERR_NGROK_214",
    );
    for (const [code, type] of [
      [238, undefined],
      [238, "api_key_created"],
      [5127, "api_key_created.v0"],
    ])
      expect((await api.call("POST", sources, { type })).body.error_code).toBe(`ERR_NGROK_${code}`);
    expect(
      (await api.call("POST", "/event_subscriptions/esb_unknown/sources", { type: "a.v0" })).status,
    ).toBe(404);
    expect((await api.call("DELETE", `${sources}/unknown`)).status).toBe(404);
    expect((await api.call("GET", sources)).body).toEqual({
      sources: [{ type: "api_key_created.v0", uri: `${api.url}${sources}/api_key_created.v0` }],
      uri: `${api.url}${sources}`,
    });
  });
});

describe("a refusal that is injected", () => {
  test("has the status and the code of the service", async () => {
    const api = await emulated({ faults: [{ on: "DELETE /reserved_domains/*", code: 446 }] });
    const { id } = await domainOf(api, "app.example.com");
    const { status, body } = await api.call("DELETE", `/reserved_domains/${id}`);
    expect([status, body.error_code, body.msg]).toEqual([400, "ERR_NGROK_446", "A fault of the emulator."]);
    expect((await api.call("GET", `/reserved_domains/${id}`)).status).toBe(200);
  });

  test("may have a status of its own, and a code that the emulator does not know", async () => {
    const api = await emulated({ faults: [{ on: "POST /bot_users", code: 9999, status: 403 }] });
    const { status, body } = await api.call("POST", "/bot_users", { name: "x" });
    expect([status, body.error_code]).toEqual([403, "ERR_NGROK_9999"]);
  });
});
