// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { expect, test } from "vitest";
import { ANSWER, allow, deny, forward, password, reviewVerdict, rule, setVars } from "../../support/policies";

const set = (c: string, ...expressions: readonly string[]) => setVars({ c }, ...expressions);
const [narrow, wide] = ["10.0.0.0/8", "0.0.0.0/0"];
const ANY = allow("${vars.c}");
const POST = "req.method == 'POST'";
const STARTS = deny("req.url.path.startsWith(vars.c)");
const HEADERS = ["${req.headers['x-one'][0]}", "${req.headers['x-two'][0]}"] as const;
const copied = (c: string) => [set(c), setVars({ d: "${vars.c}" }), allow("${vars.d}")];
const inOne = (c: string) => [{ actions: [...set(c).actions, ...ANY.actions] }];
const changed = (before: string, after: string, guard: object) =>
  [
    [set(before), guard],
    [set(after), guard],
  ] as const;
const issuer = rule("openid-connect", { issuer_url: "${vars.c}", client_id: "c", client_secret: "s" });
const signed = rule("verify-webhook", { provider: "github", secret: "${vars.c}" });
const policies = rule("restrict-ips", { ip_policies: ["${vars.c}"] });
const list = rule("basic-auth", { credentials: "${vars.c}" });

test.each<readonly [reads: string, before: readonly object[], after: readonly object[], verdict: string]>([
  ["networks", ...changed(narrow, wide, ANY), "opens"],
  ["a part of a network", ...changed("10", "11", allow("${vars.c}.0.0.0/8")), "shifts"],
  ["an unchanged network", [set(narrow), ANY], [allow(narrow)], "same"],
  ["a network for some requests", [set(narrow), ANY], [set(narrow), set(wide, POST), ANY], "shifts, perhaps"],
  ["a variable copied to another one", copied(narrow), copied(wide), "opens"],
  ["a variable of the same rule", inOne(narrow), inOne(wide), "opens"],
  ["a header of the request", ...changed(...HEADERS, ANY), "shifts, perhaps"],
  [
    "an expression over two variables",
    ...changed(narrow, wide, allow("${vars.c + vars.d}")),
    "shifts, perhaps",
  ],
  ["IP policies", ...changed("ipp_1", "ipp_2", policies), "shifts, perhaps"],
  ["a password", ...changed("ann:one", "ann:two", password("${vars.c}")), "shifts"],
  ["a list of passwords", ...changed("one", "two", list), "shifts, perhaps"],
  [
    "an OpenID Connect issuer",
    ...changed("https://a.example.com", "https://b.example.com", issuer),
    "shifts",
  ],
  ["a webhook secret", ...changed("one", "two", signed), "shifts"],
  ["an expression", ...changed("/adm", "/admin", STARTS), "opens"],
  [
    "an expression for some requests",
    [set("/adm"), STARTS],
    [set("/adm"), set("/admin", POST), STARTS],
    "shifts, perhaps",
  ],
  ["the URL of a forward", ...changed("web", "other", forward("https://${vars.c}.internal")), "shifts"],
  ["the target of a redirect", ...changed("/", "/b", rule("redirect", { to: "${vars.c}" })), "shifts"],
])("resolves variables: %s", async (_, before, after, verdict) => {
  expect(await reviewVerdict([...before, ANSWER], [...after, ANSWER])).toBe(verdict);
});
