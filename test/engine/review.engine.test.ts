import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { runCli } from "../support/cli";
import { RESERVED } from "../support/edits";
import { repository } from "../support/engine";
import { type Declared, reference, secret } from "../support/program";

const PACK = join(repository, "policy-pack", "run.js");
const SECRET = "hunter2-hunter2-hunter2";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED });
});

afterAll(() => account.close());

/** Runs `tunnel-edge review` in the folder of the program. */
const review = (...args: string[]) =>
  runCli(["review", ...args], { cwd: account.workspace.folder, env: account.workspace.environment });

const PROGRAM: readonly Declared[] = [
  { class: "IpPolicy", name: "office", inputs: { description: "office" } },
  {
    class: "IpPolicyRule",
    name: "office-v4",
    inputs: { ipPolicyId: reference("office"), cidr: "203.0.113.0/24", action: "allow" },
  },
  { class: "IpPolicy", name: "guests", inputs: {} },
  { class: "TunnelGroupBackend", name: "tunnels", inputs: { labels: { app: "web" } } },
  { class: "HttpsEdge", name: "web", inputs: { hostports: ["app.example.com:443"] } },
  {
    class: "HttpsEdgeRoute",
    name: "root",
    inputs: {
      edgeId: reference("web"),
      matchType: "path_prefix",
      match: "/",
      backend: { backendId: reference("tunnels") },
      ipRestriction: { ipPolicyIds: [reference("office")] },
      oidc: { issuer: "https://id.example.com", clientId: "web", clientSecret: secret(SECRET) },
    },
  },
  { class: "ReservedDomain", name: "app", inputs: { domain: "app.example.com" } },
];

/** Opens a route, releases a name, and restricts the API in one update. */
const RISKY: readonly Declared[] = [
  ...PROGRAM.filter(({ name }) => name !== "app" && name !== "guests").map((one) =>
    one.name === "root" ? { ...one, inputs: { ...one.inputs, ipRestriction: undefined } } : one,
  ),
  {
    class: "IpRestriction",
    name: "api",
    inputs: { type: "api", ipPolicyIds: [reference("office")], enforced: true },
  },
];

describe("tunnel-edge review", () => {
  test("says what a risky change means, counts its calls and shows no secret", async () => {
    account.declare(PROGRAM);
    await account.up();
    account.declare(RISKY);
    const files = ["report.md", "report.json", "report.sarif", "report.html"].map((name) =>
      join(account.workspace.root, name),
    );
    const ran = await review("--max-deletions", "1", "--out", ...files);
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    const texts = files.map((file) => readFileSync(file, "utf8"));
    for (const text of texts) expect(text).not.toContain(SECRET);
    const report = JSON.parse(texts[1] as string) as {
      findings: { rule: string; subject: string; source?: { file: string; line: number } }[];
      cost: { calls: { method: string; path: string; count: number }[]; total: number };
      isWhole: boolean;
    };
    expect(report.isWhole).toBe(true);
    expect(report.findings.map(({ rule, subject }) => `${rule}: ${subject}`)).toEqual([
      "deletion-limit: the stack",
      "edge-ipr-staged: IpRestriction api",
      "name-released: ReservedDomain app",
      "exposure-opens: https://app.example.com/*",
    ]);
    expect(report.findings.find(({ rule }) => rule === "exposure-opens")?.source?.file).toBe("index.js");
    expect(texts[0]).toContain("everybody blocked by IP restriction (it allowed office: 203.0.113.0/24)");
    expect(texts[3]).toContain("<svg");

    const { writes } = await account.up();
    const counted = writes.map(
      ({ method, path }) => `${method} ${path.replace(/\b[a-z]+_\w{20,}/g, "{id}")}`,
    );
    const predicted = report.cost.calls.flatMap(({ method, path, count }) =>
      Array.from({ length: count }, () => `${method} ${path.replace("{edgeId}", "{id}")}`),
    );
    expect(predicted.sort()).toEqual(counted.sort());
    expect(report.cost.total).toBe(counted.length);
  });

  test("warns of a secret that a traffic policy names and that is not there", async () => {
    const vault: Declared = { class: "Vault", name: "app", inputs: { name: "app" } };
    const ops: Declared = {
      class: "Secret",
      name: "ops",
      inputs: { vaultId: reference("app"), name: "ops", value: secret(SECRET) },
    };
    const named = (name: string) => `\${secrets.get('app', '${name}')}`;
    const actions = [
      { type: "basic-auth", config: { credentials: [`ops:${named("ops")}`, `none:${named("none")}`] } },
      { type: "custom-response", config: { status_code: 204 } },
    ];
    const inputs = { url: "https://named.example.com", trafficPolicy: { on_http_request: [{ actions }] } };
    const told = async (...args: string[]) => {
      const { stdout } = await review("--json", ...args);
      expect(stdout).not.toContain(SECRET);
      const report = JSON.parse(stdout) as {
        findings: { rule: string; subject: string }[];
        policySecrets: { name: string; vault: string; secret: string; is: string }[];
      };
      return {
        secrets: report.policySecrets.map(
          ({ name, vault: of, secret: one, is }) => `${name}: ${of}/${one} ${is}`,
        ),
        findings: report.findings.flatMap(({ rule, subject }) =>
          rule.startsWith("secret-") ? [`${rule}: ${subject}`] : [],
        ),
      };
    };
    account.declare([...RISKY, vault, ops, { class: "Endpoint", name: "named", inputs }]);
    expect(await told("--offline")).toEqual({ secrets: ["named: app/none not looked up"], findings: [] });
    expect(await told()).toEqual({
      secrets: ["named: app/none missing"],
      findings: ["secret-missing: Endpoint named"],
    });
  });

  test("tells of a policy that is deleted in use, and of policies that are violated", async () => {
    const [office] = account.emulator
      .objects("/ip_policies")
      .filter(({ description }) => description === "office");
    const inUse = RISKY.filter(({ name }) => name !== "office" && name !== "office-v4").map((one) => {
      const ipPolicyIds = [office?.id];
      if (one.name === "api") return { ...one, inputs: { ...one.inputs, ipPolicyIds } };
      const ipRestriction = { enabled: false, ipPolicyIds };
      return one.name === "root" ? { ...one, inputs: { ...one.inputs, ipRestriction } } : one;
    });
    account.declare(inUse);
    const ran = await review("--json", "--policy-pack", PACK);
    const report = JSON.parse(ran.stdout) as {
      findings: { rule: string; severity: string; subject: string }[];
      policies: { policy: string; level: string; message: string }[];
    };
    expect(ran.code).toBe(3);
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        rule: "edge-ipp-deleted-in-use",
        severity: "critical",
        subject: "IpPolicy office",
      }),
    );
    expect(report.policies).toContainEqual(
      expect.objectContaining({ policy: "edge-guard-disabled", level: "mandatory" }),
    );
    expect(report.findings.map(({ rule }) => rule)).toContain("policy");
  });

  test("names the update that an adoption would send", async () => {
    const { ip_policies: [id] = [] } = Object.fromEntries(
      Object.entries(
        account.emulator.seed({ "/ip_policies": [{ description: "by hand", metadata: "kept" }] }),
      ).map(([path, ids]) => [path.slice(1), ids as unknown as string[]]),
    );
    account.declare([
      ...RISKY,
      {
        class: "IpPolicy",
        name: "by-hand",
        inputs: { adoptId: id, description: "in the program", metadata: "kept" },
      },
    ]);
    const { stdout, code } = await review();
    expect(code).toBe(0);
    expect(stdout).toContain(`one \`PATCH /ip_policies/${id}\``);
    expect(stdout).toContain('  - `description`: `"by hand"` → `"in the program"`');
    const { writes } = await account.up();
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([`PATCH /ip_policies/${id}`]);
    expect(writes[0]?.body).toEqual({ description: "in the program" });
  });

  test("keeps accounts apart, and misses nothing where objects are looked up", async () => {
    const [found] = account.emulator.objects("/ip_policies");
    const { emulator } = account;
    const office = { type: "endpoints", ipPolicyIds: [found?.id], enforced: true };
    account.declare([
      ...RISKY,
      {
        class: "Provider",
        name: "staging-eu",
        inputs: { baseUrl: emulator.url, apiToken: secret(emulator.token) },
      },
      { class: "IpPolicy", name: "looked-up", inputs: {}, get: String(found?.id) },
      { class: "IpPolicy", name: "far", inputs: { adoptId: "ipp_far" }, provider: "staging-eu" },
      { class: "IpRestriction", name: "all", inputs: office, provider: "staging-eu" },
      { class: "Endpoint", name: "open", inputs: { url: "https://open.example.com", trafficPolicy: "{}" } },
    ]);
    const { stdout, stderr } = await review("--json");
    const report = JSON.parse(stdout) as {
      isWhole: boolean;
      findings: { rule: string; severity: string; subject: string }[];
      adoptions: { isRead: boolean; isMissing: boolean }[];
    };
    expect(report.isWhole).toBe(true);
    expect(report.findings).toMatchObject([
      { rule: "exposure-new", severity: "high", subject: "https://open.example.com" },
    ]);
    expect(report.adoptions).toMatchObject([{ isRead: false, isMissing: false }]);
    expect(stderr).toContain("objects of staging-eu are not read");
  });

  test("reads a preview from a file and from stdin, and says what is wrong with others", async () => {
    const { workspace } = account;
    const { stdout } = await workspace.run(["preview", "--json", "--stack", workspace.stack], {
      mustSucceed: true,
    });
    const file = join(workspace.root, "preview.json");
    writeFileSync(file, stdout);
    const partial = await review(file, "--fail-on", "medium");
    expect(partial.code).toBe(3);
    expect(partial.stdout).toContain("lists changes only");
    writeFileSync(file, '{"resources":[]}');
    expect(await review(file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("holds no preview"),
    });
    expect(await review("--events", file)).toMatchObject({ code: 2 });
    expect(await review("--max-deletions", "many")).toMatchObject({ code: 2 });
  });

  test("says that the preview has failed, and why", async () => {
    account.declare([{ class: "IpPolicy", name: "wrong", inputs: { descriptoin: "x" } }]);
    const { code, stdout } = await review();
    expect(code).toBe(3);
    expect(stdout).toContain("🟥 critical | IpPolicy wrong | descriptoin: is not a known property");
    expect(stdout).toContain("The preview failed.");
    account.workspace.writeProgram({
      "index.js": [
        'const edge = require("pulumi-tunnel-edge");',
        'throw new Error("\\u001b[31mno such thing\\u001b[0m " + Object.keys(edge).includes("no"));',
      ].join("\n"),
    });
    const thrown = await review();
    expect(thrown.code).toBe(3);
    expect(thrown.stdout).toContain("the program fails: Error: no such thing false | `index.js:2` |");
    expect(thrown.stdout).not.toMatch(/nothing to do|node:internal|\\u\{1b\}/i);
  });

  test("leaves what keeps a preview from beginning to the engine's own words", async () => {
    const pack = join(account.workspace.root, "no-pack");
    const { code, stdout, stderr } = await review("--policy-pack", pack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/`pulumi preview` failed: .*policy.*no-pack.*no such file/s);
  });

  test("says that a retained rule stays, and is right", async () => {
    const guarded: readonly Declared[] = [
      { class: "IpPolicy", name: "kept", inputs: {} },
      {
        class: "IpPolicyRule",
        name: "kept-v4",
        inputs: { ipPolicyId: reference("kept"), cidr: "192.0.2.0/24", action: "allow" },
        retain: true,
      },
      { class: "TunnelGroupBackend", name: "kept-tunnels", inputs: { labels: { app: "db" } } },
      {
        class: "TcpEdge",
        name: "kept-edge",
        inputs: {
          hostports: ["left.example.com:22"],
          backend: { backendId: reference("kept-tunnels") },
          ipRestriction: { ipPolicyIds: [reference("kept")] },
        },
      },
    ];
    account.declare(guarded);
    await account.up();
    account.declare(guarded.filter(({ name }) => name !== "kept-v4"));
    const { stdout } = await review("--json", "--max-deletions", "0");
    const report = JSON.parse(stdout) as {
      exposure: { changed: unknown[] };
      deletions: { name: string; stays: boolean }[];
      findings: unknown[];
      cost: { total: number };
    };
    expect(report).toMatchObject({ exposure: { changed: [] }, findings: [], cost: { total: 0 } });
    expect(report.deletions).toMatchObject([{ name: "kept-v4", stays: true }]);
    const { writes } = await account.up();
    expect(writes).toEqual([]);
    const rules = account.emulator.objects("/ip_policy_rules").filter(({ cidr }) => cidr === "192.0.2.0/24");
    expect(rules.length).toBe(1);
  });
});
