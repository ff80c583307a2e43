import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { secretRef } from "../../sdk";

const resolved = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => {
    output.apply(resolve);
  });

test.each([
  ["prod", "db-password", "secrets.get('prod', 'db-password')"],
  ["it's", "back\\slash", "secrets.get('it\\'s', 'back\\\\slash')"],
])("%s, %s", async (vault, secret, text) => {
  expect(await resolved(secretRef(vault, secret))).toBe(`\${${text}}`);
});

test("reads the names of resources", async () => {
  const named = (name: string) => ({ name: pulumi.output(name) });
  const text = await resolved(secretRef(named("prod"), named("token")));
  expect(text).toBe(`\${${"secrets.get('prod', 'token')"}}`);
});
