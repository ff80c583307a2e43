import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLASS_OF_TYPE } from "../../../cli/import-file/terraform";
import { type Emulator, startEmulator } from "../../../emulator";
import { TestAccount } from "../../support/account";
import { accountOf, runCli } from "../../support/cli";
import { authorityPem, sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { createWorkspace } from "../../support/engine";
import { type Declared, type JsonInputs, programOf, reference, secret } from "../../support/program";
import { WalkThrough } from "../../support/walk-through";

type Body = Readonly<Record<string, unknown>>;

/** An object that Terraform manages. */
interface Managed {
  readonly type: string;
  readonly name: string;
  readonly collection: string;
  /** The parameters with which Terraform creates it: it omits unset ones. */
  readonly body: Body;
  /** Its inputs in the program. */
  readonly inputs: JsonInputs;
}

/** Placeholder in a body for the id of an earlier object. */
const idOf = (name: string) => `<id of ${name}>`;

const pem = tlsKeyPair("app.example.com");
const [caPem, publicKey] = [authorityPem("staff.example.com"), sshPublicKey("terraform")];
const TRAFFIC_POLICY = { on_http_request: [{ actions: [{ type: "deny", config: { status_code: 403 } }] }] };
const notes = { description: "Made by Terraform", metadata: '{"team":"edge"}' };

/** All types with a class, including the older names of the two that were renamed. */
const MANAGED: readonly Managed[] = [
  {
    type: "ngrok_bot_user",
    name: "deploy",
    collection: "/bot_users",
    body: { name: "deploy", active: true },
    inputs: { name: "deploy" },
  },
  {
    type: "ngrok_api_key",
    name: "ci",
    collection: "/api_keys",
    body: { ...notes, owner_id: idOf("deploy") },
    inputs: { ...notes, ownerId: reference("deploy") },
  },
  {
    type: "ngrok_credential",
    name: "agent",
    collection: "/credentials",
    body: { ...notes, acl: ["bind:app.example.com", "bind:*.internal"] },
    inputs: { ...notes, acl: ["bind:app.example.com", "bind:*.internal"] },
  },
  {
    type: "ngrok_ssh_credential",
    name: "laptop",
    collection: "/ssh_credentials",
    body: { ...notes, public_key: publicKey, acl: ["bind:app.example.com"] },
    inputs: { ...notes, publicKey, acl: ["bind:app.example.com"] },
  },
  {
    type: "ngrok_ip_policy",
    name: "office",
    collection: "/ip_policies",
    body: notes,
    inputs: notes,
  },
  {
    type: "ngrok_ip_policy_rule",
    name: "berlin",
    collection: "/ip_policy_rules",
    body: { ip_policy_id: idOf("office"), cidr: "203.0.113.0/24", action: "allow", description: "Berlin" },
    inputs: {
      ipPolicyId: reference("office"),
      cidr: "203.0.113.0/24",
      action: "allow",
      description: "Berlin",
    },
  },
  {
    type: "ngrok_ip_restriction",
    name: "dashboard",
    collection: "/ip_restrictions",
    // Terraform's default.
    body: { type: "dashboard", ip_policy_ids: [idOf("office")], enforced: true },
    inputs: { type: "dashboard", ipPolicyIds: [reference("office")], enforced: true },
  },
  {
    type: "ngrok_certificate_authority",
    name: "staff",
    collection: "/certificate_authorities",
    body: { ...notes, ca_pem: caPem },
    inputs: { ...notes, caPem },
  },
  {
    type: "ngrok_tls_certificate",
    name: "uploaded",
    collection: "/tls_certificates",
    body: { certificate_pem: pem.certificatePem, private_key_pem: pem.privateKeyPem },
    inputs: { certificatePem: pem.certificatePem, privateKeyPem: secret(pem.privateKeyPem) },
  },
  {
    type: "ngrok_domain",
    name: "app",
    collection: "/reserved_domains",
    body: {
      ...notes,
      domain: "app.example.com",
      certificate_id: idOf("uploaded"),
      resolves_to: [{ value: "eu" }],
    },
    inputs: {
      ...notes,
      domain: "app.example.com",
      certificateId: reference("uploaded"),
      resolvesTo: [{ value: "eu" }],
    },
  },
  {
    type: "ngrok_reserved_domain",
    name: "managed",
    collection: "/reserved_domains",
    body: {
      domain: "*.apps.example.com",
      certificate_management_policy: { authority: "letsencrypt", private_key_type: "rsa" },
    },
    inputs: { domain: "*.apps.example.com", certificateManagementPolicy: { privateKeyType: "rsa" } },
  },
  {
    type: "ngrok_tcp_address",
    name: "ssh",
    collection: "/reserved_addrs",
    body: { ...notes, region: "eu" },
    inputs: { ...notes, region: "eu" },
  },
  {
    type: "ngrok_reserved_addr",
    name: "database",
    collection: "/reserved_addrs",
    body: {},
    inputs: {},
  },
  {
    type: "ngrok_cloud_endpoint",
    name: "endpoint",
    collection: "/endpoints",
    body: {
      url: "https://app.example.com",
      traffic_policy: JSON.stringify(TRAFFIC_POLICY),
      description: "Says no",
      bindings: ["public"],
      pooling_enabled: false,
    },
    // A `jsonencode` in Terraform may be an object.
    inputs: { url: "https://app.example.com", trafficPolicy: TRAFFIC_POLICY, description: "Says no" },
  },
  {
    type: "ngrok_ssh_certificate_authority",
    name: "hosts",
    collection: "/ssh_certificate_authorities",
    body: { ...notes, private_key_type: "ecdsa", elliptic_curve: "nistp384" },
    inputs: { ...notes, privateKeyType: "ecdsa", ellipticCurve: "nistp384" },
  },
  {
    type: "ngrok_ssh_host_certificate",
    name: "host",
    collection: "/ssh_host_certificates",
    body: {
      ssh_certificate_authority_id: idOf("hosts"),
      public_key: publicKey,
      principals: ["db.example.com"],
    },
    inputs: { sshCertificateAuthorityId: reference("hosts"), publicKey, principals: ["db.example.com"] },
  },
  {
    type: "ngrok_ssh_user_certificate",
    name: "user",
    collection: "/ssh_user_certificates",
    body: {
      ssh_certificate_authority_id: idOf("hosts"),
      public_key: publicKey,
      principals: ["ubuntu"],
      extensions: { "permit-pty": "" },
    },
    inputs: {
      sshCertificateAuthorityId: reference("hosts"),
      publicKey,
      principals: ["ubuntu"],
      extensions: { "permit-pty": "" },
    },
  },
  {
    type: "ngrok_tunnel_group_backend",
    name: "group",
    collection: "/backends/tunnel_group",
    body: { ...notes, labels: { "app.example.com/name": "web" } },
    inputs: { ...notes, labels: { "app.example.com/name": "web" } },
  },
  {
    type: "ngrok_failover_backend",
    name: "failover",
    collection: "/backends/failover",
    body: { backends: [idOf("group")] },
    inputs: { backends: [reference("group")] },
  },
  {
    type: "ngrok_http_response_backend",
    name: "closed",
    collection: "/backends/http_response",
    body: { ...notes, body: "closed", headers: { "content-type": "text/plain" }, status_code: 503 },
    inputs: { ...notes, body: "closed", headers: { "content-type": "text/plain" }, statusCode: 503 },
  },
  {
    type: "ngrok_agent_ingress",
    name: "ingress",
    collection: "/agent_ingresses",
    body: { ...notes, domain: "connect.example.com" },
    inputs: { ...notes, domain: "connect.example.com" },
  },
  {
    type: "ngrok_service_user",
    name: "robot",
    collection: "/service_users",
    body: { name: "robot", active: true },
    inputs: { name: "robot" },
  },
  {
    type: "ngrok_event_destination",
    name: "logs",
    collection: "/event_destinations",
    body: {
      ...notes,
      format: "json",
      target: { datadog: { api_key: "key-of-datadog", ddsite: "datadoghq.eu" } },
    },
    inputs: { ...notes, target: { datadog: { apiKey: secret("key-of-datadog"), ddsite: "datadoghq.eu" } } },
  },
  {
    type: "ngrok_event_subscription",
    name: "audit",
    collection: "/event_subscriptions",
    body: { ...notes, sources: [{ type: "ip_policy_created.v0" }], destination_ids: [idOf("logs")] },
    inputs: {
      ...notes,
      sources: [{ type: "ip_policy_created.v0" }],
      destinationIds: [reference("logs")],
    },
  },
  {
    type: "ngrok_vault",
    name: "keys",
    collection: "/vaults",
    body: { ...notes, name: "keys" },
    inputs: { ...notes, name: "keys" },
  },
  {
    type: "ngrok_secret",
    name: "datadog",
    collection: "/vault_secrets",
    body: { ...notes, name: "datadog", value: "value-of-the-secret", vault_id: idOf("keys") },
    inputs: { ...notes, name: "datadog", value: secret("value-of-the-secret"), vaultId: reference("keys") },
  },
];

/** The objects of the page's example. */
const EXAMPLE: readonly Omit<Managed, "inputs">[] = [
  {
    type: "ngrok_ip_policy",
    name: "office",
    collection: "/ip_policies",
    body: { description: "Office networks" },
  },
  {
    type: "ngrok_ip_policy_rule",
    name: "berlin",
    collection: "/ip_policy_rules",
    body: { ip_policy_id: idOf("office"), cidr: "203.0.113.0/24", action: "allow" },
  },
  {
    type: "ngrok_domain",
    name: "app",
    collection: "/reserved_domains",
    body: {
      domain: "app.example.com",
      certificate_management_policy: { authority: "letsencrypt", private_key_type: "ecdsa" },
    },
  },
  {
    type: "ngrok_cloud_endpoint",
    name: "app",
    collection: "/endpoints",
    body: {
      url: "https://app.example.com",
      type: "cloud",
      traffic_policy: `{"on_http_request":[{"actions":[{"config":{"enforce":true,"ip_policies":["${idOf("office")}"]},"type":"restrict-ips"}]}]}`,
      bindings: ["public"],
      pooling_enabled: false,
    },
  },
  { type: "ngrok_vault", name: "keys", collection: "/vaults", body: { name: "keys" } },
];

/** An account created by Terraform, with Terraform's state of it. */
class TerraformAccount {
  readonly #objects: { readonly managed: Omit<Managed, "inputs">; readonly answer: Body }[] = [];

  private constructor(private readonly emulator: Emulator) {}

  static async made(emulator: Emulator, resources: readonly Omit<Managed, "inputs">[]) {
    const account = new TerraformAccount(emulator);
    for (const one of resources) await account.create(one);
    return account;
  }

  idOf(name: string): string {
    const found = this.#objects.find(({ managed }) => managed.name === name);
    if (found === undefined) throw new Error(`nothing is called ${name}`);
    return String(found.answer.id);
  }

  /** The output of `terraform show -json`, with other content that may occur in it. */
  shown(): string {
    const resources = this.#objects.map(({ managed: { type, name }, answer }) => ({
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

  private async create(managed: Omit<Managed, "inputs">): Promise<void> {
    const text = JSON.stringify(managed.body).replace(/<id of (\w+)>/g, (_, name: string) => this.idOf(name));
    const response = await fetch(this.emulator.url + managed.collection, {
      method: "POST",
      headers: { authorization: `Bearer ${this.emulator.token}`, "content-type": "application/json" },
      body: text,
    });
    const answer = (await response.json()) as Body;
    if (response.status !== 201) throw new Error(`${managed.type}: ${JSON.stringify(answer)}`);
    this.#objects.push({ managed, answer });
  }
}

const declared = (adoptId?: (name: string) => string): Declared[] =>
  MANAGED.map(({ type, name, inputs }) => ({
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
    expect(MANAGED.map(({ type }) => type).sort()).toEqual([...CLASS_OF_TYPE.keys()].sort());
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

  test("is told of defaults that differ, while no program says otherwise", async () => {
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
    const made = EXAMPLE.map(({ type, name }) => [type, name]);
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
    const removed = EXAMPLE.map(({ type, name }) => `${type}.${name}`).join(" ");
    expect(page.code("Forget the objects in Terraform")).toContain(`terraform state rm ${removed}\n`);
  });

  test("leaves everything where it is when the stack is destroyed", async () => {
    const { writes } = await account.run((workspace) => workspace.destroy());
    expect(writes).toEqual([]);
  });

  test("a name that the program does not have is told", async () => {
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
