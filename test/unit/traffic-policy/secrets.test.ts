// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.
import { describe, expect, test } from "vitest";
import { policySecrets, withPolicySecrets } from "../../../traffic-policy";

const policyWithAction = (type: string, config: unknown) => ({
  on_http_request: [{ actions: [{ type, config }] }],
});
const markSecrets = (policy: unknown) => withPolicySecrets(policy, (secret) => ({ secret }));

describe("policySecrets and withPolicySecrets", () => {
  test("finds literal secrets in objects and in text", () => {
    const policy = policyWithAction("basic-auth", {
      credentials: ["ops:hunter2hunter2", "dev:${secrets.get('v', 'dev')}"],
    });
    const secrets = ["ops:hunter2hunter2", "hunter2hunter2"];
    expect(policySecrets(policy)).toEqual(secrets);
    expect(policySecrets(JSON.stringify(policy))).toEqual(secrets);
    expect(
      policySecrets("on_http_request: [{ actions: [{ type: oauth, config: { client_secret: s3cret } }] }]"),
    ).toEqual(["s3cret"]);
  });

  test.each([
    ["verify-webhook", { secret: "whsec" }, ["whsec"]],
    ["openid-connect", { client_secret: "a ${vars.b}" }, ["a ${vars.b}"]],
    ["terminate-tls", { server_private_key: "-----BEGIN" }, ["-----BEGIN"]],
    ["unknown-action", { credentials: { list: [{ secret: "x" }] } }, ["x"]],
    ["verify-webhook", { secret: "${'in quotes'}" }, ["${'in quotes'}"]],
    ["basic-auth", { credentials: ["${vars.user}:plain-text"] }, ["${vars.user}:plain-text", "plain-text"]],
    ["basic-auth", { credentials: ["no colon"] }, ["no colon"]],
    ["ai-gateway", { providers: [{ api_keys: [{ value: "sk-own" }] }] }, ["sk-own"]],
    ["http-request", { headers: { Authorization: "Bearer abc" } }, ["Bearer abc", "abc"]],
    ["add-headers", { headers: { "x-api-key": "abc" } }, ["abc"]],
  ])("finds literal secrets in %s %j", (type, config, secrets) => {
    expect(policySecrets(policyWithAction(type, config))).toEqual(secrets);
  });

  test.each([
    ["verify-webhook", { secret: "${secrets.get('vault', 'name')}" }],
    ["verify-webhook", { secret: '${secrets.get(\\"vault\\", \\"name\\")}' }],
    ["verify-webhook", { secret: "${base64.encode(secrets.get('vault', 'name'))}" }],
    ["basic-auth", { credentials: ["ops:${secrets.get('vault', 'ops')}", "${vars.pair}"] }],
    ["oauth", { provider: "github", client_id: "public" }],
    ["custom-response", { body: "secret" }],
    ["ai-gateway", { providers: [{ api_keys: [{ value: "${secrets.get('own', 'key')}" }] }] }],
    ["http-request", { headers: { authorization: "Bearer ${secrets.get('own', 'key')}", accept: "a" } }],
    ["remove-headers", { headers: ["authorization"] }],
    ["jwt-validation", { issuer: { allow_list: [{ value: "https://id.example.com" }] } }],
  ])("finds no literal secrets in %s %j", (type, config) => {
    expect(policySecrets(policyWithAction(type, config))).toEqual([]);
    expect(markSecrets(policyWithAction(type, config))).toEqual(policyWithAction(type, config));
  });

  test("marks secrets separately in objects and JSON, and YAML as a whole", () => {
    const policy = policyWithAction("basic-auth", {
      credentials: ["ops:hunter2hunter2", "${vars.pair}"],
      realm: "here",
    });
    const expected = policyWithAction("basic-auth", {
      credentials: [{ secret: "ops:hunter2hunter2" }, "${vars.pair}"],
      realm: "here",
    });
    expect(markSecrets(policy)).toEqual(expected);
    expect(markSecrets(JSON.stringify(policy))).toEqual(expected);
    expect(markSecrets(JSON.stringify(policy, null, 2))).toEqual(expected);
    const yaml =
      "on_http_request:\n- actions:\n  - { type: basic-auth, config: { credentials: ['ops:hunter2'] } }\n";
    expect(markSecrets(yaml)).toEqual({ secret: yaml });
  });

  test("marks secrets below escaped JSON keys", () => {
    const text = JSON.stringify(policyWithAction("oauth", { client_secret: "s3cret" })).replace(
      "_secret",
      "\\u005fsecret",
    );
    expect(markSecrets(text)).toEqual(policyWithAction("oauth", { client_secret: { secret: "s3cret" } }));
  });

  test("marks the whole JSON text if it repeats a secret elsewhere", () => {
    const text = JSON.stringify({
      on_http_request: [
        { name: "rule with s3cret-s3cret", actions: [] },
        ...policyWithAction("oauth", { client_secret: "s3cret-s3cret" }).on_http_request,
      ],
    });
    expect(markSecrets(text)).toEqual({ secret: text });
  });

  const oauth = (config: string) => `on_http_request: [{ actions: [{ type: oauth, config: ${config} }] }]`;
  const vaultSecret = "client_secret: \"${secrets.get('a', 'b')}\"";
  const repeatedKey = '"client_secret":"s3cret","client_secret":"${vars.a}"';
  const log = (value: string) => `{ type: log, config: { metadata: ${value} } }`;
  const gateway = (keys: string) => `{ type: ai-gateway, config: { providers: [{ api_keys: ${keys} }] } }`;
  const policyWith = (...actions: string[]) => `on_http_request: [{ actions: [${actions.join(", ")}] }]`;

  test.each([
    ["below an escaped YAML key", oauth('{ "client\\x5fsecret": s3cret }')],
    [
      "below an aliased key",
      `on_http_request: [{ name: &a client_secret, actions: [{ config: { *a : s3cret } }] }]`,
    ],
    ["in a merged map", oauth("{ <<: { client_secret: s3cret } }")],
    ["in a number", oauth("{ client_secret: 12345678 }")],
    ["before a repeated key", oauth(`{ client_secret: s3cret, ${vaultSecret} }`)],
    ["before a repeated JSON key", `{"on_http_request":[{"actions":[{"config":{${repeatedKey}}}]}]}`],
    ["in a second document", `on_http_request: []\n---\n${oauth("{ client_secret: s3cret }")}`],
    [
      "in a block scalar",
      "on_http_request:\n- actions:\n  - config:\n      client_secret: |\n        s3cret\n",
    ],
    ["beyond the maximum depth", `on_http_request: ${"[".repeat(120)}{ client_secret: a }${"]".repeat(120)}`],
    ["behind an alias", policyWith(log("{ value: &v s3cret }"), gateway("[{ value: *v }]"))],
    ["in an aliased list", policyWith(log("&v [{ value: s3cret }]"), gateway("*v"))],
  ])("marks the whole text with a secret %s", (_, text) => {
    expect(markSecrets(text)).toEqual({ secret: text });
  });

  test("marks the whole object beyond the maximum depth", () => {
    let value: unknown = { client_secret: "s3cret" };
    for (let level = 0; level < 120; level++) value = [value];
    expect(JSON.stringify(markSecrets({ on_http_request: value }))).toMatch(/"secret":\[*\{"client_secret"/);
  });

  test("marks an invalid text that may contain secrets", () => {
    expect(markSecrets("client_secret: [s3cret")).toEqual({ secret: "client_secret: [s3cret" });
    expect(markSecrets("on_http_request: [")).toBe("on_http_request: [");
  });
});
