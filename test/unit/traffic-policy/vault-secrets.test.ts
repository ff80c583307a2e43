// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { vaultSecrets } from "../../../traffic-policy";

const policyWithAction = (type: string, config: unknown) => ({
  on_http_request: [{ actions: [{ type, config }] }],
});
const deny = (x: unknown) => policyWithAction("deny", { x });
const policyWithExpressions = (...expressions: string[]) => ({
  on_http_request: [{ expressions, actions: [] }],
});
const secretOf = (name: string) => `\${secrets.get('v', '${name}')}`;
const getA = secretOf("a");
const secretRef = (vault: string, secret: string) => ({ vault, secret });

describe("vaultSecrets", () => {
  test.each<[string, unknown, readonly object[]]>([
    [
      "an object",
      policyWithAction("basic-auth", { credentials: ["a:${secrets.get('v', 'a')}"] }),
      [secretRef("v", "a")],
    ],
    ["text in YAML", `on_http_request: [{ actions: [{ config: "${getA}" }] }]`, [secretRef("v", "a")]],
    ["text in JSON", JSON.stringify(deny('${secrets.get("v", "oauth")}')), [secretRef("v", "oauth")]],
    ["escaped quotes", deny('${secrets.get(\\"v\\", \\"n\\")}'), [secretRef("v", "n")]],
    [
      "one text, each once",
      deny(`${getA} ${secretOf("b")}${getA}`),
      [secretRef("v", "a"), secretRef("v", "b")],
    ],
    ["arguments of calls", deny("${base64.encode('ops:' + secrets.get('v', 'p'))}"), [secretRef("v", "p")]],
    [
      "an expression of a rule",
      policyWithExpressions("req.headers['k'][0] == secrets.get('v', 'k')"),
      [secretRef("v", "k")],
    ],
    [
      "a bucket key",
      policyWithAction("rate-limit", { bucket_key: ["secrets.get('v', 'k')"] }),
      [secretRef("v", "k")],
    ],
    ["names with escapes", deny("${secrets.get('it\\'s', 'a\\\\b')}"), [secretRef("it's", "a\\b")]],
    [
      "aliases",
      `on_http_request: [{ actions: [&a { config: { x: "${getA}" } }, *a] }]`,
      [secretRef("v", "a")],
    ],
  ])("finds secrets in %s", (_, policy, secrets) => {
    expect([...vaultSecrets(policy)].sort((left, right) => (left.secret < right.secret ? -1 : 1))).toEqual(
      secrets,
    );
  });

  test.each<[string, unknown]>([
    ["with a computed name", deny("${secrets.get('v', 'n' + vars.x)}")],
    ["with a computed vault", deny("${secrets.get(vars.vault, 'n')}")],
    [
      "outside interpolations",
      policyWithAction("custom-response", { body: "write secrets.get('v', 'n') in a policy" }),
    ],
    ["with too few arguments", deny("${secrets.get('v')}")],
    ["with another function", deny("${secrets.put('v', 'n')}")],
    ["in invalid CEL", deny("${secrets.get('v', 'n'}")],
    ["in an unclosed interpolation", deny("${secrets.get('v', 'n'")],
    ["in an invalid policy", "on_http_request: [${secrets.get('v', 'n')}"],
    ["in an unknown policy", UNKNOWN],
    ["in a policy with unknown values", deny(UNKNOWN)],
    ["without a policy", undefined],
    ["in an empty text", ""],
  ])("finds no secrets %s", (_, policy) => {
    expect(vaultSecrets(policy)).toEqual([]);
  });

  test("visits shared parts once", () => {
    const levels = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
    const bomb = ["a0: &a0 [\"${secrets.get('v', 'n')}\"]", ...levels].join("\n");
    expect(vaultSecrets(bomb)).toEqual([secretRef("v", "n")]);
  });
});
