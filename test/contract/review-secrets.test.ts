// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these strings, not JavaScript.

import { beforeEach, describe, expect, test } from "vitest";
import { markdown } from "../../cli/review/render/markdown";
import { type Report, review } from "../../cli/review/report";
import type { Emulator } from "../../emulator";
import { configFor } from "../support/config";
import { rule } from "../support/policies";
import { created, deleted, type Props, type Step, same, toPreview, updated } from "../support/previews";
import { emulatedAccount } from "../support/test-resources";

/** Reviews of traffic policies with secrets, which the review looks up in the account. */

let emulator: Emulator;
let warnings: readonly string[];

beforeEach(async () => {
  emulator = await emulatedAccount();
  emulator.seed({
    "/vaults": [
      { id: "vault_1", name: "app" },
      { id: "vault_2", name: "hooks" },
    ],
    "/vault_secrets": [
      { id: "secret_1", name: "ops", vault_id: "vault_1", value_sha256: "0".repeat(64) },
      { id: "secret_2", name: "github", vault_id: "vault_2", value_sha256: "0".repeat(64) },
    ],
  });
  warnings = [];
});

const endpointWith = (vault: string, secret: string, more: Props = {}): Step => {
  const value = `\${secrets.get('${vault}', '${secret}')}`;
  const trafficPolicy = { on_http_request: [rule("verify-webhook", { provider: "github", secret: value })] };
  return created(
    "Endpoint",
    `${vault}-${secret}`,
    { url: `https://${secret}.example.com`, trafficPolicy },
    more,
  );
};

const reviewAccount = (steps: readonly Step[], more: Props = {}): Promise<Report> =>
  review(toPreview(steps, more), {
    openAccount: async () => configFor(emulator),
    warn: (reasons) => {
      warnings = reasons;
    },
  });

const secretStates = ({ policySecrets }: Report) => policySecrets.map(({ name, is }) => `${name} ${is}`);

describe("a secret that a policy names", () => {
  test("is missing if neither the program nor the account has it", async () => {
    const report = await reviewAccount([
      endpointWith("app", "ops"),
      endpointWith("hooks", "github"),
      endpointWith("app", "github"),
      endpointWith("none", "ops"),
    ]);
    expect(secretStates(report)).toEqual(["app-github missing", "none-ops missing"]);
    expect(report.findings.filter(({ rule }) => rule === "secret-missing")).toMatchObject([
      {
        severity: "high",
        subject: "Endpoint app-github",
        message:
          'names in its traffic policy the secret "github" of the vault "app", which neither the program nor the account has',
      },
      { subject: "Endpoint none-ops" },
    ]);
    expect(markdown(report)).toContain("neither the program nor the account has it");
  });

  test("isn't looked up if the program has or deletes it", async () => {
    const vault = same("Vault", "app", "vault_1", { name: "app" });
    const secret = same("Secret", "ops", "secret_1", { vaultId: "vault_1", name: "ops" });
    expect(secretStates(await reviewAccount([vault, secret, endpointWith("app", "ops")]))).toEqual([]);
    const deletion = deleted("Secret", "ops", "secret_1", { vaultId: "vault_1", name: "ops" });
    expect(secretStates(await reviewAccount([vault, deletion, endpointWith("app", "ops")]))).toEqual([
      "app-ops deleted",
    ]);
    expect(emulator.requests().filter(({ path }) => path.startsWith("/vault"))).toEqual([]);
  });

  test("is found by the new name of its vault", async () => {
    const renamed = updated("Vault", "app", "vault_1", { name: "app" }, { name: "shop" });
    expect(
      secretStates(await reviewAccount([renamed, endpointWith("app", "ops"), endpointWith("shop", "ops")])),
    ).toEqual(["app-ops renamed"]);
  });

  test("is found in a vault outside the program by the vault's id", async () => {
    const own = created("Secret", "new", { vaultId: "vault_2", name: "new", value: "[secret]" });
    expect(
      secretStates(await reviewAccount([own, endpointWith("hooks", "new"), endpointWith("app", "new")])),
    ).toEqual(["app-new missing"]);
  });

  test("isn't looked up if the account can't be read, and the review continues", async () => {
    emulator.faults({ on: "GET /vault_secrets", status: 403 });
    expect(secretStates(await reviewAccount([endpointWith("none", "ops")]))).toEqual([
      "none-ops not looked up",
    ]);
    expect(warnings).toEqual([expect.stringMatching(/not allowed \(403/)]);
  });

  test("is looked up only in the default account", async () => {
    const provider = "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::staging::0e5e";
    expect(secretStates(await reviewAccount([endpointWith("none", "ops", { provider })]))).toEqual([
      "none-ops not looked up",
    ]);
    expect(emulator.requests()).toEqual([]);
  });

  test("may belong to another Provider resource of the same account", async () => {
    const provider = "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::main::0e5e";
    const vault = created("Vault", "new", { name: "new" }, { provider });
    const named = { vaultId: "vault_9", vaultName: "new", name: "new" };
    const secret = created("Secret", "new", named, { provider });
    expect(
      secretStates(
        await reviewAccount([vault, secret, endpointWith("new", "new"), endpointWith("new", "none")]),
      ),
    ).toEqual(["new-none missing"]);
  });

  test("isn't reported as missing after a failed preview", async () => {
    const diagnostics = [{ severity: "error", message: "the program fails" }];
    expect(secretStates(await reviewAccount([endpointWith("none", "ops")], { diagnostics }))).toEqual([
      "none-ops not looked up",
    ]);
  });
});
