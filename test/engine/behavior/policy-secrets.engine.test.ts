import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { testedProvider } from "../../support/provider-under-test";
import { formatWrites } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** Secrets of vaults that traffic policies name by `secretRef`: what is there at each moment, and what is shown. */

interface Wanted {
  readonly vaults: readonly string[];
  /** Its vault is one of these, its name the same in all tests unless it is given. */
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

/** A program of vaults, a secret in one of them, and an endpoint whose policy names it. */
const programOf = (wanted: Wanted) => ({
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
  "wanted.json": JSON.stringify(wanted),
});

const [FIRST, SECOND] = ["first-signing-value", "second-signing-value"] as const;

/** Method and collection of each request that can change something, in order. */
const linesOf = ({ writes }: Run) => writes.map(({ method, path }) => `${method} /${path.split("/")[1]}`);

const textOf = ({ diagnostics, stdout, stderr }: Run) =>
  [...diagnostics.map(({ message }) => message), stdout, stderr].join("\n");

describe("a secret that a policy names", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });

  afterAll(() => account?.close());

  const declare = (wanted: Wanted) => account.workspace.writeProgram(programOf(wanted));
  const app = { vaults: ["app"], secret: { vault: "app", value: FIRST } } as const;
  const named = () =>
    /secrets\.get\([^)]*\)/.exec(String(account.emulator.objects("/endpoints")[0]?.traffic_policy))?.[0];

  test("is created before the policy, and only the request contains its value", async () => {
    declare(app);
    const run = await account.up();
    expect(linesOf(run)).toEqual(["POST /vaults", "POST /vault_secrets", "POST /endpoints"]);
    expect(run.writes[1]?.body).toMatchObject({ value: FIRST });
    expect(named()).toBe("secrets.get('app', 'signing')");
    const { text } = account.workspace.exportStack({ showSecrets: true });
    for (const output of [text, textOf(run)]) expect(output).not.toContain(FIRST);
  });

  test("gets another value by one request, and no output shows it", async () => {
    declare({ ...app, secret: { ...app.secret, value: SECOND } });
    const previewed = await account.run((workspace) => workspace.preview({ args: ["--diff"] }));
    expect(previewed.changes).toEqual(["update signing"]);
    const run = await account.up();
    expect(formatWrites(run).map(([method, , body]) => [method, body])).toEqual([
      ["PATCH", { value: SECOND }],
    ]);
    const { text } = account.workspace.exportStack({ showSecrets: true });
    for (const output of [text, textOf(previewed), textOf(run)]) {
      expect(output).not.toContain(FIRST);
      expect(output).not.toContain(SECOND);
    }
    await account.expectSettled();
  });

  test("moves to another vault without a moment in which the policy names nothing", async () => {
    declare({ vaults: ["app", "hooks"], secret: { vault: "hooks", value: SECOND } });
    expect(linesOf(await account.up())).toEqual([
      "POST /vaults",
      "POST /vault_secrets",
      "PATCH /endpoints",
      "DELETE /vault_secrets",
    ]);
    expect(named()).toBe("secrets.get('hooks', 'signing')");
  });

  test("is renamed with its vault, and the policy follows in the same run", async () => {
    declare({ vaults: ["app", "webhooks"], secret: { vault: "webhooks", value: SECOND } });
    expect(linesOf(await account.up())).toEqual(["PATCH /vaults", "PATCH /endpoints"]);
    expect(named()).toBe("secrets.get('webhooks', 'signing')");
    await account.expectSettled();
  });

  test("goes after the policy, and before its vault", async () => {
    declare({ vaults: [] });
    const lines = linesOf(await account.up());
    expect(lines.filter((line) => line !== "DELETE /vaults")).toEqual([
      "DELETE /endpoints",
      "DELETE /vault_secrets",
    ]);
    expect(lines.at(-1)).toBe("DELETE /vaults");
  });
});
