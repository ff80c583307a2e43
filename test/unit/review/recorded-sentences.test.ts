// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { join } from "node:path";
import { expect, test } from "vitest";
import { maskedValue } from "../../../traffic-policy/symbolic/policy-reader";
import {
  AGENT,
  allow,
  deny,
  edited,
  forward,
  GOOGLE,
  INNER,
  OFFICE,
  password,
  rule,
  sameEndpoint,
  setVars,
  type TrafficPolicy,
} from "../../support/policies";
import { describeClients, reviewSteps } from "../../support/previews";

const webhook = (secret: string) => rule("verify-webhook", { provider: "github", secret });
const ONE = "https://one.example.com";
const token = (issuer: readonly string[], audience: readonly string[], more: object = {}) =>
  rule("jwt-validation", {
    http: { tokens: [{ type: "jwt", method: "header", name: "X-Token" }] },
    issuer: { allow_list: issuer.map((value) => ({ value })) },
    ...(audience.length > 0 && { audience: { allow_list: audience.map((value) => ({ value })) } }),
    jws: { allowed_algorithms: ["RS256"], ...more },
  });
const keys = (url: string) => token([ONE], [], { keys: { sources: { additional_jkus: [url] } } });
const agents = (...names: readonly string[]) =>
  names.map((name) => deny(`req.user_agent.contains('${name}')`));
const ADMIN = "req.url.path.startsWith('/admin')";
const admins = { name: "admins", ...OFFICE, expressions: [ADMIN] };
const onGet = rule("forward-internal", { url: INNER, on_error: "continue" }, "req.method == 'GET'");
const unenforced = rule("restrict-ips", { allow: ["203.0.113.0/24"], enforce: false });
const respond = (status_code: number) => rule("custom-response", { status_code });
const ask = (on_error: string) => rule("http-request", { url: "https://auth.example.com", on_error });
const tls = (config: object) => ({ on_tcp_connect: [rule("terminate-tls", config)] });
const certificates = (mutual_tls_verification_strategy: string, authorities = ["ca_x"]) =>
  tls({ mutual_tls_certificate_authorities: authorities, mutual_tls_verification_strategy });
const users = (provider: string, test: string) => [
  rule("oauth", { provider }),
  deny(`!(actions.ngrok.oauth.identity.email.${test})`),
];
const guarded = (request: readonly object[], response: object) => ({
  on_http_request: request,
  on_http_response: [response],
});
const header = (name: string) => setVars({ k: `\${req.headers['${name}'][0]}` });
const COUNTRY = "conn.tls.server.subject.country == ['US']";
const EMAIL = "actions.ngrok.oauth.identity.email != 'a@example.com'";
const undecided = deny("req.url.path.replace('/', '') == 'ab'");
const NINE = Array.from({ length: 9 }, (_, n) =>
  forward(`https://i${n}.internal`, `req.url.path == '/${n}'`),
);
const MANY = deny("req.method in ['PUT', 'DELETE', 'PATCH', 'TRACE']");

/** Edits whose descriptions of clients that gain access are recorded. */
const EDITS: Readonly<Record<string, readonly [before: TrafficPolicy, after: TrafficPolicy]>> = {
  "a guard that is no longer enforced": [[OFFICE], [unenforced]],
  "a wider network": [[OFFICE], [allow("203.0.112.0/23")]],
  "a narrower condition": [[deny(ADMIN)], [deny("req.url.path == '/admin'")]],
  "reordered rules": [
    [admins, forward(INNER, "req.method == 'GET'")],
    [forward(INNER, "req.method == 'GET'"), admins],
  ],
  "a removed sign-in": [[GOOGLE], []],
  "an added password": [[password("ann:secret-one")], [password("ann:secret-one", "bob:secret-two")]],
  "a changed webhook secret": [[webhook("secret-one")], [webhook("secret-two")]],
  "an added issuer": [[token([ONE], [])], [token([ONE, "https://two.example.com"], [])]],
  "an added audience": [[token([ONE], ["app"])], [token([ONE], ["app", "shop"])]],
  "keys from another URL": [[keys("https://a.test/keys")], [keys("https://b.test/keys")]],
  "a response instead of deny": [[deny()], [rule("custom-response", { body: "hello" })]],
  "a removed guard of responses": [guarded([respond(200)], OFFICE), [respond(200)]],
  "a removed guard of responses to forward-internal": [guarded([AGENT], OFFICE), [AGENT]],
  "a guard that moves to responses": [[OFFICE, AGENT], guarded([AGENT], OFFICE)],
  "a removed replacement of responses": [guarded([AGENT], respond(404)), [AGENT]],
  "an http-request that no longer halts on failure": [[ask("halt")], [ask("continue")]],
  "a lower TLS version than the default": [[], tls({ min_version: "1.1" })],
  "the oldest TLS version": [tls({ min_version: "1.2" }), tls({ min_version: "1.0" })],
  "a raised maximum TLS version": [tls({ max_version: "1.2" }), tls({})],
  "client certificates that are no longer required": [
    certificates("require-and-verify"),
    certificates("request"),
  ],
  "a cookie that one path doesn't require": [
    [deny("!('s' in req.cookies)")],
    [deny("!('s' in req.cookies) && req.url.path != '/login'")],
  ],
  "a variable with another value": [
    [header("a"), deny("size(vars.k) > 5")],
    [header("b"), deny("size(vars.k) > 5")],
  ],
  "a variable that is no longer set": [[setVars({ k: "a" }), deny("vars.k == 'a'")], [deny("vars.k == 'a'")]],
  "a condition that fails without the header that it reads": [
    [deny("!('x-key' in req.headers) || req.headers['x-key'][0] != 'a'")],
    [deny("req.headers['x-key'][0] != 'a'")],
  ],
  "a condition on a result that no action sets": [[deny()], [deny(EMAIL)]],
  "a removed guard after a forward that may fail": [[onGet, deny("req.url.path == '/admin'")], [onGet]],
  "a guard of a path that an undecidable expression reads": [
    [undecided, deny("req.url.path == '/a/b'")],
    [undecided],
  ],
  "an undecidable condition": [[deny()], [deny(COUNTRY)]],
  "a header without its value": [[deny("req.headers['x-team'][0] + 'hush' == 'a'")], []],
  "any value instead of the first": [
    [deny("'a' in getQueryParam('token')")],
    [deny("getQueryParam('token')[0] == 'a'")],
  ],
  "another value of the same header": [
    [deny("req.headers['x-a'][0] != 'ab'")],
    [deny("!req.headers['x-a'][0].startsWith('a')")],
  ],
  "a value instead of another one": [
    [deny("req.headers['x-a'][0] != 'aa'")],
    [deny("req.headers['x-a'][0] != 'bb'")],
  ],
  "a removed pattern of several": [agents("one", "two", "three"), agents("one", "two")],
  "more than two kinds of requests": [[MANY], []],
  "a missing header": [
    [deny("!('x-a' in req.headers)")],
    [deny("!('x-a' in req.headers) && req.method == 'POST'")],
  ],
  "a case-sensitive condition": [[deny("req.url.path.lowerAscii().startsWith('/admin')")], [deny(ADMIN)]],
  "an interpolated URL": [
    [forward("https://${req.method}.internal")],
    [forward("https://${req.method.lowerAscii()}.internal")],
  ],
  "unknown rules of an IP policy": [[deny()], [rule("restrict-ips", { ip_policies: ["ipp_9"] }), AGENT]],
  "mutual TLS without authorities": [
    certificates("require-and-verify"),
    certificates("require-and-verify", []),
  ],
  "a pattern of e-mail addresses": [
    users("google", "matches('^[^@]+@example[.]com$')"),
    users("google", "endsWith('@example.com')"),
  ],
  "another provider": [
    users("google", "endsWith('@example.com')"),
    users("github", "endsWith('@example.com')"),
  ],
  "a condition on the time": [[deny()], [deny("timestamp(time.now).getHours() > 20")]],
  "an unknown action": [[deny()], [rule("teleport")]],
  "many destinations": [[forward("https://old.internal")], NINE],
  "a masked URL": [[deny()], [forward(`${maskedValue("")}U2U67mtcRrtAgfdMXVvslU`)]],
};

test("match the recorded sentences: after reading the differences, run `vitest run -u` for this file", async () => {
  const texts: string[] = [];
  for (const [name, [before, after]] of Object.entries(EDITS)) {
    const inner = sameEndpoint([respond(200)], INNER, "inner");
    const { findings, exposure } = await reviewSteps([edited(before, after), inner]);
    const sentences = findings.map(
      ({ rule: id, message, witness }) => `${id}: ${message}; ${witness ?? "no witness"}`,
    );
    const clients = exposure.changed.flatMap(({ gainsAccess }) => describeClients(gainsAccess));
    texts.push([name, ...sentences, ...clients].join("\n  "));
  }
  const text = texts.join("\n\n");
  expect(text).not.toMatch(/secret-(?:one|two)|U2U67|hush/);
  await expect(text).toMatchFileSnapshot(join(__dirname, "../../recorded/review-sentences.txt"));
});
