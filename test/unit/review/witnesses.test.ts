// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import {
  ANSWER,
  APP,
  deny,
  edited,
  endpointArgs,
  forward,
  GOOGLE,
  OFFICE,
  password,
  rule,
  sameEndpoint,
} from "../../support/policies";
import { reviewSteps, updated } from "../../support/previews";

const guide = readFileSync(resolve(__dirname, "../../../docs/gitops.md"), "utf8");

const WEB = "https://web.internal";
const changed = (before: readonly object[], after: readonly object[], url = APP) =>
  reviewSteps([edited(before, after, url), sameEndpoint({}, WEB, "web")]);

const admins = { name: "admins only", ...OFFICE, expressions: ["req.url.path.startsWith('/admin')"] };
const front = { name: "front", ...forward(WEB) };
const robots = (pattern: string) => deny(`req.user_agent.matches('${pattern}')`);
const FROM = "from 198.51.100.7";

/** Drops formatting and line breaks. */
const plain = (text: string) =>
  text
    .replace(/&quot;|\\"/g, '"')
    .replace(/<\/?code>|`/g, "")
    .replace(/\s+/g, " ");

test.each([
  [APP, [admins, front], [front, admins], `GET ${APP}/admin ${FROM}`],
  [APP, [GOOGLE, front], [front], `GET ${APP}/ ${FROM} without a sign-in`],
  [
    "https://*.example.com",
    [robots("(?i)bot|crawler"), front],
    [robots("(?i)bot"), front],
    `GET https://a.example.com/ ${FROM} with the user agent "crawler"`,
  ],
])("shows a client that gains access in every format: %s", async (url, before, after, witness) => {
  const report = await changed(before, after, url);
  expect(report.findings[0]).toMatchObject({ rule: "exposure-opens", witness });
  for (const text of [markdown(report), sarif(report), html(report)])
    expect(plain(text)).toContain(`for example ${witness}`);
  expect(plain(guide)).toContain(`${report.findings[0]?.message} for example ${witness}`);
});

test("includes pod annotations that an expression reads", async () => {
  const annotations = "conn.k8s.pod.metadata.annotations";
  const { findings } = await changed([deny(`${annotations}['env'] == 'test'`), front], [front]);
  expect(findings[0]?.witness).toBe(`GET ${APP}/ ${FROM} with ${annotations} {"env":"test"}`);
});

test("names a host of a wildcard for which the policy forwards to the opened endpoint", async () => {
  const preview = forward("https://${req.host.split('.preview.example.com')[0]}.internal");
  const { findings } = await reviewSteps([
    edited([GOOGLE, ANSWER], [ANSWER], "https://pr1.internal"),
    sameEndpoint([preview], "https://*.preview.example.com", "web"),
  ]);
  expect(findings[0]?.witness).toBe(`GET https://pr1.preview.example.com/ ${FROM} without a sign-in`);
});

test.each([
  "req.url.query.contains('7f3a9c')",
  "req.url.endsWith('?7f3a9c')",
  "req.url.contains('key=7f3a9c')",
])("omits the value of the query in %s", async (condition) => {
  const report = await changed([deny()], [deny(`!(${condition})`)]);
  expect(report.findings[0]?.rule).toBe("exposure-opens");
  expect([markdown(report), sarif(report), html(report)].join()).not.toContain("7f3a9c");
});

test("omits values of headers, cookies, and queries", async () => {
  const token = "7f3a9c";
  const condition = `'${token}' in getReqHeader('X-Token') && req.url.query == 'key=${token}'`;
  const report = await changed([], [deny(`!(${condition})`)]);
  const reverted = await changed([deny()], [deny(`!(${condition})`)]);
  expect(reverted.findings[0]?.witness).toBe(`GET ${APP}/?key=… ${FROM} with the header x-token`);
  for (const shown of [report, reverted])
    for (const text of [markdown(shown), sarif(shown), html(shown), JSON.stringify(shown.exposure)])
      expect(text).not.toContain(token);
});

test.each([
  [APP, `${APP}:8443`],
  ["http://app.example.com", APP],
])("requests the new URL after a move from %s to %s", async (before, after) => {
  const [from, to] = [endpointArgs([OFFICE, ANSWER], before), endpointArgs([ANSWER], after)];
  const { findings } = await reviewSteps([
    updated("Endpoint", "app", "ep_app", from, to, ["url", "trafficPolicy"]),
  ]);
  const witnesses = findings.map(({ witness }) => witness);
  expect(witnesses).toContain(`GET ${after}/ ${FROM}`);
  expect(witnesses).not.toContain(`GET ${before}/ ${FROM}`);
});

test("a preflight that gains access requests the application, not a page of the sign-in", async () => {
  const passing = rule("oauth", { provider: "google", allow_cors_preflight: true });
  const { findings } = await changed([GOOGLE, front], [passing, front]);
  expect(findings[0]?.witness).toBe(`OPTIONS ${APP}/ ${FROM} of CORS preflights, without a sign-in`);
});

test.each([
  ["!(hash(conn.client_ip) == 'x')", `GET ${APP}/ from an address for which`],
  ["!(req.url.path.reverse() == hash('x'))", `GET ${APP}/… ${FROM} for which`],
])("omits the part of the request that an undecidable expression reads: %s", async (expression, start) => {
  const pair = password("ann:password1");
  const { findings } = await changed([pair, deny(expression), front], [deny(expression), front]);
  expect(findings[0]?.witness).toMatch(start);
});

test.each(["__proto__", "constructor"])("sends a header named %s", async (name) => {
  const { findings } = await changed([deny(), front], [deny(`!hasReqHeader('${name}')`), front]);
  expect(findings[0]?.witness).toBe(`GET ${APP}/ ${FROM} with the header ${name}`);
});
