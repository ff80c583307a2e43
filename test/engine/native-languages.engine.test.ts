import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import classExamples from "../../build/generate/native/examples.json";
import { generateExamples } from "../../build/programs";
import { type Emulator, startEmulator } from "../../emulator";
import { managed } from "../../provider/families";
import { createWorkspace, type ProgramFiles, repository, type Workspace } from "../support/engine";
import { goProgram, LANGUAGES_TIMEOUT, type Languages, languages, pythonProgram } from "../support/languages";

const run = promisify(execFile);
const examples = join(repository, "examples", "native");
const tasks = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const example = (task: string, file: string) => readFileSync(join(examples, task, file), "utf8");

/** Runs every program with Pulumi's mocks and prints the names of those that ran. */
const PYTHON_RUN = `
import os, runpy, sys, pulumi

class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        return [args.name + "_id", args.inputs]
    def call(self, args):
        return {}

pulumi.runtime.set_mocks(Mocks())
pulumi.runtime.set_all_config({"project:" + key: "text" for key in ("caPem", "clientCaPem", "certificatePem", "privateKeyPem", "githubClientSecret", "webhookSecret", "edgeId", "routeId")})
for name in os.listdir(sys.argv[1]):
    if os.path.isdir(os.path.join(sys.argv[1], name)):
        pulumi.runtime.test(lambda: runpy.run_path(os.path.join(sys.argv[1], name, "__main__.py")))()
        print(name)
`;

let tools: Languages;
let emulator: Emulator;
beforeAll(async () => {
  tools = await languages();
  emulator = await startEmulator();
}, LANGUAGES_TIMEOUT);
afterAll(() => emulator?.close());

async function openWorkspace(program: ProgramFiles): Promise<Workspace> {
  return createWorkspace({
    program,
    packageLinked: false,
    nativeProvider: true,
    env: tools.env,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
}

describe.each([
  ["Python", "python/__main__.py", pythonProgram],
  ["Go", "go/main.go", goProgram],
] as const)("a program in %s", (_language, file, generateProgram) => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await openWorkspace(generateProgram(tools, example("ip-policy", file)));
  });
  afterAll(() => workspace?.remove());

  test("previews, creates, and changes nothing when it runs again", { timeout: 1_800_000 }, async () => {
    const long = { mustSucceed: true, timeoutSeconds: 1_200 };
    const preview = await workspace.preview(long);
    expect([...preview.changes].sort()).toEqual(["create berlin", "create lisbon", "create offices"]);
    expect(emulator.objects("/ip_policies")).toEqual([]);
    await workspace.up(long);
    const [policy] = emulator.objects("/ip_policies");
    expect(policy).toMatchObject({ description: "The offices" });
    expect(workspace.outputs()).toEqual({ policyId: policy?.id });
    const rules = emulator.objects("/ip_policy_rules").map(({ cidr, action }) => `${action} ${cidr}`);
    expect(rules.sort()).toEqual(["allow 198.51.100.0/24", "allow 203.0.113.0/24"]);
    await workspace.preview({ ...long, expectNoChanges: true });
    await workspace.refresh({ ...long, expectNoChanges: true });
    await workspace.destroy(long);
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });
});

describe("a program in Python", () => {
  test.each(tasks)("runs the example %s", { timeout: 600_000 }, async (task) => {
    const workspace = await openWorkspace(pythonProgram(tools, example(task, "python/__main__.py")));
    try {
      await workspace.up({ mustSucceed: true });
      await workspace.preview({ expectNoChanges: true, mustSucceed: true });
      await workspace.destroy({ mustSucceed: true });
    } finally {
      workspace.remove();
    }
  });

  test("keeps a token secret, and reads objects through functions and another Provider", async () => {
    const workspace = await openWorkspace(
      pythonProgram(
        tools,
        `import pulumi
import pulumi_tunnel_edge as edge

agent = edge.Credential("agent", description="one")
account = edge.Provider("same", base_url="${emulator.url}", api_token="${emulator.token}", request_timeout=20)
again = edge.get_credential_output(id=agent.id, opts=pulumi.InvokeOutputOptions(provider=account))
pulumi.export("token", agent.token)
pulumi.export("description", again.description)
pulumi.export("count", edge.list_credentials_output(opts=pulumi.InvokeOutputOptions(depends_on=[agent])).apply(lambda all: len(all.items)))
`,
      ),
    );
    try {
      await workspace.up({ mustSucceed: true });
      const outputs = workspace.outputs();
      expect(outputs).toMatchObject({ description: "one", count: 1 });
      const { text } = workspace.exportStack();
      expect(text).not.toContain(String(outputs.token));
      expect(text).not.toContain(emulator.token);
      await workspace.destroy({ mustSucceed: true });
    } finally {
      workspace.remove();
    }
  });
});

describe("examples of the classes", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tunnel-edge-classes-"));
    for (const [name, { go, python }] of Object.entries(classExamples)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "main.go"), go);
      writeFileSync(join(folder, name, "__main__.py"), python);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("exist for every class and match the engine's generators", () => {
    expect(Object.keys(classExamples).sort()).toEqual(managed.map(({ name }) => name).sort());
    expect(generateExamples()).toEqual(classExamples);
  });

  test("in Go compile against the generated SDK", { timeout: 1_800_000 }, async () => {
    const files = goProgram(tools, "");
    for (const name of ["go.mod", "go.sum"]) writeFileSync(join(folder, name), String(files[name]));
    await run(tools.go, ["vet", "-mod=readonly", "./..."], {
      cwd: folder,
      env: { ...process.env, ...tools.env },
    });
  });

  test("in Python run against the generated SDK", { timeout: 300_000 }, async () => {
    const { stdout } = await run(tools.python, ["-c", PYTHON_RUN, folder], { timeout: 240_000 });
    expect(stdout.trim().split("\n").sort()).toEqual(Object.keys(classExamples).sort());
  });
});

describe("examples of tasks", () => {
  test("in Go compile against the generated SDK", { timeout: 1_800_000 }, async () => {
    const env = { ...process.env, ...tools.env };
    await run(tools.go, ["vet", "-mod=readonly", "./..."], { cwd: examples, env });
  });

  test("in Python compile", async () => {
    const files = tasks.map((task) => join(examples, task, "python", "__main__.py"));
    const check = "import sys; [compile(open(f).read(), f, 'exec') for f in sys.argv[1:]]";
    await run(tools.python, ["-c", check, ...files]);
  });
});
