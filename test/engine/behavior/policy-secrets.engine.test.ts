import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { outputOf } from "../../support/engine";
import { testedProvider } from "../../support/provider-under-test";
import { formatWrites } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** Vault secrets that traffic policies reference with `secretRef`: the order of requests, and masked output. */

interface ProgramSpec {
  readonly vaults: readonly string[];
  /** A secret in one of the vaults, with a default name. */
  readonly secret?: {
    readonly vault: string;
    readonly name?: string;
    readonly value?: string;
    readonly adoptId?: string;
    readonly ignoreChanges?: readonly string[];
    readonly copied?: true;
  };
  readonly isNamed?: boolean;
}

/** Returns a program with vaults, a secret in one of them, and an endpoint whose policy references it. */
const generateProgram = (spec: ProgramSpec) => ({
  "index.js": `
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-tunnel-edge${testedProvider === "native" ? "/native" : ""}");
const { vaults, secret, isNamed = true } = require("./wanted.json");

const vaultByName = new Map(vaults.map((name, n) => [name, new edge.Vault("vault-" + n, { name })]));
if (secret) {
  const { name = "signing", value, adoptId, ignoreChanges = [], copied } = secret;
  const vault = vaultByName.get(secret.vault);
  const args = (name, value) => ({ vaultId: vault.id, name, value, ...(adoptId && { adoptId }) });
  const signing = new edge.Secret("signing", args(name, value && pulumi.secret(value)), { ignoreChanges });
  if (copied) new edge.Secret("copy", args("copy", signing.value));
  if (isNamed) new edge.Endpoint("hooks", {
    url: "https://hooks.example.com",
    trafficPolicy: { on_http_request: [{ actions: [
      { type: "verify-webhook", config: { provider: "github", secret: edge.secretRef(vault, signing) } },
      { type: "custom-response", config: { status_code: 204 } },
    ] }] },
  });
}
`,
  "wanted.json": JSON.stringify(spec),
});

const [FIRST, SECOND] = ["first-signing-value", "second-signing-value"] as const;

/** Returns the method and collection of each write, in order. */
const writeLines = ({ writes }: Run) => writes.map(({ method, path }) => `${method} /${path.split("/")[1]}`);

describe("a secret that a policy references", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });

  afterAll(() => account?.close());

  const declare = (spec: ProgramSpec) => account.workspace.writeProgram(generateProgram(spec));
  const app = { vaults: ["app"], secret: { vault: "app", value: FIRST } } as const;
  const policyReference = () =>
    /secrets\.get\([^)]*\)/.exec(String(account.emulator.objects("/endpoints")[0]?.traffic_policy))?.[0];

  test("is created before the policy, and only the request contains its value", async () => {
    declare(app);
    const run = await account.up();
    expect(writeLines(run)).toEqual(["POST /vaults", "POST /vault_secrets", "POST /endpoints"]);
    expect(run.writes[1]?.body).toMatchObject({ value: FIRST });
    expect(policyReference()).toBe("secrets.get('app', 'signing')");
    const { text } = account.workspace.exportStack({ showSecrets: true });
    for (const output of [text, outputOf(run)]) expect(output).not.toContain(FIRST);
  });

  test("gets a different value in one request, and no output contains it", async () => {
    declare({ ...app, secret: { ...app.secret, value: SECOND } });
    const previewed = await account.run((workspace) => workspace.preview({ args: ["--diff"] }));
    expect(previewed.changes).toEqual(["update signing"]);
    const run = await account.up();
    expect(formatWrites(run).map(([method, , body]) => [method, body])).toEqual([
      ["PATCH", { value: SECOND }],
    ]);
    const { text } = account.workspace.exportStack({ showSecrets: true });
    for (const output of [text, outputOf(previewed), outputOf(run)]) {
      expect(output).not.toContain(FIRST);
      expect(output).not.toContain(SECOND);
    }
    await account.expectSettled();
  });

  test("moves to another vault without a dangling reference", async () => {
    declare({ vaults: ["app", "hooks"], secret: { vault: "hooks", value: SECOND } });
    expect(writeLines(await account.up())).toEqual([
      "POST /vaults",
      "POST /vault_secrets",
      "PATCH /endpoints",
      "DELETE /vault_secrets",
    ]);
    expect(policyReference()).toBe("secrets.get('hooks', 'signing')");
  });

  test("is renamed with its vault, and the policy follows in the same run", async () => {
    declare({ vaults: ["app", "webhooks"], secret: { vault: "webhooks", value: SECOND } });
    expect(writeLines(await account.up())).toEqual(["PATCH /vaults", "PATCH /endpoints"]);
    expect(policyReference()).toBe("secrets.get('webhooks', 'signing')");
    await account.expectSettled();
  });

  test("is deleted after the policy and before its vault", async () => {
    declare({ vaults: [] });
    const lines = writeLines(await account.up());
    expect(lines.filter((line) => line !== "DELETE /vaults")).toEqual([
      "DELETE /endpoints",
      "DELETE /vault_secrets",
    ]);
    expect(lines.at(-1)).toBe("DELETE /vaults");
  });
});
