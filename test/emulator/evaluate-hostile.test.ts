// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { captureProcessWarnings } from "../support/warnings";
import { control, createClient } from "./support/client";
import { denyIf, evaluatePolicy, policyText, REQUEST, startWithPolicy } from "./support/evaluation";

const setVars = (...vars: readonly object[]) => ({ type: "set-vars", config: { vars } });
const requestPolicy = (...actions: readonly object[]) => policyText("on_http_request", ...actions);
const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** Sets variables that each double the size of the previous one. */
const doublingVariables = (double: (name: string) => string) =>
  setVars({ v0: "aaaaaaaaaa" }, ...times(60, (at) => ({ [`v${at + 1}`]: double(`vars.v${at}`) })));

const policyWithRules = (count: number, ...actions: readonly object[]) =>
  JSON.stringify({ on_http_request: times(count, () => ({ actions })) });

const policyWithCondition = (expression: string, firstAction: object) =>
  JSON.stringify({
    on_http_request: [{ actions: [firstAction] }, { expressions: [expression], actions: [{ type: "deny" }] }],
  });

const doubledStrings = doublingVariables((name) => `\${${name} + ${name}}`);
const doubledLists = doublingVariables((name) => `\${[${name}, ${name}]}`);
const ALLOW_IPV4 = { type: "restrict-ips", config: { allow: ["0.0.0.0/0"] } };
const aliases = times(30, (at) => `b${at}: &b${at} [*a,*a,*a,*a]`);
const nestedComprehensions = (name: string, innermost: string) =>
  `lists.range(1000).${name}(a, lists.range(1000).${name}(b, lists.range(1000).${name}(c, ${innermost})))`;

const policies: readonly [string, string][] = [
  ["invalid YAML", "a: [b"],
  ["only a string", "deny"],
  ["only a list", "[]"],
  ["an unknown phase", '{"on_mars": []}'],
  ["both names of a phase", '{"inbound": [], "on_http_request": []}'],
  ["the key __proto__", '{"__proto__": []}'],
  ["a phase that isn't a list", '{"on_http_request": {}}'],
  ["a rule that isn't an object", '{"on_http_request": [1]}'],
  ["a rule without actions", '{"on_http_request": [{"expressions": []}]}'],
  ["an action without a type", requestPolicy({})],
  ["an action named constructor", requestPolicy({ type: "constructor" })],
  ["a configuration that isn't an object", requestPolicy({ type: "deny", config: 7 })],
  [
    "expressions that aren't a list",
    '{"on_http_request": [{"expressions": "true", "actions": [{"type": "deny"}]}]}',
  ],
  ["many YAML aliases", `a: &a [x,x,x,x]\n${aliases.join("\n")}`],
  ["50,000 nested lists", `${"[".repeat(50_000)}`],
  ["20,000 nested maps", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["more than 256 KiB", `${denyIf("true")}${" ".repeat(300_000)}`],
  ["2,000 rules", policyWithRules(2000, { type: "log" })],
  ["4,500 actions", policyWithRules(900, ...Array(5).fill(ALLOW_IPV4))],
  ["an invalid expression", denyIf("req.method ==")],
  ["an expression with 9,000 operands", denyIf(`${"1 + ".repeat(9000)}1 == 1`)],
  ["an expression in 5,000 parentheses", denyIf(`${"(".repeat(5000)}true${")".repeat(5000)}`)],
  ["an unclosed interpolation", requestPolicy({ type: "url-rewrite", config: { to: "${req.method" } })],
  ["nested comprehensions", denyIf(nestedComprehensions("all", "a + b + c >= 0"))],
  ["nested comprehensions that fail", denyIf(nestedComprehensions("exists", "a / 0 == 1"))],
  ["a list of a billion items", denyIf("lists.range(1000000000).size() > 0")],
  ["comparisons of doubled strings", policyWithCondition("vars.v60 == 'x'", doubledStrings)],
  ["comparisons of doubled lists", policyWithCondition("vars.v60 == [vars.v59, vars.v59]", doubledLists)],
  ["JSON encoding of doubled lists", policyWithCondition("json.encode(vars.v60) == ''", doubledLists)],
  ["flattening of doubled lists", policyWithCondition("vars.v60.flatten(100).size() == 1", doubledLists)],
  ["repeated replacements", denyIf(`'aaaaaaaaaa'${".replace('a', 'aaaaaaaaaa')".repeat(20)} == ''`)],
  ["repeated encodings", denyIf(`'aaaaaaaaaa'${".encodeBase64()".repeat(60)} == ''`)],
];

test.each(policies)("reports a policy with %s as undecided", async (_title, policy) => {
  const { outcome, why } = await evaluatePolicy(policy);
  expect({ outcome, why }).toEqual({ outcome: "undecided", why: [expect.any(String)] });
});

const slowPatterns: readonly [string, string][] = [
  ["a regular expression with exponential backtracking", "req.url.query.matches('^(a+)+$')"],
  [
    "a regular expression with nested repetitions",
    "req.url.query.matches('((((a{1,50}){1,50}){1,50}){1,50})$')",
  ],
  ["a regular expression in a comprehension", "lists.range(10000).all(n, req.url.query.matches('(a|aa)*b'))"],
];

test.each(slowPatterns)("evaluates %s in linear time", async (_title, expression) => {
  const url = `https://app.example.com/?${"a".repeat(8000)}!`;
  expect((await evaluatePolicy(denyIf(expression), { url })).outcome).toMatch(/forwarded|undecided/);
});

test("is undecided for more than 64 possible outcomes", async () => {
  const rule = (at: number) => ({
    expressions: ["conn.geo.city == 'x'"],
    actions: [setVars({ [`v${at}`]: 1 })],
  });
  const { outcome, why } = await evaluatePolicy(JSON.stringify({ on_http_request: times(10, rule) }));
  expect(outcome).toBe("undecided");
  expect(why).toContain("more than 64 possible outcomes");
});

test("truncates quotes from the policy in the response", async () => {
  const policy = policyText("on_http_request", { type: "x".repeat(10_000) });
  expect(JSON.stringify((await evaluatePolicy(policy)).why).length).toBeLessThan(200);
});

test.each([
  ["an unknown YAML tag", "!inCidrRange(conn.client_ip, '203.0.113.0/24')"],
  ["a list as a key", "{ [pass-word]: 1 }"],
])("prints no line of a policy with %s in a warning", async (_title, expression) => {
  const warnings = captureProcessWarnings();
  const traffic_policy = `on_http_request:\n  - expressions:\n      - ${expression}\n    actions:\n      - type: deny\n`;
  const emulator = await startWithPolicy(traffic_policy);
  await emulator.evaluate(REQUEST);
  const url = "https://own.internal";
  const endpoint = { type: "cloud", url, bindings: ["internal"], traffic_policy };
  await createClient(emulator).call("POST", "/endpoints", endpoint);
  await setImmediate();
  expect(warnings).toEqual([]);
});

test.each(["__proto__", "constructor", "toString"])("treats %s like any other name", async (name) => {
  const policy = policyWithCondition(`vars.${name} == 'x'`, setVars(JSON.parse(`{"${name}": "x"}`)));
  expect(await evaluatePolicy(policy)).toMatchObject({ outcome: "refused" });
  expect(
    await evaluatePolicy(
      denyIf(`has(vars.${name}) || '${name.toLowerCase()}' in req.headers || hasReqHeader('${name}')`),
    ),
  ).toMatchObject({
    outcome: "forwarded",
  });
});

const numericHeader = '{"url":"https://app.example.com/","ip":"::1","headers":{"a":7}}';
test.each(["", "[]", "null", '"x"', "7", "{", '{"url":7}', numericHeader])(
  "rejects the body %s",
  async (body) => {
    const emulator = await startWithPolicy("");
    expect(await control(emulator, "evaluate", body)).toMatchObject({ status: 400 });
  },
);

test("doesn't trust an invalid certificate", async () => {
  const policy = policyText("on_tcp_connect", {
    type: "terminate-tls",
    config: { mutual_tls_certificate_authorities: ["ca_gone"] },
  });
  const emulator = await startWithPolicy(policy);
  const cert = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  expect(await emulator.evaluate({ ...REQUEST, cert })).toMatchObject({ outcome: "refused" });
  const reply = await control(emulator, "evaluate", { ...REQUEST, cert: "x" } as never);
  expect(reply.body).toMatchObject({ outcome: "undecided" });
});
