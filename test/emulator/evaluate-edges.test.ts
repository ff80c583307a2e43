// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { describe, expect, test } from "vitest";
import type { Question, Seed } from "../../emulator/index";
import { emulated } from "./support/client";
import { type Expected, outcome, policyOf } from "./support/evaluation";
import { selfSigned } from "./support/keys";

const ip = "198.51.100.9";
const allowEverybody = [{ ip_policy_id: "ipp_all", cidr: "0.0.0.0/0", action: "allow" }];
const POLICIES: Seed = {
  "/ip_policies": [{ id: "ipp_all" }, { id: "ipp_office" }, { id: "ipp_empty" }],
  "/ip_policy_rules": [
    ...allowEverybody,
    { ip_policy_id: "ipp_office", cidr: "203.0.113.0/24", action: "allow" },
  ],
  "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }],
};

const ask = async (seed: Seed, question: Partial<Question>) =>
  (await emulated({ seed })).evaluate({ url: "https://app.example.com/", ip, ...question });

const deny = policyOf("on_http_request", { type: "deny" });

describe("endpoints", () => {
  const endpoint = (url: string, more: object = {}) => ({
    type: "ephemeral",
    url,
    upstream_url: url,
    traffic_policy: "",
    ...more,
  });
  const endpoints: Seed = {
    "/endpoints": [
      endpoint("https://app.example.com"),
      endpoint("https://*.example.com"),
      endpoint("https://*.b.example.com"),
      endpoint("https://other.example.com:8443"),
      endpoint("http://plain.example.com"),
      endpoint("https://hidden.internal"),
      endpoint("https://k8s.example.org", { bindings: ["kubernetes"] }),
      endpoint("tcp://1.tcp.example.com:20000"),
      endpoint("tls://tls.example.org"),
      { type: "cloud", url: "https://cloud.example.org", traffic_policy: "" },
    ],
  };
  const cases: readonly [string, string, Expected][] = [
    [
      "one of the same URL",
      "https://app.example.com/x",
      { outcome: "forwarded", to: "https://app.example.com" },
    ],
    ["one of the same port", "https://other.example.com:8443/", { to: "https://other.example.com:8443" }],
    ["none that is internal", "https://hidden.internal/", "no-endpoint"],
    ["none of a cluster", "https://k8s.example.org/", "no-endpoint"],
    ["a TCP address with its port", "tcp://1.tcp.example.com:20000", "forwarded"],
    [
      "a TLS endpoint for what is HTTPS inside",
      "https://tls.example.org/",
      { outcome: "forwarded", to: "tls://tls.example.org" },
    ],
    ["a cloud endpoint, behind which nothing answers by itself", "https://cloud.example.org/", "unanswered"],
  ];

  test.each(cases)("%s: %s", async (_title, url, expected) => {
    expect(await ask(endpoints, { url })).toMatchObject(outcome(expected));
  });

  test("any of those that share a URL in a pool", async () => {
    const pool: Seed = {
      "/endpoints": [
        endpoint("https://app.example.com", { pooling_enabled: true, upstream_url: "http://a" }),
        endpoint("https://app.example.com", {
          pooling_enabled: true,
          upstream_url: "http://b",
          traffic_policy: deny,
        }),
      ],
    };
    const { outcome, why, may } = await ask(pool, {});
    expect({ outcome, why }).toEqual({
      outcome: "undecided",
      why: ["which endpoint of a pool gets the request"],
    });
    expect(may).toMatchObject([{ outcome: "forwarded", to: "http://a" }, { outcome: "refused" }]);
  });

  const members = (policies: readonly string[], more: object): Seed => ({
    "/endpoints": policies.map((traffic_policy) =>
      endpoint("https://app.example.com", { pooling_enabled: true, traffic_policy, ...more }),
    ),
  });
  const pooled = (...policies: readonly string[]): Seed => members(policies, {});

  test("those of a pool that all refuse, without one cause", async () => {
    const restricted = policyOf("on_http_request", {
      type: "restrict-ips",
      config: { allow: ["192.0.2.0/24"] },
    });
    const { path, ...ending } = await ask(pooled(restricted, restricted), { ip: "192.0.3.1" });
    expect(ending).toEqual({ outcome: "refused", status: 403 });
    expect(path).not.toEqual([]);
  });

  test("those of a pool that all answer, which may say different things", async () => {
    const answering = (content: string) =>
      policyOf("on_http_request", { type: "custom-response", config: { status_code: 200, content } });
    const { outcome, may } = await ask(pooled(answering("a"), answering("b")), {});
    expect(outcome).toBe("undecided");
    expect(may).toMatchObject([{ outcome: "answered" }, { outcome: "answered" }]);
  });

  test("those of a pool that all lead to nothing, each to its own", async () => {
    const open = policyOf("on_http_request", { type: "log", config: {} });
    const { outcome, may = [] } = await ask(members([open, open], { type: "cloud" }), {});
    expect(outcome).toBe("undecided");
    expect(new Set(may.map(({ by }) => by?.at)).size).toBe(2);
  });

  test("those of a pool that all forward to one upstream", async () => {
    const open = policyOf("on_http_request", { type: "log", config: {} });
    const { path: _, ...ending } = await ask(members([open, open], { upstream_url: "http://one" }), {});
    expect(ending).toEqual({ outcome: "forwarded", to: "http://one" });
  });
});

describe("forward-internal", () => {
  const forward = (url: string, more: object = {}) =>
    policyOf("on_http_request", { type: "forward-internal", config: { url, ...more } });
  const account = (traffic_policy: string, internal: readonly object[]): Seed => ({
    "/endpoints": [
      { type: "cloud", url: "https://app.example.com", traffic_policy },
      ...internal.map((more) => ({
        type: "ephemeral",
        url: "https://a.internal",
        upstream_url: "http://a",
        traffic_policy: "",
        ...more,
      })),
    ],
  });
  const cases: readonly [string, Seed, Expected, Partial<Question>?][] = [
    [
      "fills in interpolations",
      account(forward("https://${req.url.path.substring(1)}.internal"), [{}]),
      "forwarded",
      { url: "https://app.example.com/a" },
    ],
    [
      "to what is not known is undecided",
      account(forward("https://${conn.geo.country_code}.internal"), [{}]),
      { outcome: "undecided", why: ["conn.geo.country_code"] },
    ],
    ["to another port finds nothing", account(forward("https://a.internal:8443"), [{}]), "refused"],
    [
      "of a TCP connection leads to a TCP endpoint",
      {
        "/endpoints": [
          {
            type: "cloud",
            url: "tcp://1.tcp.example.com:20000",
            traffic_policy: policyOf("on_tcp_connect", {
              type: "forward-internal",
              config: { url: "tcp://db.internal:5432" },
            }),
          },
          {
            type: "ephemeral",
            url: "tcp://db.internal:5432",
            upstream_url: "tcp://localhost:5432",
            traffic_policy: "",
          },
        ],
      },
      { outcome: "forwarded", to: "tcp://localhost:5432" },
      { url: "tcp://1.tcp.example.com:20000" },
    ],
  ];

  test.each(cases)("%s", async (_title, seed, expected, question = {}) => {
    expect(await ask(seed, question)).toMatchObject(outcome(expected));
  });

  test("in a circle is refused", async () => {
    const seed = account(forward("https://a.internal"), [{ traffic_policy: forward("https://a.internal") }]);
    expect(await ask(seed, {})).toMatchObject({ outcome: "refused" });
  });

  test("in a circle that changes the request ends undecided", async () => {
    const { on_http_request } = JSON.parse(forward("https://a.internal")) as { on_http_request: object[] };
    const count = { actions: [{ type: "add-headers", config: { headers: { "x-round": "again" } } }] };
    const traffic_policy = JSON.stringify({ on_http_request: [count, ...on_http_request] });
    expect(await ask(account(forward("https://a.internal"), [{ traffic_policy }]), {})).toMatchObject({
      outcome: "undecided",
      why: ["more than 10 times forward-internal"],
    });
  });

  test("in a loop with on_error: continue is undecided", async () => {
    const { on_http_request } = JSON.parse(forward("https://a.internal")) as { on_http_request: object[] };
    const caught = {
      actions: [{ type: "forward-internal", config: { url: "https://a.internal", on_error: "continue" } }],
    };
    const traffic_policy = JSON.stringify({ on_http_request: [caught, ...on_http_request] });
    expect(await ask(account(forward("https://a.internal"), [{ traffic_policy }]), {})).toMatchObject({
      outcome: "undecided",
      why: ["the outcome of a forwarding loop"],
    });
  });

  test("a URL that may have been rewritten behind it is not known, and guards count", async () => {
    const rewrite = { type: "url-rewrite", config: { from: "/a", to: "/b" } };
    const rule = (condition: string) => ({ expressions: [condition], actions: [{ type: "deny" }] });
    const inner = (condition: string) =>
      JSON.stringify({ on_http_request: [{ actions: [rewrite] }, rule(condition)] });
    const asked = (condition: string) =>
      ask(account(forward("https://a.internal"), [{ traffic_policy: inner(condition) }]), {});
    expect(await asked("true")).toMatchObject({ outcome: "refused" });
    expect(await asked("req.url.path == '/b'")).toMatchObject({ outcome: "undecided" });
  });

  test("variables of the policy before do not reach the internal endpoint", async () => {
    const first = JSON.stringify({
      on_http_request: [
        {
          actions: [
            { type: "set-vars", config: { vars: [{ a: 1 }] } },
            { type: "forward-internal", config: { url: "https://a.internal" } },
          ],
        },
      ],
    });
    const second = JSON.stringify({
      on_http_request: [{ expressions: ["has(vars.a)"], actions: [{ type: "deny" }] }],
    });
    expect(await ask(account(first, [{ traffic_policy: second }]), {})).toMatchObject({
      outcome: "forwarded",
    });
  });
});

const backend = { backend_id: "bkdtg_1" };

/** An HTTPS edge with routes to one backend. */
const edge = (routes: readonly object[], more: object = {}): Seed => ({
  ...POLICIES,
  "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"], ...more }],
  "/edges/https/edghts_1/routes": routes.map((route, index) => ({
    id: `rt_${index}`,
    match_type: "path_prefix",
    match: "/",
    backend,
    ...route,
  })),
});

describe("routes of an HTTPS edge", () => {
  const at = (...routes: readonly number[]) =>
    routes.map((route) => ({ by: { at: `/edges/https/edghts_1/routes/rt_${route}` } }));
  test.each<readonly [string, readonly object[], object]>([
    ["a wildcard goes before no host", [{ match: "/x/y" }, { match: "*.example.com" }], at(1)[0] ?? {}],
    [
      "the host itself goes before a wildcard",
      [{ match: "*.example.com/x" }, { match: "app.example.com" }],
      at(1)[0] ?? {},
    ],
    [
      "a host with the port of the URL is that host",
      [{ match: "/" }, { match: "app.example.com:443/x" }],
      at(1)[0] ?? {},
    ],
    [
      "a host with another port is none",
      [{ match: "/" }, { match: "app.example.com:8443/x" }],
      at(0)[0] ?? {},
    ],
    [
      "which of two of one host is undecided",
      [{ match: "app.example.com" }, { match: "app.example.com/" }],
      { may: at(0, 1) },
    ],
    [
      "an exact path that is not named may be any",
      [{ match_type: "exact_path", match: "app.example.com" }, { match: "/" }],
      { outcome: "undecided", may: at(0, 1) },
    ],
  ])("%s", async (_title, routes, expected) => {
    expect(await ask(edge(routes), { url: "https://app.example.com/x/y" })).toMatchObject(expected);
  });
});

describe("modules of a route", () => {
  test("a narrower range of an IP policy that allows what a wider one denies is undecided", async () => {
    const rules = [
      { ip_policy_id: "ipp_all", cidr: "198.51.100.0/24", action: "deny" },
      { ip_policy_id: "ipp_all", cidr: "198.51.100.9/32", action: "allow" },
    ];
    const byModule = edge([{ ip_restriction: { ip_policy_ids: ["ipp_all"] } }]);
    const seed = { ...byModule, "/ip_policy_rules": rules };
    expect(await ask(seed, {})).toMatchObject({ outcome: "undecided" });
    expect(await ask(seed, { ip: "198.51.100.10" })).toMatchObject({ outcome: "refused" });
    const restricted = policyOf("on_http_request", {
      type: "restrict-ips",
      config: { enforce: true, ip_policies: ["ipp_all"] },
    });
    const byAction = { ...edge([{ traffic_policy: { value: restricted } }]), "/ip_policy_rules": rules };
    expect(await ask(byAction, {})).toMatchObject({ outcome: "undecided" });
    expect(await ask(byAction, { ip: "198.51.100.10" })).toMatchObject({ outcome: "refused" });
  });
});

describe("TLS and TCP edges", () => {
  const tls = (more: object): Seed => ({
    ...POLICIES,
    "/edges/tls": [{ id: "edgtls_1", hostports: ["app.example.com:443"], backend, ...more }],
  });
  const at = { url: "tls://app.example.com" };
  const tcpPolicy = (type: string) => ({ traffic_policy: { value: policyOf("on_tcp_connect", { type }) } });

  test.each<[string, object, Expected, Partial<Question>?]>([
    ["lead to the backend", {}, "forwarded", at],
    ["take what is HTTPS inside", {}, "forwarded"],
    [
      "restrict addresses",
      { ip_restriction: { ip_policy_ids: ["ipp_office"] } },
      { outcome: "refused", by: { module: "ip_restriction" } },
      at,
    ],
    [
      "refuse older versions",
      { tls_termination: { terminate_at: "edge", min_version: "1.3" } },
      { outcome: "refused", by: { module: "tls_termination" } },
      { ...at, tls_version: "1.2" },
    ],
    ["take no older version than 1.2 by default", {}, "refused", { ...at, tls_version: "1.1" }],
    ["have a traffic policy for connections", tcpPolicy("close-connection"), "refused", at],
    ["have none for requests", { traffic_policy: { value: deny } }, "undecided", at],
  ])("%s", async (_title, more, expected, question = {}) => {
    expect(await ask(tls(more), question)).toMatchObject(outcome(expected));
  });

  test("require a client certificate of their authorities, also on wildcards", async () => {
    const [ours, theirs] = await Promise.all([selfSigned("ecdsa", "ours"), selfSigned("ecdsa", "theirs")]);
    for (const kind of ["/edges/tls", "/edges/https"]) {
      const seed: Seed = {
        ...edge([{}]),
        "/edges/https": [{ id: "edghts_1" }],
        "/certificate_authorities": [{ id: "ca_1", ca_pem: ours.certificate }],
        [kind]: [
          {
            id: "edghts_1",
            hostports: ["*.example.com:443"],
            mutual_tls: { certificate_authority_ids: ["ca_1"] },
            ...(kind === "/edges/tls" ? { backend } : {}),
          },
        ],
      };
      const verdict = async (cert?: string) =>
        (await ask(seed, { url: "https://x.example.com/", ...(cert === undefined ? {} : { cert }) })).outcome;
      expect([await verdict(), await verdict(ours.certificate), await verdict(theirs.certificate)]).toEqual([
        "asks",
        "forwarded",
        "refused",
      ]);
    }
  });

  test("TCP edges restrict addresses", async () => {
    const seed: Seed = {
      ...POLICIES,
      "/edges/tcp": [
        {
          id: "edgtcp_1",
          hostports: ["1.tcp.example.com:20000"],
          backend,
          ip_restriction: { ip_policy_ids: ["ipp_office"] },
        },
      ],
    };
    const url = "tcp://1.tcp.example.com:20000";
    expect(await ask(seed, { url })).toMatchObject({ outcome: "refused", by: { at: "/edges/tcp/edgtcp_1" } });
    expect(await ask(seed, { url, ip: "203.0.113.1" })).toMatchObject({ outcome: "forwarded" });
  });
});
