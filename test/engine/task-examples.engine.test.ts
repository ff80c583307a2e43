import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Emulator, type Question, type RequestRecord, startEmulator } from "../../emulator";
import { sorted } from "../../provider/family/collections";
import { authorityPem, tlsKeyPair } from "../support/crypto";
import { createWorkspace, repository, type Workspace } from "../support/engine";

const UP = { mustSucceed: true };

const folder = join(repository, "examples");
const tasks = readdirSync(folder).filter((name) => name.startsWith("task-"));
const source = (task: string) => readFileSync(join(folder, task, "index.ts"), "utf8");

/** Entry point of the policy pack for language hosts that can't start a folder. */
const PACK = join(repository, "policy-pack", "run.js");

const CERTIFICATE_KEYS = ["shopsCertificatePem", "shopsPrivateKeyPem"] as const;

/** Signing secrets of task-webhook-receiver, before and after a change. */
const WEBHOOK_SECRETS = ["signed-with-the-first-one", "signed-with-the-second-one"] as const;

// biome-ignore lint/suspicious/noTemplateCurlyInString: an interpolation of traffic policies.
const SECRET_IN_POLICY = "${secrets.get('webhooks', 'github-signing')}";

const withoutIds = (text: string) => text.replace(/\b[a-z]+_[A-Za-z0-9]{20,}\b/g, "ID");

function call({ method, path, body }: RequestRecord): string {
  const sent = method === "POST" || body === undefined ? "" : ` ${JSON.stringify(sorted(body))}`;
  return withoutIds(`${method} ${path}${sent}`);
}

describe("task examples", () => {
  let emulator: Emulator;
  let staging: Emulator;
  let workspace: Workspace;

  beforeAll(async () => {
    emulator = await startEmulator();
    staging = await startEmulator();
    const agent = { region: "eu", transport: "tunnel/v2", agent_version: "3.18.4", os: "linux" };
    const [existing = ""] =
      emulator.seed({
        "/ip_policies": [{ description: "Office, made by hand" }],
        "/reserved_domains": [{ domain: "legacy.example.com" }],
        "/tunnel_sessions": ["gateway-a", "gateway-b"].map((metadata, n) => ({
          ...agent,
          metadata,
          ip: `203.0.113.${n + 20}`,
          started_at: "2026-01-01T00:00:00Z",
        })),
        "/tunnels": ["connected-shop", "other"].map((name) => ({ public_url: `https://${name}.internal` })),
        // Endpoints of agents.
        "/endpoints": [
          ...["pr-42.preview", "shop-in-kubernetes", "hooks", "tickets-blue", "tickets-green"].map(
            (name) => `https://${name}.internal`,
          ),
          "tcp://orders-database.internal:5432",
        ].map((url) => ({ url, type: "agent", bindings: ["internal"] })),
        "/app/sessions": ["wiki", "wiki", "portal"].map((host) => ({
          public_url: `https://${host}.example.com`,
        })),
      })["/ip_policies"] ?? [];
    workspace = await createWorkspace({
      // All examples as one program: a separate engine run for each would take minutes.
      program: {
        "index.ts": tasks.map((task) => `export * from "./${task}";\n`).join(""),
        ...Object.fromEntries(tasks.map((task) => [`${task}/index.ts`, source(task)])),
      },
      config: {
        "tunnel-edge:baseUrl": emulator.url,
        "tunnel-edge-test:serviceCaPem": authorityPem("Services CA"),
        "tunnel-edge-test:existingPolicyId": existing,
        "tunnel-edge-test:existingDomain": "legacy.example.com",
        "tunnel-edge-test:stagingBaseUrl": staging.url,
        "tunnel-edge-test:googleClientId": "example.apps.googleusercontent.com",
      },
      env: { TUNNEL_EDGE_API_TOKEN: emulator.token },
    });
    const secrets = {
      stagingApiToken: staging.token,
      googleClientSecret: "google-secret",
      reportsClientSecret: "github-secret",
      webhookSecret: WEBHOOK_SECRETS[0],
    };
    for (const [key, value] of Object.entries(secrets))
      workspace.setConfig(`tunnel-edge-test:${key}`, value, { secret: true });
    await setCertificate("*.shops.example.com");
  });

  afterAll(async () => {
    workspace?.remove();
    await emulator?.close();
    await staging?.close();
  });

  async function setCertificate(names: string): Promise<void> {
    const { certificatePem, privateKeyPem } = tlsKeyPair(names);
    const [certificate, key] = CERTIFICATE_KEYS;
    workspace.configure({ [`tunnel-edge-test:${certificate}`]: certificatePem });
    workspace.setConfig(`tunnel-edge-test:${key}`, privateKeyPem, { secret: true });
  }

  test("have a README and can run on their own", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(20);
    for (const task of tasks) {
      for (const file of ["README.md", "Pulumi.yaml"])
        expect(existsSync(join(folder, task, file)), `${task}/${file}`).toBe(true);
      // Each README sets every configuration key that its program reads.
      const readme = readFileSync(join(folder, task, "README.md"), "utf8");
      for (const [, key] of source(task).matchAll(/config\.\w+\("(\w+)"\)/g))
        expect(readme, `${task}: ${key}`).toMatch(new RegExp(`pulumi config set (--secret )?${key}\\b`));
    }
  });

  test("run and change nothing when they run again", async () => {
    const since = emulator.requests().length;
    await workspace.up(UP);
    const calls = emulator.requests({ since }).filter(({ method }) => method !== "GET");
    const adoption = calls.map(call).filter((text) => text.startsWith("PATCH"));
    expect(adoption).toEqual([
      'PATCH /reserved_domains/ID {"description":"Legacy site, now in the infra repo"}',
    ]);
    expect(workspace.outputs()).toMatchObject({
      wasAdopted: true,
      agentsOfShop: 1,
      sessionsByUrl: { "https://wiki.example.com": 2, "https://portal.example.com": 1 },
    });
    expect(staging.objects("/ip_policies").map(({ description }) => description)).toEqual([
      "Offices, staging",
    ]);
    await workspace.preview({ mustSucceed: true, expectNoChanges: true });
  });

  const member = { provider: "google", email: "somebody@example.com" };
  const INSIDE = "192.0.2.10";
  const OUTSIDE = "203.0.113.9";

  test.each<[task: string, question: Omit<Question, "url"> & { url?: string }, outcome: object]>([
    ["shop.k8s", { ip: OUTSIDE }, { outcome: "forwarded" }],
    ["hooks", { ip: OUTSIDE }, { outcome: "refused" }],
    ["hooks", { ip: OUTSIDE, identity: { webhook: "github" } }, { outcome: "forwarded" }],
    ["pr-42.preview", { ip: OUTSIDE }, { outcome: "asks", asks: "oauth" }],
    [
      "pr-42.preview",
      { ip: OUTSIDE, identity: { ...member, email: "a@other.example" } },
      { outcome: "refused" },
    ],
    ["pr-42.preview", { ip: OUTSIDE, identity: member }, { outcome: "forwarded" }],
    ["pr-43.preview", { ip: OUTSIDE, identity: member }, { outcome: "answered", status: 404 }],
    ["database", { ip: INSIDE, url: "databaseUrl" }, { outcome: "forwarded" }],
    ["database", { ip: OUTSIDE, url: "databaseUrl" }, { outcome: "refused" }],
    ["wiki", { ip: INSIDE }, { outcome: "asks", asks: "oauth" }],
    ["wiki", { ip: OUTSIDE, identity: member }, { outcome: "refused" }],
    ["tickets", { ip: OUTSIDE }, { outcome: "forwarded" }],
  ])("allow and deny access to %s as their pages say: %j", async (host, { url, ...question }, outcome) => {
    const address = url === undefined ? `https://${host}.example.com/` : String(workspace.outputs()[url]);
    expect(await emulator.evaluate({ ...question, url: address })).toMatchObject(outcome);
  });

  test("forward to the URL that the agent in the cluster serves", () => {
    const { spec } = parse(readFileSync(join(folder, "task-kubernetes", "agent.yaml"), "utf8"));
    const [, url] = /--url=(\S+)/.exec(spec.template.spec.containers[0].args.join(" ")) ?? [];
    expect(emulator.objects("/endpoints").map(({ traffic_policy }) => traffic_policy)).toContainEqual(
      expect.stringContaining(`"${url}"`),
    );
  });

  test("reach their next stage with the calls that their pages promise", async () => {
    await setCertificate("*.shops.example.com shops.example.com");
    workspace.configure({
      "tunnel-edge-test:greenShare": "50",
      "tunnel-edge-test:versions": '["blue","green"]',
      "tunnel-edge-test:keyGeneration": "2",
      "tunnel-edge-test:enforceAllowList": "true",
      "tunnel-edge-test:agentRollout": "2",
      "tunnel-edge-test:serviceKeyGeneration": "2",
    });
    workspace.setConfig("tunnel-edge-test:webhookSecret", WEBHOOK_SECRETS[1], { secret: true });
    const since = emulator.requests().length;
    await workspace.up(UP);
    const calls = emulator.requests({ since }).filter(({ method }) => method !== "GET");
    const commands = calls.map(call).filter((text) => text.includes("/tunnel_sessions/"));
    // One agent after another, each updated before its restart.
    expect(commands).toEqual([
      "POST /tunnel_sessions/ID/update",
      "POST /tunnel_sessions/ID/restart",
      "POST /tunnel_sessions/ID/update",
      "POST /tunnel_sessions/ID/restart",
    ]);
    const others = calls.map(call).filter((text) => !text.includes("/tunnel_sessions/"));
    expect([...others].sort()).toEqual([
      "DELETE /tls_certificates/ID",
      expect.stringMatching(/^PATCH \/endpoints\/ID .*rand\.double\(\) < 0\.50/),
      'PATCH /ip_restrictions/ID {"enforced":true}',
      'PATCH /reserved_domains/ID {"certificate_id":"ID"}',
      'PATCH /reserved_domains/ID {"certificate_id":"ID"}',
      `PATCH /vault_secrets/ID {"value":"${WEBHOOK_SECRETS[1]}"}`,
      "POST /api_keys",
      "POST /api_keys",
      "POST /api_keys",
      "POST /endpoints",
      "POST /tls_certificates",
    ]);
    expect(others.indexOf("POST /tls_certificates")).toBeLessThan(
      others.indexOf("DELETE /tls_certificates/ID"),
    );
    expect(others.at(-1)).toBe("DELETE /tls_certificates/ID");
  });

  test("keep the secret of a policy out of the policy and of all resources' states", async () => {
    const [hooks] = emulator
      .objects("/endpoints")
      .filter(({ description }) => description === "Webhooks of GitHub");
    expect(hooks?.traffic_policy).toContain(SECRET_IN_POLICY);
    const { resources } = workspace.exportStack({ showSecrets: true });
    // The engine copies the whole configuration to the provider of dynamic resources, encrypted.
    const text = JSON.stringify(resources.filter(({ type }) => !type.startsWith("pulumi:providers:")));
    expect(text).toContain("scrypt:");
    for (const value of WEBHOOK_SECRETS) {
      expect(text).not.toContain(value);
      expect(JSON.stringify(emulator.objects("/endpoints"))).not.toContain(value);
    }
  });

  test("rotate a service user's keys without a moment without a valid key", async () => {
    const tokens = async () => {
      const { previousToken, currentToken } = workspace.outputs();
      return { previous: String(previousToken), current: String(currentToken) };
    };
    const accepts = async (token: string) =>
      (await fetch(`${emulator.url}/api_keys`, { headers: { authorization: `Bearer ${token}` } })).ok;
    const before = await tokens();
    workspace.configure({ "tunnel-edge-test:serviceKeyGeneration": "3" });
    const since = emulator.requests().length;
    await workspace.up(UP);
    const calls = emulator.requests({ since }).filter(({ method }) => method !== "GET");
    expect(calls.map(call)).toEqual(["POST /api_keys", "DELETE /api_keys/ID"]);
    const after = await tokens();
    expect(after.previous).toBe(before.current);
    expect({
      oldest: await accepts(before.previous),
      previous: await accepts(after.previous),
      current: await accepts(after.current),
    }).toEqual({ oldest: false, previous: true, current: true });
  });

  test("pass the policies in task-guarded-pipeline, and fail them without its guards", async () => {
    const task = "task-guarded-pipeline";
    const settings = join(folder, task, "policy.json");
    const args = ["--policy-pack", PACK, "--policy-pack-config", settings];
    const guarded = source(task);
    const open = guarded.replace(/ {6}\{\n {8}actions: \[\n[\s\S]*?(?= {6}\/\/ An agent next to)/, "");
    expect(open).not.toBe(guarded);
    // Alone: the preview deletes all other resources, which no policy checks.
    workspace.writeProgram({ "index.ts": guarded });
    await workspace.preview({ args, mustSucceed: true });
    workspace.writeProgram({ "index.ts": open });
    const stopped = await workspace.preview({ args });
    expect(stopped.code).not.toBe(0);
    expect(stopped.stdout + stopped.stderr).toContain("edge-endpoint-policy");
  });

  test("are destroyed, except for adopted objects", async () => {
    workspace.writeProgram({
      "index.ts": tasks.map((task) => `export * from "./${task}";\n`).join(""),
      ...Object.fromEntries(
        tasks
          .filter((task) => source(task).includes("releaseProtection: true"))
          .map((task) => [
            `${task}/index.ts`,
            source(task).replace("releaseProtection: true", "releaseProtection: false"),
          ]),
      ),
    });
    await workspace.up(UP);
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/reserved_domains").map(({ domain }) => domain)).toEqual(["legacy.example.com"]);
    expect(emulator.objects("/ip_policies").map(({ description }) => description)).toEqual([
      "Office, made by hand",
    ]);
    expect(staging.objects("/ip_policies")).toEqual([]);
  });
});
