// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of traffic policies
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateProgram, type Program } from "../../cli/export/program";
import { prove } from "../../cli/export/proof";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { inventory } from "../../provider/inspect";
import { accountEnvironment, readFiles, runCli } from "../support/cli";
import { configFor } from "../support/config";
import { createWorkspace, enginePath } from "../support/engine";
import { fillAccount } from "../support/generated-account";

/** Policies that refer to the same vault secret: in JSON, in YAML, and in YAML that looks like a secret. */
const withSecret = {
  "/vaults": [{ id: "vault_app000", name: "app" }],
  "/vault_secrets": [{ id: "secret_ops000", vault_id: "vault_app000", name: "ops-pw", value: "hush" }],
  "/endpoints": [
    '{"on_http_request":[{"actions":[{"type":"basic-auth","config":{"credentials":["ops:${secrets.get(\'app\', \'ops-pw\')}"]}},{"type":"deny"}]}]}',
    "on_http_request:\n  - expressions: [\"req.method == secrets.get('app', 'ops-pw')\"]\n    actions:\n      - type: custom-response\n        config: { body: \"`${secrets.get('app', 'ops-pw')}`\" }\n  - actions: [type: deny]\n",
    "on_http_request: # password: correct-horse-1\n  - actions:\n      - type: custom-response\n        config: { body: \"${secrets.get('app', 'ops-pw')}\" }\n",
  ].map((traffic_policy, n) => ({
    id: `ep_secret00${n}`,
    url: `https://app${n}.internal`,
    type: "cloud",
    bindings: ["internal"],
    traffic_policy,
  })),
};

describe("the proof", () => {
  let program: Program;
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({
      seed: {
        "/ip_policies": [
          { id: "ipp_office00", description: "Office" },
          { id: "ipp_home0000", description: "Home" },
        ],
        ...withSecret,
      },
    });
    const objects = await inventory(configFor(emulator));
    await closeAccounts();
    program = generateProgram(objects, { project: PROJECT, dependency: "^0.1.0", showValues: true });
  });
  afterAll(() => emulator.close());

  test("reports a write that only the first update would make", async () => {
    const files = { ...program.files };
    files["ip-policies.ts"] = `import { runtime } from "@pulumi/pulumi";\n${files["ip-policies.ts"]}`.replace(
      '"Home"',
      'runtime.isDryRun() ? "Home" : "Away"',
    );
    const { differences } = await prove({ ...program, files }, { ...process.env, PATH: enginePath() });
    expect(differences).toEqual(["the first `pulumi up` writes: PATCH /ip_policies/ipp_home0000"]);
  });

  test("reports a program that fails, not its changes, and passes only the variables that the engine needs", async () => {
    const files = { ...program.files };
    files["ip-policies.ts"] = (files["ip-policies.ts"] ?? "").replace('"Office" }', '"Elsewhere" }');
    files["index.ts"] += "declare const process: { readonly env: object };\n";
    files["index.ts"] +=
      'throw new Error("out of order, sees " + Object.keys(process.env).sort().join(" ") + " .");\n';
    const env = {
      ...process.env,
      PATH: enginePath(),
      AWS_SECRET_ACCESS_KEY: "a",
      GITHUB_TOKEN: "b",
      TUNNEL_EDGE_HEADERS: "c",
      PULUMI_ACCESS_TOKEN: "d",
      NODE_OPTIONS: "--no-warnings",
    };
    const message = await catchError(prove({ ...program, files }, env));
    expect(message).toMatch(/cannot be previewed.*out of order/s);
    expect(message).toContain(" PATH ");
    for (const name of ["AWS_", "GITHUB_", "TUNNEL_EDGE_HEADERS", "PULUMI_ACCESS_TOKEN"])
      expect(message).not.toContain(name);
  });
});

const PROJECT = "tunnel-edge-test";

test("rejects an invalid project name and writes nothing", async () => {
  const out = join(tmpdir(), "tunnel-edge-not-exported");
  const rejected = await runCli(["export", "--out", out, "--project", "my edge"]);
  expect(rejected).toMatchObject({ code: 2, stdout: "" });
  expect(rejected.stderr).toContain('--project "my edge" is not a valid project name');
  expect(existsSync(out)).toBe(false);
});

describe("an exported program", () => {
  let emulator: Emulator;
  const root = mkdtempSync(join(tmpdir(), "tunnel-edge-adopts-"));
  const folder = join(root, "infra");
  const secrets = join(root, "secrets.json");

  beforeAll(async () => {
    emulator = await startEmulator({ provisioningSeconds: 0 });
    fillAccount(emulator, { seed: 6, objects: 50 });
    emulator.seed(withSecret);
    const { code } = await runCli(
      ["export", "--out", folder, "--no-proof", "--project", PROJECT, "--secrets", secrets],
      { env: accountEnvironment(emulator) },
    );
    expect(code).toBe(0);
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
  });

  afterAll(async () => {
    await emulator.close();
    rmSync(root, { recursive: true, force: true });
  });

  test("adopts the account without writing to it, and then works without the list of ids", async () => {
    const files = readFiles(folder);
    const [adopted] = Object.keys(JSON.parse(files["adoption-ids.json"] ?? "{}").IpPolicy);
    files["unrelated.ts"] = unrelatedPolicy(String(adopted));
    files["index.ts"] += 'import "./unrelated";\n';
    const workspace = await createWorkspace({ program: files, env: accountEnvironment(emulator) });
    try {
      await workspace.run(["config", "set-all", "--json", readFileSync(secrets, "utf8")], {
        mustSucceed: true,
      });
      const settings = readFileSync(join(workspace.folder, `Pulumi.${workspace.stack}.yaml`), "utf8");
      expect(settings).toContain("secure: ");
      expect(settings).not.toContain("-secret-one");
      const before = emulator.objects();
      const since = emulator.requests().at(-1)?.n ?? 0;
      const up = await workspace.up({ mustSucceed: true });
      const writes = emulator.requests({ since }).filter(({ method }) => method !== "GET");
      expect(writes.map(({ method, path, body }) => ({ method, path, body }))).toEqual([]);
      expect(emulator.objects()).toEqual(before);
      expect(up.changes.length).toBeGreaterThan(50);
      const { resources } = workspace.exportStack();
      const secret = resources.find(({ id }) => id === "secret_ops000")?.urn ?? "";
      const users = resources.filter(
        ({ dependencies }) => Array.isArray(dependencies) && dependencies.includes(secret),
      );
      expect(users.map(({ id }) => id).sort()).toEqual(["ep_secret000", "ep_secret001", "ep_secret002"]);
      const unrelated = resources.find(({ type }) => type === "pulumi-nodejs:dynamic/other:IpPolicy");
      expect(unrelated?.inputs).toMatchObject({ note: "unrelated" });
      expect(unrelated?.inputs).not.toHaveProperty("adoptId");

      workspace.writeProgram({ "index.ts": (files["index.ts"] ?? "").replace('import "./adoption";\n', "") });
      const later = await workspace.preview({ expectNoChanges: true });
      expect(later.changes).toEqual([]);
    } finally {
      workspace.remove();
    }
  });
});

const catchError = (task: Promise<unknown>): Promise<string> =>
  task.then(() => Promise.reject(new Error("the task succeeded")), String);

/** A resource of another provider's class that is also named IpPolicy. */
const unrelatedPolicy = (name: string) => `
import * as pulumi from "@pulumi/pulumi";
class IpPolicy extends pulumi.dynamic.Resource {
  constructor(name: string) {
    const provider = { create: async () => ({ id: "one" }) };
    super(provider, name, { note: "unrelated" }, undefined, "other", "IpPolicy");
  }
}
new IpPolicy(${JSON.stringify(name)});
`;
