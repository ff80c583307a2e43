// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { join } from "node:path";
import { expect, test } from "vitest";
import { UNKNOWN_TEXT } from "../../../traffic-policy/symbolic/policy-reader";
import { type Props, reviewOf, same, toldTexts, updated } from "../../support/previews";

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

/** Edits whose sentences are recorded: what a stranger reads about clients that gain access. */
const EDITS: Readonly<Record<string, readonly [before: readonly object[], after: readonly object[]]>> = {
  "a password that is added": [
    [passwords("ann:secret-one")],
    [passwords("ann:secret-one", "bob:secret-two")],
  ],
  "another secret of a webhook": [[webhook("secret-one")], [webhook("secret-two")]],
  "an issuer that is added": [
    [token(["https://one.example.com"], [])],
    [token(["https://one.example.com", "https://two.example.com"], [])],
  ],
  "an audience that is added": [
    [token(["https://one.example.com"], ["app"])],
    [token(["https://one.example.com"], ["app", "shop"])],
  ],
  "one of several values, not the first": [
    [rule(deny, "'a' in getQueryParam('token')")],
    [rule(deny, "getQueryParam('token')[0] == 'a'")],
  ],
  "another value of the same header": [
    [rule(deny, "req.headers['x-a'][0] != 'ab'")],
    [rule(deny, "!req.headers['x-a'][0].startsWith('a')")],
  ],
  "a value instead of another one": [
    [rule(deny, "req.headers['x-a'][0] != 'aa'")],
    [rule(deny, "req.headers['x-a'][0] != 'bb'")],
  ],
  "one pattern of several": [
    ["one", "two", "three"].map((name) => rule(deny, `req.user_agent.contains('${name}')`)),
    ["one", "two"].map((name) => rule(deny, `req.user_agent.contains('${name}')`)),
  ],
  "more kinds than two": [[rule(deny, "req.method in ['PUT', 'DELETE', 'PATCH', 'TRACE']")], []],
  "a missing header": [
    [rule(deny, "!('x-a' in req.headers)")],
    [rule(deny, "!('x-a' in req.headers) && req.method == 'POST'")],
  ],
  "the case of letters": [
    [rule(deny, "req.url.path.lowerAscii().startsWith('/admin')")],
    [rule(deny, "req.url.path.startsWith('/admin')")],
  ],
  "a URL that an expression builds": [
    [rule(to("https://${req.method}.internal"))],
    [rule(to("https://${req.method.lowerAscii()}.internal"))],
  ],
  "an unknown action": [[rule(deny)], [rule({ type: "teleport", config: {} })]],
  "many destinations": [
    [rule(to("https://old.internal"))],
    Array.from({ length: 9 }, (_, n) => rule(to(`https://i${n}.internal`), `req.url.path == '/${n}'`)),
  ],
  "a URL that the preview hides": [[rule(deny)], [rule(to(`${UNKNOWN_TEXT}U2U67mtcRrtAgfdMXVvslU`))]],
};

test("sentences are as recorded: read what has changed, then run `vitest run -u` for this file", async () => {
  const texts: string[] = [];
  for (const [name, [before, after]] of Object.entries(EDITS)) {
    const { findings, exposure } = await reportOf(before, after);
    const said = findings.map(
      ({ rule: id, message, witness }) => `${id}: ${message}; ${witness ?? "no witness"}`,
    );
    const who = exposure.changed.flatMap(({ newcomers }) => toldTexts(newcomers));
    texts.push([name, ...said, ...who].join("\n  "));
  }
  const text = texts.join("\n\n");
  expect(text).not.toMatch(/secret-(?:one|two)|U2U67/);
  await expect(text).toMatchFileSnapshot(join(__dirname, "../../recorded/review-sentences.txt"));
});
