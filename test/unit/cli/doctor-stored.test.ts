import { expect, test } from "vitest";
import { checkStored } from "../../../cli/doctor/stored-secrets";

const SETTINGS: Readonly<Record<string, unknown>> = {
  "tunnel-edge:apiToken": "trial",
  "tunnel-edge:apiTokenCommand": "curl -H 'authorization: Bearer s3cret-1' https://vault.example.com",
  "tunnel-edge:headers": { "api-version": "2", "x-api-key": "s3cret-2" },
  "tunnel-edge:baseUrl": "https://api.example.com",
};

const found = (settings: Readonly<Record<string, unknown>>, plain: readonly string[]) =>
  checkStored((key) => settings[key], plain);

test("credentials in plain text in the settings of a stack are told, and how to encrypt them", () => {
  const findings = found(SETTINGS, Object.keys(SETTINGS));
  expect(findings.map((one) => [one.verdict, one.found])).toEqual([
    ["warning", "tunnel-edge:apiToken is in plain text in the settings of the stack"],
    ["warning", "tunnel-edge:apiTokenCommand is in plain text in the settings of the stack"],
    ["warning", "tunnel-edge:headers is in plain text in the settings of the stack"],
  ]);
  expect(findings[0]?.remedy).toContain("pulumi config set --secret tunnel-edge:apiToken");
  expect(JSON.stringify(findings)).not.toMatch(/trial|s3cret/);
});

test("what is encrypted, and what is no credential, is not", () => {
  expect(found(SETTINGS, ["tunnel-edge:baseUrl"])).toEqual([]);
  const harmless = {
    "tunnel-edge:apiTokenCommand": "vault read -field=value edge/api",
    "tunnel-edge:headers": '{"api-version": "2"}',
  };
  expect(found(harmless, Object.keys(harmless))).toEqual([]);
});
