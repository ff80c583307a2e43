import { describe, expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import type { Report } from "../../../cli/review/report";
import { UNKNOWN } from "../../../provider/family/unknown";
import { password } from "../../support/policies";
import {
  created,
  deleted,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  updated,
  urn,
} from "../../support/previews";

const policy = (vault = "app", secret = "ops") => ({
  on_http_request: [password(`ops:\${secrets.get('${vault}', '${secret}')}`)],
});
const APP = "https://app.example.com";
const endpoint = (trafficPolicy: unknown = policy(), more: Props = {}) =>
  created("Endpoint", "app", { url: APP, trafficPolicy }, more);
const unchanged = (trafficPolicy: unknown) => same("Endpoint", "app", "ep_1", { url: APP, trafficPolicy });
const vault = same("Vault", "app", "vault_1", { name: "app" });
const otherVault = same("Vault", "b", "vault_2", { name: "b" });

const OPS = { vaultId: "vault_1", name: "ops" };
const MASKED = { ...OPS, value: "[secret]" };
const secret = same("Secret", "ops", "secret_1", MASKED);
const deletion = deleted("Secret", "ops", "secret_1", OPS);
const moved: Step = {
  op: "replace",
  urn: urn("Secret", "ops"),
  oldState: { id: "secret_1", inputs: OPS, outputs: {} },
  newState: { inputs: { ...OPS, vaultId: "vault_2" }, outputs: {} },
  replaceReasons: ["vaultId"],
  detailedDiff: { vaultId: { kind: "update-replace", inputDiff: true } },
};

const secretLines = ({ policySecrets }: Report) =>
  policySecrets.map(
    ({ className, name, vault: vaultName, secret: secretName, is: status }) =>
      `${className} ${name}: ${vaultName}/${secretName} ${status}`,
  );
const reviewedSecrets = async (...steps: readonly Step[]) => secretLines(await reviewSteps(steps));

const provider = (name: string) => ({
  provider: `urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::${name}::0e5e`,
});

describe("a secret that a policy references", () => {
  const newSecret = created(
    "Secret",
    "ops",
    { ...MASKED, vaultId: UNKNOWN },
    { propertyDependencies: { vaultId: [urn("Vault", "app")] } },
  );
  const secretNamed = (name: string, vaultId = "vault_1") => created("Secret", "ops", { vaultId, name });
  const external = same("Secret", "ops", "secret_1", { vaultId: "vault_9", vaultName: "app", name: "ops" });
  const retained = { ...deletion, oldState: { ...deletion.oldState, retainOnDelete: true } };
  const renamed = updated("Secret", "ops", "secret_1", OPS, { ...OPS, name: "operators" });
  const renamedVault = updated("Vault", "app", "vault_1", { name: "app" }, { name: "apps" });

  test.each<[string, readonly Step[], string]>([
    ["is unchanged", [vault, secret], ""],
    ["isn't affected by another vault", [vault, secret, otherVault], ""],
    ["is created with its vault", [created("Vault", "app", { name: "app" }), newSecret], ""],
    ["is in a vault of another program", [external], ""],
    ["may be a secret with an unknown name", [vault, secretNamed(UNKNOWN)], ""],
    ["may be a secret of an unknown vault", [secretNamed("ops", UNKNOWN)], ""],
    ["may be a secret with a masked name", [vault, secretNamed("[secret]")], ""],
    ["is retained on deletion", [vault, retained], ""],
    ["isn't looked up without an account", [vault], "not looked up"],
    ["is deleted", [vault, deletion], "deleted"],
    ["is renamed", [vault, renamed], "renamed"],
    ["is in a vault that is renamed", [renamedVault, secret], "renamed"],
    ["moves to another vault", [vault, otherVault, moved], "renamed"],
  ])("%s", async (_, steps, status) => {
    expect(await reviewedSecrets(...steps, endpoint())).toEqual(
      status === "" ? [] : [`Endpoint app: app/ops ${status}`],
    );
  });

  test("is reported if the change deletes it, for policies of all kinds of resources", async () => {
    const text = JSON.stringify(policy());
    const module = { trafficPolicy: { enabled: true, value: text } };
    const report = await reviewSteps([
      vault,
      deletion,
      unchanged(text),
      same("TlsEdge", "tls", "edgtls_1", { hostports: ["tls.example.com:443"], ...module }),
      same("TcpEdge", "tcp", "edgtcp_1", { hostports: ["tcp.example.com:5432"], ...module }),
      same("HttpsEdge", "web", "edghts_1", { hostports: ["web.example.com:443"] }),
      same("HttpsEdgeRoute", "root", "edghtsrt_1", {
        edgeId: "edghts_1",
        matchType: "path_prefix",
        match: "/",
        ...module,
      }),
      deleted("Endpoint", "old", "ep_2", { url: "https://old.example.com", trafficPolicy: text }),
    ]);
    const findings = report.findings.filter(({ rule }) => rule === "secret-deleted");
    expect(findings.map(({ subject, severity }) => `${severity} ${subject}`)).toEqual([
      "high Endpoint app, HttpsEdgeRoute root, TcpEdge tcp, TlsEdge tls",
    ]);
    for (const page of [markdown(report), html(report)]) expect(page).toContain(": this change deletes it");
    expect(sarif(report)).toContain('"ruleId": "secret-deleted"');
  });

  describe("renamed together with the policy", () => {
    const updatePolicy = (trafficPolicy: unknown) =>
      updated("Endpoint", "app", "ep_1", { url: APP, trafficPolicy: policy() }, { url: APP, trafficPolicy });
    const policyUpdate = updatePolicy(policy("apps", "ops"));

    test("is missing until the policy is updated", async () => {
      const report = await reviewSteps([renamedVault, secret, policyUpdate]);
      expect(secretLines(report)).toEqual(["Endpoint app: app/ops renamed first"]);
      expect(listFindings(report)).toContain("medium secret-renamed: Endpoint app");
      expect(markdown(report)).toContain("this change renames or moves it before it updates the policy");
    });

    test("is missing even if the new policy is unknown", async () => {
      const lines = secretLines(await reviewSteps([renamedVault, secret, updatePolicy(UNKNOWN)]));
      expect(lines).toEqual(["Endpoint app: app/ops renamed first"]);
    });

    test("exists until the policy is updated if the change replaces or deletes the secret", async () => {
      const apps = same("Vault", "apps", "vault_2", { name: "apps" });
      expect(await reviewedSecrets(vault, apps, moved, policyUpdate)).toEqual([]);
      const otherSecret = same("Secret", "new", "secret_2", { vaultId: "vault_2", name: "ops" });
      expect(await reviewedSecrets(vault, apps, otherSecret, deletion, policyUpdate)).toEqual([]);
    });

    test("is reported once if the policy isn't updated", async () => {
      const lines = secretLines(await reviewSteps([renamedVault, secret, unchanged(policy())]));
      expect(lines).toEqual(["Endpoint app: app/ops renamed"]);
    });
  });

  describe("with a new value", () => {
    const rotated = updated("Secret", "ops", "secret_1", MASKED, MASKED, ["value"]);
    const described = updated("Secret", "ops", "secret_1", MASKED, { ...MASKED, description: "new" });
    const maskedPolicy = { on_http_request: "[secret]" };
    const replaced = deleted("Secret", "old", "secret_1", OPS);
    const withName = (step: Step, name: string): Step => ({
      ...step,
      oldState: { ...step.oldState, inputs: { vaultId: "vault_1", name }, outputs: {} },
      newState: { ...step.newState, inputs: { vaultId: "vault_1", name }, outputs: {} },
    });

    test.each<[string, readonly Step[], string | undefined]>([
      ["may grant access through an unchanged policy", [rotated, unchanged(policy())], "changed"],
      ["may open a masked policy", [rotated, unchanged(maskedPolicy)], "perhaps changed"],
      [
        "may open a policy if its name is masked",
        [withName(rotated, "[secret]"), unchanged(policy())],
        "perhaps changed",
      ],
      [
        "may open a policy through a new resource of the same name",
        [replaced, created("Secret", "new", MASKED), unchanged(policy())],
        "changed",
      ],
      ["doesn't affect a new policy", [rotated, endpoint()], undefined],
      [
        "doesn't affect a policy that references another secret",
        [rotated, unchanged(policy("b"))],
        undefined,
      ],
      [
        "keeps its value if its description changes",
        [described, unchanged(policy()), unchanged(maskedPolicy)],
        undefined,
      ],
      [
        "doesn't affect a policy if it has another name",
        [withName(rotated, "x"), unchanged(policy())],
        undefined,
      ],
    ])("%s", async (_, steps, expected) => {
      const report = await reviewSteps([vault, ...steps]);
      const low = report.findings.filter(({ rule }) => rule === "secret-changes");
      expect(low.map(({ severity }) => severity)).toEqual(expected === undefined ? [] : ["low"]);
      expect(
        report.policySecrets.map(({ is: status }) => status).filter((status) => status.endsWith("changed")),
      ).toEqual(expected === undefined ? [] : [expected]);
      if (expected)
        expect(low[0]?.message).toMatch(/name.* in its traffic policy.* secret .* may get a different value/);
    });
  });

  test("isn't a finding if it wasn't looked up, but the report says so", async () => {
    const report = await reviewSteps([endpoint()]);
    expect(report.findings.filter(({ rule }) => rule.startsWith("secret-"))).toEqual([]);
    expect(markdown(report)).toContain(
      "- Endpoint `app`: `ops` of the vault `app`: not looked up, because it is not in the program and the account was not read",
    );
  });

  test("is looked up in the account of the policy", async () => {
    const remote = created("Secret", "ops", OPS, provider("staging"));
    const remoteVault = created("Vault", "app", { name: "app" }, provider("staging"));
    expect(await reviewedSecrets(vault, remoteVault, remote, endpoint(policy(), provider("live")))).toEqual([
      "Endpoint app: app/ops not looked up",
    ]);
  });

  test("is escaped in reports", async () => {
    const name = "<b>|`x`\n".repeat(100);
    const hostile = policy("a", name.replaceAll("\n", "\\n"));
    const report = await reviewSteps([endpoint(hostile)]);
    expect(report.policySecrets.map(({ secret: secretName }) => secretName)).toEqual([name]);
    expect(markdown(report)).not.toContain("<b>|");
    expect(html(report)).not.toContain("<b>|");
  });
});
