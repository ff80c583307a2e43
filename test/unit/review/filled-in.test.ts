// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { type Props, reviewOf, updated } from "../../support/previews";

const URL = "https://app.example.com";
const OK = { type: "custom-response", config: { status_code: 200 } };

const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  expressions,
  actions: [{ type, config }],
});
const set = (value: string, ...expressions: readonly string[]) =>
  rule("set-vars", { vars: [{ c: value }] }, ...expressions);

const changed = async (before: readonly object[], after: readonly object[]) => {
  const policy = (rules: readonly object[]) =>
    ({ url: URL, trafficPolicy: { on_http_request: [...rules, { actions: [OK] }] } }) as unknown as Props;
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_app", policy(before), policy(after), ["trafficPolicy"]),
  ]);
  const found = exposure.changed.find(({ surface }) => surface.label === URL);
  if (found === undefined) return "same";
  return `${found.verdict}${found.isCertain ? "" : ", perhaps"}`;
};

const [narrow, wide] = ["10.0.0.0/8", "0.0.0.0/0"];
const allow = (text: string) => rule("restrict-ips", { allow: [text] });
const open = (before: string, after: string, rest: object) =>
  [
    [set(before), rest],
    [set(after), rest],
  ] as const;

test.each<readonly [what: string, before: readonly object[], after: readonly object[], verdict: string]>([
  ["networks", ...open(narrow, wide, allow("${vars.c}")), "opens"],
  ["a part of a text", ...open("10", "11", allow("${vars.c}.0.0.0/8")), "shifts"],
  ["the same networks as before", [set(narrow), allow("${vars.c}")], [allow(narrow)], "same"],
  [
    "networks of some requests",
    [set(narrow), set(narrow, "req.url.path == '/a'"), allow("${vars.c}")],
    [set(narrow), set(wide, "req.url.path == '/a'"), allow("${vars.c}")],
    "opens",
  ],
  [
    "a variable that another one is set to",
    [set(narrow), rule("set-vars", { vars: [{ d: "${vars.c}" }] }), allow("${vars.d}")],
    [set(wide), rule("set-vars", { vars: [{ d: "${vars.c}" }] }), allow("${vars.d}")],
    "opens",
  ],
  [
    "a variable of the same rule",
    [{ actions: [...set(narrow).actions, ...allow("${vars.c}").actions] }],
    [{ actions: [...set(wide).actions, ...allow("${vars.c}").actions] }],
    "opens",
  ],
  [
    "what is filled in with what a request says",
    ...open("${req.headers['x-one'][0]}", "${req.headers['x-two'][0]}", allow("${vars.c}")),
    "shifts, perhaps",
  ],
  ["an expression beside", ...open(narrow, wide, allow("${vars.c + vars.d}")), "shifts, perhaps"],
  [
    "IP policies",
    ...open("ipp_1", "ipp_2", rule("restrict-ips", { ip_policies: ["${vars.c}"] })),
    "shifts, perhaps",
  ],
  ["a password", ...open("ann:one", "ann:two", rule("basic-auth", { credentials: ["${vars.c}"] })), "shifts"],
  [
    "a whole list",
    ...open("one", "two", rule("basic-auth", { credentials: "${vars.c}" })),
    "shifts, perhaps",
  ],
  [
    "an issuer of users",
    ...open(
      "https://a.example.com",
      "https://b.example.com",
      rule("openid-connect", { issuer_url: "${vars.c}", client_id: "c", client_secret: "s" }),
    ),
    "shifts",
  ],
  [
    "a secret of webhooks",
    ...open("one", "two", rule("verify-webhook", { provider: "github", secret: "${vars.c}" })),
    "shifts",
  ],
  ["an expression", ...open("/adm", "/admin", rule("deny", {}, "req.url.path.startsWith(vars.c)")), "opens"],
  [
    "an expression of some requests",
    [set("/adm"), rule("deny", {}, "req.url.path.startsWith(vars.c)")],
    [set("/adm"), set("/admin", "req.method == 'POST'"), rule("deny", {}, "req.url.path.startsWith(vars.c)")],
    "opens",
  ],
  [
    "where a request is forwarded",
    ...open("web", "other", rule("forward-internal", { url: "https://${vars.c}.internal" })),
    "shifts",
  ],
  ["where a client is sent", ...open("/", "/b", rule("redirect", { to: "${vars.c}" })), "shifts"],
])("%s: what variables are set to is what guards ask", async (_, before, after, verdict) => {
  expect(await changed(before, after)).toBe(verdict);
});
