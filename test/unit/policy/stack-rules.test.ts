// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these strings, not JavaScript.

import type { PolicyResource } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { RULES, type Rule, type RuleId } from "../../../policy";
import { Account } from "../../../policy/account";
import { resource, withUnknown } from "./support";

/** Names of the resources that violate a stack rule; `(stack)` is the stack itself. */
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
  const route = (name: string, props: object, parent = open) =>
    resource("HttpsEdgeRoute", name, props, { edgeId: [parent] });

  test("assumes that unknown guards protect a route", () => {
    const unknown = resource("HttpsEdge", "unknown", withUnknown({ mutualTls: {} }, "mutualTls"));
    const routes = [
      route("guard", withUnknown({ oauth: {} }, "oauth")),
      route("switch", { oidc: withUnknown({ enabled: true }, "enabled") }),
      route("of-edge", {}, unknown),
    ];
    expect(violations("edge-route-has-guard", [open, unknown, ...routes])).toEqual([]);
  });

  test("checks the known part of a route", () => {
    const routes = [route("somewhere", withUnknown({ match: "/", saml: { enabled: false } }, "match"))];
    expect(violations("edge-route-has-guard", [open, ...routes])).toEqual(["somewhere"]);
  });

  test("checks HTTPS requests to a route of an edge outside the stack", () => {
    const redirect = { type: "redirect", config: { to: "https://app.example.com/" } };
    const toHttps = when("req.url.scheme == 'http'", redirect);
    const guardAdmin = when("req.url.path == '/admin'", deny);
    const value = http(toHttps, guardAdmin);
    const stack = [resource("HttpsEdgeRoute", "route", { edgeId: "edghts_1", trafficPolicy: { value } })];
    expect(violations("edge-route-has-guard", stack)).toEqual(["route"]);
    expect(violations("edge-admin-path", stack)).toEqual(["route"]);
  });
});

describe.each(["api", "dashboard", "agent"] as const)("edge-acct-restrict-%s", (type) => {
  const id = `edge-acct-restrict-${type}` as const;

  test("requires networks that don't allow everyone", () => {
    const restrictedTo = (...networks: string[]) => [
      ...ipPolicy("ipp_1", ...networks.map((cidr) => ["allow", cidr] as const)),
      resource("IpRestriction", "restriction", { type, ipPolicyIds: ["ipp_1"] }),
    ];
    expect(violations(id, restrictedTo("192.0.2.0/24"))).toEqual([]);
    expect(violations(id, restrictedTo("192.0.2.0/24", "0.0.0.0/0"))).toEqual(["restriction"]);
    expect(violations(id, restrictedTo("::/0"))).toEqual(["restriction"]);
  });

  test("assumes that an unknown type matches", () => {
    const restriction = resource("IpRestriction", "unknown", withUnknown({ type: "?" }, "type"));
    expect(violations(id, [restriction])).toEqual([]);
  });
});

describe("edge-cert-covers-domain", () => {
  test.each<[string, object, string[]]>([
    ["a matching common name and another alternative name", { dnsNames: ["other.example.com"] }, ["domain"]],
    ["only a matching common name", {}, []],
    ["a matching alternative name", { dnsNames: ["*.example.com"] }, []],
  ])("checks a certificate with %s", (_, subjectAlternativeNames, violating) => {
    const names = { subjectCommonName: "app.example.com", subjectAlternativeNames };
    const certificate = resource("TlsCertificate", "certificate", names);
    const references = { certificateId: [certificate] };
    const domain = resource("ReservedDomain", "domain", { domain: "app.example.com" }, references);
    expect(violations("edge-cert-covers-domain", [certificate, domain])).toEqual(violating);
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
  const restrictBy = (...ip_policies: string[]) => ({ type: "restrict-ips", config: { ip_policies } });
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
  const forwardToLast = { ...forward, config: { url: "https://last.internal" } };
  const forwardToHost = { ...forward, config: { url: "https://${req.host}.internal" } };
  const token = {
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
    },
  };
  const internal = (trafficPolicy: unknown, url = "https://app.internal") =>
    endpoint(trafficPolicy, { url }, "internal");

  const last = (trafficPolicy: unknown) => endpoint(trafficPolicy, { url: "https://last.internal" }, "last");

  const unenforcedPassword = { ...password, config: { ...password.config, enforce: false } };
  const result = "actions.ngrok.basic_auth.credentials";
  const isOtherUser = `${result}.username != 'ops'`;
  const withCertificates = (strategy: string, ...rules: object[]) => ({
    on_tcp_connect: [then(mutual(strategy))],
    ...http(...rules),
  });
  const subject = "conn.tls.client.subject.common_name";
  const isOtherQuery = "req.url.query != 'debug=1'";
  const onAnyHost = { url: "https://*.example.com" };
  const unenforcedOffice = { ...office, config: { ...office.config, enforce: false } };
  const set = (c: string) => then({ type: "set-vars", config: { vars: [{ c }] } });
  const setAuthorization = { type: "add-headers", config: { headers: { authorization: "${vars.x}" } } };
  const guardedPolicy = http(then(password));
  const openPolicy = http(then(forward));

  test.each([
    ["the address", "conn.client_ip != '192.0.2.7'", true],
    ["a password in a header", "!hasReqHeader('x-key') || req.headers['x-key'][0] != 'secret-word'", true],
    ["a token in a header", "!('zX9kQ2mW7vB4nL8pR1sT6yU3hJ5gF0dA' in getReqHeader('x-app'))", true],
    ["the number of a credential header", "req.headers['x-token'].size() != 7", true],
    ["a token in the query", "req.url.query != 'token=blue'", true],
    ["a variable that nothing sets", "!has(vars.ok)", true],
    ["a TLS fingerprint", "conn.tls.ja4_fingerprint != 't13'", false],
    ["an HTTP version", "req.version != 'HTTP/2'", false],
    ["a user agent", "req.user_agent != 'our-app'", false],
    ["a browser name", "req.user_agent.name != 'Firefox'", false],
    ["bots", "req.user_agent.is_bot", false],
    ["a forwarded address", "!('192.0.2.1' in getReqHeader('x-forwarded-for'))", false],
    ["a content type", "req.content_type != 'application/json'", false],
    ["a body", "req.body != 'open'", false],
    ["a denied network", "inCidrRange(conn.client_ip, '5.45.103.0/24')", false],
    ["a blocklist", "conn.client_ip.is_on_blocklist", false],
    ["a country", "!(conn.geo.country_code in ['DE', 'FR'])", false],
    [
      "a country, with the variable's previous name",
      "conn.client_ip.geo.location.country_code != 'DE'",
      false,
    ],
    ["a header", "!hasReqHeader('x-app')", false],
    ["the value of a header", "getReqHeader('x')[0] != 'abc'", false],
    ["a cookie", "!('s' in req.cookies)", false],
    ["a query parameter", "getQueryParam('beta')[0] != 'on'", false],
    ["a whole query", isOtherQuery, false],
    ["the host of the endpoint", "req.host != 'app.example.com'", false],
    ["a method", "req.method != 'TRACE'", false],
    ["a comparison of two values", "req.method == req.host + 'b'", false],
  ])("is checked for a policy that denies by %s", (_, condition, isGuard) => {
    const policy = http(when(condition, deny), then(forward));
    expect(violations("edge-endpoint-policy", [endpoint(policy)])).toEqual(isGuard ? [] : ["app"]);
  });

  test.each<[string, unknown, object?, PolicyResource[]?]>([
    [
      "a user name and its password",
      http(then(unenforcedPassword), when(`${isOtherUser} || !${result}.authorized`, deny), then(forward)),
    ],
    [
      "a user name that the policy may set",
      http(then(setAuthorization), then(unenforcedPassword), when(isOtherUser, deny), then(forward)),
    ],
    [
      "a specific certificate",
      withCertificates("require-any", when("conn.tls.client.pem != 'abc'", deny), then(forward)),
    ],
    [
      "a signed subject",
      withCertificates("require-and-verify", when(`${subject} != 'ops'`, deny), then(forward)),
    ],
    [
      "a subject although no certificate is requested",
      http(when(`${subject} == 'ops'`, forward), then(deny)),
    ],
    ["a certificate of an authority", withCertificates("require-and-verify", then(forward))],
    ["a network", http(then(office, forward))],
    ["a password", http(then(password, forward))],
    ["a sign-in", http(then(google, forward))],
    ["a token", http(then({ type: "jwt-validation", config: token }, forward))],
    ["a guard in on_tcp_connect", { on_tcp_connect: [then(office)], ...openPolicy }],
    ["networks that allow no address", http(then(networks([WORLD, "::/0"], [WORLD, "::/0"]), forward))],
    ["a guard for this endpoint", http(when("endpoint.host == 'app.example.com'", office), then(forward))],
    ["a response of the policy", http(then({ type: "custom-response", config: { body: "soon" } }))],
    ["a redirect to HTTPS", http(then({ type: "redirect", config: { to: "https://a.example.com" } }))],
    ["a public path", http(when("!req.url.path.startsWith('/public')", password), then(forward))],
    [
      "a guarded path, with all others denied",
      http(when("req.url.path == '/a'", password, forward), then(deny)),
    ],
    ["a guarded internal endpoint", openPolicy, {}, [internal(guardedPolicy)]],
    [
      "a guarded endpoint at the end of a chain",
      openPolicy,
      {},
      [internal(http(then(forwardToLast))), last(guardedPolicy)],
    ],
    [
      "a guarded internal endpoint, with an interpolated target",
      http(then(forwardToHost)),
      {},
      [internal(guardedPolicy)],
    ],
    ["a denied IP policy", http(then(restrictBy("ipp_a"), forward)), {}, ipPolicy("ipp_a", ["deny", WORLD])],
    ["an IP policy of another stack", http(then(restrictBy("ipp_other"), forward))],
    ["an internal binding", openPolicy, { bindings: ["internal"] }],
    ["an internal URL", openPolicy, { url: "https://other.internal" }],
    ["unknown rules", withUnknown(http(then(office, forward)), "on_http_request")],
    ["an unknown rule", http(withUnknown({ actions: [deny] }, "actions"), then(forward))],
    [
      "an unenforced guard with a rule that checks its result",
      http(then(unenforcedPassword), when(`!${result}.authorized`, deny), then(forward)),
    ],
    ["an unknown action", http(then({ type: "prove-humanity", config: {} }, forward))],
    [
      "a guard for the only allowed query",
      http(when(isOtherQuery, deny), when("hasQueryParam('debug')", password)),
    ],
    ["another host", http(when("req.url.host != 'a.example.org'", password), then(forward)), onAnyHost],
  ])("isn't reported for a policy with %s", (_, policy, more = {}, others = []) => {
    expect(violations("edge-endpoint-policy", [endpoint(policy, more), ...others])).toEqual([]);
  });

  test.each<[string, unknown, object?, PolicyResource[]?]>([
    ["any password", http(then(unenforcedPassword), when(`!${result}.presented`, deny), then(forward))],
    ["a user name", http(then(unenforcedPassword), when(isOtherUser, deny), then(forward))],
    [
      "any certificate with a subject",
      withCertificates("require-any", when(`${subject} != 'ops'`, deny), then(forward)),
    ],
    ["an AI gateway", http(then({ type: "ai-gateway", config: {} }))],
    ["any certificate", withCertificates("require-any", then(forward))],
    ["an optional certificate", withCertificates("request", then(forward))],
    ["a guard of responses", { ...openPolicy, on_http_response: [then(office)] }],
    ["no rules", {}],
    ["all addresses", http(then(networks([WORLD]), forward))],
    [
      "an interpolated network that contains all addresses",
      http(set(WORLD), then(networks(["${vars.c}"]), forward)),
    ],
    ["two halves of all addresses", http(then(networks(["0.0.0.0/1", "128.0.0.0/1"]), forward))],
    ["all IPv6 addresses", http(then(networks(["::/0", "192.0.2.0/24"]), forward))],
    ["all addresses except some", http(then(networks([WORLD], ["198.51.100.0/24"]), forward))],
    ["a guard on POST", http(when("req.method == 'POST'", password), then(forward))],
    ["a guard on all methods except one", http(when("req.method != 'PROPFIND'", password), then(forward))],
    ["a guard on a path", http(when("req.url.path.startsWith('/admin')", password), then(forward))],
    ["a guard after the forward", http(then(forward), then(password))],
    ["a guard that isn't enforced", http(then(unenforcedOffice, forward))],
    ["an open IP policy", http(then(restrictBy("ipp_a"), forward)), {}, ipPolicy("ipp_a", ["allow", WORLD])],
    ["an open internal endpoint", openPolicy, {}, [internal(http(then(headers)))]],
    [
      "another internal endpoint that is guarded",
      openPolicy,
      {},
      [internal(http(then(deny)), "https://b.internal")],
    ],
    ["an interpolated target", http(then(forwardToHost))],
    ["a previous name of a phase", { inbound: [then(headers), then(forward)] }],
    ["a wildcard", openPolicy, onAnyHost],
    ["an open host", http(when("req.url.host != 'a.example.com'", password), then(forward)), onAnyHost],
    ["an exempt query", http(when("!req.url.query.contains('x')", password), then(forward))],
    ["TCP from anywhere", tcp(then(networks([WORLD]), ssh)), { url: "tcp://app.example.com:22" }],
    [
      "an open member in a pool of internal endpoints",
      openPolicy,
      {},
      [true, false].map((isOpen) =>
        endpoint(isOpen ? {} : guardedPolicy, { url: "https://app.internal" }, `${isOpen}`),
      ),
    ],
  ])("is reported for a policy with %s", (_, policy, more = {}, others = []) => {
    expect(violations("edge-endpoint-policy", [endpoint(policy, more), ...others])).toEqual(["app"]);
  });

  test("depends on the IP policy that an unknown id must refer to", () => {
    const stackWith = (action: string, names: readonly string[] = ["office"]) => {
      const policies = names.map((name) => resource("IpPolicy", name, {}));
      const rules = policies.map((policy) =>
        resource("IpPolicyRule", `${policy.name} rule`, { action, cidr: WORLD }, { ipPolicyId: [policy] }),
      );
      const guard = { ...restrictBy(), config: { ip_policies: withUnknown(["?"], 0) } };
      const app = { url: "https://app.example.com", trafficPolicy: http(then(guard, forward)) };
      return [resource("Endpoint", "app", app, { trafficPolicy: policies }), ...policies, ...rules];
    };
    expect(violations("edge-endpoint-policy", stackWith("allow"))).toEqual(["app"]);
    expect(violations("edge-endpoint-policy", stackWith("deny"))).toEqual([]);
    expect(violations("edge-endpoint-policy", stackWith("allow", ["one", "other"]))).toEqual([]);
  });

  test("isn't reported for public endpoints in the settings, but for invalid policies", () => {
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

  const edge = resource("HttpsEdge", "edge", { hostports: ["app.example.com:443"] });
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
    ["a policy that requires a sign-in", guarded(then(google)), false],
    ["a policy that guards the route's path", { match: "/a", ...denyA }, false],
    ["a policy that guards another path", { match: "/b", ...denyA }, true],
    ["a policy that guards its only path", { matchType: "exact_path", match: "/a", ...denyA }, false],
    ["networks that allow some addresses", restrictedTo("ipp_office"), false],
    ["networks that allow all addresses", restrictedTo("ipp_office", "ipp_world"), true],
    ["networks of another stack", restrictedTo("ipp_other"), false],
    ["all addresses, and a sign-in", { ...restrictedTo("ipp_world"), oidc: {} }, false],
    ["signed webhooks", { webhookVerification: { provider: "github" } }, false],
    ["no backend", unbacked, false],
    ["a backend", { backend: { backendId: "bkd_a" } }, true],
    ["a forwarding policy instead of a backend", { ...unbacked, ...guarded(then(forward)) }, true],
    [
      "a guarded forwarding policy instead of a backend",
      { ...unbacked, ...guarded(then(password, forward)) },
      false,
    ],
    ["an unknown backend", { backend: withUnknown({ enabled: true }, "enabled") }, false],
  ])("is checked for a route with %s", (_, props, isOpen) => {
    const route = { matchType: "path_prefix", match: "/", ...props };
    const stack = [edge, ...policies, resource("HttpsEdgeRoute", "route", route, { edgeId: [edge] })];
    expect(violations("edge-route-has-guard", stack)).toEqual(isOpen ? ["route"] : []);
  });
});

describe("IP restrictions of the account", () => {
  const policies = [
    ...ipPolicy("ipp_office", ["allow", "192.0.2.0/24"]),
    ...ipPolicy("ipp_world", ["allow", "0.0.0.0/0"]),
  ];
  const edge = resource("HttpsEdge", "edge", { hostports: ["app.example.com:443"] });
  const open = [
    edge,
    resource("HttpsEdgeRoute", "route", { matchType: "path_prefix", match: "/" }, { edgeId: [edge] }),
    endpoint(http(then(forward))),
    endpoint(http(when("req.url.path == '/admin'", deny), then(forward)), {}, "named"),
  ];
  const enforced = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_office"] };
  const restriction = (props: object) => resource("IpRestriction", "restriction", { ...enforced, ...props });

  const withUnknownProperty = (property: string) =>
    resource("IpRestriction", "restriction", withUnknown({ ...enforced }, property));
  const openRestriction = restriction({ ipPolicyIds: ["ipp_world"] });
  test.each<[string, PolicyResource[], boolean]>([
    ["none", [], true],
    ["an enforced one", [restriction({})], false],
    ["one that only warns", [restriction({ enforced: false })], true],
    ["one for agents", [restriction({ type: "agent" })], true],
    ["one that allows everyone", [openRestriction], true],
    ["an enforced one, and one that allows everyone", [openRestriction, restriction({})], false],
    ["one with an IP policy of another stack", [restriction({ ipPolicyIds: ["ipp_other"] })], false],
    ["one that may be enforced", [withUnknownProperty("enforced")], false],
    ["one that may apply to endpoints", [withUnknownProperty("type")], false],
  ])("decide access to endpoints: %s", (_, restrictions, isOpen) => {
    const stack = [...open, ...policies, ...restrictions];
    expect(violations("edge-route-has-guard", stack)).toEqual(isOpen ? ["route"] : []);
    expect(violations("edge-endpoint-policy", stack)).toEqual(isOpen ? ["app", "named"] : []);
    expect(violations("edge-admin-path", stack)).toEqual(isOpen ? ["named"] : []);
  });

  test("aren't replaced by mutual TLS without authorities", () => {
    const check = (certificateAuthorityIds: unknown) => {
      const edge = resource("HttpsEdge", "edge", { mutualTls: { certificateAuthorityIds } });
      const route = resource("HttpsEdgeRoute", "route", {}, { edgeId: [edge] });
      return violations("edge-route-has-guard", [edge, route]);
    };
    expect(check([])).toEqual(["route"]);
    expect(check(["ca_1"])).toEqual([]);
  });
});

describe("edge-admin-path", () => {
  const isAdmin = "req.url.path == '/admin'";
  const startsWithAdmin = "req.url.path.startsWith('/admin')";
  const guarding = (expression: string, name = "app", url = "https://app.example.com") =>
    endpoint(http(when(expression, office)), { url }, name);
  const check = (...resources: PolicyResource[]) => violations("edge-admin-path", resources);
  const checkCondition = (expression: string, settings = {}) =>
    violations("edge-admin-path", [guarding(expression)], settings);

  test.each<[string, string[], object?]>([
    ["req.url.path == '/shop'", []],
    ["req.url.path == '/shop'", ["app"], { paths: ["/shop"] }],
    ["req.url.path == '/administer'", []],
    [isAdmin, ["app"]],
    ["req.url.path.lowerAscii().startsWith('/admin') && req.method in ['GET', 'POST']", ["app"]],
    // Alternative spellings of the path.
    ["req.url.raw_path.startsWith('/admin')", ["app"]],
    ["req.url.raw.contains('/admin')", ["app"]],
    ["req.url.raw_path.startsWith('/admin') || req.url.path.startsWith('/admin')", []],
    ["req.url.startsWith('https://app.example.com/admin')", []],
    ["req.url == 'https://app.example.com/admin'", ["app"]],
    // Capital letters, if the upstream ignores case.
    [startsWithAdmin, ["app"], { ignoresCase: true }],
    ["req.url.path.lowerAscii().startsWith('/admin')", [], { ignoresCase: true }],
    // A query and a method that the policy exempts.
    [`${startsWithAdmin} && !req.url.query.contains('ok')`, ["app"]],
    [`${startsWithAdmin} && req.method != 'PROPFIND'`, ["app"]],
  ])("reports only open paths that a policy mentions: %s", (condition, found, settings) => {
    expect(checkCondition(condition, settings)).toEqual(found);
  });

  test("ignores unknown policies", () => {
    const guard = http(withUnknown(when(startsWithAdmin, office), "actions"));
    const first = http(then(withUnknown({ type: "?" }, "type")), when(isAdmin, office));
    for (const policy of [guard, first]) expect(check(endpoint(policy))).toEqual([]);
    const unknown = withUnknown({ trafficPolicy: {} }, "trafficPolicy");
    expect(check(resource("Endpoint", "all", unknown))).toEqual([]);
  });

  test("follows forwards to internal endpoints, and assumes that those of agents have no guards", () => {
    const forwardTo = (host: string, url = "https://app.example.com") =>
      endpoint(
        http(when(startsWithAdmin, { ...forward, config: { url: `https://${host}` } })),
        { url },
        host,
      );
    const inside = [
      endpoint({}, { url: "https://open.internal" }),
      endpoint(http(then(office)), { url: "https://guarded.internal" }),
      forwardTo("loop.internal", "https://loop.internal"),
    ];
    const targets = ["open.internal:443", "guarded.internal", "loop.internal", "elsewhere.internal"];
    expect(check(...inside, ...targets.map((host) => forwardTo(host)))).toEqual([
      "open.internal:443",
      "elsewhere.internal",
    ]);
  });

  test("ignores paths in the query", () => {
    const rule = RULES.find((candidate: Rule) => candidate.id === "edge-admin-path") as Rule;
    if (rule.kind !== "stack") throw new Error("edge-admin-path is not a stack rule");
    const findings = rule.check(new Account([guarding("req.url.uri == '/admin'")]), rule.config.parse({}));
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('GET "/admin?a"')]);
  });

  test("includes paths that internal endpoints mention", () => {
    const forwardTo = (host: string) => {
      const config = { url: `https://${host}.internal` };
      return endpoint(http(then({ ...forward, config })), {}, `to-${host}`);
    };
    const internal = (name: string, expression: string) =>
      guarding(expression, name, `https://${name}.internal`);
    const inside = [internal("exact", isAdmin), internal("prefix", startsWithAdmin)];
    expect(check(...inside, forwardTo("exact"), forwardTo("prefix"))).toEqual(["to-exact"]);
  });

  test("ignores routes with another guard, another path, or a disabled policy", () => {
    const edge = resource("HttpsEdge", "edge", {});
    const mutual = resource("HttpsEdge", "mutual", { mutualTls: {} });
    const value = http(when(isAdmin, office));
    const route = (name: string, props: object, parent = edge) => {
      const inputs = { matchType: "path_prefix", match: "/", trafficPolicy: { value }, ...props };
      return resource("HttpsEdgeRoute", name, inputs, { edgeId: [parent] });
    };
    const routes = [
      route("open", {}),
      route("oidc", { oidc: {} }),
      route("of-mutual", {}, mutual),
      route("off", { trafficPolicy: { enabled: false, value } }),
      route("elsewhere", { match: "/shop" }),
      route("exact", { matchType: "exact_path", match: "/admin" }),
    ];
    expect(check(edge, mutual, ...routes)).toEqual(["open"]);
  });
});
