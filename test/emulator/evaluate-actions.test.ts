// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { describe, expect, test } from "vitest";
import type { Question, Seed } from "../../emulator/index";
import {
  ask,
  basic,
  denyIf,
  type Expected,
  outcome,
  policyOf,
  token,
  withPolicy,
} from "./support/evaluation";
import { selfSigned } from "./support/keys";

const action = (type: string, config: object = {}): string => policyOf("on_http_request", { type, config });

/** A policy whose second rule tells what the first has left, by denying where the expression holds. */
const then = (first: object, expression: string): string =>
  JSON.stringify({
    on_http_request: [
      { actions: [first] },
      { expressions: [expression], actions: [{ type: "deny", config: { status_code: 418 } }] },
    ],
  });

type Case = [title: string, policy: string, expected: Expected, question?: Partial<Question>];

const check = (cases: readonly Case[], more: Seed = {}) =>
  test.each(cases)("%s", async (_title, policy, expected, question = {}) => {
    expect(await ask(policy, question, more)).toMatchObject(outcome(expected));
  });

describe("restrict-ips", () => {
  const policies = {
    "/ip_policies": [{ id: "ipp_all" }],
    "/ip_policy_rules": [{ ip_policy_id: "ipp_all", cidr: "0.0.0.0/0", action: "allow" }],
  };
  const named = JSON.stringify({
    on_http_request: [
      { actions: [{ type: "set-vars", config: { vars: [{ id: "ipp_all" }] } }] },
      { actions: [{ type: "restrict-ips", config: { ip_policies: ["${vars.id}"] } }] },
    ],
  });
  check([["fills in the ids of IP policies", named, "forwarded"]], policies);

  const lists = { enforce: true, allow: ["198.51.100.0/24", "2001:db8::/32"], deny: ["198.51.100.128/25"] };
  const restricted = action("restrict-ips", lists);
  const refused = { outcome: "refused", status: 403 };
  const wide = action("restrict-ips", { allow: ["198.51.100.9/32"], deny: ["0.0.0.0/0"] });
  check([
    ["refuses what its own deny list has, however narrow the allowed range is", wide, refused],
    ["refuses an address that is both allowed and denied", restricted, refused, { ip: "198.51.100.129" }],
    [
      "tells the range that has matched",
      then(
        { type: "restrict-ips", config: lists },
        "actions.ngrok.restrict_ips.matched_cidr == '198.51.100.0/24'",
      ),
      { status: 418 },
    ],
    [
      "fills in interpolations",
      action("restrict-ips", { enforce: true, allow: ["${conn.client_ip}/32"] }),
      "forwarded",
    ],
    [
      "with a range that is none is undecided",
      action("restrict-ips", { allow: ["10.0.0.0/99"] }),
      { outcome: "undecided", why: ["the CIDR 10.0.0.0/99"] },
    ],
    [
      "with an address that has a zone is undecided",
      action("restrict-ips", { allow: ["fe80::1%eth0/64"] }),
      { outcome: "undecided", why: ["the CIDR fe80::1%eth0/64"] },
    ],
  ]);
});

describe("basic-auth", () => {
  const config = { credentials: ["user:password1", "admin:pass:word:2"] };
  const guarded = action("basic-auth", config);
  const sent = (user: string, password: string) => ({ headers: { authorization: basic(user, password) } });
  check([
    ["compares the case", guarded, "refused", sent("User", "password1")],
    [
      "does not take a bearer token for credentials",
      guarded,
      "asks",
      { headers: { authorization: "Bearer x" } },
    ],
    [
      "tells what was presented",
      then(
        { type: "basic-auth", config: { ...config, enforce: false } },
        "actions.ngrok.basic_auth.credentials.presented && !actions.ngrok.basic_auth.credentials.authorized && actions.ngrok.basic_auth.credentials.username == 'eve'",
      ),
      { status: 418 },
      sent("eve", "password9"),
    ],
    [
      "fills in interpolations",
      action("basic-auth", { credentials: ["user:${secrets.get('vault', 'pass')}"] }),
      "forwarded",
      { ...sent("user", "password1"), secrets: { vault: { pass: "password1" } } },
    ],
    [
      "still asks whoever sends nothing where a secret is not known",
      action("basic-auth", { credentials: ["user:${secrets.get('vault', 'pass')}"] }),
      "asks",
    ],
    [
      "is undecided for credentials that may be the secret ones",
      action("basic-auth", { credentials: ["user:${secrets.get('vault', 'pass')}"] }),
      { outcome: "undecided", why: ["the secret vault/pass"] },
      sent("user", "password1"),
    ],
  ]);
});

describe("oauth and openid-connect", () => {
  const google = { identity: { provider: "google", email: "a@example.com" } };
  const oidc = action("openid-connect", {
    issuer_url: "https://id.example.com",
    client_id: "a",
    client_secret: "b",
  });
  const preflight = { origin: "https://x.example", "access-control-request-method": "PUT" };
  const cors = action("oauth", { provider: "google", allow_cors_preflight: true });
  const onlyOurs = JSON.stringify({
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider: "google" } }] },
      {
        expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
        actions: [{ type: "deny" }],
      },
    ],
  });
  check([
    ["tells the identity to later rules", onlyOurs, "forwarded", google],
    [
      "by which they refuse others",
      onlyOurs,
      { outcome: "refused", by: { rule: 1 } },
      { identity: { provider: "google", email: "a@other.com" } },
    ],
    [
      "of an identity that is not told whole is undecided",
      onlyOurs,
      { outcome: "undecided", why: ["actions.ngrok.oauth.identity.email"] },
      { identity: { provider: "google" } },
    ],
    ["asks for other methods then", cors, "asks", { method: "POST", headers: preflight }],
    [
      "OIDC keeps paths below /auth/ from the upstream",
      oidc,
      "answered",
      { identity: { issuer: "https://id.example.com" }, url: "https://app.example.com/auth/x" },
    ],
  ]);
});

describe("jwt-validation", () => {
  const config = {
    issuer: { allow_list: [{ value: "https://a.example/" }, { value: "https://b.example" }] },
    audience: { allow_list: [{ value: "app" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://a.example/jwks"] } },
    },
  };
  const guarded = action("jwt-validation", config);
  const { audience: _audience, ...open } = config;
  const claims = { iss: "https://a.example/", aud: "app", sub: "me" };
  const holding = (change: Record<string, string | number | string[]>) => ({
    identity: { claims: { ...claims, ...change } },
  });
  const sending = (value: string) => ({ headers: { authorization: value } });
  const refused = { outcome: "refused", status: 401 };
  check([
    ["lets one of another allowed issuer pass", guarded, "forwarded", holding({ iss: "https://b.example" })],
    ["takes one audience of several", guarded, "forwarded", holding({ aud: ["x", "app"] })],
    ["without audiences takes any", action("jwt-validation", open), "forwarded", holding({ aud: "else" })],
    [
      "is undecided for a token without an audience",
      guarded,
      "undecided",
      { identity: { claims: { iss: claims.iss } } },
    ],
    ["refuses a token that has run out", guarded, refused, holding({ exp: 1_000_000_000 })],
    [
      "asks for a token that a rule has removed",
      JSON.stringify({
        on_http_request: [
          {
            actions: [
              { type: "remove-headers", config: { headers: ["authorization"] } },
              { type: "jwt-validation", config },
            ],
          },
        ],
      }),
      "asks",
      holding({}),
    ],
    ["refuses a text that is no token", guarded, refused, sending("Bearer x.y")],
    ["refuses a header without its prefix", guarded, refused, sending(token(claims))],
    [
      "refuses a token that a look at its claims rules out",
      guarded,
      refused,
      sending(`Bearer ${token({ ...claims, iss: "https://evil.example" })}`),
    ],
    ["refuses an unsigned token", guarded, refused, sending(`Bearer ${token(claims, { alg: "none" })}`)],
    [
      "cannot check a signature",
      guarded,
      { outcome: "undecided", why: ["the signature of a token"] },
      sending(`Bearer ${token(claims)}`),
    ],
    [
      "wants all of several tokens",
      action("jwt-validation", {
        ...config,
        http: { tokens: [...config.http.tokens, { type: "jwt", method: "header", name: "X-Other" }] },
      }),
      "undecided",
      sending(`Bearer ${token(claims)}`),
    ],
    [
      "takes tokens of bodies from POST, PUT and PATCH alone",
      action("jwt-validation", {
        ...config,
        http: { tokens: [{ type: "jwt", method: "body", name: "token" }] },
      }),
      "refused",
      holding({}),
    ],
    [
      "tells claims to later rules",
      then(
        { type: "jwt-validation", config },
        "actions.ngrok.jwt_validation.tokens[0].payload.sub == 'me' && actions.ngrok.jwt_validation.tokens[0].verified",
      ),
      { status: 418 },
      holding({}),
    ],
  ]);
});

describe("verify-webhook", () => {
  const guarded = action("verify-webhook", { provider: "github", secret: "s" });
  check([
    [
      "takes its provider in any case",
      action("verify-webhook", { provider: "GitHub", secret: "s" }),
      "forwarded",
      { identity: { webhook: "github" } },
    ],
    ["refuses what another has signed", guarded, "refused", { identity: { webhook: "slack" } }],
    [
      "not enforced goes on and tells it",
      then(
        { type: "verify-webhook", config: { provider: "github", secret: "s", enforce: false } },
        "!actions.ngrok.verify_webhook.verified",
      ),
      { status: 418 },
    ],
  ]);
});

describe("terminate-tls", () => {
  const tls = (config: object) => policyOf("on_tcp_connect", { type: "terminate-tls", config });
  check([
    ["accepts 1.2 by default", tls({}), "forwarded", { tls_version: "1.2" }],
    ["may accept 1.1", tls({ min_version: "1.1" }), "forwarded", { tls_version: "1.1" }],
    ["of a request's phase is undecided", action("terminate-tls"), "undecided"],
  ]);

  test("asks for a client certificate and takes those of its authorities", async () => {
    const [ours, theirs] = await Promise.all([selfSigned("ecdsa", "ours"), selfSigned("ecdsa", "theirs")]);
    const mutual = { mutual_tls_certificate_authorities: ["ca_1", ours.certificate] };
    const emulator = await withPolicy(tls(mutual), {
      "/certificate_authorities": [{ id: "ca_2", ca_pem: theirs.certificate }],
    });
    const request = { url: "https://app.example.com/", ip: "192.0.2.1" };
    expect(await emulator.evaluate(request)).toMatchObject({ outcome: "asks", asks: "client-certificate" });
    expect(await emulator.evaluate({ ...request, cert: ours.certificate })).toMatchObject({
      outcome: "forwarded",
    });
    expect(await emulator.evaluate({ ...request, cert: theirs.certificate })).toMatchObject({
      outcome: "refused",
    });
    emulator.clock({ set: "2040-01-01T00:00:00Z" });
    expect(await emulator.evaluate({ ...request, cert: ours.certificate })).toMatchObject({
      outcome: "refused",
    });
  });

  test("takes an authority by its id, any certificate, or none, as its strategy says", async () => {
    const [ours, theirs] = await Promise.all([selfSigned("ecdsa", "ours"), selfSigned("rsa", "theirs")]);
    const seed = { "/certificate_authorities": [{ id: "ca_1", ca_pem: ours.certificate }] };
    const verdict = async (strategy: string, cert?: string) => {
      const policy = tls({
        mutual_tls_certificate_authorities: ["ca_1"],
        mutual_tls_verification_strategy: strategy,
      });
      return (await ask(policy, cert === undefined ? {} : { cert }, seed)).outcome;
    };
    expect(await verdict("require-and-verify", ours.certificate)).toBe("forwarded");
    expect(await verdict("require-and-verify", theirs.certificate)).toBe("refused");
    expect(await verdict("require-any", theirs.certificate)).toBe("forwarded");
    expect(await verdict("require-any")).toBe("asks");
    expect(await verdict("request")).toBe("forwarded");
    expect(await verdict("nothing")).toBe("undecided");
  });

  test("tells later rules whose certificate it is", async () => {
    const { certificate } = await selfSigned("ecdsa", "ours");
    const policy = JSON.stringify({
      on_tcp_connect: [
        {
          actions: [{ type: "terminate-tls", config: { mutual_tls_certificate_authorities: [certificate] } }],
        },
      ],
      on_http_request: [
        {
          expressions: [
            "conn.tls.client.subject.common_name != 'ours' || actions.ngrok.terminate_tls.client.subject.common_name != 'ours'",
          ],
          actions: [{ type: "deny" }],
        },
      ],
    });
    expect(await ask(policy, { cert: certificate })).toMatchObject({ outcome: "forwarded" });
  });
});

test.each([
  ["conn.client_ip.geo.location.country_code", "conn.geo.country_code", "DE"],
  ["conn.geo.city", "conn.client_ip.geo.location.city", "Berlin"],
])("%s has the value of %s", async (named, given, value) => {
  const variables = { [given]: value };
  expect(await ask(denyIf(`${named} == '${value}'`), { variables })).toMatchObject({ outcome: "refused" });
});

test("an exit of Tor is an address of its category", async () => {
  const variables = { "conn.client_ip.categories": ["proxy.anonymous.tor"] };
  expect(await ask(denyIf("conn.client_ip.is_tor_node"), { variables })).toMatchObject({
    outcome: "refused",
  });
});

test("the first names of phases are the ones of today", async () => {
  const policy = JSON.stringify({ inbound: [{ actions: [{ type: "deny" }] }], outbound: [] });
  expect(await ask(policy)).toMatchObject({ outcome: "refused", by: { phase: "on_http_request" } });
});

describe("redirect", () => {
  const at = (path: string) => ({ url: `https://app.example.com${path}` });
  const redirect = (config: object) => action("redirect", config);
  check([
    [
      "matches the whole URL, and so not from the path's beginning",
      redirect({ from: "^/api/v1/", to: "/api/v2/" }),
      "forwarded",
      at("/api/v1/x"),
    ],
    [
      "fills in interpolations before it matches",
      redirect({ from: "^${req.url.scheme}://${req.url.authority}/api/v1/", to: "/api/v2/" }),
      "redirected",
      at("/api/v1/x"),
    ],
    [
      "leads to where is not known",
      redirect({ to: "/geo?city=${conn.geo.city}" }),
      { outcome: "undecided", why: ["conn.geo.city"] },
      at("/geo"),
    ],
  ]);
});

describe("actions that change what later rules see", () => {
  const at = (path: string) => ({ url: `https://app.example.com${path}` });
  const seen = { outcome: "refused", status: 418 };
  const rewrite = (config: object, expression: string) => then({ type: "url-rewrite", config }, expression);
  const vars = (list: object[], expression: string) =>
    then({ type: "set-vars", config: { vars: list } }, expression);
  check([
    [
      "url-rewrite changes the path",
      rewrite({ from: "/products", to: "/admin" }, "req.url.path == '/admin/1'"),
      seen,
      at("/products/1"),
    ],
    [
      "url-rewrite tells what the upstream sees",
      action("url-rewrite", { from: "/products", to: "/admin" }),
      { outcome: "forwarded", url: "https://app.example.com/admin/1" },
      at("/products/1"),
    ],
    [
      "url-rewrite matches the authority too",
      rewrite(
        { from: "${req.url.authority}/products/?", to: "/products.php?query=" },
        "req.url.path == '/products.php' && req.url.query == 'query=1'",
      ),
      seen,
      at("/products/1"),
    ],
    [
      "url-rewrite keeps the rest of the request",
      rewrite({ from: "/zebra", to: "/b?x=1" }, "req.url.query == 'x=1' && req.host == 'app.example.com'"),
      seen,
      at("/zebra"),
    ],
    [
      "url-rewrite leaves open what is raw",
      rewrite({ from: "/zebra", to: "/b" }, "req.url.raw_path == '/b'"),
      { outcome: "undecided", why: ["req.url.raw_path"] },
      at("/zebra"),
    ],
    [
      "add-headers adds a value",
      then(
        { type: "add-headers", config: { headers: { "X-Team": "red" } } },
        "req.headers['x-team'] == ['blue', 'red']",
      ),
      seen,
      { headers: { "x-team": "blue" } },
    ],
    [
      "add-headers leaves the user agent alone",
      then({ type: "add-headers", config: { headers: { "User-Agent": "x" } } }, "req.user_agent == 'curl'"),
      seen,
      { headers: { "user-agent": "curl" } },
    ],
    [
      "add-headers with what is not known decides nothing by itself",
      action("add-headers", { headers: { "x-country": "${conn.geo.country_code}" } }),
      "forwarded",
    ],
    [
      "and is not known where it is read",
      then(
        { type: "add-headers", config: { headers: { "x-country": "${conn.geo.country_code}" } } },
        "getReqHeader('x-country')[0] == 'DE'",
      ),
      { outcome: "undecided", why: ["conn.geo.country_code"] },
    ],
    [
      "remove-headers takes all values away",
      then({ type: "remove-headers", config: { headers: ["X-Team"] } }, "!hasReqHeader('X-Team')"),
      seen,
      { headers: { "x-team": ["a", "b"] } },
    ],
    [
      "set-vars sets values of all types",
      vars(
        [{ list: [1, 2] }, { map: { a: { b: true } } }, { none: null }, { half: 1.5 }],
        "vars.list[1] == 2 && vars.map.a.b && vars.none == null && vars.half == 1.5",
      ),
      seen,
    ],
    [
      "set-vars fills in texts",
      vars([{ message: "from ${conn.client_ip}!" }], "vars.message == 'from 198.51.100.9!'"),
      seen,
    ],
    [
      "set-vars keeps the type of a value that stands alone",
      vars([{ two: "${1 + 1}" }, { again: "${vars.two}" }], "vars.again == 2"),
      seen,
    ],
    [
      "set-vars may refer to variables before it",
      vars([{ a: "x" }, { b: "${vars.a}y" }], "vars.b == 'xy'"),
      seen,
    ],
  ]);

  test("variables end with their phase", async () => {
    const policy = JSON.stringify({
      on_tcp_connect: [{ actions: [{ type: "set-vars", config: { vars: [{ a: 1 }] } }] }],
      on_http_request: [{ expressions: ["has(vars.a)"], actions: [{ type: "deny" }] }],
    });
    expect(await ask(policy)).toMatchObject({ outcome: "forwarded" });
  });
});

describe("actions that may refuse", () => {
  const limit = {
    name: "a",
    algorithm: "sliding_window",
    capacity: 1,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  };
  check([
    [
      "rate-limit may answer 429",
      action("rate-limit", limit),
      { outcome: "forwarded", may: [{ outcome: "refused", status: 429 }] },
    ],
    [
      "circuit-breaker may refuse",
      action("circuit-breaker", { error_threshold: 0.5 }),
      { outcome: "forwarded", may: [{ outcome: "refused" }] },
    ],
    [
      "owasp-crs-request may answer 403",
      action("owasp-crs-request", { on_error: "halt" }),
      { outcome: "forwarded", may: [{ outcome: "refused", status: 403 }] },
    ],
    [
      "http-request may refuse where its errors halt",
      action("http-request", { url: "https://a.internal", on_error: "halt" }),
      { outcome: "forwarded", may: [{ outcome: "refused" }] },
    ],
  ]);

  test.each([
    action("rate-limit", { ...limit, enforce: false }),
    action("circuit-breaker", { error_threshold: 0.5, enforce: false }),
    action("http-request", { url: "https://a.internal" }),
  ])("none of them does where it is not enforced or goes on: %s", async (policy) => {
    expect((await ask(policy)).may).toBeUndefined();
  });

  test.each([
    ["rate-limit", limit],
    ["circuit-breaker", { error_threshold: 0.5 }],
    ["http-request", { url: "https://a.internal", on_error: "halt" }],
  ])("%s before what is not known: the request is refused or goes on", async (type, config) => {
    const policy = policyOf("on_http_request", { type, config }, { type: "an-action-of-later" });
    expect(await ask(policy)).toMatchObject({
      outcome: "undecided",
      may: [{ outcome: "undecided" }, { outcome: "refused", by: { action: type } }],
    });
  });
});

describe("guards of responses", () => {
  const hidden = [{ actions: [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }] }];
  const answer = [{ actions: [{ type: "custom-response", config: { body: "x" } }] }];
  const forward = [{ actions: [{ type: "forward-internal", config: { url: "https://a.internal" } }] }];
  const shown = [{ actions: [{ type: "add-headers", config: { headers: { "x-a": "b" } } }] }];
  const internal = (traffic_policy: string): Seed => ({
    "/endpoints": [
      { type: "cloud", url: "https://app.example.com", traffic_policy },
      {
        type: "ephemeral",
        url: "https://a.internal",
        bindings: ["internal"],
        upstream_url: "http://a",
        traffic_policy: "",
      },
    ],
  });
  test.each<[string, object, Expected, Partial<Question>?]>([
    [
      "hide a response of the policy",
      { on_http_request: answer, on_http_response: hidden },
      { outcome: "refused", by: { phase: "on_http_response" } },
    ],
    [
      "show it to those whom they let in",
      { on_http_request: answer, on_http_response: hidden },
      "answered",
      { ip: "10.0.0.1" },
    ],
    [
      "hide what comes back from forward-internal, after it got there",
      { on_http_request: forward, on_http_response: hidden },
      { outcome: "forwarded", to: "http://a", withheld: { phase: "on_http_response", rule: 0 } },
    ],
    ["that hide nothing change nothing", { on_http_request: forward, on_http_response: shown }, "forwarded"],
    [
      "after a redirect may run",
      {
        on_http_request: [{ actions: [{ type: "redirect", config: { to: "/x" } }] }],
        on_http_response: hidden,
      },
      { outcome: "undecided", may: [{ outcome: "redirected" }, { outcome: "refused" }] },
    ],
    [
      "that nobody knows may refuse",
      { on_http_request: answer, on_http_response: [{ actions: [{ type: "an-action-of-later" }] }] },
      { outcome: "undecided", may: [{ outcome: "answered" }, { outcome: "refused" }] },
    ],
  ])("%s", async (_title, policy, expected, question = {}) => {
    expect(await ask("", question, internal(JSON.stringify(policy)))).toMatchObject(outcome(expected));
  });
});

describe("actions that nobody here knows", () => {
  check([
    [
      "are named",
      action("teleport"),
      { outcome: "undecided", why: ["the action teleport"], by: { action: "teleport" } },
    ],
    [
      "such as the gateway to AI providers",
      action("ai-gateway"),
      { outcome: "undecided", why: ["the action ai-gateway"] },
    ],
    [
      "and decide nothing where their rule does not apply",
      JSON.stringify({ on_http_request: [{ expressions: ["false"], actions: [{ type: "teleport" }] }] }),
      "forwarded",
    ],
    [
      "in a phase that does not take them are named with it",
      policyOf("on_tcp_connect", { type: "oauth", config: { provider: "google" } }),
      { why: ["the action oauth in on_tcp_connect"] },
    ],
  ]);

  test("a condition on a result of an action that has not run is not true, and neither is its contrary", async () => {
    for (const condition of ["email == 'a'", "email != 'a'"])
      expect(await ask(denyIf(`actions.ngrok.oauth.identity.${condition}`))).toMatchObject({
        outcome: "forwarded",
      });
  });
});
