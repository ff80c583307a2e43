// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { captureProcessWarnings } from "../support/warnings";
import { clientOf, control } from "./support/client";
import { denyIf, evaluatePolicy, policyOf, REQUEST, withPolicy } from "./support/evaluation";

const setVars = (...vars: readonly object[]) => ({ type: "set-vars", config: { vars } });
const request = (...actions: readonly object[]) => policyOf("on_http_request", ...actions);
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** Variables that each double the previous one. */
const doubling = (by: (name: string) => string) =>
  setVars({ v0: "aaaaaaaaaa" }, ...times(60, (at) => ({ [`v${at + 1}`]: by(`vars.v${at}`) })));

const rules = (count: number, ...actions: readonly object[]) =>
  JSON.stringify({ on_http_request: times(count, () => ({ actions })) });

const condition = (expression: string, before: object) =>
  JSON.stringify({
    on_http_request: [{ actions: [before] }, { expressions: [expression], actions: [{ type: "deny" }] }],
  });

const texts = doubling((name) => `\${${name} + ${name}}`);
const lists = doubling((name) => `\${[${name}, ${name}]}`);
const ANYBODY = { type: "restrict-ips", config: { allow: ["0.0.0.0/0"] } };
const aliases = times(30, (at) => `b${at}: &b${at} [*a,*a,*a,*a]`);
const loops = (name: string, innermost: string) =>
  `lists.range(1000).${name}(a, lists.range(1000).${name}(b, lists.range(1000).${name}(c, ${innermost})))`;

const policies: readonly [string, string][] = [
  ["invalid YAML", "a: [b"],
  ["a text", "deny"],
  ["a list", "[]"],
  ["an unknown phase", '{"on_mars": []}'],
  ["a phase by both its names", '{"inbound": [], "on_http_request": []}'],
  ["a key of a prototype", '{"__proto__": []}'],
  ["a phase that is not a list", '{"on_http_request": {}}'],
  ["a rule that isn't an object", '{"on_http_request": [1]}'],
  ["a rule without actions", '{"on_http_request": [{"expressions": []}]}'],
  ["an action without a type", request({})],
  ["an action called like a method", request({ type: "constructor" })],
  ["a configuration that isn't an object", request({ type: "deny", config: 7 })],
  [
    "expressions that aren't a list",
    '{"on_http_request": [{"expressions": "true", "actions": [{"type": "deny"}]}]}',
  ],
  ["YAML of many aliases", `a: &a [x,x,x,x]\n${aliases.join("\n")}`],
  ["lists nested 50,000 deep", `${"[".repeat(50_000)}`],
  ["nesting of maps", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["more than 256 KiB", `${denyIf("true")}${" ".repeat(300_000)}`],
  ["2,000 rules", rules(2000, { type: "log" })],
  ["4,500 actions", rules(900, ...Array(5).fill(ANYBODY))],
  ["an expression that cannot be read", denyIf("req.method ==")],
  ["an expression with 9,000 operands", denyIf(`${"1 + ".repeat(9000)}1 == 1`)],
  ["an expression nested 5,000 deep", denyIf(`${"(".repeat(5000)}true${")".repeat(5000)}`)],
  ["an interpolation without an end", request({ type: "url-rewrite", config: { to: "${req.method" } })],
  ["loops in loops", denyIf(loops("all", "a + b + c >= 0"))],
  ["loops in loops that fail", denyIf(loops("exists", "a / 0 == 1"))],
  ["a list of a billion items", denyIf("lists.range(1000000000).size() > 0")],
  ["doubled texts that a rule compares", condition("vars.v60 == 'x'", texts)],
  ["doubled lists that a rule compares", condition("vars.v60 == [vars.v59, vars.v59]", lists)],
  ["doubled lists that a rule writes as JSON", condition("json.encode(vars.v60) == ''", lists)],
  ["doubled lists that a rule flattens", condition("vars.v60.flatten(100).size() == 1", lists)],
  ["replacements that grow", denyIf(`'aaaaaaaaaa'${".replace('a', 'aaaaaaaaaa')".repeat(20)} == ''`)],
  ["encodings that grow", denyIf(`'aaaaaaaaaa'${".encodeBase64()".repeat(60)} == ''`)],
];

test.each(policies)("a policy with %s is quickly reported as undecided", async (_title, policy) => {
  const { outcome, why } = await evaluatePolicy(policy);
  expect({ outcome, why }).toEqual({ outcome: "undecided", why: [expect.any(String)] });
});

const slow: readonly [string, string][] = [
  ["a regular expression that others match in exponential time", "req.url.query.matches('^(a+)+$')"],
  [
    "a regular expression with nested repetitions",
    "req.url.query.matches('((((a{1,50}){1,50}){1,50}){1,50})$')",
  ],
  ["a regular expression in a loop", "lists.range(10000).all(n, req.url.query.matches('(a|aa)*b'))"],
];

test.each(slow)("%s is fast", async (_title, expression) => {
  const url = `https://app.example.com/?${"a".repeat(8000)}!`;
  expect((await evaluatePolicy(denyIf(expression), { url })).outcome).toMatch(/forwarded|undecided/);
});

test("a policy with more than 64 possible outcomes is undecided", async () => {
  const rule = (at: number) => ({
    expressions: ["conn.geo.city == 'x'"],
    actions: [setVars({ [`v${at}`]: 1 })],
  });
  const { outcome, why } = await evaluatePolicy(JSON.stringify({ on_http_request: times(10, rule) }));
  expect(outcome).toBe("undecided");
  expect(why).toContain("more than 64 possible outcomes");
});

test("the response truncates quotes from the policy", async () => {
  const policy = policyOf("on_http_request", { type: "x".repeat(10_000) });
  expect(JSON.stringify((await evaluatePolicy(policy)).why).length).toBeLessThan(200);
});

test.each([
  ["an unknown YAML tag", "!inCidrRange(conn.client_ip, '203.0.113.0/24')"],
  ["a list as a key", "{ [pass-word]: 1 }"],
])("no warning prints a line of a policy with %s", async (_title, expression) => {
  const warnings = captureProcessWarnings();
  const traffic_policy = `on_http_request:\n  - expressions:\n      - ${expression}\n    actions:\n      - type: deny\n`;
  const emulator = await withPolicy(traffic_policy);
  await emulator.evaluate(REQUEST);
  const url = "https://own.internal";
  const endpoint = { type: "cloud", url, bindings: ["internal"], traffic_policy };
  await clientOf(emulator).call("POST", "/endpoints", endpoint);
  await setImmediate();
  expect(warnings).toEqual([]);
});

test.each(["__proto__", "constructor", "toString"])("%s is treated like any other name", async (name) => {
  const policy = condition(`vars.${name} == 'x'`, setVars(JSON.parse(`{"${name}": "x"}`)));
  expect(await evaluatePolicy(policy)).toMatchObject({ outcome: "refused" });
  expect(
    await evaluatePolicy(
      denyIf(`has(vars.${name}) || '${name.toLowerCase()}' in req.headers || hasReqHeader('${name}')`),
    ),
  ).toMatchObject({
    outcome: "forwarded",
  });
});

const badHeader = '{"url":"https://app.example.com/","ip":"::1","headers":{"a":7}}';
test.each(["", "[]", "null", '"x"', "7", "{", '{"url":7}', badHeader])(
  "a body such as %s is refused",
  async (body) => {
    const emulator = await withPolicy("");
    expect(await control(emulator, "evaluate", body)).toMatchObject({ status: 400 });
  },
);

test("a certificate that cannot be read is not trusted", async () => {
  const policy = policyOf("on_tcp_connect", {
    type: "terminate-tls",
    config: { mutual_tls_certificate_authorities: ["ca_gone"] },
  });
  const emulator = await withPolicy(policy);
  const cert = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  expect(await emulator.evaluate({ ...REQUEST, cert })).toMatchObject({ outcome: "refused" });
  const reply = await control(emulator, "evaluate", { ...REQUEST, cert: "x" } as never);
  expect(reply.body).toMatchObject({ outcome: "undecided" });
});
