// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import { UNKNOWN_TEXT } from "../../../traffic-policy/symbolic/guards";
import { type Props, reviewOf, same, updated } from "../../support/previews";

const url = "https://app.example.com";
const INNER = "https://inner.internal";
const answer = { type: "custom-response", config: { status_code: 200 } };
const deny = { type: "deny", config: {} };
const to = (target: string) => ({ type: "forward-internal", config: { url: target } });
const rule = (action: object, ...expressions: readonly string[]) => ({ expressions, actions: [action] });
const passwords = (...credentials: readonly string[]) =>
  rule({ type: "basic-auth", config: { credentials } });
const webhook = (secret: string) => rule({ type: "verify-webhook", config: { provider: "github", secret } });
const token = (issuer: readonly string[], audience: readonly string[]) =>
  rule({
    type: "jwt-validation",
    config: {
      http: { tokens: [{ type: "jwt", method: "header", name: "X-Token" }] },
      issuer: { allow_list: issuer.map((value) => ({ value })) },
      ...(audience.length > 0 && { audience: { allow_list: audience.map((value) => ({ value })) } }),
      jws: { allowed_algorithms: ["RS256"] },
    },
  });

const reportOf = (before: readonly object[], after: readonly object[]) => {
  const props = (rules: readonly object[]): Props => ({
    url,
    trafficPolicy: { on_http_request: [...rules, rule(answer)] } as unknown as Props,
  });
  return reviewOf([
    updated("Endpoint", "app", "ep_app", props(before), props(after)),
    same("Endpoint", "inner", "ep_inner", {
      url: INNER,
      trafficPolicy: { on_http_request: [rule(answer)] } as unknown as Props,
    }),
  ]);
};

describe("a stranger understands who newly gets in", () => {
  test.each<readonly [string, readonly object[], readonly object[], string]>([
    [
      "by a password that is added",
      [passwords("ann:secret-one")],
      [passwords("ann:secret-one", "bob:secret-two")],
      "with a user name and password of the policy that was not accepted before",
    ],
    [
      "by another secret of a webhook",
      [webhook("secret-one")],
      [webhook("secret-two")],
      "signed by github with the secret of the policy that was not accepted before",
    ],
    [
      "by an issuer that is added",
      [token(["https://one.example.com"], [])],
      [token(["https://one.example.com", "https://two.example.com"], [])],
      'whose token\'s issuer is "https://two.example.com"',
    ],
    [
      "by an audience that is added",
      [token(["https://one.example.com"], ["app"])],
      [token(["https://one.example.com"], ["app", "shop"])],
      'requests with a token for the audience "shop", answered',
    ],
    [
      "by one of several values, not the first",
      [rule(deny, "'a' in getQueryParam('token')")],
      [rule(deny, "getQueryParam('token')[0] == 'a'")],
      "whose query parameter token has a first value that is not the value in the policy, and another one that is the value in the policy",
    ],
    [
      "by another value of the same header",
      [rule(deny, "req.headers['x-a'][0] != 'ab'")],
      [rule(deny, "!req.headers['x-a'][0].startsWith('a')")],
      "whose header x-a starts with the new value in the policy and is not the earlier value in the policy",
    ],
    [
      "by a value in place of another one",
      [rule(deny, "req.headers['x-a'][0] != 'aa'")],
      [rule(deny, "req.headers['x-a'][0] != 'bb'")],
      "whose header x-a is the new value in the policy",
    ],
    [
      "by one pattern of several",
      ["one", "two", "three"].map((name) => rule(deny, `req.user_agent.contains('${name}')`)),
      ["one", "two"].map((name) => rule(deny, `req.user_agent.contains('${name}')`)),
      'requests whose user agent contains "three", answered',
    ],
    [
      "by more kinds than two: how many others",
      [rule(deny, "req.method in ['PUT', 'DELETE', 'PATCH', 'TRACE']")],
      [],
      'requests whose method is "PUT", or requests whose method is "DELETE", and 2 more, answered',
    ],
    [
      "without a header",
      [rule(deny, "!('x-a' in req.headers)")],
      [rule(deny, "!('x-a' in req.headers) && req.method == 'POST'")],
      "without the header x-a",
    ],
    [
      "whatever the case of the letters",
      [rule(deny, "req.url.path.lowerAscii().startsWith('/admin')")],
      [rule(deny, "req.url.path.startsWith('/admin')")],
      'whose path starts with "/admin" in upper or lower case and does not start with "/admin"',
    ],
  ])("%s", async (_, before, after, words) => {
    const { findings } = await reportOf(before, after);
    expect(findings.map(({ message }) => message).join()).toContain(words);
    expect(JSON.stringify(findings)).not.toMatch(/secret-(?:one|two)/);
  });

  test("and a witness says that a password is a new one, and not what it lacks besides", async () => {
    const { findings } = await reportOf(
      [passwords("ann:one-one")],
      [passwords("ann:one-one", "bob:two-two")],
    );
    expect(findings[0]?.witness).toBe(
      "GET https://app.example.com/ from 198.51.100.7 with a user name and password of the policy that was not accepted before",
    );
  });

  test("where a URL is built: by its expression", async () => {
    const { exposure } = await reportOf(
      [rule(to("https://${req.method}.internal"))],
      [rule(to("https://${req.method.lowerAscii()}.internal"))],
    );
    expect(JSON.stringify(exposure.changed[0]?.newcomers)).toContain(
      "with access to https://${req.method.lowerAscii()}.internal",
    );
  });

  test("and why a verdict is not certain", async () => {
    const unknown = { type: "teleport", config: {} };
    const { findings } = await reportOf([rule(deny)], [rule(unknown)]);
    expect(findings[0]?.rule).toBe("exposure-may-open");
    expect(findings[0]?.message).toMatch(/[.] Undecided: /);
  });

  test("where kinds of clients are many: the certain ones are named first", async () => {
    const many = Array.from({ length: 9 }, (_, n) =>
      rule(to(`https://i${n}.internal`), `req.url.path == '/${n}'`),
    );
    const { exposure, findings } = await reportOf([rule(to("https://old.internal"))], many);
    expect(exposure.changed[0]?.newcomers.at(-1)?.who).toMatch(/^\d+ more kinds? of requests$/);
    expect(findings[0]?.message).not.toMatch(/allows \d+ more/);
  });
});

test("a URL that the preview hides is called so, not by what stands for it", async () => {
  const { exposure } = await reportOf([rule(deny)], [rule(to(`${UNKNOWN_TEXT}U2U67mtcRrtAgfdMXVvslU`))]);
  const said = JSON.stringify(exposure.changed);
  expect(said).toContain("allowed by an endpoint whose URL the preview does not show");
  expect(said).not.toContain("U2U67");
});
