// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { describe, expect, test } from "vitest";
import { APP, agent, endpoint, type Policy } from "../../policy-edits/account-model";
import { type Comparison, compare, comparePolicies } from "../../policy-edits/comparison";
import { addHeader, deny, forward, GOOGLE, OFFICE, rule, setVars } from "../../support/policies";

const [ONE, OTHER] = ["https://one.internal", "https://other.internal"];
const toOne = (...expressions: readonly string[]) => forward(ONE, ...expressions);
const elsewhere = { ...agent("one", ONE), ...agent("other", OTHER) };

async function comparisonOf(before: Policy, after: Policy) {
  const { verdict, missed, falseAlarms } = await comparePolicies(before, after, { elsewhere });
  return { verdict, missed, falseAlarms };
}
const agreement = (verdict: Comparison["verdict"]) => ({ verdict, missed: [], falseAlarms: [] });

const HALF = "rand.double() < 0.5";
const LOG = rule("log", { metadata: { a: "b" } });
const FAILS = "req.url.path.matches('(?=admin)')";
const ID = "endpoint.id == 'ep_1'";
const denyAuthority = (text: string) => deny(`req.url.authority ${text} 'app.example.com'`);
const name = "req.url.query_params['n'][0]";
const onOffice = (expression: string) => ({ ...OFFICE, expressions: [expression] });
const FAILING_GUARD = rule("restrict-ips", { deny: ["${vars.x}"] });
const FAILING_REWRITE = rule("url-rewrite", { from: "/admin", to: "/${int('x')}" });
const USER_HEADER = addHeader("x-user", "${req.headers['x-user'][0]}");
const endless = (...expressions: readonly string[]) => setVars({ v: "${vars.v}a" }, ...expressions);
const ordered = rule("set-vars", { vars: [{ a: "x" }, { b: "${vars.a}y" }] });
const PREFLIGHTS = rule("oauth", { provider: "google", allow_cors_preflight: true });
const NO_ORIGIN = rule("remove-headers", { headers: ["origin"] });
const TOKEN = { type: "at+jwt", method: "header", name: "authorization", prefix: "Bearer " };
const SECOND = { ...TOKEN, type: "id_token", name: "Authorization" };
const tokens = (...all: readonly object[]) =>
  rule("jwt-validation", {
    issuer: { allow_list: [{ value: "https://issuer.example.com" }] },
    audience: { allow_list: [{ value: "app" }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://issuer.example.com/keys"] } },
    },
    http: { tokens: all },
  });

test.each<[string, readonly object[], readonly object[], Comparison["verdict"]]>([
  ["each rule draws its own random number", [toOne(HALF)], [toOne(HALF), forward(OTHER, HALF)], "may open"],
  [
    "opposite conditions on random numbers can both hold",
    [],
    [deny(HALF), deny(`!(${HALF})`), toOne()],
    "may open",
  ],
  ["an unchanged rule draws the same random number", [toOne(HALF)], [LOG, toOne(HALF)], "nothing"],
  [
    "an unchanged rule draws the same random integer",
    [toOne("rand.int(0, 10) >= 3")],
    [LOG, toOne("rand.int(0, 10) >= 3")],
    "nothing",
  ],
  ["a random number above its range", [], [toOne("rand.double() > 2.0")], "may open"],
  ["a random integer below its range", [], [toOne("rand.int(3, 10) < 3")], "may open"],
  ["a random integer at the end of its range", [], [toOne("rand.int(0, 2) == 2")], "may open"],
  ["arithmetic with a random number", [], [toOne("rand.double() * 2.0 < 0.5")], "may open"],
  ["a pattern that RE2 doesn't support fails", [], [deny(FAILS), deny(`!${FAILS}`), toOne()], "opens"],
  ["an unsupported pattern or a condition", [], [toOne(`${FAILS} || req.method == 'GET'`)], "opens"],
  ["an unsupported pattern and a condition", [], [toOne(`${FAILS} && req.method == 'GET'`)], "nothing"],
  ["an unknown endpoint id", [onOffice(ID), toOne()], [toOne()], "may open"],
  [
    "an unknown endpoint id, which is the same for all requests",
    [onOffice(ID), onOffice(`!(${ID})`), toOne()],
    [toOne()],
    "opens",
  ],
  [
    "letters outside ASCII",
    [deny(`${name}.lower() == 'kim'`), toOne()],
    [deny(`${name}.lowerAscii() == 'kim'`), toOne()],
    "may open",
  ],
  ["an authority with a port", [], [denyAuthority("!="), toOne()], "opens"],
  ["an authority without its port", [], [denyAuthority("=="), toOne()], "may open"],
  ["an unspecified spelling of a TLS version", [], [deny("conn.tls.version != '1.3'"), toOne()], "may open"],
  [
    "tokens of another type",
    [tokens(TOKEN), toOne()],
    [tokens({ ...TOKEN, type: "id_token" }), toOne()],
    "may open",
  ],
  [
    "tokens with another prefix",
    [tokens(TOKEN), toOne()],
    [tokens({ ...TOKEN, prefix: "Token " }), toOne()],
    "may open",
  ],
  ["one of two tokens is removed", [tokens(TOKEN, SECOND), toOne()], [tokens(TOKEN), toOne()], "may open"],
  [
    "two tokens in another order",
    [tokens(TOKEN, SECOND), toOne()],
    [tokens(SECOND, TOKEN), toOne()],
    "nothing",
  ],
  ["a guard with an interpolation that fails", [], [FAILING_GUARD, toOne()], "may open"],
  ["a failing guard instead of another one", [OFFICE, toOne()], [FAILING_GUARD, toOne()], "may open"],
  ["a rewrite whose interpolation fails", [FAILING_REWRITE, toOne()], [toOne()], "may open"],
  ["a header whose interpolation may fail", [USER_HEADER, toOne()], [toOne()], "may open"],
  [
    "a variable whose interpolation fails",
    [endless(), toOne()],
    [endless("req.url.query == ''"), toOne()],
    "may open",
  ],
  ["a sign-in that preflights no longer need", [GOOGLE, toOne()], [PREFLIGHTS, toOne()], "opens"],
  ["variables that are set in sequence", [ordered, toOne()], [toOne()], "nothing"],
])("%s", async (_, before, after, verdict) => {
  const ends = (rules: readonly object[]) => ({ on_http_request: [...rules, deny()] });
  expect(await comparisonOf(ends(before), ends(after))).toEqual(agreement(verdict));
});

test.each([
  "endpoint.host.startsWith('app.')",
  "endpoint.port < 1024",
  "endpoint.protocol == 'https'",
  "endpoint.url == 'https://app.example.com'",
  "endpoint['host'] == 'app.example.com'",
  "has(endpoint.host)",
])("reads properties of an endpoint from its URL: %s", async (holds) => {
  const rules = (expression: string) => ({ on_http_request: [deny(expression), toOne()] });
  expect(await comparisonOf(rules(`${holds} || req.method == 'POST'`), rules(holds))).toEqual(
    agreement("nothing"),
  );
  expect(await comparisonOf(rules(holds), rules(`!(${holds})`))).toEqual(agreement("opens"));
});

describe("a request without TLS", () => {
  const plain = (...rules: readonly object[]) => ({
    declared: endpoint("app", "http://app.example.com", { on_http_request: rules }),
    elsewhere,
  });
  const newer = "conn.tls.version in ['1.2', '1.3']";

  test.each<[Comparison["verdict"], readonly object[]]>([
    ["opens", [deny(`!(${newer})`), deny(newer), toOne()]],
    ["nothing", [toOne("conn.tls.version == '1.3'"), deny()]],
  ])("has no TLS version: %s", async (expected, after) => {
    const edit = { kind: "by hand", before: plain(deny()), after: plain(...after) };
    expect((await compare(edit, 40, 1)).verdict).toBe(expected);
  });

  test("may open if its policy terminates TLS", async () => {
    const terminates = { on_tcp_connect: [rule("terminate-tls", {}), deny()], on_http_request: [toOne()] };
    const after = { declared: endpoint("app", "http://app.example.com", terminates), elsewhere };
    const edit = { kind: "by hand", before: plain(deny()), after };
    expect((await compare(edit, 40, 1)).verdict).toBe("may open");
  });
});

test("leaves the handshake of a TLS endpoint to its upstream", async () => {
  const served = (url: string) => ({
    declared: endpoint("db", url, { on_tcp_connect: [forward("tcp://db.internal:5432")] }),
    elsewhere: agent("agent", "tcp://db.internal:5432"),
  });
  const edit = {
    kind: "by hand",
    before: served("tls://db.example.com"),
    after: served("tcp://db.example.com:443"),
  };
  const { exposures } = await compare(edit, 40, 1);
  expect(exposures.flatMap(({ guards }) => guards.filter(({ guard }) => /TLS/i.test(guard)))).toEqual([]);
  const opened = exposures.filter(({ verdict }) => verdict === "opens").map(({ surface }) => surface.label);
  expect(opened.filter((label) => label.startsWith("tls:"))).toEqual([]);
});

test("applies changed headers to preflights", async () => {
  const policy = (signIn: object) => ({ on_http_request: [NO_ORIGIN, signIn, toOne()] });
  const { verdict, exposures } = await comparePolicies(policy(GOOGLE), policy(PREFLIGHTS), { elsewhere });
  expect(verdict).toBe("may open");
  expect(exposures[0]?.gainsAccess[0]?.who).toContain("header origin after earlier rules");
});

const webhook = (later: number) => rule("verify-webhook", { provider: "github", secret: "a", later });
const team = (variable: string) => addHeader("x-team", `\${conn.geo.${variable}}`);
const SEVERAL = deny("getReqHeader('x-team').size() > 1");
const RED = deny("'red' in getReqHeader('x-team')");

test.each<[string, readonly object[], readonly object[]]>([
  ["allowed by verify-webhook with the unknown settings later, unlike before", [webhook(1)], [webhook(2)]],
  [
    'for which the expression getReqHeader("x-team").size() > 1 is true, unlike before',
    [team("city"), SEVERAL],
    [team("country_code"), SEVERAL],
  ],
  [
    "whose header x-team after earlier rules is the value in the policy, unlike before",
    [team("city"), RED],
    [team("country_code"), RED],
  ],
])("describes requests that gain access: %s", async (client, before, after) => {
  const policy = (rules: readonly object[]) => ({ on_http_request: [...rules, toOne()] });
  const { exposures } = await comparePolicies(policy(before), policy(after), { elsewhere });
  const [gainsAccess] = exposures.flatMap((exposure) => exposure.gainsAccess);
  expect(gainsAccess?.who.split(";")[0]).toBe(`requests ${client}`);
});

test("a witness omits the part of the request that an undecided expression reads", async () => {
  const shortPath = "req.url.path.size() < 3";
  const policy = (expression: string) => ({ on_http_request: [deny(expression), toOne()] });
  const { exposures } = await comparePolicies(
    policy(`${shortPath} || req.method == 'POST'`),
    policy(shortPath),
  );
  const [witness] = exposures.flatMap(({ gainsAccess }) => gainsAccess.map((client) => client.witness));
  expect(witness).toContain(`POST ${APP}/… from `);
  expect(witness).toContain("for which the expression");
});
