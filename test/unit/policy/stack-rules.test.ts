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
      resource("IpPolicy", "office", { uri: "https://api.example.com/ip_policies/ipp_1" }),
      resource("IpRestriction", "restriction", { type, ipPolicyIds: ["ipp_1"] }),
      ...networks.map((cidr) =>
        resource("IpPolicyRule", cidr, { ipPolicyId: "ipp_1", action: "allow", cidr }),
      ),
    ];
    expect(violations(id, among("192.0.2.0/24"))).toEqual([]);
    expect(violations(id, among("192.0.2.0/24", "0.0.0.0/0"))).toEqual(["restriction"]);
    expect(violations(id, among("::/0"))).toEqual(["restriction"]);
  });

  test("assumes that an unknown type matches", () => {
    expect(violations(id, [resource("IpRestriction", "unsure", withUnknown({ type: "?" }, "type"))])).toEqual(
      [],
    );
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
  const policy = (id: string | undefined) =>
    resource(
      "IpPolicy",
      id ?? "new",
      id === undefined ? {} : { uri: `https://api.example.com/ip_policies/${id}` },
    );
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
  const office = { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } };
  const deny = { type: "deny" };
  const forward = { type: "forward-internal", config: { url: "https://app.internal" } };
  const http = (...on_http_request: object[]) => ({ on_http_request });
  const then = (...actions: object[]) => ({ actions });
  const when = (expression: string, ...actions: object[]) => ({ expressions: [expression], actions });
  const networks = (allow: string[], denied: string[] = []) => ({
    type: "restrict-ips",
    config: { allow, deny: denied },
  });
  const by = (...ip_policies: string[]) => ({ type: "restrict-ips", config: { ip_policies } });
  const WORLD = "0.0.0.0/0";
  const headers = { type: "add-headers", config: { headers: { "x-a": "b" } } };
  const password = { type: "basic-auth", config: { credentials: ["ops:long-enough"] } };
  const rewrites = (from: string, to: string) => then({ type: "url-rewrite", config: { from, to } });
  const google = { type: "oauth", config: { provider: "google" } };
  const yes = "actions.ngrok.basic_auth.credentials.authorized";
  const mutual = (strategy: string) => ({
    type: "terminate-tls",
    config: { mutual_tls_certificate_authorities: ["ca_1"], mutual_tls_verification_strategy: strategy },
  });
  const tcp = (...on_tcp_connect: object[]) => ({ on_tcp_connect });
  const onward = { ...forward, config: { url: "https://last.internal" } };
  const anywhere = { ...forward, config: { url: "https://$".concat("{req.host}.internal") } };
  const token = {
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
    jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: [] } } },
  };
  const limit = {
    name: "a",
    algorithm: "sliding_window",
    capacity: 1,
    rate: "60s",
    bucket_key: ["req.host"],
  };
  const endpoint = (trafficPolicy: unknown, more: object = {}, name = "app") =>
    resource("Endpoint", name, { url: "https://app.example.com", trafficPolicy, ...more });
  const ipPolicy = (id: string, ...rules: (readonly ["allow" | "deny", string])[]) => {
    const policy = resource("IpPolicy", id, { uri: `https://api.example.com/ip_policies/${id}` });
    return [
      policy,
      ...rules.map(([action, cidr]) =>
        resource("IpPolicyRule", `${id} ${cidr}`, { ipPolicyId: id, action, cidr }),
      ),
    ];
  };
  const inside = (trafficPolicy: unknown, url = "https://app.internal") =>
    endpoint(trafficPolicy, { url }, "inside");

  const last = (trafficPolicy: unknown) => endpoint(trafficPolicy, { url: "https://last.internal" }, "last");

  const found = "actions.ngrok.basic_auth.credentials";
  const judged = { ...password, config: { ...password.config, enforce: false } };
  const shows = (strategy: string, ...rules: object[]) => ({
    on_tcp_connect: [then(mutual(strategy))],
    ...http(...rules),
  });
  const subject = "conn.tls.client.subject.common_name";

  const GUARDED: readonly [string, unknown, object?, PolicyResource[]?][] = [
    [
      "a user name with a right password",
      http(then(judged), when(`${found}.username != 'ops' || !${found}.authorized`, deny), then(forward)),
    ],
    [
      "a user name that the policy may write itself",
      http(
        then({ type: "add-headers", config: { headers: { authorization: "${vars.x}" } } }),
        then(judged),
        when(`${found}.username != 'ops'`, deny),
        then(forward),
      ),
    ],
    ["a certificate itself", shows("require-any", when("conn.tls.client.pem != 'abc'", deny), then(forward))],
    [
      "a subject that an authority has signed",
      shows("require-and-verify", when(`${subject} != 'ops'`, deny), then(forward)),
    ],
    ["a subject that nobody is asked for", http(when(`${subject} == 'ops'`, forward), then(deny))],
    ["a network", http(then(office, forward))],
    ["a password", http(then(password, forward))],
    ["a sign-on", http(then(google, forward))],
    ["a guard at the connection", { on_tcp_connect: [then(office)], ...http(then(forward)) }],
    ["no allowed network", http(then(networks([], ["192.0.2.0/24"]), forward))],
    ["networks that leave nobody", http(then(networks([WORLD, "::/0"], [WORLD, "::/0"]), forward))],
    ["deny", http(then(deny))],
    ["a guard for this endpoint", http(when("endpoint.host == 'app.example.com'", office), then(forward))],
    ["an answer", http(then({ type: "custom-response", config: { body: "soon" } }))],
    ["a redirect to HTTPS", http(then({ type: "redirect", config: { to: "https://a.example.com" } }))],
    [
      "a path that is public by itself",
      http(when("!req.url.path.startsWith('/public')", password), then(forward)),
    ],
    ["a guard of the endpoint inside", http(then(forward)), {}, [inside(http(then(password)))]],
    ["a denied IP policy", http(then(by("ipp_a"), forward)), {}, ipPolicy("ipp_a", ["deny", WORLD])],
    ["an IP policy of another stack", http(then(by("ipp_other"), forward))],
    [
      "the length of a header that proves something",
      http(when("!(req.headers.authorization[0].size() > 7)", deny), then(forward)),
    ],
    [
      "a condition on a header that proves something",
      http(when("req.headers['x-token'].size() != 7", deny), then(forward)),
    ],
    ["an internal binding", http(then(forward)), { bindings: ["internal"] }],
    ["an internal URL", http(then(forward)), { url: "https://other.internal" }],
    ["an enforcement that nobody knows", withUnknown(http(then(office, forward)), "on_http_request")],
    [
      "a guard whose result is asked",
      http(
        then({ type: "basic-auth", config: { ...password.config, enforce: false } }),
        when(`!${yes}`, deny),
        then(forward),
      ),
    ],
    [
      "a certificate of an authority",
      { on_tcp_connect: [then(mutual("require-and-verify"))], ...http(then(forward)) },
    ],
    [
      "a password in a header",
      http(when("!hasReqHeader('x-key') || req.headers['x-key'][0] != 'secret-word'", deny), then(forward)),
    ],
    [
      "a token in a header",
      http(when("!('zX9kQ2mW7vB4nL8pR1sT6yU3hJ5gF0dA' in getReqHeader('x-app'))", deny), then(forward)),
    ],
    ["the address alone", http(when("conn.client_ip != '192.0.2.7'", deny), then(forward))],
    [
      "a network of connections",
      tcp(then(office, { ...forward, config: { url: "tcp://app.internal:22" } })),
      { url: "tcp://app.example.com:22" },
    ],
    [
      "the last of a chain",
      http(then(forward)),
      {},
      [inside(http(then(onward))), last(http(then(password)))],
    ],
    ["a guard inside, for whatever is filled in", http(then(anywhere)), {}, [inside(http(then(password)))]],
    ["an action of a later version", http(then({ type: "prove-humanity", config: {} }, forward))],
    [
      "what another service answers",
      http(
        then({ type: "http-request", config: { url: "https://auth.internal" } }),
        when("actions.ngrok.http_request.res.status_code != 200", deny),
        then(forward),
      ),
    ],
    [
      "each member of a pool",
      http(then(forward)),
      {},
      ["first", "second"].map((name) =>
        endpoint(http(then(password)), { url: "https://app.internal" }, name),
      ),
    ],
    ["a Kubernetes binding", http(then(forward)), { bindings: ["kubernetes"] }],
    [
      "a forward to what is not known yet",
      http(then({ ...forward, config: withUnknown({ url: "?" }, "url") })),
      {},
      [inside(http(then(password)))],
    ],
    ["a rule that is not known yet", http(withUnknown({ actions: [deny] }, "actions"), then(forward))],
    [
      "a redirect by the scheme",
      http(then({ type: "redirect", config: { from: "^http:", to: "https:" } }), then(forward)),
      { url: "http://app.example.com" },
    ],
    ["a token", http(then({ type: "jwt-validation", config: token }, forward))],
    [
      "a signature",
      http(then({ type: "verify-webhook", config: { provider: "github", secret: "s" } }, forward)),
    ],
    [
      "a secret path, where all others are refused",
      http(when("req.url.path == '/a'", password, forward), then(deny)),
    ],
    ["rules of connections that deny", { on_tcp_connect: [then(deny)], ...http(then(forward)) }],
    [
      "a parameter that the only query has",
      http(when("req.url.query != 'debug=1'", deny), when("hasQueryParam('debug')", password), then(forward)),
    ],
    [
      "the value of a parameter that the only query has",
      http(
        when("req.url.query != 'debug=1'", deny),
        when("getQueryParam('debug')[0] == '1'", password),
        then(forward),
      ),
    ],
    [
      "a parameter that the only query has not",
      http(when("req.url.query != 'debug=1'", deny), when("!hasQueryParam('x')", password), then(forward)),
    ],
    ["a token in the query", http(when("req.url.query != 'token=blue'", deny), then(forward))],
    [
      "a redirect of the only query",
      http(
        when("req.url.query != 'debug=1'", deny),
        then({ type: "redirect", config: { from: "debug=1", to: "https://www.example.com" } }),
        then(forward),
      ),
    ],
    ["a variable that nothing sets", http(when("!has(vars.ok)", deny), then(forward))],
    ["every method", http(when("req.method != 'TRACE' || req.method == 'TRACE'", password), then(forward))],
    [
      "another host than that of the endpoint",
      http(when("req.url.host != 'a.example.org'", password), then(forward)),
      { url: "https://*.example.com" },
    ],
  ];
  test.each<(typeof GUARDED)[number]>(GUARDED)("%s guards", (_, policy, more = {}, others = []) => {
    expect(violations("edge-endpoint-policy", [endpoint(policy, more), ...others])).toEqual([]);
  });

  const OPEN: readonly [string, unknown, object?, PolicyResource[]?][] = [
    ["any password", http(then(judged), when(`!${found}.presented`, deny), then(forward))],
    [
      "a user name with any password",
      http(then(judged), when(`${found}.username != 'ops'`, deny), then(forward)),
    ],
    [
      "the beginning of a user name",
      http(then(judged), when(`${found}.username.startsWith('adm')`, forward), then(deny)),
    ],
    ["a subject of one's own", shows("require-any", when(`${subject} != 'ops'`, deny), then(forward))],
    [
      "an organization of one's own",
      shows("request", when("'acme' in conn.tls.client.subject.organization", forward), then(deny)),
    ],
    ["a kind of client", http(when("conn.tls.ja4_fingerprint != 't13'", deny), then(forward))],
    ["a version of TLS", http(when("conn.tls.version != '1.3'", deny), then(forward))],
    ["the name of a browser", http(when("req.user_agent.name != 'Firefox'", deny), then(forward))],
    ["a version of HTTP", http(when("req.version != 'HTTP/2'", deny), then(forward))],
    [
      "an address that the client says it forwards for",
      http(when("!getReqHeader('x-forwarded-for').exists(v, v == '192.0.2.1')", deny), then(forward)),
    ],
    [
      "an address among those that the client says it forwards for",
      http(when("!('203.0.113.7' in getReqHeader('x-forwarded-for'))", deny), then(forward)),
    ],
    ["a type of content", http(when("req.content_type != 'application/json'", deny), then(forward))],
    ["the header of a type of content", http(when("req.content_type.raw != 'a/b'", deny), then(forward))],
    ["a body", http(when("req.body != 'open'", deny), then(forward))],
    ["a guard for another endpoint", http(when("endpoint.host == 'www.example.com'", office), then(forward))],
    ["a guard of responses", { ...http(then(forward)), on_http_response: [then(office)] }],
    ["no rule", {}],
    ["a network of all addresses", http(then(networks([WORLD]), forward))],
    [
      "a variable that is a network of all addresses",
      http(
        then({ type: "set-vars", config: { vars: [{ c: WORLD }] } }),
        then(networks(["$".concat("{vars.c}")]), forward),
      ),
    ],
    ["halves of all addresses", http(then(networks(["0.0.0.0/1", "128.0.0.0/1"]), forward))],
    [
      "all addresses of version 4 in the spelling of version 6",
      http(then(networks(["::ffff:0:0/96"]), forward)),
    ],
    [
      "a host of a wildcard",
      http(when("req.host == 'a.example.com'", forward), then(deny)),
      { url: "https://*.example.com" },
    ],
    ["all addresses of version 6", http(then(networks(["::/0", "192.0.2.0/24"]), forward))],
    ["all addresses but some", http(then(networks([WORLD], ["198.51.100.0/24"]), forward))],
    ["a deny for bots", http(when("req.user_agent.is_bot", deny), then(forward))],
    ["a deny for an agent", http(when("req.user_agent.contains('curl')", deny), then(forward))],
    ["a user agent that all can send", http(when("req.user_agent != 'our-app'", deny), then(forward))],
    ["a deny for a network", http(when("inCidrRange(conn.client_ip, '5.45.103.0/24')", deny), then(forward))],
    ["a country", http(when("!(conn.geo.country_code in ['DE', 'FR'])", deny), then(forward))],
    [
      "a pattern of countries",
      http(when("!conn.geo.country_code.matches('^(DE|FR)$')", deny), then(forward)),
    ],
    [
      "a region",
      http(
        when("!conn.client_ip.geo.location.is_eu", deny),
        when("conn.geo.country_code != 'DE'", deny),
        then(forward),
      ),
    ],
    ["a deny for a country", http(when("conn.geo.country_code == 'DE'", deny), then(forward))],
    ["a deny for a header", http(when("req.headers['x-bad'][0] == 'yes'", deny), then(forward))],
    ["a guard on POST", http(when("req.method == 'POST'", password), then(forward))],
    ["a guard on GET", http(when("req.method == 'GET'", password), then(forward))],
    ["a guard on all but OPTIONS", http(when("req.method != 'OPTIONS'", password), then(forward))],
    ["a guard on all but PATCH", http(when("req.method != 'PATCH'", password), then(forward))],
    ["a guard on a path", http(when("req.url.path.startsWith('/admin')", password), then(forward))],
    ["a guard after the forward", http(then(forward), then(password))],
    [
      "a guard for some requests that is passed first",
      http(when("req.url.path == '/a'", forward), then(deny)),
    ],
    ["headers", http(then(headers), then(forward))],
    [
      "a guard that only judges",
      http(then({ ...office, config: { ...office.config, enforce: false } }, forward)),
    ],
    [
      "a result that is only logged",
      http(
        then({ type: "basic-auth", config: { ...password.config, enforce: false } }),
        when(`!${yes}`, { type: "log", config: { metadata: {} } }),
        then(forward),
      ),
    ],
    ["an IP policy of everybody", http(then(by("ipp_a"), forward)), {}, ipPolicy("ipp_a", ["allow", WORLD])],
    ["an open endpoint inside", http(then(forward)), {}, [inside(http(then(headers)))]],
    [
      "an endpoint inside that is guarded elsewhere",
      http(then(forward)),
      {},
      [inside(http(then(deny)), "https://other.internal")],
    ],
    ["a gateway of models", http(then({ type: "ai-gateway", config: {} }))],
    ["any certificate", { on_tcp_connect: [then(mutual("require-any"))], ...http(then(forward)) }],
    ["a certificate if there is one", { on_tcp_connect: [then(mutual("request"))], ...http(then(forward)) }],
    ["a header that all can send", http(when("!hasReqHeader('x-app')", deny), then(forward))],
    ["a cookie that all can send", http(when("!('s' in req.cookies)", deny), then(forward))],
    ["a header whose value does not count", http(when("!has(req.headers['x-app'])", deny), then(forward))],
    [
      "the value of a header that all can send",
      http(when("getReqHeader('x')[0] != 'abc'", deny), then(forward)),
    ],
    ["the value of a query", http(when("getQueryParam('beta')[0] != 'on'", deny), then(forward))],
    ["a host that is its own", http(when("req.host != 'app.example.com'", deny), then(forward))],
    [
      "a redirect of an old path",
      http(then({ type: "redirect", config: { from: "/old", to: "/new" } }), then(forward)),
    ],
    ["a rewrite", http(then({ type: "url-rewrite", config: { from: "/a", to: "/b" } }, forward))],
    ["a limit of rates", http(then({ type: "rate-limit", config: limit }, forward))],
    ["a circuit breaker", http(then({ type: "circuit-breaker" }, forward))],
    ["the core rules", http(then({ type: "owasp-crs-request" }, forward))],
    [
      "a path that is not answered like the others",
      http(
        when("req.url.path.startsWith('/a')", forward),
        then({ type: "custom-response", config: { body: "soon" } }),
      ),
    ],
    [
      "connections of everybody",
      tcp(then(networks([WORLD]), { ...forward, config: { url: "tcp://app.internal:22" } })),
      { url: "tcp://app.example.com:22" },
    ],
    [
      "a chain of open ones",
      http(then(forward)),
      {},
      [inside(http(then(onward))), last(http(then(headers)))],
    ],
    [
      "a forward that may fail",
      http(then({ ...forward, config: { ...forward.config, on_error: "continue" } })),
    ],
    ["wherever the service forwards to", http(then(anywhere))],
    ["a guard of nobody's rule", http(when("false", password), then(forward))],
    ["a phase by its earlier name", { inbound: [then(headers), then(forward)] }],
    [
      "text",
      "on_http_request:\n  - actions:\n      - type: forward-internal\n        config: { url: https://app.internal }\n",
    ],
    [
      "a list of countries that are refused",
      http(when("conn.client_ip.geo.location.country_code in ['KP', 'IR']", deny), then(forward)),
    ],
    [
      "a list of threats",
      http(
        when("conn.client_ip.is_on_blocklist || 'proxy.anonymous.tor' in conn.client_ip.categories", deny),
        then(forward),
      ),
    ],
    ["a wildcard", http(then(forward)), { url: "https://*.example.com" }],
    [
      "a wildcard with an open host",
      http(when("req.url.host != 'a.example.com'", password), then(forward)),
      { url: "https://*.example.com" },
    ],
    ["a query that excepts", http(when("!req.url.query.contains('x')", password), then(forward))],
    ["another query than one", http(when("req.url.query != 'debug=1'", deny), then(forward))],
    [
      "a text anywhere after the host",
      http(when("!req.url.uri.contains('health')", password), then(forward)),
    ],
    [
      "a query and its parameter",
      http(when("req.url.query != 'debug=1'", deny), when("!hasQueryParam('debug')", deny), then(forward)),
    ],
    ["a comparison of two values", http(when("req.method == req.host + 'b'", deny), then(forward))],
    ["a variable that nothing sets", http(when("has(vars.ok)", deny), then(forward))],
    ["a method that few use", http(when("req.method != 'TRACE'", deny), then(forward))],
    ["a method that is excepted", http(when("req.method != 'PROPFIND'", password), then(forward))],
    [
      "a list of the usual methods",
      http(
        when("req.method in ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']", password),
        then(forward),
      ),
    ],
    [
      "the open member of a pool",
      http(then(forward)),
      {},
      ["first", "second", "third"].map((name) =>
        endpoint(http(then(name === "second" ? headers : password)), { url: "https://app.internal" }, name),
      ),
    ],
    [
      "IP policies of which one is for everybody",
      http(then(by("ipp_a", "ipp_b"), forward)),
      {},
      [...ipPolicy("ipp_a", ["allow", WORLD]), ...ipPolicy("ipp_b", ["allow", "192.0.2.0/24"])],
    ],
  ];
  test.each<(typeof OPEN)[number]>(OPEN)("%s doesn't guard", (_, policy, more = {}, others = []) => {
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
  const closed = ipPolicy("ipp_office", ["allow", "192.0.2.0/24"]);
  const world = ipPolicy("ipp_world", ["allow", WORLD]);
  const route = (props: object) =>
    resource("HttpsEdgeRoute", "route", { matchType: "path_prefix", match: "/", ...props }, { edgeId: [of] });
  test.each<[string, object, boolean]>([
    ["no module", {}, true],
    ["a user agent filter", { userAgentFilter: { allow: ["x"] } }, true],
    ["a policy that adds headers", { trafficPolicy: { value: http(then(headers)) } }, true],
    [
      "a policy that guards POST",
      { trafficPolicy: { value: http(when("req.method == 'POST'", deny)) } },
      true,
    ],
    ["a policy that guards", { trafficPolicy: { value: http(then(google)) } }, false],
    [
      "a policy that excepts a query",
      { trafficPolicy: { value: http(when("!req.url.query.contains('x')", google)) } },
      true,
    ],
    [
      "a policy that excepts a method",
      { trafficPolicy: { value: http(when("req.method != 'TRACE'", deny)) } },
      true,
    ],
    [
      "a policy that guards what it serves",
      { match: "/a", trafficPolicy: { value: http(when("req.url.path.startsWith('/a')", deny)) } },
      false,
    ],
    [
      "a policy that guards what it does not serve",
      { match: "/b", trafficPolicy: { value: http(when("req.url.path.startsWith('/a')", deny)) } },
      true,
    ],
    [
      "a policy that guards its only path",
      {
        matchType: "exact_path",
        match: "/a",
        trafficPolicy: { value: http(when("req.url.path == '/a'", deny)) },
      },
      false,
    ],
    ["networks of the office", { ipRestriction: { ipPolicyIds: ["ipp_office"] } }, false],
    ["networks of the world", { ipRestriction: { ipPolicyIds: ["ipp_world"] } }, true],
    ["networks of both", { ipRestriction: { ipPolicyIds: ["ipp_office", "ipp_world"] } }, true],
    ["networks of another stack", { ipRestriction: { ipPolicyIds: ["ipp_other"] } }, false],
    ["the world, and a sign-on", { ipRestriction: { ipPolicyIds: ["ipp_world"] }, oidc: {} }, false],
    ["signed webhooks", { webhookVerification: { provider: "github" } }, false],
    ["no backend", { backend: { enabled: false } }, false],
    ["a backend", { backend: { backendId: "bkd_a" } }, true],
    [
      "a policy that forwards, and no backend",
      { backend: { enabled: false }, trafficPolicy: { value: http(then(forward)) } },
      true,
    ],
    [
      "a policy that forwards what it guards, and no backend",
      {
        backend: { enabled: false },
        trafficPolicy: { value: http(when("req.url.path == '/a'", password, forward)) },
      },
      false,
    ],
    [
      "a policy that rewrites the rest, and no backend",
      { backend: { enabled: false }, trafficPolicy: { value: http(rewrites("^/", "/b/")) } },
      false,
    ],
    ["a backend of which nobody knows", { backend: withUnknown({ enabled: true }, "enabled") }, false],
  ])("a route with %s", (_, props, isOpen) => {
    expect(violations("edge-route-has-guard", [of, ...closed, ...world, route(props)])).toEqual(
      isOpen ? ["route"] : [],
    );
  });
});

describe("IP restrictions of the account", () => {
  const office = [
    resource("IpPolicy", "office", { uri: "https://api.example.com/ip_policies/ipp_office" }),
    resource("IpPolicyRule", "rule", { ipPolicyId: "ipp_office", action: "allow", cidr: "192.0.2.0/24" }),
  ];
  const world = [
    resource("IpPolicy", "world", { uri: "https://api.example.com/ip_policies/ipp_world" }),
    resource("IpPolicyRule", "all", { ipPolicyId: "ipp_world", action: "allow", cidr: "0.0.0.0/0" }),
  ];
  const of = resource("HttpsEdge", "edge", { hostports: ["app.example.com:443"] });
  const forward = { type: "forward-internal", config: { url: "https://app.internal" } };
  const trafficPolicy = { on_http_request: [{ actions: [forward] }] };
  const admin = {
    on_http_request: [
      { expressions: ["req.url.path == '/admin'"], actions: [{ type: "deny" }] },
      { actions: [forward] },
    ],
  };
  const open = [
    of,
    resource("HttpsEdgeRoute", "route", { matchType: "path_prefix", match: "/" }, { edgeId: [of] }),
    resource("Endpoint", "app", { url: "https://app.example.com", trafficPolicy }),
    resource("Endpoint", "named", { url: "https://named.example.com", trafficPolicy: admin }),
  ];
  const restriction = (props: object) =>
    resource("IpRestriction", "restriction", {
      ...{ type: "endpoints", enforced: true, ipPolicyIds: ["ipp_office"] },
      ...props,
    });

  test.each<[string, PolicyResource[], boolean]>([
    ["none", [], true],
    ["one that is enforced", [restriction({})], false],
    ["one that only warns", [restriction({ enforced: false })], true],
    ["one of agents", [restriction({ type: "agent" })], true],
    ["one of everybody", [restriction({ ipPolicyIds: ["ipp_world"] })], true],
    [
      "two of which one is of everybody",
      [restriction({ ipPolicyIds: ["ipp_world"] }), restriction({})],
      false,
    ],
    ["one of another stack's networks", [restriction({ ipPolicyIds: ["ipp_other"] })], false],
    [
      "one that may be enforced",
      [
        resource(
          "IpRestriction",
          "restriction",
          withUnknown({ type: "endpoints", enforced: true, ipPolicyIds: ["ipp_office"] }, "enforced"),
        ),
      ],
      false,
    ],
    [
      "one that may be of endpoints",
      [
        resource(
          "IpRestriction",
          "restriction",
          withUnknown({ type: "endpoints", enforced: true, ipPolicyIds: ["ipp_office"] }, "type"),
        ),
      ],
      false,
    ],
  ])("decide access to endpoints: %s", (_, restrictions, isOpen) => {
    const stack = [...open, ...office, ...world, ...restrictions];
    expect(violations("edge-route-has-guard", stack)).toEqual(isOpen ? ["route"] : []);
    expect(violations("edge-endpoint-policy", stack)).toEqual(isOpen ? ["app", "named"] : []);
    expect(violations("edge-admin-path", stack)).toEqual(isOpen ? ["named"] : []);
  });

  test("are combined with mutual TLS without authorities", () => {
    const at = (certificateAuthorityIds: unknown) => {
      const edge = resource("HttpsEdge", "edge", { mutualTls: { certificateAuthorityIds } });
      return violations("edge-route-has-guard", [
        edge,
        resource("HttpsEdgeRoute", "route", {}, { edgeId: [edge] }),
      ]);
    };
    expect(at([])).toEqual(["route"]);
    expect(at(["ca_1"])).toEqual([]);
  });
});

describe("edge-admin-path", () => {
  const office = { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } };
  const when = (expression: string, ...actions: object[]) => ({
    on_http_request: [{ expressions: [expression], actions }],
  });
  const endpoint = (name: string, trafficPolicy: unknown, url = "https://app.example.com") =>
    resource("Endpoint", name, { url, trafficPolicy });
  const admin = "req.url.path == '/admin'";
  const check = (...resources: PolicyResource[]) => violations("edge-admin-path", resources);

  test("reports only paths that a policy mentions", () => {
    expect(check(endpoint("other", when("req.url.path == '/shop'", office)))).toEqual([]);
    expect(check(endpoint("administer", when("req.url.path == '/administer'", office)))).toEqual([]);
    expect(check(endpoint("named", when(admin, office)))).toEqual(["named"]);
    const twoMethods = "req.url.path.lowerAscii().startsWith('/admin') && req.method in ['GET', 'POST']";
    expect(check(endpoint("two methods", when(twoMethods, office)))).toEqual(["two methods"]);
    const settings = { paths: ["/shop"] };
    expect(
      violations("edge-admin-path", [endpoint("shop", when("req.url.path == '/shop'", office))], settings),
    ).toEqual(["shop"]);
  });

  test("ignores unknown policies", () => {
    const [guard = {}] = when("req.url.path.startsWith('/admin')", office).on_http_request;
    const actions = { on_http_request: [withUnknown(guard, "actions")] };
    expect(check(endpoint("actions", actions))).toEqual([]);
    expect(check(resource("Endpoint", "all", withUnknown({ trafficPolicy: {} }, "trafficPolicy")))).toEqual(
      [],
    );
    const first = { actions: [withUnknown({ type: "?" }, "type")] };
    const policy = { on_http_request: [first, ...when(admin, office).on_http_request] };
    expect(check(endpoint("type", policy))).toEqual([]);
  });

  test("follows forwards to internal endpoints of the stack; those of agents have no guards", () => {
    const forward = (url: string) =>
      when(`req.url.path.startsWith('/admin')`, { type: "forward-internal", config: { url } });
    const front = (name: string, url: string) => endpoint(name, forward(url));
    const open = endpoint("open", {}, "https://open.internal");
    const shut = endpoint("shut", { on_http_request: [{ actions: [office] }] }, "https://shut.internal");
    const round = endpoint("round", forward("https://round.internal"), "https://round.internal");
    const fronts = [
      front("to-open", "https://open.internal:443"),
      front("to-shut", "https://shut.internal"),
      front("to-round", "https://round.internal"),
      front("to-nowhere", "https://elsewhere.internal"),
    ];
    expect(check(open, shut, round, ...fronts)).toEqual(["to-open", "to-nowhere"]);
  });

  test.each<readonly [string, string[]]>([
    ["req.url.raw_path.startsWith('/admin')", ["app"]],
    ["req.url.raw.contains('/admin')", ["app"]],
    ["req.url.raw_path.startsWith('/admin') || req.url.path.startsWith('/admin')", []],
    ["req.url.startsWith('https://app.example.com/admin')", []],
    ["req.url == 'https://app.example.com/admin'", ["app"]],
  ])("tries alternative spellings of paths: %s", (condition, at) => {
    expect(check(endpoint("app", when(condition, office)))).toEqual(at);
  });

  test("tries capital letters if upstreams ignore case", () => {
    const ignoring = (condition: string) =>
      violations("edge-admin-path", [endpoint("app", when(condition, office))], { ignoresCase: true });
    expect(ignoring("req.url.path.startsWith('/admin')")).toEqual(["app"]);
    expect(ignoring("req.url.path.lowerAscii().startsWith('/admin')")).toEqual([]);
  });

  test("ignores paths in the query", () => {
    const rule = RULES.find((one: Rule) => one.id === "edge-admin-path") as Rule;
    if (rule.kind !== "stack") throw new Error("it is about the stack");
    const app = endpoint("app", when("req.url.uri == '/admin'", office));
    const told = rule.check(new Account([app]), rule.config.parse({})).map(({ message }) => message);
    expect(told).toEqual([expect.stringContaining('GET "/admin?a"')]);
  });

  test("includes paths that internal endpoints mention", () => {
    const front = (name: string, host: string) =>
      endpoint(name, {
        on_http_request: [
          { actions: [{ type: "forward-internal", config: { url: `https://${host}.internal` } }] },
        ],
      });
    const behind = (name: string, expression: string) =>
      endpoint(name, when(expression, office), `https://${name}.internal`);
    const inside = [behind("exact", admin), behind("below", "req.url.path.startsWith('/admin')")];
    expect(check(...inside, front("to-exact", "exact"), front("to-below", "below"))).toEqual(["to-exact"]);
  });

  test.each([
    ["query", "!req.url.query.contains('ok')"],
    ["method", "req.method != 'PROPFIND'"],
  ])("tries each %s that a policy exempts", (_, exception) => {
    const policy = { expressions: ["req.url.path.startsWith('/admin')", exception], actions: [office] };
    expect(check(endpoint("app", { on_http_request: [policy] }))).toEqual(["app"]);
  });

  test("ignores routes with another guard, another path, or a disabled policy", () => {
    const of = resource("HttpsEdge", "edge", {});
    const mutual = resource("HttpsEdge", "mutual", { mutualTls: {} });
    const value = when(admin, office);
    const route = (name: string, props: object, parent = of) =>
      resource(
        "HttpsEdgeRoute",
        name,
        { matchType: "path_prefix", match: "/", trafficPolicy: { value }, ...props },
        { edgeId: [parent] },
      );
    expect(
      check(
        of,
        mutual,
        route("open", {}),
        route("oidc", { oidc: {} }),
        route("of-mutual", {}, mutual),
        route("off", { trafficPolicy: { enabled: false, value } }),
        route("elsewhere", { match: "/shop" }),
        route("exact", { matchType: "exact_path", match: "/admin" }),
      ),
    ).toEqual(["open"]);
  });
});
