// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { describe, expect, test } from "vitest";
import { policySecrets, withPolicySecrets } from "../../../provider/traffic-policy";

const acting = (type: string, config: unknown) => ({ on_http_request: [{ actions: [{ type, config }] }] });
const marked = (policy: unknown) => withPolicySecrets(policy, (secret) => ({ secret }));

describe("secrets that a policy says itself", () => {
  test("are found in the fields for them, in objects and in text", () => {
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
  ])("are none of %s %j", (type, config) => {
    expect(policySecrets(acting(type, config))).toEqual([]);
    expect(marked(acting(type, config))).toEqual(acting(type, config));
  });

  test("are marked one by one in an object, and with all else in a text", () => {
    const policy = acting("basic-auth", {
      credentials: ["ops:hunter2hunter2", "${vars.pair}"],
      realm: "here",
    });
    expect(marked(policy)).toEqual(
      acting("basic-auth", {
        credentials: [{ secret: "ops:hunter2hunter2" }, "${vars.pair}"],
        realm: "here",
      }),
    );
    expect(marked(JSON.stringify(policy))).toEqual({ secret: JSON.stringify(policy) });
  });

  test("may be anywhere in a text that cannot be read", () => {
    expect(marked("client_secret: [s3cret")).toEqual({ secret: "client_secret: [s3cret" });
    expect(marked("on_http_request: [")).toBe("on_http_request: [");
  });
});
