import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import { type Props, reviewOf, same, updated } from "../../support/previews";

const guide = readFileSync(resolve(__dirname, "../../../docs/gitops.md"), "utf8");

const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  expressions,
  actions: [{ type, config }],
});
const changed = (url: string, before: readonly object[], after: readonly object[]) =>
  reviewOf([
    updated(
      "Endpoint",
      "app",
      "ep_app",
      { url, trafficPolicy: { on_http_request: before } } as unknown as Props,
      { url, trafficPolicy: { on_http_request: after } } as unknown as Props,
      ["trafficPolicy"],
    ),
    same("Endpoint", "web", "ep_web", { url: "https://web.internal", trafficPolicy: {} } as unknown as Props),
  ]);

const office = {
  name: "admins only",
  ...rule("restrict-ips", { allow: ["203.0.113.0/24"] }, "req.url.path.startsWith('/admin')"),
};
const front = { name: "front", ...rule("forward-internal", { url: "https://web.internal" }) };
const signOn = rule("oauth", { provider: "google" });
const robots = (pattern: string) => rule("deny", {}, `req.user_agent.matches('${pattern}')`);

/** Without marks of the format, and with blanks for ends of lines. */
const plain = (text: string) =>
  text
    .replace(/&quot;|\\"/g, '"')
    .replace(/<\/?code>|`/g, "")
    .replace(/\s+/g, " ");

test.each([
  [
    "https://app.example.com",
    [office, front],
    [front, office],
    "GET https://app.example.com/admin from 198.51.100.7",
  ],
  [
    "https://app.example.com",
    [signOn, front],
    [front],
    "GET https://app.example.com/ from 198.51.100.7 without a sign-in",
  ],
  [
    "https://*.example.com",
    [robots("(?i)bot|crawler"), front],
    [robots("(?i)bot"), front],
    'GET https://a.example.com/ from 198.51.100.7 with the user agent "crawler"',
  ],
])(
  "%s: a certain opening shows a request that gets in, in every format",
  async (url, before, after, witness) => {
    const report = await changed(url, before, after);
    expect(report.findings[0]).toMatchObject({ rule: "exposure-opens", witness });
    for (const text of [markdown(report), sarif(report), html(report)])
      expect(plain(text)).toContain(`for example ${witness}`);
    expect(plain(guide)).toContain(`${report.findings[0]?.message} for example ${witness}`);
  },
);

test("a witness tells no value of a header, cookie or query", async () => {
  const token = "7f3a9c";
  const asks = [`'${token}' in getReqHeader('X-Token')`, `req.url.query == 'key=${token}'`];
  const report = await changed("https://app.example.com", [], [rule("deny", {}, `!(${asks.join(" && ")})`)]);
  const back = await changed(
    "https://app.example.com",
    [rule("deny", {})],
    [rule("deny", {}, `!(${asks.join(" && ")})`)],
  );
  expect(back.findings[0]?.witness).toBe(
    "GET https://app.example.com/?key=… from 198.51.100.7 with the header x-token",
  );
  for (const one of [report, back])
    for (const text of [markdown(one), sarif(one), html(one), JSON.stringify(one.exposure)])
      expect(text).not.toContain(token);
});

test.each([
  ["https://app.example.com", "https://app.example.com:8443"],
  ["http://app.example.com", "https://app.example.com"],
])("a witness of %s, which moves, asks for %s", async (before, after) => {
  const at = (url: string, ...rules: readonly object[]) =>
    ({ url, trafficPolicy: { on_http_request: rules } }) as unknown as Props;
  const office = rule("restrict-ips", { allow: ["203.0.113.0/24"] });
  const answer = rule("custom-response", { status_code: 200 });
  const { findings } = await reviewOf([
    updated("Endpoint", "app", "ep_app", at(before, office, answer), at(after, answer), [
      "url",
      "trafficPolicy",
    ]),
  ]);
  expect(findings.map(({ witness }) => witness)).toContain(`GET ${after}/ from 198.51.100.7`);
  expect(findings.map(({ witness }) => witness)).not.toContain(`GET ${before}/ from 198.51.100.7`);
});

test("a witness of preflights asks for what is behind a sign-on, not for its own pages", async () => {
  const passing = rule("oauth", { provider: "google", allow_cors_preflight: true });
  const { findings } = await changed("https://app.example.com", [signOn, front], [passing, front]);
  expect(findings[0]?.witness).toBe(
    "OPTIONS https://app.example.com/ from 198.51.100.7 of CORS preflights, without a sign-in",
  );
});

test.each(["__proto__", "constructor", "x-team"])("a witness sends the header %s", async (name) => {
  const { findings } = await changed(
    "https://app.example.com",
    [rule("deny", {}), front],
    [rule("deny", {}, `!hasReqHeader('${name}')`), front],
  );
  expect(findings[0]?.witness).toBe(`GET https://app.example.com/ from 198.51.100.7 with the header ${name}`);
});
