// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a name as somebody may try it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { parse } from "yaml";
import type { EmulatorOptions } from "../../emulator/index";
import { type Client, emulated, emulatedReference, test } from "./support/client";
import { selfSigned, sshPair } from "./support/keys";

/**
 * What the compatible service was seen to answer and to refuse where the API reference says nothing: the emulator's
 * default. Each refusal is tried with the bare reference as well, which does not have it.
 */

type Send = (api: Client) => Promise<{ readonly status: number; readonly body: { error_code?: string } }>;

interface Unusual {
  readonly status?: number;
  /** How the bare reference refuses it as well: status, and number of a code of the emulator. */
  readonly inReference?: readonly [status: number, code: number];
}

/** @param send - Sends the request that is refused. */
const refusal = (code: number, title: string, send: Send, unusual: Unusual = {}) => ({
  code,
  title,
  send,
  ...unusual,
});

const CONFLICT = [409, 400] as const;
const domainOf = (api: Client, domain: string, more: object = {}) =>
  api.make("/reserved_domains", { domain, ...more });
const POLICY = { certificate_management_policy: { authority: "letsencrypt" } };
const endpoint = (more: object) => ({
  url: "https://app.example.com",
  type: "cloud",
  traffic_policy: "{}",
  ...more,
});
/** One that needs no reserved name. */
const internal = (more: object) => endpoint({ url: "https://app.internal", ...more });
const uploaded = async (api: Client) => {
  const { certificate, key } = await selfSigned("ecdsa", "app.example.com");
  return api.make("/tls_certificates", { certificate_pem: certificate, private_key_pem: key });
};
const route = async (api: Client, modules: object) => {
  const edge = await api.make("/edges/https");
  return api.call("POST", `/edges/https/${edge.id}/routes`, {
    match_type: "path_prefix",
    match: "/",
    ...modules,
  });
};

const table = parse(readFileSync(join(__dirname, "service.yaml"), "utf8")) as Readonly<
  Record<string, readonly (readonly [code: number, path: string, body: object])[]>
>;

/** Sends a creation of the table. */
const rowSender =
  (path: string, body: object): Send =>
  (api) => {
    if (path === "ROUTE") return route(api, body);
    if (path === "ENDPOINT") return api.call("POST", "/endpoints", internal(body));
    if (path !== "POLICY") return api.call("POST", path, body);
    const traffic_policy = JSON.stringify({ on_http_request: [{ actions: body }] });
    return api.call("POST", "/endpoints", internal({ traffic_policy }));
  };

const rows = (group: string) =>
  (table[group] ?? []).map(([code, path, body]) =>
    refusal(code, `${path} ${JSON.stringify(body)}`, rowSender(path, body)),
  );

const refused = [
  refusal(214, "a parameter that is fixed at creation, in an update", async (api) => {
    const policy = await api.make("/ip_policies");
    const rule = await api.make("/ip_policy_rules", {
      ip_policy_id: policy.id,
      cidr: "192.0.2.0/24",
      action: "allow",
    });
    return api.call("PATCH", `/ip_policy_rules/${rule.id}`, { action: "deny" });
  }),
  refusal(1408, "a CIDR twice in one policy, however it is spelled", async (api) => {
    const { id: ip_policy_id } = await api.make("/ip_policies");
    const rule = { ip_policy_id, action: "allow" };
    await api.make("/ip_policy_rules", { ...rule, cidr: "2001:db8::/32" });
    return api.call("POST", "/ip_policy_rules", { ...rule, cidr: "2001:DB8:0::/32" });
  }),
  refusal(609, "an SSH public key twice, whatever its comment", async (api) => {
    const { publicKey } = sshPair("ed25519");
    await api.make("/ssh_credentials", { public_key: publicKey });
    const bare = publicKey.trim().split(" ").slice(0, 2).join(" ");
    return api.call("POST", "/ssh_credentials", { public_key: `${bare} laptop` });
  }),
  refusal(
    413,
    "a domain twice",
    async (api) => {
      await domainOf(api, "app.example.com");
      return api.call("POST", "/reserved_domains", { domain: "APP.example.com" });
    },
    { status: 409, inReference: CONFLICT },
  ),
  refusal(436, "detaching the certificate of a domain with a policy", async (api) => {
    const { id } = await domainOf(api, "app.example.com", POLICY);
    return api.call("DELETE", `/reserved_domains/${id}/certificate`);
  }),
  refusal(440, "an uploaded certificate on a domain of the service", async (api) => {
    const { id } = await domainOf(api, "app.ngrok.app");
    return api.call("PATCH", `/reserved_domains/${id}`, { certificate_id: (await uploaded(api)).id });
  }),
  refusal(446, "deleting a domain that an edge serves", async (api) => {
    const { id } = await domainOf(api, "*.example.com");
    await api.make("/edges/tls", { hostports: ["app.example.com:443"] });
    return api.call("DELETE", `/reserved_domains/${id}`);
  }),
  refusal(446, "deleting a domain that a cloud endpoint uses", async (api) => {
    const { id } = await domainOf(api, "app.example.com");
    await api.make("/endpoints", endpoint({}));
    return api.call("DELETE", `/reserved_domains/${id}`);
  }),
  refusal(7117, "a hostport below a wildcard's own level", async (api) => {
    await domainOf(api, "*.example.com");
    return api.call("POST", "/edges/tls", { hostports: ["a.b.example.com:443"] });
  }),
  refusal(
    7122,
    "a hostport of another edge",
    async (api) => {
      await domainOf(api, "app.example.com");
      await api.make("/edges/https", { hostports: ["app.example.com:443"] });
      return api.call("POST", "/edges/tls", { hostports: ["app.example.com:443"] });
    },
    { status: 409, inReference: CONFLICT },
  ),
  refusal(1964, "deleting an SSH authority that has signed a certificate", async (api) => {
    const { id } = await api.make("/ssh_certificate_authorities");
    const { publicKey } = sshPair("ed25519");
    await api.make("/ssh_host_certificates", { ssh_certificate_authority_id: id, public_key: publicKey });
    return api.call("DELETE", `/ssh_certificate_authorities/${id}`);
  }),
  refusal(1419, "deleting the only rule of a dashboard restriction", async (api) => {
    const { id } = await api.make("/ip_policies");
    const rule = (cidr: string) => api.make("/ip_policy_rules", { ip_policy_id: id, cidr, action: "allow" });
    const [one, other] = [await rule("192.0.2.0/24"), await rule("198.51.100.0/24")];
    await api.make("/ip_restrictions", { type: "dashboard", ip_policy_ids: [id] });
    expect((await api.call("DELETE", `/ip_policy_rules/${other.id}`)).status).toBe(204);
    return api.call("DELETE", `/ip_policy_rules/${one.id}`);
  }),
  refusal(
    7126,
    "a match that another route has by another type",
    async (api) => {
      const { id } = await api.make("/edges/https");
      await api.make(`/edges/https/${id}/routes`, { match_type: "exact_path", match: "/" });
      return api.call("POST", `/edges/https/${id}/routes`, { match_type: "path_prefix", match: "/" });
    },
    { status: 409 },
  ),
  ...[{ url: "" }, { traffic_policy: "" }, {}].map((body) =>
    refusal(18004, `an update of nothing: ${JSON.stringify(body)}`, async (api) => {
      const { id } = await api.make("/endpoints", internal({}));
      return api.call("PATCH", `/endpoints/${id}`, body);
    }),
  ),
  refusal(18005, "another scheme of an endpoint's URL", async (api) => {
    const { id } = await api.make("/endpoints", internal({}));
    return api.call("PATCH", `/endpoints/${id}`, { url: "http://app.internal" });
  }),
  ...["https://app.example.com", "https://a.b.example.org", "tcp://1.tcp.example.com:20000"].map((url) =>
    refusal(18006, `a URL that nothing is reserved for: ${url}`, async (api) => {
      await domainOf(api, "*.example.org");
      return api.call("POST", "/endpoints", endpoint({ url }));
    }),
  ),
  refusal(18006, "a change to a URL that nothing is reserved for", async (api) => {
    const { id } = await api.make("/endpoints", internal({}));
    return api.call("PATCH", `/endpoints/${id}`, { url: "https://app.example.com", bindings: ["public"] });
  }),
  ...(
    [
      [18009, false, false],
      [18016, false, true],
      [18017, true, false],
    ] as const
  ).map(([code, first, second]) =>
    refusal(
      code,
      `a URL twice, with pooling ${first} and ${second}`,
      async (api) => {
        await api.make("/endpoints", internal({ pooling_enabled: first }));
        return api.call("POST", "/endpoints", internal({ pooling_enabled: second }));
      },
      { inReference: CONFLICT },
    ),
  ),
  refusal(7087, "an issuer that is too long", (api) =>
    route(api, { oidc: { issuer: `https://${"a".repeat(250)}`, client_id: "a", client_secret: "b" } }),
  ),
  refusal(
    2244,
    "more than 32 query parameters of an http-request",
    rowSender("POLICY", [
      {
        type: "http-request",
        config: { url: "https://a.example", query_params: Array(33).fill({ key: "a" }) },
      },
    ]),
  ),
  ...rows("by the service only"),
];

describe.each(refused)("$code: $title", ({ code, status = 400, send, inReference }) => {
  test("is refused by the service", async () => {
    const { status: got, body } = await send(await emulated());
    expect([got, body.error_code]).toEqual([status, `ERR_NGROK_${code}`]);
  });

  test("is accepted in reference mode, or has another code", async () => {
    const reply = await send(await emulatedReference());
    const [refusal, number] = inReference ?? [];
    if (refusal !== undefined)
      expect([reply.status, reply.body.error_code]).toEqual([refusal, `ERR_EMULATOR_${number}`]);
    else expect(reply.status).toBeLessThan(300);
  });
});

/** Of what the bare reference refuses as well, with another code. */
const refusedInBoth = [
  refusal(7109, "terminate_at in the module of an HTTPS edge", async (api) => {
    const { id } = await api.make("/edges/https");
    return api.call("PUT", `/edges/https/${id}/tls_termination`, { terminate_at: "upstream" });
  }),
  refusal(1966, "deleting the certificate that a domain's policy manages", async (api) => {
    const { id } = await domainOf(api, "app.example.com", POLICY);
    api.clock({ advance: 3600 });
    const { certificate } = (await api.call("GET", `/reserved_domains/${id}`)).body;
    return api.call("DELETE", `/tls_certificates/${certificate.id}`);
  }),
  ...rows("by the reference too, with another code"),
  refusal(1910, "PEM with headers", async (api) => {
    const { certificate } = await selfSigned("ecdsa", "app.example.com");
    return api.call("POST", "/certificate_authorities", {
      ca_pem: certificate.replace("\n", "\nComment: a\n\n"),
    });
  }),
  refusal(1950, "an SSH certificate for a key of DSA", async (api) => {
    const { id } = await api.make("/ssh_certificate_authorities");
    const public_key = `ssh-dss ${Buffer.from("\0\0\0\x07ssh-dss").toString("base64")}`;
    return api.call("POST", "/ssh_user_certificates", { ssh_certificate_authority_id: id, public_key });
  }),
  ...(
    [
      ["/edges/tls/edgtls_1", 7000],
      ["/ip_policies/ipp_1", 1402],
      ["/ip_policy_rules/ipr_1", 1404],
      ["/backends/weighted/bkdwd_1", 6514],
      ["/event_subscriptions/esb_1", 5123],
    ] as const
  ).map(([path, code]) =>
    refusal(code, `${path} does not exist`, (api) => api.call("GET", path), { status: 404 }),
  ),
];

test.each(refusedInBoth)("$code: $title", async ({ code, status = 400, send }) => {
  const { status: got, body } = await send(await emulated());
  expect([got, body.error_code]).toEqual([status, `ERR_NGROK_${code}`]);
});

const vault = (api: Client) => api.make("/vaults", { name: "app" });

/** Of families that the bare reference does not have at all. */
const refusedServiceOnly = [
  refusal(4112, "a service user with the name of another one", async (api) => {
    await api.make("/service_users", { name: "deploy" });
    return api.call("POST", "/service_users", { name: "deploy" });
  }),
  refusal(5108, "another kind of target for an event destination", async (api) => {
    const { id } = await api.make("/event_destinations", {
      format: "json",
      target: { datadog: { api_key: "k" } },
    });
    const target = { kinesis: { auth: { role: { role_arn: "r" } }, stream_arn: "s" } };
    return api.call("PATCH", `/event_destinations/${id}`, { target });
  }),
  ...rows("of families that only the service has"),
  refusal(5112, "deleting an event destination that a subscription names", async (api) => {
    const target = { datadog: { api_key: "a key of Datadog" } };
    const destination = await api.make("/event_destinations", { format: "json", target });
    await api.make("/event_subscriptions", { destination_ids: [destination.id] });
    return api.call("DELETE", `/event_destinations/${destination.id}`);
  }),
  refusal(6706, "an agent ingress with the domain of another one", async (api) => {
    await api.make("/agent_ingresses", { domain: "connect.example.com" });
    return api.call("POST", "/agent_ingresses", { domain: "connect.example.com" });
  }),
  refusal(23003, "deleting a vault that has a secret", async (api) => {
    const { id } = await vault(api);
    await api.make("/vault_secrets", { vault_id: id, name: "a-b/c.d_1", value: "x" });
    return api.call("DELETE", `/vaults/${id}`);
  }),
  refusal(23004, "renaming a vault to the name of another one", async (api) => {
    await vault(api);
    const other = await api.make("/vaults", { name: "other" });
    return api.call("PATCH", `/vaults/${other.id}`, { name: "app" });
  }),
  refusal(24005, "a second secret of one name in a vault, not in another", async (api) => {
    const { id } = await vault(api);
    const other = await api.make("/vaults", { name: "other" });
    for (const vault_id of [id, other.id])
      await api.make("/vault_secrets", { vault_id, name: "a", value: "x" });
    return api.call("POST", "/vault_secrets", { vault_id: id, name: "a", value: "x" });
  }),
];

test.each(refusedServiceOnly)("$code: $title is refused by the service", async ({ code, send }) => {
  const { status, body } = await send(await emulated());
  expect([status, body.error_code]).toEqual([400, `ERR_NGROK_${code}`]);
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
    const { id } = await domainOf(api, "app.example.com", { certificate_id: (await uploaded(api)).id });
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
    expect(added.body.request_headers).toMatchObject({ add: { "x-team": "A" } });
    const oauth = await route(api, { oauth: { provider: { github: {} } } });
    expect(oauth.body.oauth).toMatchObject({ cookie_prefix: "ngrok." });
    const credentials = { issuer: "https://id.example.com", client_id: "a", client_secret: "b" };
    expect((await route(api, { oidc: credentials })).body.oidc).toMatchObject({ cookie_prefix: "" });
    expect((await route(api, { saml: { idp_metadata: "<EntityDescriptor/>" } })).body.saml).toMatchObject({
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
