// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../provider/family/unknown";
import { internalsOf } from "../../sdk/engine-internals";
import { secretReport } from "../../sdk/inputs";
import { secretRef } from "../../sdk/secret-ref";
import { HostedProvider } from "../support/hosted-provider";
import { recordStderr } from "../support/stderr";

const stderr = recordStderr();

const host = () =>
  new HostedProvider({ "tunnel-edge:baseUrl": "http://127.0.0.1:1", "tunnel-edge:apiToken": "t" });

/** Checks a resource as the engine does for a program, and returns the warning about secrets in plain text. */
async function warningOf(className: string, name: string, args: pulumi.Inputs): Promise<string | undefined> {
  const facts = { name: className, inputs: Object.keys(args), computed: [], secrets: [] };
  const { secrets } = await secretReport(facts, args);
  const inputs = (await internalsOf(pulumi.output(args)).promise(true)) as Record<string, unknown>;
  const provider = host().of(className);
  stderr.clear();
  for (const _ of ["preview", "up"])
    await provider.check({}, { ...inputs, __resource: `acme/shop/dev/${name}`, __secrets: secrets });
  const [warning, ...others] = stderr.warnings().filter((line) => line.includes("plain text"));
  expect(others).toEqual([]);
  return warning;
}

const PASSWORD = "ann:opens-the-door";
const withPassword = (pair: unknown) => ({
  on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials: [pair] } }] }],
});
const PASSWORD_PATH = "on_http_request[0].actions[0].config.credentials[0]";
const policyWarning = (trafficPolicy: unknown) =>
  warningOf("Endpoint", "app", { url: "https://app.example.com", trafficPolicy });

describe("a password of a traffic policy", () => {
  test.each<[string, unknown]>([
    ["in an object", withPassword(PASSWORD)],
    ["in JSON", JSON.stringify(withPassword(PASSWORD))],
    ["in an output that is no secret", pulumi.output(withPassword(PASSWORD))],
    ["as a plain output", withPassword(pulumi.output(PASSWORD))],
    ["as a promise", withPassword(Promise.resolve(PASSWORD))],
  ])("%s causes a warning with its path", async (_, policy) => {
    const found = await policyWarning(policy);
    expect(found).toMatch(/^warning: Endpoint "app": trafficPolicy\.on_http_request/);
    expect(found).toContain(`trafficPolicy.${PASSWORD_PATH}: a password or key is in plain text`);
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
    ["that is unknown", withPassword(UNKNOWN)],
  ])("%s causes no warning", async (_, policy) => {
    expect(await policyWarning(policy)).toBeUndefined();
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
  ])("in a setting of %s causes a warning: %s", async (type, at, config) => {
    const policy = { on_http_request: [{ actions: [{ type, config }] }] };
    for (const form of [policy, JSON.stringify(policy)]) {
      const found = await policyWarning(form);
      expect(found).toContain(`trafficPolicy.on_http_request[0].actions[0].config.${at}: a password`);
      expect(found).not.toContain("opens-the-door");
    }
    const fromVault = JSON.stringify(policy).replace("opens-the-door", "${secrets.get('app', 'password')}");
    expect(await policyWarning(fromVault)).toBeUndefined();
  });

  test("that a file imports into the state as a secret causes no warning", async () => {
    stderr.clear();
    // The engine passes the inputs of the file without their marks, and no name.
    const inputs = { url: "https://app.example.com", trafficPolicy: withPassword(PASSWORD) };
    const { failures } = await host().of("Endpoint").check({}, inputs);
    expect(failures ?? []).toEqual([]);
    expect(stderr.warnings().filter((line) => line.includes("plain text"))).toEqual([]);
  });

  test("of a module causes a warning that names at most five paths", async () => {
    const rules = Array.from({ length: 7 }, () => withPassword(PASSWORD).on_http_request[0]);
    const found = await warningOf("HttpsEdgeRoute", "all", {
      trafficPolicy: { value: { on_http_request: rules } },
    });
    expect(found).toContain(`trafficPolicy.value.${PASSWORD_PATH}`);
    expect(found).toContain("[4].actions[0].config.credentials[0] and 2 more: a password");
  });
});
