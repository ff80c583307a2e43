// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { describePlainSecrets } from "../../../sdk/plain-secrets";
import { secretRef } from "../../../sdk/secret-ref";

const PASSWORD = "ann:opens-the-door";
const withPassword = (pair: unknown) => ({
  on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials: [pair] } }] }],
});
const AT = "on_http_request[0].actions[0].config.credentials[0]";
const warning = (trafficPolicy: unknown) => describePlainSecrets("Endpoint", "app", { trafficPolicy });

describe("a password of a traffic policy", () => {
  test.each<[string, unknown]>([
    ["in an object", withPassword(PASSWORD)],
    ["in JSON", JSON.stringify(withPassword(PASSWORD))],
    ["in an output that is no secret", pulumi.output(withPassword(PASSWORD))],
    ["as a plain output", withPassword(pulumi.output(PASSWORD))],
    ["as a promise", withPassword(Promise.resolve(PASSWORD))],
  ])("%s causes a warning with its path", async (_, policy) => {
    const found = await warning(policy);
    expect(found).toMatch(/^Endpoint "app": trafficPolicy\.on_http_request/);
    expect(found).toContain(`trafficPolicy.${AT}: a password or key is in plain text`);
    expect(found).toMatch(/pulumi\.secret.*secretRef/);
    expect(found).not.toContain("opens-the-door");
  });

  test.each<[string, unknown]>([
    ["as a secret", withPassword(pulumi.secret(PASSWORD))],
    ["in a secret policy", pulumi.secret(withPassword(PASSWORD))],
    ["in a secret text", pulumi.jsonStringify(withPassword(pulumi.secret(PASSWORD)))],
    ["from a vault", withPassword(pulumi.interpolate`ann:${secretRef("app", "password")}`)],
    ["from a vault, as text", withPassword("ann:${secrets.get('app', 'password')}")],
    ["that doesn't exist", { on_http_request: [{ actions: [{ type: "deny" }] }] }],
    ["of no policy", undefined],
  ])("%s causes no warning", async (_, policy) => {
    expect(await warning(policy)).toBeUndefined();
  });

  test.each<[string, string, unknown]>([
    ["http-request", "url", { url: "https://ann:opens-the-door@x.example.com" }],
    [
      "http-request",
      "query_params[0].value",
      { query_params: [{ key: "api_key", value: "opens-the-door" }] },
    ],
    ["set-vars", "vars[0].password", { vars: [{ password: "opens-the-door" }] }],
    ["add-headers", "headers.Cookie", { headers: { Cookie: "sid=opens-the-door" } }],
    ["ai-gateway", "query_params.api_key", { query_params: { api_key: "opens-the-door" } }],
  ])("in any setting of %s causes a warning: %s", async (type, at, config) => {
    const policy = { on_http_request: [{ actions: [{ type, config }] }] };
    for (const form of [policy, JSON.stringify(policy)]) {
      const found = await warning(form);
      expect(found).toContain(`trafficPolicy.on_http_request[0].actions[0].config.${at}: a password`);
      expect(found).not.toContain("opens-the-door");
    }
    const fromVault = JSON.stringify(policy).replace("opens-the-door", "${secrets.get('app', 'password')}");
    expect(await warning(fromVault)).toBeUndefined();
  });

  test("of a module causes a warning that names at most five paths", async () => {
    const rules = Array.from({ length: 7 }, () => withPassword(PASSWORD).on_http_request[0]);
    const found = await describePlainSecrets("HttpsEdgeRoute", "all", {
      trafficPolicy: { value: { on_http_request: rules } },
    });
    expect(found).toContain(`trafficPolicy.value.${AT}`);
    expect(found).toContain("[4].actions[0].config.credentials[0] and 2 more: a password");
  });
});
