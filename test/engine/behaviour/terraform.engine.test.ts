import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLASS_OF_TYPE } from "../../../cli/import-file/terraform";
import { type Emulator, startEmulator } from "../../../emulator";
import { resources } from "../../../provider/families";
import type { ResourceFamily } from "../../../provider/family/resource";
import { toBody } from "../../../provider/lifecycle/values/wire";
import { TestAccount } from "../../support/account";
import { accountOf, runCli } from "../../support/cli";
import { authorityPem, sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { createWorkspace } from "../../support/engine";
import { type Declared, type JsonInputs, programOf, reference, secret } from "../../support/program";
import { WalkThrough } from "../../support/walk-through";

type Body = Readonly<Record<string, unknown>>;

/** An object that Terraform manages: its type, its name, its inputs in the program, and what Terraform sends besides. */
type Managed = readonly [type: string, name: string, inputs: JsonInputs, more?: Body];

const pem = tlsKeyPair("app.example.com");
const [caPem, publicKey] = [authorityPem("staff.example.com"), sshPublicKey("terraform")];
const trafficPolicy = { on_http_request: [{ actions: [{ type: "deny", config: { status_code: 403 } }] }] };
const notes = { description: "Made by Terraform", metadata: '{"team":"edge"}' };
const signed = { sshCertificateAuthorityId: reference("hosts"), publicKey };
const range = { ipPolicyId: reference("office"), cidr: "203.0.113.0/24", action: "allow" };
const DEFAULTS = { bindings: ["public"], pooling_enabled: false };

/** All types with a class, including the older names of the two that were renamed. */
const MANAGED: readonly Managed[] = [
  ["ngrok_bot_user", "deploy", { name: "deploy" }, { active: true }],
  ["ngrok_api_key", "ci", { ...notes, ownerId: reference("deploy") }],
  ["ngrok_credential", "agent", { ...notes, acl: ["bind:app.example.com", "bind:*.internal"] }],
  ["ngrok_ssh_credential", "laptop", { ...notes, publicKey, acl: ["bind:app.example.com"] }],
  ["ngrok_ip_policy", "office", notes],
  ["ngrok_ip_policy_rule", "berlin", { ...range, description: "Berlin" }],
  [
    "ngrok_ip_restriction",
    "dashboard",
    { type: "dashboard", ipPolicyIds: [reference("office")], enforced: true },
  ],
  ["ngrok_certificate_authority", "staff", { ...notes, caPem }],
  [
    "ngrok_tls_certificate",
    "uploaded",
    { certificatePem: pem.certificatePem, privateKeyPem: secret(pem.privateKeyPem) },
  ],
  [
    "ngrok_domain",
    "app",
    {
      ...notes,
      domain: "app.example.com",
      certificateId: reference("uploaded"),
      resolvesTo: [{ value: "eu" }],
    },
  ],
  [
    "ngrok_reserved_domain",
    "managed",
    { domain: "*.apps.example.com", certificateManagementPolicy: { privateKeyType: "rsa" } },
  ],
  ["ngrok_tcp_address", "ssh", { ...notes, region: "eu" }],
  ["ngrok_reserved_addr", "database", {}],
  // A `jsonencode` in Terraform may be an object.
  [
    "ngrok_cloud_endpoint",
    "endpoint",
    { url: "https://app.example.com", trafficPolicy, description: "Denies" },
    { traffic_policy: JSON.stringify(trafficPolicy), ...DEFAULTS },
  ],
  [
    "ngrok_ssh_certificate_authority",
    "hosts",
    { ...notes, privateKeyType: "ecdsa", ellipticCurve: "nistp384" },
  ],
  ["ngrok_ssh_host_certificate", "host", { ...signed, principals: ["db.example.com"] }],
  [
    "ngrok_ssh_user_certificate",
    "user",
    { ...signed, principals: ["ubuntu"], extensions: { "permit-pty": "" } },
  ],
  ["ngrok_tunnel_group_backend", "group", { ...notes, labels: { "app.example.com/name": "web" } }],
  ["ngrok_failover_backend", "failover", { backends: [reference("group")] }],
  [
    "ngrok_http_response_backend",
    "closed",
    { ...notes, body: "closed", headers: { "content-type": "text/plain" }, statusCode: 503 },
  ],
  ["ngrok_agent_ingress", "ingress", { ...notes, domain: "connect.example.com" }],
  ["ngrok_service_user", "robot", { name: "robot" }, { active: true }],
  [
    "ngrok_event_destination",
    "logs",
    { ...notes, target: { datadog: { apiKey: secret("key-of-datadog"), ddsite: "datadoghq.eu" } } },
    { format: "json" },
  ],
  [
    "ngrok_event_subscription",
    "audit",
    { ...notes, sources: [{ type: "ip_policy_created.v0" }], destinationIds: [reference("logs")] },
  ],
  ["ngrok_vault", "keys", { ...notes, name: "keys" }],
  [
    "ngrok_secret",
    "datadog",
    { ...notes, name: "datadog", value: secret("value-of-the-secret"), vaultId: reference("keys") },
  ],
];

/** The objects of the page's example. */
const EXAMPLE: readonly Managed[] = [
  ["ngrok_ip_policy", "office", { description: "Office networks" }],
  ["ngrok_ip_policy_rule", "berlin", range],
  ["ngrok_domain", "app", { domain: "app.example.com", certificateManagementPolicy: {} }],
  [
    "ngrok_cloud_endpoint",
    "app",
    { url: "https://app.example.com" },
    {
      type: "cloud",
      traffic_policy: `{"on_http_request":[{"actions":[{"config":{"enforce":true,"ip_policies":["${reference("office")}"]},"type":"restrict-ips"}]}]}`,
      ...DEFAULTS,
    },
  ],
  ["ngrok_vault", "keys", { name: "keys" }],
];

const familyOf = (type: string) =>
  resources.find(({ name }) => name === CLASS_OF_TYPE.get(type)) as ResourceFamily;

/** The value without the marks of secrets. */
const inPlain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, item) => (item && item.$secret !== undefined ? item.$secret : item));

/** An account created by Terraform, with Terraform's state of it. */
class TerraformAccount {
  readonly #objects: { readonly type: string; readonly name: string; readonly answer: Body }[] = [];

  private constructor(private readonly emulator: Emulator) {}

  static async made(emulator: Emulator, objects: readonly Managed[]) {
    const account = new TerraformAccount(emulator);
    for (const one of objects) await account.create(one);
    return account;
  }

  idOf(name: string): string {
    const found = this.#objects.find((one) => one.name === name);
    if (found === undefined) throw new Error(`nothing is called ${name}`);
    return String(found.answer.id);
  }

  /** The output of `terraform show -json`, with other content that may occur in it. */
  shown(): string {
    const resources = this.#objects.map(({ type, name, answer }) => ({
      address: `${type}.${name}`,
      mode: "managed",
      type,
      name,
      provider_name: "registry.terraform.io/ngrok/ngrok",
      schema_version: 0,
      values: answer,
      sensitive_values: {},
    }));
    const read = { ...resources[0], address: `data.${resources[0]?.address}`, mode: "data" };
    // Of a version of 2022, whose API is gone.
    const configuration = {
      ...resources[0],
      address: "module.safe.ngrok_endpoint_configuration.main",
      type: "ngrok_endpoint_configuration",
      name: "main",
    };
    const root_module = {
      resources: [...resources, read],
      child_modules: [{ address: "module.safe", resources: [configuration] }],
    };
    return JSON.stringify({ format_version: "1.0", terraform_version: "1.9.8", values: { root_module } });
  }

  private async create([type, name, inputs, more]: Managed): Promise<void> {
    const family = familyOf(type);
    const body = { ...toBody(family.inputs, inPlain(inputs) as JsonInputs), ...more };
    const text = JSON.stringify(body).replace(/\$\{(\w+)\.id\}/g, (_, of: string) => this.idOf(of));
    const response = await fetch(this.emulator.url + family.path, {
      method: "POST",
      headers: { authorization: `Bearer ${this.emulator.token}`, "content-type": "application/json" },
      body: text,
    });
    const answer = (await response.json()) as Body;
    if (response.status !== 201) throw new Error(`${type}: ${JSON.stringify(answer)}`);
    this.#objects.push({ type, name, answer });
  }
}

const declared = (adoptId?: (name: string) => string): Declared[] =>
  MANAGED.map(([type, name, inputs]) => ({
    class: CLASS_OF_TYPE.get(type) as string,
    name,
    inputs: { ...inputs, ...(adoptId && { adoptId: adoptId(name) }) },
  }));

const writesOf = (emulator: Emulator, since: number) =>
  emulator
    .requests()
    .slice(since)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

describe("an account that Terraform has made", () => {
  let emulator: Emulator;
  let terraform: TerraformAccount;
  const opened: TestAccount[] = [];

  const open = async (program: Parameters<typeof createWorkspace>[0]["program"]) => {
    const workspace = await createWorkspace({ program, env: accountOf(emulator) });
    const account = new TestAccount(emulator, workspace);
    opened.push(account);
    return account;
  };

  beforeAll(async () => {
    emulator = await startEmulator({ provisioningSeconds: 0 });
    terraform = await TerraformAccount.made(emulator, MANAGED);
  });

  afterAll(async () => {
    for (const { workspace } of opened) workspace.remove();
    await emulator?.close();
  });

  test("has an object of every type that a class stands for", () => {
    expect(MANAGED.map(([type]) => type).sort()).toEqual([...CLASS_OF_TYPE.keys()].sort());
  });

  test("moves by import-file: nothing is written, and a preview is empty", async () => {
    const account = await open(programOf(declared()));
    const { folder, environment, stack } = account.workspace;
    const state = join(account.workspace.root, "state.json");
    writeFileSync(state, terraform.shown());
    const before = emulator.requests().length;

    const args = ["import-file", "--terraform", state];
    const written = await runCli(args, { cwd: folder, env: environment });
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout).toContain(`import.json: ${MANAGED.length} objects`);
    expect(written.stdout).not.toContain("other defaults");
    expect(written.stdout).toContain(
      "no class manages them:\n  module.safe.ngrok_endpoint_configuration.main\n",
    );
    expect(written.stdout).toContain(
      "  terraform state rm \\\n    'ngrok_bot_user.deploy' \\\n    'ngrok_api_key.ci'",
    );

    const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", stack];
    await account.workspace.run(["import", "--file", "import.json", ...flags], { mustSucceed: true });
    const previewed = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect(previewed.changes).toEqual([]);
    expect(writesOf(emulator, before)).toEqual([]);
  });

  test("reports defaults that differ while no program sets them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-terraform-"));
    try {
      const state = join(folder, "state.json");
      writeFileSync(state, terraform.shown());
      const run = (...more: string[]) =>
        runCli(["import-file", "--terraform", state, ...more], { cwd: folder, env: accountOf(emulator) });
      const { stdout } = await run();
      expect(stdout).toContain(
        "Terraform has other defaults: write into the program, before the next update\n  IpRestriction dashboard: enforced: true (without it the next update stops enforcing",
      );
      expect(JSON.parse((await run("--force", "--json")).stdout).terraform.defaults).toMatchObject([
        { class: "IpRestriction", name: "dashboard", input: "enforced", value: true },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("moves by adoptId: up writes nothing, and dropping adoptId changes nothing", async () => {
    const account = await open(programOf(declared((name) => terraform.idOf(name))));
    const { steps, writes } = await account.up();
    expect(steps.filter(({ op }) => op === "create")).toHaveLength(MANAGED.length);
    expect(writes).toEqual([]);
    account.declare(declared());
    await account.expectSettled();
  });

  test("has secrets whose values no stack keeps and each can change", async () => {
    const values = ["another value", "a third value"];
    expect(opened).toHaveLength(values.length);
    for (const [n, account] of opened.entries()) {
      const value = values[n] ?? "";
      // The first value that the program gives is taken for that of the service.
      expect((await account.up()).writes).toEqual([]);
      account.declare(
        declared().map((one) =>
          one.name === "datadog" ? { ...one, inputs: { ...one.inputs, value: secret(value) } } : one,
        ),
      );
      const { writes } = await account.up();
      expect(writes).toMatchObject([
        { method: "PATCH", path: `/vault_secrets/${terraform.idOf("datadog")}`, body: { value } },
      ]);
      const { text } = account.workspace.exportStack();
      for (const plain of ["value-of-the-secret", ...values]) expect(text).not.toContain(plain);
    }
  });
});

describe("the example of the page", () => {
  const page = new WalkThrough("docs/migration-from-terraform.md", "Step by step");
  let emulator: Emulator;
  let account: TestAccount;
  let terraform: TerraformAccount;

  beforeAll(async () => {
    emulator = await startEmulator({ provisioningSeconds: 0 });
    terraform = await TerraformAccount.made(emulator, EXAMPLE);
    const program = { "index.ts": page.code("The same account as a program") };
    account = new TestAccount(emulator, await createWorkspace({ program, env: accountOf(emulator) }));
    writeFileSync(join(account.workspace.root, "state.json"), terraform.shown());
  });

  afterAll(async () => {
    account?.workspace.remove();
    await emulator?.close();
  });

  const importFile = (...args: string[]) => {
    const { folder, environment, root } = account.workspace;
    const all = ["import-file", "--terraform", join(root, "state.json"), ...args];
    return runCli(all, { cwd: folder, env: environment });
  };

  test("has the resources of the program", () => {
    const told = [...page.code("A small account in Terraform").matchAll(/^resource "(\w+)" "(\w+)"/gm)];
    const made = EXAMPLE.map(([type, name]) => [type, name]);
    expect(told.map(([, type, name]) => [type, name])).toEqual(made);
  });

  test("moves by its own commands", async () => {
    const before = emulator.requests().length;
    expect((await importFile()).code).toBe(0);
    const command = /^ *pulumi (import .*)$/m.exec(page.code("Take the objects into the stack"))?.[1] ?? "";
    await account.workspace.run([...command.split(" "), "--yes"], { mustSucceed: true });
    const previewed = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect(previewed.changes).toEqual([]);
    expect(writesOf(emulator, before)).toEqual([]);
    const removed = EXAMPLE.map(([type, name]) => `${type}.${name}`).join(" ");
    expect(page.code("Forget the objects in Terraform")).toContain(`terraform state rm ${removed}\n`);
  });

  test("leaves everything where it is when the stack is destroyed", async () => {
    const { writes } = await account.run((workspace) => workspace.destroy());
    expect(writes).toEqual([]);
  });

  test("reports a name that the program lacks", async () => {
    const id = terraform.idOf("office");
    const { code, stderr } = await importFile(`IpPolicy=${id}:offices`, "--out", "other.json");
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining("would not create IpPolicy offices: use the names of the program"),
    });
  });

  test("the state is not overwritten", async () => {
    const state = join(account.workspace.root, "state.json");
    expect(await importFile("--out", state, "--force")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--out would overwrite the Terraform state"),
    });
  });
});
