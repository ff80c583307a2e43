// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { captureProcessWarnings } from "../support/warnings";
import { clientOf, control } from "./support/client";
import { ask, denyIf, policyOf, REQUEST, withPolicy } from "./support/evaluation";

const setting = (...vars: readonly object[]) => ({ type: "set-vars", config: { vars } });
const request = (...actions: readonly object[]) => policyOf("on_http_request", ...actions);
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** Variables of which each doubles the one before. */
const doubling = (by: (name: string) => string) =>
  setting({ v0: "aaaaaaaaaa" }, ...times(60, (at) => ({ [`v${at + 1}`]: by(`vars.v${at}`) })));

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
  ["no YAML", "a: [b"],
  ["a text", "deny"],
  ["a list", "[]"],
  ["an unknown phase", '{"on_mars": []}'],
  ["a phase by both its names", '{"inbound": [], "on_http_request": []}'],
  ["a key of a prototype", '{"__proto__": []}'],
  ["a phase that is not a list", '{"on_http_request": {}}'],
  ["a rule that is none", '{"on_http_request": [1]}'],
  ["a rule without actions", '{"on_http_request": [{"expressions": []}]}'],
  ["an action without a type", request({})],
  ["an action called like a method", request({ type: "constructor" })],
  ["a configuration that is none", request({ type: "deny", config: 7 })],
  [
    "expressions that are no list",
    '{"on_http_request": [{"expressions": "true", "actions": [{"type": "deny"}]}]}',
  ],
  ["YAML of many aliases", `a: &a [x,x,x,x]\n${aliases.join("\n")}`],
  ["nesting without end", `${"[".repeat(50_000)}`],
  ["nesting of maps", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["more than 256 KiB", `${denyIf("true")}${" ".repeat(300_000)}`],
  ["more rules than anybody writes", rules(2000, { type: "log" })],
  ["more steps than anybody takes", rules(900, ...Array(5).fill(ANYBODY))],
  ["an expression that cannot be read", denyIf("req.method ==")],
  ["an expression of endless length", denyIf(`${"1 + ".repeat(9000)}1 == 1`)],
  ["an expression of endless depth", denyIf(`${"(".repeat(5000)}true${")".repeat(5000)}`)],
  ["an interpolation without an end", request({ type: "url-rewrite", config: { to: "${req.method" } })],
  ["loops in loops", denyIf(loops("all", "a + b + c >= 0"))],
  ["loops in loops that fail", denyIf(loops("exists", "a / 0 == 1"))],
  ["a list without end", denyIf("lists.range(1000000000).size() > 0")],
  ["doubled texts that a rule compares", condition("vars.v60 == 'x'", texts)],
  ["doubled lists that a rule compares", condition("vars.v60 == [vars.v59, vars.v59]", lists)],
  ["doubled lists that a rule writes as JSON", condition("json.encode(vars.v60) == ''", lists)],
  ["doubled lists that a rule flattens", condition("vars.v60.flatten(100).size() == 1", lists)],
  ["replacements that grow", denyIf(`'aaaaaaaaaa'${".replace('a', 'aaaaaaaaaa')".repeat(20)} == ''`)],
  ["encodings that grow", denyIf(`'aaaaaaaaaa'${".encodeBase64()".repeat(60)} == ''`)],
];

test.each(policies)("a policy with %s is undecided, soon", async (_title, policy) => {
  const { outcome, why } = await ask(policy);
  expect({ outcome, why }).toEqual({ outcome: "undecided", why: [expect.any(String)] });
});

const slow: readonly [string, string][] = [
  ["a regular expression that others match in exponential time", "req.url.query.matches('^(a+)+$')"],
  ["one of nested repetitions", "req.url.query.matches('((((a{1,50}){1,50}){1,50}){1,50})$')"],
  ["many of them", "lists.range(10000).all(n, req.url.query.matches('(a|aa)*b'))"],
];

test.each(slow)("%s is fast", async (_title, expression) => {
  const url = `https://app.example.com/?${"a".repeat(8000)}!`;
  expect((await ask(denyIf(expression), { url })).outcome).toMatch(/forwarded|undecided/);
});

test("more ways than it can follow are undecided", async () => {
  const rule = (at: number) => ({
    expressions: ["conn.geo.city == 'x'"],
    actions: [setting({ [`v${at}`]: 1 })],
  });
  const { outcome, why } = await ask(JSON.stringify({ on_http_request: times(10, rule) }));
  expect(outcome).toBe("undecided");
  expect(why).toContain("more than 64 possible outcomes");
});

test("what an answer quotes of a policy is short", async () => {
  const policy = policyOf("on_http_request", { type: "x".repeat(10_000) });
  expect(JSON.stringify((await ask(policy)).why).length).toBeLessThan(200);
});

test.each([
  ["a tag that is none", "!inCidrRange(conn.client_ip, '203.0.113.0/24')"],
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

test.each(["__proto__", "constructor", "toString"])("a name such as %s is one like others", async (name) => {
  const policy = condition(`vars.${name} == 'x'`, setting(JSON.parse(`{"${name}": "x"}`)));
  expect(await ask(policy)).toMatchObject({ outcome: "refused" });
  expect(
    await ask(
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
