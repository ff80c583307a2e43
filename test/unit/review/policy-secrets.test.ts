// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
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
  type Props,
  reviewOf,
  rulesOf,
  type Step,
  same,
  updated,
  urn,
} from "../../support/previews";

/** Secrets that traffic policies name, as far as the plan alone tells. */

const policy = (vault = "app", secret = "ops") => ({
  on_http_request: [password(`ops:\${secrets.get('${vault}', '${secret}')}`)],
});
const APP = "https://app.example.com";
const endpoint = (trafficPolicy: unknown = policy(), more: Props = {}) =>
  created("Endpoint", "app", { url: APP, trafficPolicy }, more);
const standing = (trafficPolicy: unknown) => same("Endpoint", "app", "ep_1", { url: APP, trafficPolicy });
const vault = same("Vault", "app", "vault_1", { name: "app" });
const other = same("Vault", "b", "vault_2", { name: "b" });

const OPS = { vaultId: "vault_1", name: "ops" };
/** As a preview shows it. */
const HIDDEN = { ...OPS, value: "[secret]" };
const secret = same("Secret", "ops", "secret_1", HIDDEN);
const gone = deleted("Secret", "ops", "secret_1", OPS);
/** The secret goes to another vault. */
const moved: Step = {
  op: "replace",
  urn: urn("Secret", "ops"),
  oldState: { id: "secret_1", inputs: OPS, outputs: {} },
  newState: { inputs: { ...OPS, vaultId: "vault_2" }, outputs: {} },
  replaceReasons: ["vaultId"],
  detailedDiff: { vaultId: { kind: "update-replace", inputDiff: true } },
};

const toldOf = ({ policySecrets }: Report) =>
  policySecrets.map(
    ({ className, name, vault: of, secret: named, is }) => `${className} ${name}: ${of}/${named} ${is}`,
  );
const told = async (...steps: readonly Step[]) => toldOf(await reviewOf(steps));

const provider = (name: string) => ({
  provider: `urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::${name}::0e5e`,
});

describe("a secret that a policy names", () => {
  const isNew = created(
    "Secret",
    "ops",
    { ...HIDDEN, vaultId: UNKNOWN },
    { propertyDependencies: { vaultId: [urn("Vault", "app")] } },
  );
  const named = (name: string, vaultId = "vault_1") => created("Secret", "ops", { vaultId, name });
  const theirs = same("Secret", "ops", "secret_1", { vaultId: "vault_9", vaultName: "app", name: "ops" });
  const retained = { ...gone, oldState: { ...gone.oldState, retainOnDelete: true } };
  const renamed = updated("Secret", "ops", "secret_1", OPS, { ...OPS, name: "operators" });
  const renamedVault = updated("Vault", "app", "vault_1", { name: "app" }, { name: "apps" });

  test.each<[string, readonly Step[], string]>([
    ["is there unchanged", [vault, secret], ""],
    ["is not one of another vault", [vault, secret, other], ""],
    ["is new, in a vault that is new", [created("Vault", "app", { name: "app" }), isNew], ""],
    ["is in a vault of another program that the service has told", [theirs], ""],
    ["may be one whose name is not known yet", [vault, named(UNKNOWN)], ""],
    ["may be one whose vault is not known yet", [named("ops", UNKNOWN)], ""],
    ["may be one whose name the program keeps secret", [vault, named("[secret]")], ""],
    ["stays although its resource leaves the program", [vault, retained], ""],
    ["is not looked up without an account", [vault], "not looked up"],
    ["is deleted", [vault, gone], "deleted"],
    ["is renamed", [vault, renamed], "renamed"],
    ["has its vault renamed", [renamedVault, secret], "renamed"],
    ["moves to another vault", [vault, other, moved], "renamed"],
  ])("%s: %s", async (_, steps, is) => {
    expect(await told(...steps, endpoint())).toEqual(is === "" ? [] : [`Endpoint app: app/ops ${is}`]);
  });

  test("that the change deletes is a finding, wherever a policy is, changed or not", async () => {
    const text = JSON.stringify(policy());
    const module = { trafficPolicy: { enabled: true, value: text } };
    const report = await reviewOf([
      vault,
      gone,
      standing(text),
      same("TlsEdge", "tls", "edgtls_1", { hostports: ["tls.example.com:443"], ...module }),
      same("TcpEdge", "tcp", "edgtcp_1", { hostports: ["tcp.example.com:5432"], ...module }),
      same("HttpsEdge", "web", "edghts_1", { hostports: ["web.example.com:443"] }),
      same("HttpsEdgeRoute", "root", "edghtsrt_1", {
        ...{ edgeId: "edghts_1", matchType: "path_prefix", match: "/" },
        ...module,
      }),
      deleted("Endpoint", "old", "ep_2", { url: "https://old.example.com", trafficPolicy: text }),
    ]);
    const found = report.findings.filter(({ rule }) => rule === "secret-deleted");
    expect(found.map(({ subject, severity }) => `${severity} ${subject}`)).toEqual([
      "high Endpoint app, HttpsEdgeRoute root, TcpEdge tcp, TlsEdge tls",
    ]);
    for (const text of [markdown(report), html(report)]) expect(text).toContain(": this change deletes it");
    expect(sarif(report)).toContain('"ruleId": "secret-deleted"');
  });

  describe("that is renamed together with the policy", () => {
    const follows = (trafficPolicy: unknown) =>
      updated("Endpoint", "app", "ep_1", { url: APP, trafficPolicy: policy() }, { url: APP, trafficPolicy });
    const followed = follows(policy("apps", "ops"));

    test("is not there until the policy follows", async () => {
      const report = await reviewOf([renamedVault, secret, followed]);
      expect(toldOf(report)).toEqual(["Endpoint app: app/ops renamed first"]);
      expect(rulesOf(report)).toContain("medium secret-renamed: Endpoint app");
      expect(markdown(report)).toContain("this change renames or moves it before the policy follows");
    });

    test("is not there either while the new policy is not known", async () => {
      const told = toldOf(await reviewOf([renamedVault, secret, follows(UNKNOWN)]));
      expect(told).toEqual(["Endpoint app: app/ops renamed first"]);
    });

    test("stays until the end when it is replaced, or deleted", async () => {
      const apps = same("Vault", "apps", "vault_2", { name: "apps" });
      expect(await told(vault, apps, moved, followed)).toEqual([]);
      const other = same("Secret", "new", "secret_2", { vaultId: "vault_2", name: "ops" });
      expect(await told(vault, apps, other, gone, followed)).toEqual([]);
    });

    test("is told of once when the policy does not follow", async () => {
      const told = toldOf(await reviewOf([renamedVault, secret, standing(policy())]));
      expect(told).toEqual(["Endpoint app: app/ops renamed"]);
    });
  });

  describe("that gets another value", () => {
    const rotated = updated("Secret", "ops", "secret_1", HIDDEN, HIDDEN, ["value"]);
    const noted = updated("Secret", "ops", "secret_1", HIDDEN, { ...HIDDEN, description: "new" });
    const hidden = { on_http_request: "[secret]" };
    const replaced = deleted("Secret", "old", "secret_1", OPS);
    const nameless = (step: Step, name: string): Step => ({
      ...step,
      oldState: { ...step.oldState, inputs: { vaultId: "vault_1", name }, outputs: {} },
      newState: { ...step.newState, inputs: { vaultId: "vault_1", name }, outputs: {} },
    });

    test.each<[string, readonly Step[], string | undefined]>([
      ["opens a standing policy perhaps", [rotated, standing(policy())], "changed"],
      ["opens a hidden policy perhaps", [rotated, standing(hidden)], "perhaps changed"],
      ["under a hidden name", [nameless(rotated, "[secret]"), standing(policy())], "perhaps changed"],
      [
        "by another resource of its name",
        [replaced, created("Secret", "new", HIDDEN), standing(policy())],
        "changed",
      ],
      ["is nothing new to a policy that is new itself", [rotated, endpoint()], undefined],
      ["is nothing to a policy that names another one", [rotated, standing(policy("b"))], undefined],
      ["is not what a note does", [noted, standing(policy()), standing(hidden)], undefined],
      ["under another name is nothing to a policy", [nameless(rotated, "x"), standing(policy())], undefined],
    ])("%s", async (_, steps, is) => {
      const report = await reviewOf([vault, ...steps]);
      const low = report.findings.filter(({ rule }) => rule === "secret-changes");
      expect(low.map(({ severity }) => severity)).toEqual(is === undefined ? [] : ["low"]);
      expect(report.policySecrets.map((one) => one.is).filter((one) => one.endsWith("changed"))).toEqual(
        is === undefined ? [] : [is],
      );
      if (is)
        expect(low[0]?.message).toMatch(/name.* in its traffic policy.* secret .* may get another value/);
    });
  });

  test("that was not looked up is no finding, and the report says so", async () => {
    const report = await reviewOf([endpoint()]);
    expect(report.findings.filter(({ rule }) => rule.startsWith("secret-"))).toEqual([]);
    expect(markdown(report)).toContain(
      "- Endpoint `app`: `ops` of the vault `app`: not looked up: it is not in the program, and the account was not read",
    );
  });

  test("is looked for among those of its own account", async () => {
    const there = created("Secret", "ops", OPS, provider("staging"));
    const theirVault = created("Vault", "app", { name: "app" }, provider("staging"));
    expect(await told(vault, theirVault, there, endpoint(policy(), provider("live")))).toEqual([
      "Endpoint app: app/ops not looked up",
    ]);
  });

  test("is shown as text, however it is spelled", async () => {
    const name = "<b>|`x`\n".repeat(100);
    const hostile = policy("a", name.replaceAll("\n", "\\n"));
    const report = await reviewOf([endpoint(hostile)]);
    expect(report.policySecrets.map((one) => one.secret)).toEqual([name]);
    expect(markdown(report)).not.toContain("<b>|");
    expect(html(report)).not.toContain("<b>|");
  });
});
