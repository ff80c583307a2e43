// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { describe, expect, test } from "vitest";
import { policySecrets, withPolicySecrets } from "../../../traffic-policy";

const acting = (type: string, config: unknown) => ({ on_http_request: [{ actions: [{ type, config }] }] });
const marked = (policy: unknown) => withPolicySecrets(policy, (secret) => ({ secret }));

describe("literal secrets", () => {
  test("are found in their fields, in objects and in text", () => {
    const policy = acting("basic-auth", {
      credentials: ["ops:hunter2hunter2", "dev:${secrets.get('v', 'dev')}"],
    });
    const found = ["ops:hunter2hunter2", "hunter2hunter2"];
    expect(policySecrets(policy)).toEqual(found);
    expect(policySecrets(JSON.stringify(policy))).toEqual(found);
    expect(
      policySecrets("on_http_request: [{ actions: [{ type: oauth, config: { client_secret: s3cret } }] }]"),
    ).toEqual(["s3cret"]);
  });

  test.each([
    ["verify-webhook", { secret: "whsec" }, ["whsec"]],
    ["openid-connect", { client_secret: "a ${vars.b}" }, ["a ${vars.b}"]],
    ["terminate-tls", { server_private_key: "-----BEGIN" }, ["-----BEGIN"]],
    ["an-action-of-a-later-version", { credentials: { list: [{ secret: "x" }] } }, ["x"]],
    ["verify-webhook", { secret: "${'in quotes'}" }, ["${'in quotes'}"]],
    ["basic-auth", { credentials: ["${vars.user}:plain-text"] }, ["${vars.user}:plain-text", "plain-text"]],
    ["basic-auth", { credentials: ["no colon"] }, ["no colon"]],
    ["ai-gateway", { providers: [{ api_keys: [{ value: "sk-own" }] }] }, ["sk-own"]],
    ["http-request", { headers: { Authorization: "Bearer abc" } }, ["Bearer abc", "abc"]],
    ["add-headers", { headers: { "x-api-key": "abc" } }, ["abc"]],
  ])("of %s %j", (type, config, found) => {
    expect(policySecrets(acting(type, config))).toEqual(found);
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
  ])("are none of %s %j", (type, config) => {
    expect(policySecrets(acting(type, config))).toEqual([]);
    expect(marked(acting(type, config))).toEqual(acting(type, config));
  });

  test("are marked separately in objects and JSON, and as a whole in YAML", () => {
    const policy = acting("basic-auth", {
      credentials: ["ops:hunter2hunter2", "${vars.pair}"],
      realm: "here",
    });
    const shown = acting("basic-auth", {
      credentials: [{ secret: "ops:hunter2hunter2" }, "${vars.pair}"],
      realm: "here",
    });
    expect(marked(policy)).toEqual(shown);
    expect(marked(JSON.stringify(policy))).toEqual(shown);
    expect(marked(JSON.stringify(policy, null, 2))).toEqual(shown);
    const yaml =
      "on_http_request:\n- actions:\n  - { type: basic-auth, config: { credentials: ['ops:hunter2'] } }\n";
    expect(marked(yaml)).toEqual({ secret: yaml });
  });

  test("are marked separately with escaped JSON keys", () => {
    const text = JSON.stringify(acting("oauth", { client_secret: "s3cret" })).replace(
      "_secret",
      "\\u005fsecret",
    );
    expect(marked(text)).toEqual(acting("oauth", { client_secret: { secret: "s3cret" } }));
  });

  test("mark the whole JSON text if one is repeated elsewhere", () => {
    const text = JSON.stringify({
      on_http_request: [
        { name: "before s3cret-s3cret", actions: [] },
        ...acting("oauth", { client_secret: "s3cret-s3cret" }).on_http_request,
      ],
    });
    expect(marked(text)).toEqual({ secret: text });
  });

  const oauth = (config: string) => `on_http_request: [{ actions: [{ type: oauth, config: ${config} }] }]`;
  const later = "client_secret: \"${secrets.get('a', 'b')}\"";
  const twice = '"client_secret":"s3cret","client_secret":"${vars.a}"';
  const logging = (value: string) => `{ type: log, config: { metadata: ${value} } }`;
  const gateway = (keys: string) => `{ type: ai-gateway, config: { providers: [{ api_keys: ${keys} }] } }`;
  const both = (...actions: string[]) => `on_http_request: [{ actions: [${actions.join(", ")}] }]`;

  test.each([
    ["by an escape in YAML", oauth('{ "client\\x5fsecret": s3cret }')],
    ["by an anchor", `on_http_request: [{ name: &a client_secret, actions: [{ config: { *a : s3cret } }] }]`],
    ["by a merge", oauth("{ <<: { client_secret: s3cret } }")],
    ["by a number", oauth("{ client_secret: 12345678 }")],
    ["before a repeated key", oauth(`{ client_secret: s3cret, ${later} }`)],
    ["before a repeated JSON key", `{"on_http_request":[{"actions":[{"config":{${twice}}}]}]}`],
    ["in a second document", `on_http_request: []\n---\n${oauth("{ client_secret: s3cret }")}`],
    ["in a block", "on_http_request:\n- actions:\n  - config:\n      client_secret: |\n        s3cret\n"],
    ["deeper than the limit", `on_http_request: ${"[".repeat(120)}{ client_secret: a }${"]".repeat(120)}`],
    ["behind an alias", both(logging("{ value: &v s3cret }"), gateway("[{ value: *v }]"))],
    ["in a list that other places share", both(logging("&v [{ value: s3cret }]"), gateway("*v"))],
  ])("hidden %s are found", (_, text) => {
    expect(marked(text)).toEqual({ secret: text });
  });

  test("beyond the maximum depth are marked with their whole object", () => {
    let value: unknown = { client_secret: "s3cret" };
    for (let level = 0; level < 120; level++) value = [value];
    expect(JSON.stringify(marked({ on_http_request: value }))).toMatch(/"secret":\[*\{"client_secret"/);
  });

  test("may be anywhere in an invalid text", () => {
    expect(marked("client_secret: [s3cret")).toEqual({ secret: "client_secret: [s3cret" });
    expect(marked("on_http_request: [")).toBe("on_http_request: [");
  });
});
