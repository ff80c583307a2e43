// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { vaultSecrets } from "../../../traffic-policy";

const acting = (type: string, config: unknown) => ({ on_http_request: [{ actions: [{ type, config }] }] });
const deny = (x: unknown) => acting("deny", { x });
const expressing = (...expressions: string[]) => ({ on_http_request: [{ expressions, actions: [] }] });
const secretOf = (name: string) => `\${secrets.get('v', '${name}')}`;
const a = secretOf("a");
const of = (vault: string, secret: string) => ({ vault, secret });

describe("vaultSecrets", () => {
  test.each<[string, unknown, readonly object[]]>([
    ["an object", acting("basic-auth", { credentials: ["a:${secrets.get('v', 'a')}"] }), [of("v", "a")]],
    ["text in YAML", `on_http_request: [{ actions: [{ config: "${a}" }] }]`, [of("v", "a")]],
    ["text in JSON", JSON.stringify(deny('${secrets.get("v", "oauth")}')), [of("v", "oauth")]],
    ["quotes with backslashes", deny('${secrets.get(\\"v\\", \\"n\\")}'), [of("v", "n")]],
    ["several in one text, each once", deny(`${a} ${secretOf("b")}${a}`), [of("v", "a"), of("v", "b")]],
    ["arguments of macros", deny("${base64.encode('ops:' + secrets.get('v', 'p'))}"), [of("v", "p")]],
    ["an expression of a rule", expressing("req.headers['k'][0] == secrets.get('v', 'k')"), [of("v", "k")]],
    ["a bucket key", acting("rate-limit", { bucket_key: ["secrets.get('v', 'k')"] }), [of("v", "k")]],
    ["escapes in a name", deny("${secrets.get('it\\'s', 'a\\\\b')}"), [of("it's", "a\\b")]],
    ["aliases", `on_http_request: [{ actions: [&a { config: { x: "${a}" } }, *a] }]`, [of("v", "a")]],
  ])("finds secrets in %s", (_, policy, found) => {
    expect([...vaultSecrets(policy)].sort((one, two) => (one.secret < two.secret ? -1 : 1))).toEqual(found);
  });

  test.each<[string, unknown]>([
    ["built by an expression", deny("${secrets.get('v', 'n' + vars.x)}")],
    ["of a variable", deny("${secrets.get(vars.vault, 'n')}")],
    ["in prose", acting("custom-response", { body: "write secrets.get('v', 'n') in a policy" })],
    ["with too few arguments", deny("${secrets.get('v')}")],
    ["with another function", deny("${secrets.put('v', 'n')}")],
    ["in invalid CEL", deny("${secrets.get('v', 'n'}")],
    ["in an unclosed interpolation", deny("${secrets.get('v', 'n'")],
    ["in a policy that cannot be read", "on_http_request: [${secrets.get('v', 'n')}"],
    ["in an unknown policy", UNKNOWN],
    ["in a policy with unknown values", deny(UNKNOWN)],
    ["in nothing", undefined],
    ["in an empty text", ""],
  ])("finds no secrets %s", (_, policy) => {
    expect(vaultSecrets(policy)).toEqual([]);
  });

  test("visits shared parts once", () => {
    const levels = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
    const bomb = ["a0: &a0 [\"${secrets.get('v', 'n')}\"]", ...levels].join("\n");
    expect(vaultSecrets(bomb)).toEqual([of("v", "n")]);
  });
});
