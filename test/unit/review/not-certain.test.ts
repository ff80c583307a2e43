// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { created, deleted, type Props, reviewOf, type Step, same, updated } from "../../support/previews";

/** Changes of whom nobody can say that they let in somebody. */

const forward = { type: "forward-internal", config: { url: "https://agent.internal" } };
const http = (...actions: readonly object[]) => ({ on_http_request: [{ actions }] });
const unseen = { type: "restrict-ips", config: { ip_policies: ["ipp_of_others"] } };
const password = { type: "basic-auth", config: { credentials: ["ann:password1"] } };

const office = { actions: [{ type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } }] };
const deny = (expression: string) => ({ expressions: [expression], actions: [{ type: "deny" }] });
/** Rules before one that forwards. */
const leading = (...rules: readonly object[]) => ({ on_http_request: [...rules, { actions: [forward] }] });
const at = (url: string, trafficPolicy: object): Props => ({ url, trafficPolicy });

const openingsOf = (url: string, was: object, is: object) =>
  openings([updated("Endpoint", "app", "ep_1", at(url, was), at(url, is))]);

async function openings(steps: readonly Step[]) {
  const { findings } = await reviewOf(steps);
  return findings
    .filter(({ rule }) => rule.startsWith("exposure-"))
    .map(({ rule, message }) => [rule, message.replace(/^.*[.] Undecided: /, "")]);
}

const APP = "https://app.example.com";

test("rules of an IP policy that cannot be seen may let in nobody", async () => {
  expect(await openingsOf(APP, http({ type: "deny" }), http(unseen, forward))).toEqual([
    ["exposure-may-open", "some rules are unknown, and may allow nobody"],
  ]);
  // What else keeps out goes: whomever they let in gets in.
  expect(
    (await openingsOf(APP, http(password, unseen, forward), http(unseen, forward))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
  // A password that cannot be seen lets in who has it.
  const hidden = { type: "basic-auth", config: { credentials: ["[secret]"] } };
  expect(
    (await openingsOf(APP, http({ type: "deny" }), http(hidden, forward))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
});

test.each(["http://app.example.com", "tcp://app.example.com:443"])(
  "what becomes of TLS that is ended where there is none, is not told: %s",
  async (url) => {
    const ending = {
      on_tcp_connect: [{ actions: [{ type: "terminate-tls", config: { min_version: "1.3" } }] }],
    };
    const open = url.startsWith("http:")
      ? http(forward)
      : { on_tcp_connect: [{ actions: [{ type: "log" }] }] };
    const [[rule] = []] = await openingsOf(url, { ...open, ...ending }, open);
    expect(rule).toBe("exposure-may-open");
  },
);

test("an answer that let in nobody before may be nobody's", async () => {
  // The header is always there: who comes without it got in nowhere.
  const added = { actions: [{ type: "add-headers", config: { headers: { "x-team": "red" } } }] };
  const inner = {
    url: "https://inner.internal",
    trafficPolicy: { on_http_request: [added, deny("!('red' in getReqHeader('X-Team'))")] },
  };
  const toInner = (expression: string) => ({
    on_http_request: [
      office,
      {
        expressions: [expression],
        actions: [{ type: "forward-internal", config: { url: "https://inner.internal" } }],
      },
    ],
  });
  const [first] = await openings([
    updated(
      "Endpoint",
      "app",
      "ep_1",
      at(APP, toInner("req.method == 'GET'")),
      at(APP, toInner("req.url.path.startsWith('/api')")),
    ),
    same("Endpoint", "inner", "ep_2", inner as unknown as Props),
  ]);
  expect(first?.[0]).toBe("exposure-may-open");
});

test.each([
  [
    { type: "restrict-ips", config: { allow: ["203.0.113.0/24"], enforce: false } },
    "actions.ngrok.restrict_ips.action == 'deny'",
  ],
  [
    { ...password, config: { ...password.config, enforce: false } },
    "!actions.ngrok.basic_auth.credentials.authorized",
  ],
  [
    { type: "verify-webhook", config: { provider: "github", secret: "a secret", enforce: false } },
    "actions.ngrok.verify_webhook.verified != true",
  ],
])("what a guard that is not enforced finds decides like the guard itself: %j", async (guard, expression) => {
  const enforced = { actions: [{ ...guard, config: { ...guard.config, enforce: true } }] };
  const found = [{ actions: [guard] }, deny(expression)];
  expect(await openingsOf(APP, leading(enforced), leading(...found))).toEqual([]);
  expect(
    (await openingsOf(APP, leading(...found), leading({ actions: [guard] }))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
});

describe("an internal endpoint whose guard goes", () => {
  const inner = updated(
    "Endpoint",
    "inner",
    "ep_2",
    at("https://inner.internal", http(password)),
    at("https://inner.internal", { on_http_request: [] }),
  );
  const toInner = { type: "forward-internal", config: { url: "https://inner.internal" } };
  const outer = (...guards: readonly object[]) =>
    same("Endpoint", "app", "ep_1", at(APP, http(...guards, toInner)));

  test("may be reached by others only, where those that are shown let in nobody new", async () => {
    expect(await openings([outer(password), inner])).toEqual([
      ["exposure-may-open", "what else forwards requests to it is not shown"],
    ]);
  });

  test("is open where somebody gets there, or where nothing is known to forward to it", async () => {
    const rules = async (...steps: readonly Step[]) =>
      (await openings([...steps, inner])).map(([rule]) => rule);
    expect(await rules(outer())).toEqual(["exposure-opens"]);
    expect(await rules()).toEqual(["exposure-opens"]);
  });
});

test.each([
  ["by the request", "conn.client_ip", [], "exposure-may-open"],
  [
    "by a constant",
    "vars.policy",
    [{ type: "set-vars", config: { vars: [{ policy: "ipp_1" }] } }],
    "exposure-opens",
  ],
])("an id that is filled in %s is that of an IP policy", async (_, filled, setting, rule) => {
  const filledIn = { type: "restrict-ips", config: { ip_policies: [`\${${filled}}`] } };
  const steps = (to: string) => [
    same("IpPolicy", "office", "ipp_1", {}),
    updated(
      "IpPolicyRule",
      "v4",
      "ipr_1",
      { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" },
      { ipPolicyId: "ipp_1", cidr: to, action: "allow" },
    ),
    same("Endpoint", "app", "ep_1", at(APP, http(...setting, filledIn, forward))),
  ];
  expect((await openings(steps("0.0.0.0/0"))).map(([found]) => found)).toEqual([rule]);
  expect(await openings(steps("203.0.113.0/24"))).toEqual([]);
});

test("whom mutual TLS without authorities allows is not told", async () => {
  const edge = (certificateAuthorityIds: readonly string[]): Props => ({
    hostports: ["db.example.com:443"],
    backend: { backendId: "bkd_1" },
    mutualTls: { certificateAuthorityIds },
  });
  const why = "the API reference does not say whom mutual TLS without authorities allows";
  const change = (from: readonly string[], to: readonly string[]) =>
    openings([updated("TlsEdge", "db", "edgtls_1", edge(from), edge(to))]);
  expect(await change(["ca_1"], [])).toEqual([["exposure-may-open", why]]);
  expect(await change([], ["ca_1"])).toEqual([["exposure-may-open", why]]);
  const gone = deleted("CertificateAuthority", "ca", "ca_1", { caPem: "" });
  expect(
    (await openings([gone, updated("TlsEdge", "db", "edgtls_1", edge(["ca_1"]), edge([]))])).map(
      ([rule]) => rule,
    ),
  ).toEqual(["exposure-may-open"]);
});

test("why it cannot be told is said of the text that it is about", async () => {
  const google = { type: "oauth", config: { provider: "google" } };
  const policy = (condition: string) => ({
    on_http_request: [
      { actions: [google] },
      { expressions: [`!(${condition})`], actions: [{ type: "deny" }] },
      { actions: [forward] },
    ],
  });
  const email = "actions.ngrok.oauth.identity.email";
  const [was, is] = [`${email}.matches('^[^@]+@example[.]com$')`, `${email}.endsWith('@example.com')`];
  expect(await openingsOf(APP, policy(was), policy(is))).toEqual([
    ["exposure-may-open", "it is unknown whether such an e-mail address exists"],
  ]);
});

describe("a guard before what nobody can meet", () => {
  const rulesOf = async (gone: object, ...stays: readonly object[]) =>
    (await openingsOf(APP, leading(gone, ...stays), leading(...stays))).map(([rule]) => rule);

  test.each([
    ["req.url.path.size() > 300", "req.url.path.size() <= 300"],
    ["timestamp(time.now).getHours() > 11", "timestamp(time.now).getHours() <= 11"],
    ["conn.client_port > 5000", "conn.client_port < 5001"],
    ["req.headers['x-a'][0].reverse() == 'alpha'", "!(getReqHeader('x-a').join().reverse() == 'beta')"],
  ])("may open nothing where two conditions may contradict each other: %s", async (one, other) => {
    expect(await rulesOf(office, deny(one), deny(other))).toEqual(["exposure-may-open"]);
    // Values of headers may be keys.
    const stays = [deny(one), deny(other)];
    const told = await openingsOf(APP, leading(office, ...stays), leading(...stays));
    expect(JSON.stringify(told)).not.toMatch(/alpha|beta/);
    expect(await rulesOf(office, deny(one))).toEqual(["exposure-opens"]);
  });

  test.each([
    ["req.headers['content-type'][0] == 'c/d'", "!(req.content_type.raw == 'a/b')"],
    ["req.headers['user-agent'][0] == 'bot'", "!(req.user_agent.trim() == 'x')"],
    ["!('content-encoding' in req.headers)", "!(req.content_encoding == ['gzip'])"],
    ["conn.geo.country_code == 'DE'", "!(conn.geo.country == 'France')"],
  ])("may open nothing where two variables tell of one thing: %s", async (gone, stays) => {
    expect(await rulesOf(deny(gone), deny(stays))).not.toContain("exposure-opens");
  });
});

test("a masked policy may allow nobody", async () => {
  const { findings } = await reviewOf([
    updated("Endpoint", "app", "ep_1", at(APP, http({ type: "deny" })), {
      url: APP,
      trafficPolicy: "[secret]",
    }),
  ]);
  expect(findings.map(({ rule }) => rule).filter((rule) => rule.startsWith("exposure-"))).toEqual([
    "exposure-may-open",
  ]);
});

test("a wildcard that is uncovered has not moved", async () => {
  const wild = same("Endpoint", "wild", "ep_2", at("https://*.example.com", http(password, forward)));
  const guarded = http(unseen, forward);
  const moved = updated("Endpoint", "app", "ep_1", at(APP, guarded), at("https://app2.example.com", guarded));
  const { exposure } = await reviewOf([wild, moved]);
  expect(exposure.changed.map(({ surface, movedFrom }) => [surface.label, movedFrom?.label])).toEqual([
    [APP, undefined],
    ["https://app2.example.com", APP],
  ]);
});

describe("a guard before what the reference leaves open", () => {
  const gone = async (...stays: readonly object[]) => {
    const { findings, exposure } = await reviewOf([
      updated("Endpoint", "app", "ep_1", at(APP, leading(office, ...stays)), at(APP, leading(...stays))),
    ]);
    const rules = findings.map(({ rule }) => rule).filter((rule) => rule.startsWith("exposure-"));
    return { rules, openings: exposure.changed.flatMap(({ openings: all }) => all) };
  };

  test.each(["conn.tls.version != '1.3'"])("may open nothing: %s", async (expression) => {
    expect((await gone(deny(expression))).rules).toEqual(["exposure-may-open"]);
  });

  test("is shown by a client that does not depend on it", async () => {
    for (const expression of ["req.content_length > 1000"]) {
      const { rules, openings: all } = await gone(deny(expression));
      expect(rules).toEqual(["exposure-opens"]);
      expect(all.filter(({ isCertain }) => isCertain).map(({ witness }) => witness)).toEqual([
        expect.stringContaining("with the header content-"),
      ]);
    }
  });

  test("may open nothing behind a password and a token in one header", async () => {
    const token = {
      type: "jwt-validation",
      config: {
        issuer: { allow_list: [{ value: "https://issuer.example" }] },
        audience: { allow_list: [{ value: "app" }] },
        http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
        jws: {
          allowed_algorithms: ["RS256"],
          keys: { sources: { additional_jkus: ["https://issuer.example/keys"] } },
        },
      },
    };
    expect((await gone({ actions: [password, token] })).rules).toEqual(["exposure-may-open"]);
    expect((await gone({ actions: [token] })).rules).toEqual(["exposure-opens"]);
    const without = { type: "basic-auth", config: { credentials: ["nocolon"] } };
    expect((await gone({ actions: [without] })).rules).toEqual([]);
  });
});

test("whom terminate-tls without authorities lets in is not told, as for the module", async () => {
  const ending = (config: object) => ({
    on_tcp_connect: [{ actions: [{ type: "terminate-tls", config }] }],
    ...http(forward),
  });
  const [some, none] = [["ca_1"], []].map((of) => ending({ mutual_tls_certificate_authorities: of })) as [
    object,
    object,
  ];
  const changes = [
    [some, none],
    [none, some],
    [none, ending({})],
    [none, http(forward)],
  ] as const;
  for (const [was, is] of changes)
    expect((await openingsOf(APP, was, is)).map(([rule]) => rule)).toEqual(["exposure-may-open"]);
});

test("of a provider that has not signed on a user nothing is told of the e-mail address", async () => {
  const policy = (provider: string) => ({
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider } }] },
      {
        expressions: ["!(actions.ngrok.oauth.identity.email.endsWith('@example.com'))"],
        actions: [{ type: "deny" }],
      },
      { actions: [forward] },
    ],
  });
  const { findings } = await reviewOf([
    updated("Endpoint", "app", "ep_1", at(APP, policy("google")), at(APP, policy("github"))),
  ]);
  const [{ message, witness } = {}] = findings as readonly { message?: string; witness?: string }[];
  expect(message).toMatch(/whose e-mail address ends with "@example.com", signed in with github/);
  expect(witness).toBe(
    "GET https://app.example.com/ from 198.51.100.7 as someone@example.com, signed in with github",
  );
});

test("rules that are hidden now are not said to be gone", async () => {
  const deny = {
    name: "admin",
    expressions: ["req.url.path.startsWith('/admin')"],
    actions: [{ type: "deny" }],
  };
  const shown = { on_http_request: [deny, { actions: [forward] }] };
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_1", at(APP, shown), at(APP, { on_http_request: "[secret]" })),
  ]);
  const [guards = []] = exposure.changed.map((one) => one.guards);
  expect(guards.filter(({ guard, after }) => guard.startsWith("rule") && after === null)).toEqual([]);
  expect(guards.map(({ after }) => after)).toContain("masked");
});

describe("a new endpoint", () => {
  const severityOf = async (trafficPolicy: object) => {
    const { findings } = await reviewOf([created("Endpoint", "app", { url: APP, trafficPolicy })]);
    return findings.filter(({ rule }) => rule === "exposure-new").map(({ severity }) => severity);
  };
  const unless = (expression: string) => leading(deny(expression));
  const allowed = (...allow: readonly string[]) => http({ type: "restrict-ips", config: { allow } }, forward);

  test("is high where strangers get in, whatever stands before it", async () => {
    const open = [
      http(forward),
      allowed("0.0.0.0/0"),
      allowed("0.0.0.0/1", "128.0.0.0/1"),
      unless("req.url.scheme == 'http'"),
      unless("req.method == 'DELETE'"),
      unless("req.user_agent.contains('curl')"),
      unless("req.headers['x-key'][0] != 'aaaa'"),
      unless("inCidrRange(conn.client_ip, '192.0.2.0/24')"),
      unless("req.method != 'GET'"),
    ];
    for (const policy of open) expect([policy, await severityOf(policy)]).toEqual([policy, ["high"]]);
  });

  test("is medium where something is asked of everybody", async () => {
    const guarded = [
      http(password, forward),
      allowed("203.0.113.0/24"),
      unless("!('aaaa' in getReqHeader('x-key'))"),
      http({ type: "oauth", config: { provider: "google" } }, forward),
      http({ type: "custom-response", config: { status_code: 200 } }),
    ];
    for (const policy of guarded) expect([policy, await severityOf(policy)]).toEqual([policy, ["medium"]]);
  });
});

test.each([
  ["not known yet", UNKNOWN],
  ["secret", "[secret]"],
])("a route may still select what it did, once its match is %s", async (_, hidden) => {
  const route = (match: string, modules: Props = {}): Props => ({
    edgeId: "e_1",
    matchType: "path_prefix",
    match,
    backend: { backendId: "bkd_1" },
    ...modules,
  });
  const admin = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
  const report = await openings([
    same("IpPolicy", "office", "ipp_1", {}),
    same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
    same("HttpsEdge", "web", "e_1", { hostports: ["app.example.com:443"] }),
    same("HttpsEdgeRoute", "root", "r_1", route("/")),
    updated("HttpsEdgeRoute", "admin", "r_2", route("/admin", admin), route(hidden, admin)),
  ]);
  expect(report.map(([rule]) => rule)).not.toContain("exposure-opens");
  expect(report.map(([rule]) => rule)).toContain("exposure-may-open");
});

test("no connection is made to an internal endpoint of HTTP", async () => {
  const office = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
  const inner = (more: object) => at("https://in.internal", { ...http(forward), ...more });
  const guarded = { on_tcp_connect: [{ actions: [office] }] };
  expect(await openings([updated("Endpoint", "in", "ep_1", inner(guarded), inner({}))])).toEqual([]);
});

test.each([["conn.client_ip.startsWith('10.')", "GET https://app.example.com/ from 10."]])(
  "a client is found for %s",
  async (expression, start) => {
    const { findings } = await reviewOf([
      updated("Endpoint", "app", "ep_1", at(APP, leading(deny(expression))), at(APP, leading())),
    ]);
    expect(findings.map(({ rule, witness }) => [rule, witness?.startsWith(start)])).toEqual([
      ["exposure-opens", true],
    ]);
  },
);

test("a policy that asks nothing is not still asked", async () => {
  const restriction = (enforced: boolean): Props => ({ type: "endpoints", ipPolicyIds: ["ipp_1"], enforced });
  const asks = async (...rules: readonly object[]) => {
    const { findings, exposure } = await reviewOf([
      same("IpPolicy", "office", "ipp_1", {}),
      same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
      updated("IpRestriction", "all", "ipx_1", restriction(true), restriction(false)),
      same("Endpoint", "app", "ep_1", at(APP, { on_http_request: rules })),
    ]);
    expect(findings.map(({ rule }) => rule)).toContain("exposure-opens");
    return exposure.changed.some(({ stillAsked }) => stillAsked.length > 0);
  };
  const forwards = { actions: [forward] };
  const unenforced = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"], enforce: false } };
  expect(await asks(forwards, { actions: [password] })).toBe(false);
  expect(await asks({ actions: [unenforced] }, forwards)).toBe(false);
  expect(await asks({ expressions: ["false"], actions: [{ type: "deny" }] }, forwards)).toBe(false);
  expect(await asks({ actions: [password] }, forwards)).toBe(true);
});
