// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { ANSWER, allow, deny, forward, password, rule, setVars, verdictOf } from "../../support/policies";

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
const whole = rule("basic-auth", { credentials: "${vars.c}" });

test.each<readonly [what: string, before: readonly object[], after: readonly object[], verdict: string]>([
  ["networks", ...changed(narrow, wide, ANY), "opens"],
  ["a part of a text", ...changed("10", "11", allow("${vars.c}.0.0.0/8")), "shifts"],
  ["the same networks as before", [set(narrow), ANY], [allow(narrow)], "same"],
  ["networks of some requests", [set(narrow), ANY], [set(narrow), set(wide, POST), ANY], "opens"],
  ["a variable that another one is set to", copied(narrow), copied(wide), "opens"],
  ["a variable of the same rule", inOne(narrow), inOne(wide), "opens"],
  ["what a request says", ...changed(...HEADERS, ANY), "shifts, perhaps"],
  ["an expression beside", ...changed(narrow, wide, allow("${vars.c + vars.d}")), "shifts, perhaps"],
  ["IP policies", ...changed("ipp_1", "ipp_2", policies), "shifts, perhaps"],
  ["a password", ...changed("ann:one", "ann:two", password("${vars.c}")), "shifts"],
  ["a whole list", ...changed("one", "two", whole), "shifts, perhaps"],
  ["an issuer of users", ...changed("https://a.example.com", "https://b.example.com", issuer), "shifts"],
  ["a secret of webhooks", ...changed("one", "two", signed), "shifts"],
  ["an expression", ...changed("/adm", "/admin", STARTS), "opens"],
  [
    "an expression of some requests",
    [set("/adm"), STARTS],
    [set("/adm"), set("/admin", POST), STARTS],
    "opens",
  ],
  ["where it is forwarded", ...changed("web", "other", forward("https://${vars.c}.internal")), "shifts"],
  ["where a client is sent", ...changed("/", "/b", rule("redirect", { to: "${vars.c}" })), "shifts"],
])("guards read what variables are set to: %s", async (_, before, after, verdict) => {
  expect(await verdictOf([...before, ANSWER], [...after, ANSWER])).toBe(verdict);
});
