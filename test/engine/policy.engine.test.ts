import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { type OperationResult, repository } from "../support/engine";
import { generateProgram, reference } from "../support/program";
import { RESERVED_NAMES } from "../support/reserved-names";
import type { Rows } from "../support/rows";
import { AFTER_UP, CASES, declareCase, FIXABLE, PRODUCTION } from "./policy-cases";
import { type PolicyValues, policyValues } from "./policy-values";

/** The script that starts the pack for language hosts that can't start a folder, such as the one of these tests. */
const PACK = join(repository, "policy-pack", "run.js");

let values: PolicyValues;
let account: TestAccount;

beforeAll(async () => {
  values = await policyValues();
});

const declare = (...rows: readonly Rows[]) =>
  account.workspace.writeProgram(
    // Other programs use one of the policies.
    generateProgram(declareCase(values, ...rows), rows.some(({ exported }) => exported) ? FOR_OTHERS : {}),
  );

const FOR_OTHERS = { forOtherPrograms: { policies: [reference("exported")] } };

async function withPack(
  command: "preview" | "up",
  config: object,
): Promise<OperationResult & { violations: string[] }> {
  const { workspace } = account;
  const settings = join(workspace.root, "policy.json");
  writeFileSync(settings, JSON.stringify(config));
  const args = ["--policy-pack", PACK, "--policy-pack-config", settings];
  const result = await account.attempt((workspace) => workspace[command]({ args }));
  const found = policyEvents().map(({ policyName, name }) => `${policyName} ${name}`);
  return { ...result, violations: [...new Set(found)].sort() };
}

/** The policy violations in the newest event log of the workspace, with the names of their resources. */
function policyEvents(): { policyName: string; name: string }[] {
  const logs = readdirSync(account.workspace.root).filter((file) => /^events-\d+\.jsonl$/.test(file));
  const times = logs.map((file) => ({ file, time: statSync(join(account.workspace.root, file)).mtimeMs }));
  const [newest] = times.sort((a, b) => b.time - a.time);
  const lines = readFileSync(join(account.workspace.root, newest?.file ?? ""), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .flatMap((line) => {
      const { policyEvent } = JSON.parse(line) as EngineEvent;
      if (policyEvent === undefined) return [];
      const { policyName, resourceUrn = "" } = policyEvent;
      const isStack = resourceUrn === "" || resourceUrn.includes("pulumi:pulumi:Stack");
      return [{ policyName, name: isStack ? "(stack)" : (resourceUrn.split("::").at(-1) ?? "") }];
    });
}

describe("the policy pack", () => {
  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });
  afterAll(() => account?.close());

  test("reports nothing for a program that satisfies every rule", async () => {
    declare(...Object.values(CASES).map(({ passes }) => passes));
    const result = await withPack("up", {
      ...PRODUCTION,
      "edge-cert-lifetime": { privateIssuers: ["Our CA"] },
      "edge-cert-managed": { uploadedDomains: ["by-wildcard", "by-itself"] },
      "edge-route-has-guard": { publicRoutes: ["public-page"] },
    });
    expect(result).toMatchObject({ code: 0, violations: [] });
  });

  // Policies get secrets in plain text, so no rule can check this; see policy/enforced-elsewhere.ts.
  test("relies on the classes to encrypt tokens, private keys, and webhook secrets in the state", async () => {
    const { text, resources } = account.workspace.exportStack();
    const decrypted = account.workspace.exportStack({ showSecrets: true });
    const tokens = decrypted.text.match(/api_[A-Za-z0-9]{20,}/g) ?? [];
    expect(resources.some(({ type }) => type.endsWith(":ApiKey"))).toBe(true);
    expect(tokens.length).toBeGreaterThan(0);
    for (const secret of [...tokens, "BEGIN PRIVATE KEY", "very-private-value-6"]) {
      expect(decrypted.text).toContain(secret);
      expect(text).not.toContain(secret);
    }
  });
});

describe("rules about outputs", () => {
  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 0 });
  });
  afterAll(() => account?.close());

  test("report an old key, a certificate that waits for DNS, and a cycle of backends", async () => {
    const { emulator } = account;
    emulator.clock({ advance: -100 * 86_400 });
    emulator.mutate({ domain: "broken.example.com", provisioning: "DNS_ERROR" });
    declare(AFTER_UP.created);
    await account.up();
    emulator.clock({ reset: true });
    values = { ...values, inner: account.idOf("inner") };
    declare(AFTER_UP.changed);
    await account.run((workspace) => workspace.refresh());
    const { violations } = await withPack("preview", { all: "advisory" });
    expect(violations.filter((violation) => !violation.includes("edge-acct-restrict"))).toEqual([
      "edge-backend-depth inner",
      "edge-backend-depth outer",
      "edge-dom-dns-error broken",
      "edge-ipp-unused office",
      "edge-key-max-age old",
    ]);
  });
});

describe("remediations", () => {
  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });
  afterAll(() => account?.close());

  const clientSecret = "very-private-value-7";

  test("rewrite violations, and keep secrets encrypted", async () => {
    declare(FIXABLE);
    const result = await withPack("up", {
      all: "remediate",
      "edge-meta-owner": { values: { owner: "platform", repo: "infra" } },
      ...Object.fromEntries(
        ["api", "dashboard", "agent"].map((type) => [`edge-acct-restrict-${type}`, "disabled"]),
      ),
    });
    expect(result.violations).toEqual([]);
    expect(result.code).toBe(0);

    const { text, resources } = account.workspace.exportStack();
    const inputsOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))?.inputs;
    expect(inputsOf("key")).toMatchObject({ description: "tunnel-edge-test/test: key" });
    expect(inputsOf("unowned")?.metadata).toBe(
      JSON.stringify({ team: "x", owner: "platform", repo: "infra" }),
    );
    expect(inputsOf("warns")).toMatchObject({ enforced: true });
    expect(inputsOf("off")).toMatchObject({
      ipRestriction: { enabled: true },
      tlsTermination: { minVersion: "1.2" },
    });
    expect(inputsOf("rsa")).toMatchObject({ certificateManagementPolicy: { privateKeyType: "ecdsa" } });
    expect(inputsOf("oauth")).toMatchObject({
      oauth: { optionsPassthrough: false, maximumDuration: 28_800, inactivityTimeout: 1_800 },
    });
    expect(inputsOf("saml")).toMatchObject({
      saml: { allowIdpInitiated: false, maximumDuration: 28_800, inactivityTimeout: 1_800 },
    });
    expect(inputsOf("pool")).toMatchObject({ poolingEnabled: false });
    expect(inputsOf("user")).toMatchObject({ extensions: { "permit-pty": "" } });
    expect(inputsOf("user")?.extensions).not.toHaveProperty("permit-port-forwarding");
    expect(inputsOf("user")).not.toHaveProperty("validUntil");
    expect(inputsOf("host")).not.toHaveProperty("validUntil");

    expect(text).not.toContain(clientSecret);
    const decrypted = account.workspace.exportStack({ showSecrets: true });
    expect(decrypted.text).toContain(clientSecret);
    expect(account.stored("oauth")?.fields).toMatchObject({
      oauth: { provider: { google: { client_secret: clientSecret } } },
    });
  });

  test("reach the service, so the next preview has no changes", async () => {
    const result = await withPack("preview", {
      all: "remediate",
      "edge-meta-owner": { values: { owner: "platform", repo: "infra" } },
    });
    expect(result.changes).toEqual([]);
  });
});

describe("the pack with its default levels", () => {
  beforeAll(async () => {
    account = await openAccount();
  });
  afterAll(() => account?.close());

  test("stops a program that violates a rule of high severity before anything is created", async () => {
    declare(CASES["edge-ipr-enforced"]?.violates ?? {});
    const result = await account.workspace.up({ args: ["--policy-pack", PACK] });
    expect(result.code).not.toBe(0);
    expect(result.stdout + result.stderr).toContain("edge-ipr-enforced");
    expect(account.emulator.requests({}).filter(({ path }) => path === "/ip_restrictions")).toEqual([]);
  });

  test("rejects invalid settings of a rule", async () => {
    declare();
    const result = await withPack("preview", { "edge-key-max-age": { maxDays: "ninety" } });
    expect(result.code).not.toBe(0);
    expect(result.stdout + result.stderr).toMatch(/edge-key-max-age.*maxDays/);
  });
});
