import { expect, test } from "vitest";
import { checkStored } from "../../../cli/doctor/account";

const SETTINGS: Readonly<Record<string, unknown>> = {
  "tunnel-edge:apiToken": "trial",
  "tunnel-edge:apiTokenCommand": "curl -H 'authorization: Bearer s3cret-1' https://vault.example.com",
  "tunnel-edge:headers": { "api-version": "2", "x-api-key": "s3cret-2" },
  "tunnel-edge:baseUrl": "https://api.example.com",
};

const stored = (settings: Readonly<Record<string, unknown>>, secret = false) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { objectValue: value, secret }]));

test("warns of plain-text credentials in a stack's settings, and how to encrypt them", () => {
  const findings = checkStored(stored(SETTINGS));
  expect(findings.map(({ verdict, found }) => [verdict, found])).toEqual([
    ["warning", "the stack's settings contain tunnel-edge:apiToken in plain text"],
    ["warning", "the stack's settings contain tunnel-edge:apiTokenCommand in plain text"],
    ["warning", "the stack's settings contain tunnel-edge:headers in plain text"],
  ]);
  expect(findings[0]?.remedy).toContain("pulumi config set --secret tunnel-edge:apiToken");
  expect(JSON.stringify(findings)).not.toMatch(/trial|s3cret/);
});

test("ignores encrypted settings and settings without credentials", () => {
  expect(checkStored(stored(SETTINGS, true))).toEqual([]);
  const harmless = {
    "tunnel-edge:apiTokenCommand": "vault read -field=value edge/api",
    "tunnel-edge:headers": '{"api-version": "2"}',
  };
  expect(checkStored(stored(harmless))).toEqual([]);
});
