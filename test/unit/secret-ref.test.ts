// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these strings, not JavaScript.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { type SecretResult, secretRef, type VaultResult } from "../../sdk";
import { requireName } from "../../sdk/secret-ref";
import { vaultSecrets } from "../../traffic-policy";
import { interpolationsIn } from "../../traffic-policy/language/interpolation";
import { PAYLOADS } from "../support/hostile-texts";
import fc from "../support/properties";

const anyName = fc.oneof(fc.constantFrom(...PAYLOADS), fc.string({ unit: "grapheme", minLength: 1 }));

const resolveOutput = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => {
    output.apply(resolve);
  });

test.each([
  ["prod", "db-password", "secrets.get('prod', 'db-password')"],
  ["it's", "back\\slash", "secrets.get('it\\'s', 'back\\\\slash')"],
  ["${x}", "a}b\n\u2028", "secrets.get('\\u0024\\u007bx\\u007d', 'a\\u007db\\u000a\\u2028')"],
])("quotes %s and %s", async (vault, secret, text) => {
  expect(await resolveOutput(secretRef(vault, secret))).toBe(`\${${text}}`);
});

test("accepts resources", async () => {
  const resourceNamed = (name: string) => ({ name: pulumi.output(name) });
  const text = await resolveOutput(secretRef(resourceNamed("prod"), resourceNamed("token")));
  expect(text).toBe(`\${${"secrets.get('prod', 'token')"}}`);
});

test("accepts results of lookups", async () => {
  // As `getVaultOutput` and `getSecretOutput` return them.
  const vault = pulumi.output({ name: "prod" } as VaultResult);
  const secret = pulumi.output({ name: "token" } as SecretResult);
  expect(await resolveOutput(secretRef(vault, secret))).toBe(`\${${"secrets.get('prod', 'token')"}}`);
  expect(await resolveOutput(secretRef(vault.name, Promise.resolve("token")))).toContain("'prod', 'token'");
});

test("refers to exactly this vault and secret, whatever their names", async () => {
  await fc.assert(
    fc.asyncProperty(anyName, anyName, async (vault, secret) => {
      const text = await resolveOutput(secretRef(vault, secret));
      expect(interpolationsIn(text)).toEqual([{ expression: text.slice(2, -1), isUnclosed: false }]);
      const policy = {
        on_http_request: [{ actions: [{ type: "verify-webhook", config: { secret: text } }] }],
      };
      for (const written of [policy, JSON.stringify(policy)])
        expect(vaultSecrets(written)).toEqual([{ vault, secret }]);
    }),
  );
});

test.each([
  ["vault", undefined],
  ["secret", ""],
  ["secret", {}],
])("rejects a %s without a name", (kind, name) => {
  expect(() => requireName(kind, name)).toThrow(`secretRef: the ${kind} has no name`);
});
