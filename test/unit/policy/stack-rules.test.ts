// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import type { PolicyResource } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { RULES, type Rule, type RuleId } from "../../../policy";
import { Account } from "../../../policy/account";
import { resource, withUnknown } from "./support";

/** The resources with violations of a stack rule; `(stack)` is the stack itself. */
function violations(id: RuleId, resources: readonly PolicyResource[], settings: object = {}): string[] {
  const rule = RULES.find((candidate: Rule) => candidate.id === id) as Rule;
  if (rule.kind !== "stack") throw new Error(`${id} is not a stack rule`);
  const findings = rule.check(new Account(resources), rule.config.parse(settings));
  return findings.map(({ at }) => at?.name ?? "(stack)");
}

/** An IP policy with its rules. */
const ipPolicy = (id: string, ...rules: (readonly ["allow" | "deny", string])[]) => [
  resource("IpPolicy", id, { uri: `https://api.example.com/ip_policies/${id}` }),
  ...rules.map(([action, cidr]) =>
    resource("IpPolicyRule", `${id} ${cidr}`, { ipPolicyId: id, action, cidr }),
  ),
];

const office = { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } };
const deny = { type: "deny" };
const forward = { type: "forward-internal", config: { url: "https://app.internal" } };
const http = (...on_http_request: object[]) => ({ on_http_request });
const then = (...actions: object[]) => ({ actions });
const when = (expression: string, ...actions: object[]) => ({ expressions: [expression], actions });
const endpoint = (trafficPolicy: unknown, more: object = {}, name = "app") =>
  resource("Endpoint", name, { url: "https://app.example.com", trafficPolicy, ...more });

describe("edge-route-has-guard", () => {
  const open = resource("HttpsEdge", "open", {});
  const route = (name: string, props: object, of = open) =>
    resource("HttpsEdgeRoute", name, props, { edgeId: [of] });

  test("ignores unknown guards, enabled flags, and mutual TLS of the edge", () => {
    const unsure = resource("HttpsEdge", "unsure", withUnknown({ mutualTls: {} }, "mutualTls"));
    const routes = [
      route("guard", withUnknown({ oauth: {} }, "oauth")),
      route("switch", { oidc: withUnknown({ enabled: true }, "enabled") }),
      route("of-edge", {}, unsure),
    ];
    expect(violations("edge-route-has-guard", [open, unsure, ...routes])).toEqual([]);
  });

  test("checks the known part of a route", () => {
    const routes = [route("somewhere", withUnknown({ match: "/", saml: { enabled: false } }, "match"))];
    expect(violations("edge-route-has-guard", [open, ...routes])).toEqual(["somewhere"]);
  });
});

describe.each(["api", "dashboard", "agent"] as const)("edge-acct-restrict-%s", (type) => {
  const id = `edge-acct-restrict-${type}` as const;

  test("requires networks that don't allow everyone", () => {
    const among = (...networks: string[]) => [
      ...ipPolicy("ipp_1", ...networks.map((cidr) => ["allow", cidr] as const)),
      resource("IpRestriction", "restriction", { type, ipPolicyIds: ["ipp_1"] }),
    ];
    expect(violations(id, among("192.0.2.0/24"))).toEqual([]);
    expect(violations(id, among("192.0.2.0/24", "0.0.0.0/0"))).toEqual(["restriction"]);
    expect(violations(id, among("::/0"))).toEqual(["restriction"]);
  });

  test("assumes that an unknown type matches", () => {
    const unsure = resource("IpRestriction", "unsure", withUnknown({ type: "?" }, "type"));
    expect(violations(id, [unsure])).toEqual([]);
  });
});

describe("edge-cert-covers-domain", () => {
  test.each<[string, object, string[]]>([
    ["another name beside its own common name", { dnsNames: ["other.example.com"] }, ["domain"]],
    ["its own common name alone", {}, []],
    ["its own name", { dnsNames: ["*.example.com"] }, []],
  ])("requires of a certificate %s", (_, subjectAlternativeNames, at) => {
    const names = { subjectCommonName: "app.example.com", subjectAlternativeNames };
    const certificate = resource("TlsCertificate", "certificate", names);
    const uses = { certificateId: [certificate] };
    const domain = resource("ReservedDomain", "domain", { domain: "app.example.com" }, uses);
    expect(violations("edge-cert-covers-domain", [certificate, domain])).toEqual(at);
  });
});

describe("edge-backend-depth", () => {
  const failover = (name: string, backends: readonly string[], ...unknown: number[]) =>
    resource("FailoverBackend", name, { backends: withUnknown([...backends], ...unknown) });

  test("counts unknown children as distinct", () => {
    const backends = [failover("new", ["?", "?"], 0, 1), failover("one-new", ["bkd_a", "?"], 1)];
    expect(violations("edge-backend-depth", backends)).toEqual([]);
  });
});

describe("edge-tls-upstream-alone", () => {
  const tlsTermination = { terminateAt: "upstream" };
  const tlsEdge = (name: string, modules: object) =>
    resource("TlsEdge", name, { tlsTermination, ...modules });
  const edges = [
    tlsEdge("alone", {}),
    tlsEdge("backed", { backend: { backendId: "bkd_a" } }),
    tlsEdge("restricted", { ipRestriction: { ipPolicyIds: ["ipp_a"] } }),
    tlsEdge("policed", { trafficPolicy: { value: "{}" } }),
    tlsEdge("off", { mutualTls: { enabled: false } }),
    tlsEdge("switch-unknown", { mutualTls: withUnknown({ enabled: true }, "enabled") }),
    resource("TlsEdge", "module-unknown", withUnknown({ tlsTermination, mutualTls: {} }, "mutualTls")),
  ];

  test("allows only the backend as another module", () => {
    expect(violations("edge-tls-upstream-alone", edges)).toEqual(["restricted", "policed"]);
  });

  test("allows the modules in the settings", () => {
    const settings = { allowedModules: ["backend", "ipRestriction", "trafficPolicy"] };
    expect(violations("edge-tls-upstream-alone", edges, settings)).toEqual([]);
  });
});

describe("edge-ipp-unused", () => {
  const policy = (id?: string) =>
    resource("IpPolicy", id ?? "new", id ? { uri: `https://api.example.com/ip_policies/${id}` } : {});
  const stackWith = (outputs: object) => {
    const stack = resource("Stack", "infra-prod", outputs);
    return { ...stack, type: "pulumi:pulumi:Stack", isType: () => false } as PolicyResource;
  };

  test("ignores a new policy while an unknown output may be its id", () => {
    const unknown = stackWith({ ids: withUnknown(["?"], 0) });
    expect(violations("edge-ipp-unused", [unknown, policy(undefined), policy("ipp_2")])).toEqual(["ipp_2"]);
    expect(violations("edge-ipp-unused", [stackWith({ url: "x" }), policy(undefined)])).toEqual(["new"]);
  });
});

describe("anonymous access", () => {
  const networks = (allow: string[], denied: string[] = []) => ({
    type: "restrict-ips",
    config: { allow, deny: denied },
  });
  const by = (...ip_policies: string[]) => ({ type: "restrict-ips", config: { ip_policies } });
  const WORLD = "0.0.0.0/0";
  const headers = { type: "add-headers", config: { headers: { "x-a": "b" } } };
  const password = { type: "basic-auth", config: { credentials: ["ops:long-enough"] } };
  const google = { type: "oauth", config: { provider: "google" } };
  const mutual = (strategy: string) => ({
    type: "terminate-tls",
    config: { mutual_tls_certificate_authorities: ["ca_1"], mutual_tls_verification_strategy: strategy },
  });
  const ssh = { ...forward, config: { url: "tcp://app.internal:22" } };
  const tcp = (...on_tcp_connect: object[]) => ({ on_tcp_connect });
  const onward = { ...forward, config: { url: "https://last.internal" } };
  const anywhere = { ...forward, config: { url: "https://${req.host}.internal" } };
  const token = {
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
    },
  };
  const inside = (trafficPolicy: unknown, url = "https://app.internal") =>
    endpoint(trafficPolicy, { url }, "inside");

  const last = (trafficPolicy: unknown) => endpoint(trafficPolicy, { url: "https://last.internal" }, "last");

  const judged = { ...password, config: { ...password.config, enforce: false } };
  const found = "actions.ngrok.basic_auth.credentials";
  const isOther = `${found}.username != 'ops'`;
  const shows = (strategy: string, ...rules: object[]) => ({
    on_tcp_connect: [then(mutual(strategy))],
    ...http(...rules),
  });
  const subject = "conn.tls.client.subject.common_name";
  const only = "req.url.query != 'debug=1'";
  const onAnyHost = { url: "https://*.example.com" };
  const unenforced = { ...office, config: { ...office.config, enforce: false } };
  const set = (c: string) => then({ type: "set-vars", config: { vars: [{ c }] } });
  const writes = { type: "add-headers", config: { headers: { authorization: "${vars.x}" } } };
  const closed = http(then(password));
  const opened = http(then(forward));

  /** Conditions of a deny, before a rule that forwards to the application. */
  test.each([
    ["the address", "conn.client_ip != '192.0.2.7'", true],
    ["a password in a header", "!hasReqHeader('x-key') || req.headers['x-key'][0] != 'secret-word'", true],
    ["a token in a header", "!('zX9kQ2mW7vB4nL8pR1sT6yU3hJ5gF0dA' in getReqHeader('x-app'))", true],
    ["a condition on a header that proves something", "req.headers['x-token'].size() != 7", true],
    ["a token in the query", "req.url.query != 'token=blue'", true],
    ["a variable that nothing sets", "!has(vars.ok)", true],
    ["a kind of client", "conn.tls.ja4_fingerprint != 't13'", false],
    ["a version of HTTP", "req.version != 'HTTP/2'", false],
    ["a user agent", "req.user_agent != 'our-app'", false],
    ["the name of a browser", "req.user_agent.name != 'Firefox'", false],
    ["bots", "req.user_agent.is_bot", false],
    ["an address that the client forwards for", "!('192.0.2.1' in getReqHeader('x-forwarded-for'))", false],
    ["a type of content", "req.content_type != 'application/json'", false],
    ["a body", "req.body != 'open'", false],
    ["a network that is refused", "inCidrRange(conn.client_ip, '5.45.103.0/24')", false],
    ["a list of threats", "conn.client_ip.is_on_blocklist", false],
    ["a country", "!(conn.geo.country_code in ['DE', 'FR'])", false],
    ["a country by its earlier name", "conn.client_ip.geo.location.country_code != 'DE'", false],
    ["a header", "!hasReqHeader('x-app')", false],
    ["the value of a header", "getReqHeader('x')[0] != 'abc'", false],
    ["a cookie", "!('s' in req.cookies)", false],
    ["the value of a query", "getQueryParam('beta')[0] != 'on'", false],
    ["a whole query", only, false],
    ["the host of the endpoint", "req.host != 'app.example.com'", false],
    ["a method", "req.method != 'TRACE'", false],
    ["a comparison of two values", "req.method == req.host + 'b'", false],
  ])("a deny by %s", (_, condition, isGuard) => {
    const policy = http(when(condition, deny), then(forward));
    expect(violations("edge-endpoint-policy", [endpoint(policy)])).toEqual(isGuard ? [] : ["app"]);
  });

  test.each<[string, unknown, object?, PolicyResource[]?]>([
    [
      "a user name with its password",
      http(then(judged), when(`${isOther} || !${found}.authorized`, deny), then(forward)),
    ],
    [
      "a user name that the policy may set",
      http(then(writes), then(judged), when(isOther, deny), then(forward)),
    ],
    ["a certificate itself", shows("require-any", when("conn.tls.client.pem != 'abc'", deny), then(forward))],
    ["a signed subject", shows("require-and-verify", when(`${subject} != 'ops'`, deny), then(forward))],
    ["a subject without a request for a certificate", http(when(`${subject} == 'ops'`, forward), then(deny))],
    ["a certificate of an authority", shows("require-and-verify", then(forward))],
    ["a network", http(then(office, forward))],
    ["a password", http(then(password, forward))],
    ["a sign-in", http(then(google, forward))],
    ["a token", http(then({ type: "jwt-validation", config: token }, forward))],
    ["a guard at the connection", { on_tcp_connect: [then(office)], ...opened }],
    ["networks that allow no address", http(then(networks([WORLD, "::/0"], [WORLD, "::/0"]), forward))],
    ["a guard for this endpoint", http(when("endpoint.host == 'app.example.com'", office), then(forward))],
    ["an answer", http(then({ type: "custom-response", config: { body: "soon" } }))],
    ["a redirect to HTTPS", http(then({ type: "redirect", config: { to: "https://a.example.com" } }))],
    ["a path that is public", http(when("!req.url.path.startsWith('/public')", password), then(forward))],
    ["a secret path, all others denied", http(when("req.url.path == '/a'", password, forward), then(deny))],
    ["a guard of the endpoint inside", opened, {}, [inside(closed)]],
    ["the last of a chain", opened, {}, [inside(http(then(onward))), last(closed)]],
    ["a guard inside, for an interpolated target", http(then(anywhere)), {}, [inside(closed)]],
    ["a denied IP policy", http(then(by("ipp_a"), forward)), {}, ipPolicy("ipp_a", ["deny", WORLD])],
    ["an IP policy of another stack", http(then(by("ipp_other"), forward))],
    ["an internal binding", opened, { bindings: ["internal"] }],
    ["an internal URL", opened, { url: "https://other.internal" }],
    ["an unknown enforcement", withUnknown(http(then(office, forward)), "on_http_request")],
    ["an unknown rule", http(withUnknown({ actions: [deny] }, "actions"), then(forward))],
    ["a guard whose result is read", http(then(judged), when(`!${found}.authorized`, deny), then(forward))],
    ["an action of a later version", http(then({ type: "prove-humanity", config: {} }, forward))],
    ["a parameter of the only query", http(when(only, deny), when("hasQueryParam('debug')", password))],
    ["another host", http(when("req.url.host != 'a.example.org'", password), then(forward)), onAnyHost],
  ])("%s guards", (_, policy, more = {}, others = []) => {
    expect(violations("edge-endpoint-policy", [endpoint(policy, more), ...others])).toEqual([]);
  });

  test.each<[string, unknown, object?, PolicyResource[]?]>([
    ["any password", http(then(judged), when(`!${found}.presented`, deny), then(forward))],
    ["a user name", http(then(judged), when(isOther, deny), then(forward))],
    ["a subject of one's own", shows("require-any", when(`${subject} != 'ops'`, deny), then(forward))],
    ["a gateway of models", http(then({ type: "ai-gateway", config: {} }))],
    ["any certificate", shows("require-any", then(forward))],
    ["an optional certificate", shows("request", then(forward))],
    ["a guard of responses", { ...opened, on_http_response: [then(office)] }],
    ["no rule", {}],
    ["all addresses", http(then(networks([WORLD]), forward))],
    ["an interpolated network of all", http(set(WORLD), then(networks(["${vars.c}"]), forward))],
    ["halves of all addresses", http(then(networks(["0.0.0.0/1", "128.0.0.0/1"]), forward))],
    ["all addresses of version 6", http(then(networks(["::/0", "192.0.2.0/24"]), forward))],
    ["all addresses but some", http(then(networks([WORLD], ["198.51.100.0/24"]), forward))],
    ["a guard on POST", http(when("req.method == 'POST'", password), then(forward))],
    ["a guard on all but a method", http(when("req.method != 'PROPFIND'", password), then(forward))],
    ["a guard on a path", http(when("req.url.path.startsWith('/admin')", password), then(forward))],
    ["a guard after the forward", http(then(forward), then(password))],
    ["a guard that isn't enforced", http(then(unenforced, forward))],
    ["an open IP policy", http(then(by("ipp_a"), forward)), {}, ipPolicy("ipp_a", ["allow", WORLD])],
    ["an open endpoint inside", opened, {}, [inside(http(then(headers)))]],
    ["another endpoint inside that is guarded", opened, {}, [inside(http(then(deny)), "https://b.internal")]],
    ["a target that the service interpolates", http(then(anywhere))],
    ["a phase by its earlier name", { inbound: [then(headers), then(forward)] }],
    ["a wildcard", opened, onAnyHost],
    ["an open host", http(when("req.url.host != 'a.example.com'", password), then(forward)), onAnyHost],
    ["an exempt query", http(when("!req.url.query.contains('x')", password), then(forward))],
    ["TCP from anywhere", tcp(then(networks([WORLD]), ssh)), { url: "tcp://app.example.com:22" }],
    [
      "the open member of a pool",
      opened,
      {},
      [true, false].map((isOpen) =>
        endpoint(isOpen ? {} : closed, { url: "https://app.internal" }, `${isOpen}`),
      ),
    ],
  ])("%s doesn't guard", (_, policy, more = {}, others = []) => {
    expect(violations("edge-endpoint-policy", [endpoint(policy, more), ...others])).toEqual(["app"]);
  });

  test("an unknown IP policy id is resolved by the dependencies", () => {
    const all = (action: string, names: readonly string[] = ["office"]) => {
      const policies = names.map((name) => resource("IpPolicy", name, {}));
      const rules = policies.map((one) =>
        resource("IpPolicyRule", `${one.name} rule`, { action, cidr: WORLD }, { ipPolicyId: [one] }),
      );
      const guard = { ...by(), config: { ip_policies: withUnknown(["?"], 0) } };
      const app = { url: "https://app.example.com", trafficPolicy: http(then(guard, forward)) };
      return [resource("Endpoint", "app", app, { trafficPolicy: policies }), ...policies, ...rules];
    };
    expect(violations("edge-endpoint-policy", all("allow"))).toEqual(["app"]);
    expect(violations("edge-endpoint-policy", all("deny"))).toEqual([]);
    expect(violations("edge-endpoint-policy", all("allow", ["one", "other"]))).toEqual([]);
  });

  test("public endpoints in the settings are ignored, and invalid policies are reported", () => {
    const check = (policy: unknown, settings = {}) =>
      violations("edge-endpoint-policy", [endpoint(policy)], settings);
    expect(check({}, { publicEndpoints: ["app"] })).toEqual([]);
    expect(check("{")).toEqual(["app"]);
    expect(
      violations("edge-endpoint-policy", [
        resource("Endpoint", "app", withUnknown({ trafficPolicy: {} }, "trafficPolicy")),
      ]),
    ).toEqual([]);
  });

  const of = resource("HttpsEdge", "edge", { hostports: ["app.example.com:443"] });
  const policies = [
    ...ipPolicy("ipp_office", ["allow", "192.0.2.0/24"]),
    ...ipPolicy("ipp_world", ["allow", WORLD]),
  ];
  const restrictedTo = (...ipPolicyIds: string[]) => ({ ipRestriction: { ipPolicyIds } });
  const guarded = (...rules: object[]) => ({ trafficPolicy: { value: http(...rules) } });
  const denyA = guarded(when("req.url.path.startsWith('/a')", deny));
  const unbacked = { backend: { enabled: false } };
  test.each<[string, object, boolean]>([
    ["no module", {}, true],
    ["a user agent filter", { userAgentFilter: { allow: ["x"] } }, true],
    ["a policy that adds headers", guarded(then(headers)), true],
    ["a policy that guards POST", guarded(when("req.method == 'POST'", deny)), true],
    ["a policy that guards", guarded(then(google)), false],
    ["a policy that guards what it serves", { match: "/a", ...denyA }, false],
    ["a policy that guards what it doesn't serve", { match: "/b", ...denyA }, true],
    ["a policy that guards its only path", { matchType: "exact_path", match: "/a", ...denyA }, false],
    ["networks of the office", restrictedTo("ipp_office"), false],
    ["networks of both", restrictedTo("ipp_office", "ipp_world"), true],
    ["networks of another stack", restrictedTo("ipp_other"), false],
    ["all addresses, and a sign-in", { ...restrictedTo("ipp_world"), oidc: {} }, false],
    ["signed webhooks", { webhookVerification: { provider: "github" } }, false],
    ["no backend", unbacked, false],
    ["a backend", { backend: { backendId: "bkd_a" } }, true],
    ["a policy that forwards, and no backend", { ...unbacked, ...guarded(then(forward)) }, true],
    ["a guarded forward, and no backend", { ...unbacked, ...guarded(then(password, forward)) }, false],
    ["an unknown backend", { backend: withUnknown({ enabled: true }, "enabled") }, false],
  ])("a route with %s", (_, props, isOpen) => {
    const route = { matchType: "path_prefix", match: "/", ...props };
    const stack = [of, ...policies, resource("HttpsEdgeRoute", "route", route, { edgeId: [of] })];
    expect(violations("edge-route-has-guard", stack)).toEqual(isOpen ? ["route"] : []);
  });
});

describe("IP restrictions of the account", () => {
  const policies = [
    ...ipPolicy("ipp_office", ["allow", "192.0.2.0/24"]),
    ...ipPolicy("ipp_world", ["allow", "0.0.0.0/0"]),
  ];
  const of = resource("HttpsEdge", "edge", { hostports: ["app.example.com:443"] });
  const open = [
    of,
    resource("HttpsEdgeRoute", "route", { matchType: "path_prefix", match: "/" }, { edgeId: [of] }),
    endpoint(http(then(forward))),
    endpoint(http(when("req.url.path == '/admin'", deny), then(forward)), {}, "named"),
  ];
  const enforced = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_office"] };
  const restriction = (props: object) => resource("IpRestriction", "restriction", { ...enforced, ...props });

  const unsure = (property: string) =>
    resource("IpRestriction", "restriction", withUnknown({ ...enforced }, property));
  const ofWorld = restriction({ ipPolicyIds: ["ipp_world"] });
  test.each<[string, PolicyResource[], boolean]>([
    ["none", [], true],
    ["one that is enforced", [restriction({})], false],
    ["one that only warns", [restriction({ enforced: false })], true],
    ["one of agents", [restriction({ type: "agent" })], true],
    ["one that allows everyone", [ofWorld], true],
    ["two, of which one allows everyone", [ofWorld, restriction({})], false],
    ["one of another stack's networks", [restriction({ ipPolicyIds: ["ipp_other"] })], false],
    ["one that may be enforced", [unsure("enforced")], false],
    ["one that may be of endpoints", [unsure("type")], false],
  ])("decide access to endpoints: %s", (_, restrictions, isOpen) => {
    const stack = [...open, ...policies, ...restrictions];
    expect(violations("edge-route-has-guard", stack)).toEqual(isOpen ? ["route"] : []);
    expect(violations("edge-endpoint-policy", stack)).toEqual(isOpen ? ["app", "named"] : []);
    expect(violations("edge-admin-path", stack)).toEqual(isOpen ? ["named"] : []);
  });

  test("are combined with mutual TLS without authorities", () => {
    const at = (certificateAuthorityIds: unknown) => {
      const edge = resource("HttpsEdge", "edge", { mutualTls: { certificateAuthorityIds } });
      const route = resource("HttpsEdgeRoute", "route", {}, { edgeId: [edge] });
      return violations("edge-route-has-guard", [edge, route]);
    };
    expect(at([])).toEqual(["route"]);
    expect(at(["ca_1"])).toEqual([]);
  });
});

describe("edge-admin-path", () => {
  const admin = "req.url.path == '/admin'";
  const below = "req.url.path.startsWith('/admin')";
  const guarding = (expression: string, name = "app", url = "https://app.example.com") =>
    endpoint(http(when(expression, office)), { url }, name);
  const check = (...resources: PolicyResource[]) => violations("edge-admin-path", resources);
  const at = (expression: string, settings = {}) =>
    violations("edge-admin-path", [guarding(expression)], settings);

  test.each<[string, string[], object?]>([
    ["req.url.path == '/shop'", []],
    ["req.url.path == '/shop'", ["app"], { paths: ["/shop"] }],
    ["req.url.path == '/administer'", []],
    [admin, ["app"]],
    ["req.url.path.lowerAscii().startsWith('/admin') && req.method in ['GET', 'POST']", ["app"]],
    // Alternative spellings of the path.
    ["req.url.raw_path.startsWith('/admin')", ["app"]],
    ["req.url.raw.contains('/admin')", ["app"]],
    ["req.url.raw_path.startsWith('/admin') || req.url.path.startsWith('/admin')", []],
    ["req.url.startsWith('https://app.example.com/admin')", []],
    ["req.url == 'https://app.example.com/admin'", ["app"]],
    // Capital letters, if the upstream ignores case.
    [below, ["app"], { ignoresCase: true }],
    ["req.url.path.lowerAscii().startsWith('/admin')", [], { ignoresCase: true }],
    // A query and a method that the policy exempts.
    [`${below} && !req.url.query.contains('ok')`, ["app"]],
    [`${below} && req.method != 'PROPFIND'`, ["app"]],
  ])("reports only open paths that a policy mentions: %s", (condition, found, settings) => {
    expect(at(condition, settings)).toEqual(found);
  });

  test("ignores unknown policies", () => {
    const guard = http(withUnknown(when(below, office), "actions"));
    const first = http(then(withUnknown({ type: "?" }, "type")), when(admin, office));
    for (const policy of [guard, first]) expect(check(endpoint(policy))).toEqual([]);
    const unknown = withUnknown({ trafficPolicy: {} }, "trafficPolicy");
    expect(check(resource("Endpoint", "all", unknown))).toEqual([]);
  });

  test("follows forwards to internal endpoints of the stack; those of agents have no guards", () => {
    const to = (host: string, url = "https://app.example.com") =>
      endpoint(http(when(below, { ...forward, config: { url: `https://${host}` } })), { url }, host);
    const inside = [
      endpoint({}, { url: "https://open.internal" }),
      endpoint(http(then(office)), { url: "https://shut.internal" }),
      to("round.internal", "https://round.internal"),
    ];
    const fronts = ["open.internal:443", "shut.internal", "round.internal", "elsewhere.internal"];
    expect(check(...inside, ...fronts.map((host) => to(host)))).toEqual([
      "open.internal:443",
      "elsewhere.internal",
    ]);
  });

  test("ignores paths in the query", () => {
    const rule = RULES.find((one: Rule) => one.id === "edge-admin-path") as Rule;
    if (rule.kind !== "stack") throw new Error("it is about the stack");
    const findings = rule.check(new Account([guarding("req.url.uri == '/admin'")]), rule.config.parse({}));
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('GET "/admin?a"')]);
  });

  test("includes paths that internal endpoints mention", () => {
    const front = (host: string) => {
      const config = { url: `https://${host}.internal` };
      return endpoint(http(then({ ...forward, config })), {}, `to-${host}`);
    };
    const behind = (name: string, expression: string) =>
      guarding(expression, name, `https://${name}.internal`);
    const inside = [behind("exact", admin), behind("below", below)];
    expect(check(...inside, front("exact"), front("below"))).toEqual(["to-exact"]);
  });

  test("ignores routes with another guard, another path, or a disabled policy", () => {
    const of = resource("HttpsEdge", "edge", {});
    const mutual = resource("HttpsEdge", "mutual", { mutualTls: {} });
    const value = http(when(admin, office));
    const route = (name: string, props: object, parent = of) => {
      const given = { matchType: "path_prefix", match: "/", trafficPolicy: { value }, ...props };
      return resource("HttpsEdgeRoute", name, given, { edgeId: [parent] });
    };
    const routes = [
      route("open", {}),
      route("oidc", { oidc: {} }),
      route("of-mutual", {}, mutual),
      route("off", { trafficPolicy: { enabled: false, value } }),
      route("elsewhere", { match: "/shop" }),
      route("exact", { matchType: "exact_path", match: "/admin" }),
    ];
    expect(check(of, mutual, ...routes)).toEqual(["open"]);
  });
});
