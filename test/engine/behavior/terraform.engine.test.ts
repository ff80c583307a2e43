import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLASS_OF_TYPE } from "../../../cli/import-file/terraform";
import { type Emulator, startEmulator } from "../../../emulator";
import { resources } from "../../../provider/families";
import type { ResourceFamily } from "../../../provider/family/resource";
import { toBody } from "../../../provider/lifecycle/values/wire";
import { TestAccount } from "../../support/account";
import { accountEnvironment, runCli } from "../../support/cli";
import { createWorkspace } from "../../support/engine";
import { PageCommands } from "../../support/page-commands";
import { type JsonInputs, reference } from "../../support/program";

type Body = Readonly<Record<string, unknown>>;

/** An object that Terraform manages. `more`: fields that Terraform sends in addition to the program's inputs. */
type Managed = readonly [type: string, name: string, inputs: JsonInputs, more?: Body];

const range = { ipPolicyId: reference("office"), cidr: "203.0.113.0/24", action: "allow" };
const DEFAULTS = { bindings: ["public"], pooling_enabled: false };

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

/** Terraform enforces IP restrictions by default; the package doesn't. */
const RESTRICTION: Managed = [
  "ngrok_ip_restriction",
  "dashboard",
  { type: "dashboard", ipPolicyIds: [reference("office")], enforced: true },
];

class TerraformAccount {
  readonly #objects: { readonly type: string; readonly name: string; readonly response: Body }[] = [];

  constructor(private readonly emulator: Emulator) {}

  idOf(name: string): string {
    return String(this.#objects.find((object) => object.name === name)?.response.id);
  }

  state(): string {
    const resources = this.#objects.map(({ type, name, response }) => ({
      address: `${type}.${name}`,
      mode: "managed",
      type,
      name,
      provider_name: "registry.terraform.io/ngrok/ngrok",
      schema_version: 0,
      values: response,
      sensitive_values: {},
    }));
    // A resource type of 2022 whose API no longer exists.
    const obsolete = {
      ...resources[0],
      address: "ngrok_endpoint_configuration.main",
      type: "ngrok_endpoint_configuration",
    };
    const values = { root_module: { resources: [...resources, obsolete] } };
    return JSON.stringify({ format_version: "1.0", terraform_version: "1.9.8", values });
  }

  async create([type, name, inputs, more]: Managed): Promise<void> {
    const family = familyOf(type);
    const body = { ...toBody(family.inputs, inputs), ...more };
    const text = JSON.stringify(body).replace(/\$\{(\w+)\.id\}/g, (_, target: string) => this.idOf(target));
    const reply = await fetch(this.emulator.url + family.path, {
      method: "POST",
      headers: { authorization: `Bearer ${this.emulator.token}`, "content-type": "application/json" },
      body: text,
    });
    const response = (await reply.json()) as Body;
    if (reply.status !== 201) throw new Error(`${type}: ${JSON.stringify(response)}`);
    this.#objects.push({ type, name, response });
  }
}

const listWrites = (emulator: Emulator, since: number) =>
  emulator
    .requests()
    .slice(since)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

describe("the example in docs/migration-from-terraform.md", () => {
  const page = new PageCommands("docs/migration-from-terraform.md", "Step by step");
  let emulator: Emulator;
  let account: TestAccount;
  let terraform: TerraformAccount;

  beforeAll(async () => {
    emulator = await startEmulator({ provisioningSeconds: 0 });
    terraform = new TerraformAccount(emulator);
    for (const managed of EXAMPLE) await terraform.create(managed);
    const program = { "index.ts": page.code("The same account as a program") };
    account = new TestAccount(
      emulator,
      await createWorkspace({ program, env: accountEnvironment(emulator) }),
    );
    writeFileSync(join(account.workspace.root, "state.json"), terraform.state());
  });

  afterAll(async () => {
    account?.workspace.remove();
    await emulator?.close();
  });

  const importFile = (...args: string[]) => {
    const { folder, environment, root } = account.workspace;
    const command = ["import-file", "--terraform", join(root, "state.json"), ...args];
    return runCli(command, { cwd: folder, env: environment });
  };

  test("declares the resources of this test", () => {
    const declared = [...page.code("A small account in Terraform").matchAll(/^resource "(\w+)" "(\w+)"/gm)];
    const created = EXAMPLE.map(([type, name]) => [type, name]);
    expect(declared.map(([, type, name]) => [type, name])).toEqual(created);
  });

  test("migrates with the commands on the page", async () => {
    const before = emulator.requests().length;
    const { code, stdout } = await importFile();
    expect(code).toBe(0);
    expect(stdout).toContain("no class manages them:\n  ngrok_endpoint_configuration.main\n");
    expect(stdout).toContain("  terraform state rm \\\n    'ngrok_ip_policy.office' \\\n");
    const command = /^ *pulumi (import .*)$/m.exec(page.code("Take the objects into the stack"))?.[1] ?? "";
    await account.workspace.run([...command.split(" "), "--yes"], { mustSucceed: true });
    const previewed = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect(previewed.changes).toEqual([]);
    expect(listWrites(emulator, before)).toEqual([]);
    const removed = EXAMPLE.map(([type, name]) => `${type}.${name}`).join(" ");
    expect(page.code("Forget the objects in Terraform")).toContain(`terraform state rm ${removed}\n`);
  });

  test("keeps all objects when the stack is destroyed", async () => {
    const { writes } = await account.run((workspace) => workspace.destroy());
    expect(writes).toEqual([]);
  });

  test("reports a resource name that the program lacks", async () => {
    const id = terraform.idOf("office");
    const { code, stderr } = await importFile(`IpPolicy=${id}:offices`, "--out", "other.json");
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining("would not create IpPolicy offices: use the names of the program"),
    });
  });

  test("reports different defaults of inputs that the program doesn't set, and never overwrites the state", async () => {
    const state = join(account.workspace.root, "state.json");
    await terraform.create(RESTRICTION);
    writeFileSync(state, terraform.state());
    const { stdout } = await importFile("--out", "defaults.json", "--no-preview", "--json");
    expect(JSON.parse(stdout).terraform.defaults).toMatchObject([
      { class: "IpRestriction", name: "dashboard", input: "enforced", value: true },
    ]);
    expect(await importFile("--out", state, "--force")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--out would overwrite the Terraform state"),
    });
  });
});
