import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { type Emulator, startEmulator } from "../../emulator";
import { createWorkspace, enginePath, type ProgramFiles, Workspace } from "../../test/support/engine";
import type { Layout } from "./cells";
import { run } from "./child";
import type { Manager } from "./managers";
import { dependenciesOn, type Packed, tools } from "./packages";
import { CIDR, HOSTPORT, type Program } from "./programs";

export interface Plan {
  readonly manager: Manager;
  readonly program: Program;
  readonly layout: Layout;
  /** What the program is installed with. */
  readonly installed: Packed;
  /** What the other member of a workspace is installed with. */
  readonly beside: Packed;
  /** Packages in other versions than those of this repository. */
  readonly versions: Readonly<Record<string, string>>;
}

const BESIDE = "beside";
const [BEFORE, AFTER] = ["Office egress", "Offices"];

/** A stranger's program in a folder of its own, installed from tarballs, with an emulated account for it. */
export class Site {
  #description = BEFORE;
  #installed: Packed;
  readonly #initial: unknown;

  private constructor(
    private readonly plan: Plan,
    private readonly emulator: Emulator,
    private readonly env: Record<string, string>,
    private workspace: Workspace,
  ) {
    this.#installed = plan.installed;
    this.#initial = emulator.objects();
  }

  static async make(plan: Plan): Promise<Site> {
    // The service lets an edge serve reserved names only.
    const [host = ""] = HOSTPORT.split(":");
    const emulator = await startEmulator({ seed: { "/reserved_domains": [{ domain: host }] } });
    try {
      const env = { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
      const workspace = await createWorkspace({ program: {}, env, packageLinked: false });
      return new Site(plan, emulator, env, prepared(workspace));
    } catch (error) {
      await emulator.close();
      throw error;
    }
  }

  /** The folder that holds everything. */
  get root(): string {
    return this.workspace.root;
  }

  /** Writes the program and installs what it needs. */
  async install(installed: Packed = this.#installed): Promise<void> {
    const { manager, layout, beside } = this.plan;
    this.#installed = installed;
    const member = basename(this.workspace.folder);
    if (layout === "workspace") {
      const members = [member, BESIDE];
      const root = { name: "monorepo", private: true, workspaces: members };
      const other = { name: BESIDE, version: "1.0.0", private: true, dependencies: dependenciesOn(beside) };
      mkdirSync(join(this.root, BESIDE), { recursive: true });
      writeFileSync(join(this.root, BESIDE, "package.json"), JSON.stringify(other));
      this.#writeFiles(this.root, { "package.json": JSON.stringify(root), ...manager.files(members) });
    } else this.#writeFiles(this.workspace.folder, manager.files());
    this.#writeProgram();
    if (this.plan.program.withoutCompiler) this.#withoutCompiler();
    await manager.install(layout === "workspace" ? this.root : this.workspace.folder);
    await this.#expectInstalled();
    await this.#compile();
  }

  async create(): Promise<void> {
    const sent = await this.#during(() => this.workspace.up({ mustSucceed: true }));
    assert.deepEqual(sent.writes, ["POST /edges/tls", "POST /ip_policies", "POST /ip_policy_rules"]);
    this.#expectStored();
  }

  /** Neither a preview nor a refresh finds a difference, and the refresh has looked. */
  async expectSettled(): Promise<void> {
    const unchanged = { mustSucceed: true, expectNoChanges: true };
    const preview = await this.#during(() => this.workspace.preview(unchanged));
    assert.deepEqual(preview.writes, []);
    const look = await this.#during(() => this.workspace.refresh({ ...unchanged, previewOnly: true }));
    const refresh = await this.#during(() => this.workspace.refresh(unchanged));
    for (const { reads, writes } of [look, refresh]) {
      assert.deepEqual(writes, []);
      assert.ok(reads > 0, "a refresh reads nothing from the account");
    }
    this.#expectStored();
  }

  async update(): Promise<void> {
    this.#description = AFTER;
    this.#writeProgram();
    await this.#compile();
    const [policy] = this.emulator.objects("/ip_policies");
    const { writes } = await this.#during(() => this.workspace.up({ mustSucceed: true }));
    assert.deepEqual(writes, [`PATCH /ip_policies/${policy?.id} {"description":"${AFTER}"}`]);
    this.#expectStored();
  }

  /** A change by hand is seen by a refresh, and the next update puts back what the program says. */
  async repair(): Promise<void> {
    const [policy] = this.emulator.objects("/ip_policies");
    const path = `/ip_policies/${policy?.id}`;
    this.emulator.mutate({ path, set: { description: "by hand" } });
    await this.workspace.refresh({ mustSucceed: true });
    const { writes } = await this.#during(() => this.workspace.up({ mustSucceed: true }));
    assert.deepEqual(writes, [`PATCH ${path} {"description":"${this.#description}"}`]);
    this.#expectStored();
  }

  async destroy(): Promise<void> {
    await this.#during(() => this.workspace.destroy({ mustSucceed: true }));
    assert.deepEqual(this.emulator.objects(), this.#initial);
  }

  /** Project and state go to other folders, as they do when a repository is moved. */
  move(): void {
    const before = this.workspace;
    this.workspace = prepared(new Workspace({ program: {}, env: this.env, packageLinked: false }));
    for (const folder of [basename(before.folder), "state"]) {
      rmSync(join(this.root, folder), { recursive: true });
      renameSync(join(before.root, folder), join(this.root, folder));
    }
    before.remove();
    assert.ok(!existsSync(before.root));
  }

  async close({ keepFolder = false } = {}): Promise<void> {
    if (keepFolder) this.workspace.killAll();
    else this.workspace.remove();
    await this.emulator.close();
  }

  /** What a command of the engine sends to the account. */
  async #during(command: () => Promise<unknown>): Promise<{ reads: number; writes: string[] }> {
    const since = this.emulator.requests().at(-1)?.n ?? 0;
    await command();
    const calls = this.emulator.requests({ since });
    const writes = calls.filter(({ method }) => method !== "GET");
    return {
      reads: calls.length - writes.length,
      writes: writes
        .map(({ method, path, body }) =>
          method === "PATCH" ? `${method} ${path} ${JSON.stringify(body)}` : `${method} ${path}`,
        )
        .sort(),
    };
  }

  #expectStored(): void {
    const [policy, ...more] = this.emulator.objects("/ip_policies");
    assert.deepEqual([policy?.description, more.length], [this.#description, 0]);
    const rules = this.emulator.objects("/ip_policy_rules");
    assert.deepEqual(
      rules.map((rule) => [rule.ip_policy_id, rule.cidr, rule.action]),
      [[policy?.id, CIDR, "allow"]],
    );
    const edges = this.emulator.objects("/edges/tls");
    assert.deepEqual(
      edges.map(({ hostports, ip_restriction }) => [hostports, ip_restriction]),
      [[[HOSTPORT], { enabled: true, ip_policy_ids: [policy?.id] }]],
    );
  }

  /** The program finds the version that it has asked for, and the package's command runs. */
  async #expectInstalled(): Promise<void> {
    const { version } = this.#installed;
    const { folder } = this.workspace;
    const found = JSON.parse(readFileSync(await this.#resolve("pulumi-tunnel-edge/package.json"), "utf8"));
    assert.equal(found.version, version);
    assert.equal((await this.plan.manager.execute(folder, "tunnel-edge", ["--version"])).trim(), version);
    const sdk = this.plan.versions["@pulumi/pulumi"];
    if (sdk === undefined) return;
    // The program's one, and nobody else's beside it.
    const copies = await Promise.all([
      this.#resolve("@pulumi/pulumi/package.json"),
      this.#resolve(
        "@pulumi/pulumi/package.json",
        dirname(await this.#resolve("pulumi-tunnel-edge/package.json")),
      ),
    ]);
    assert.equal(new Set(copies).size, 1);
    assert.equal(JSON.parse(readFileSync(copies[0], "utf8")).version, sdk);
  }

  /** What a new Node finds from the program's folder upwards; this one remembers what it has found before. */
  async #resolve(specifier: string, from = this.#below): Promise<string> {
    const cwd = resolve(this.workspace.folder, from);
    return (await run("node", ["--print", "require.resolve(process.argv[1])", specifier], { cwd })).trim();
  }

  /** Where the program stands in the project's folder. */
  get #below(): string {
    return this.plan.layout === "sub-folder" ? "infra" : "";
  }

  #writeProgram(): void {
    const { program } = this.plan;
    const runtime = program.withoutCompiler ? { name: "nodejs", options: { typescript: false } } : "nodejs";
    const files = Object.entries(program.files(this.#description));
    const main = join(this.#below, program.main);
    this.workspace.writeProgram({
      "Pulumi.yaml": stringify({ name: this.workspace.project, runtime, main }),
      "package.json": JSON.stringify({
        name: "infra",
        version: "1.0.0",
        private: true,
        type: program.type,
        dependencies: this.#inVersions(dependenciesOn(this.#installed)),
        devDependencies: this.#inVersions(tools(program.tools)),
      }),
      ...Object.fromEntries(files.map(([name, text]) => [join(this.#below, name), text])),
    });
  }

  /** The same packages, in the versions of the plan where it names one. */
  #inVersions(packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { versions } = this.plan;
    return Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [name, versions[name] ?? version]),
    );
  }

  async #compile(): Promise<void> {
    if (!this.plan.program.compiled) return;
    const compiler = join(dirname(await this.#resolve("typescript/package.json")), "bin", "tsc");
    await run("node", [compiler], { cwd: this.workspace.folder });
  }

  /**
   * The language host that can be built where the vendor's download is out of reach is an old one: it does not read
   * `typescript: false` in Pulumi.yaml and has a flag for it, which newer ones take and ignore.
   */
  #withoutCompiler(): void {
    const folder = join(this.root, "bin");
    const host = "pulumi-language-nodejs";
    const original = enginePath()
      .split(delimiter)
      .map((each) => join(each, host))
      .find((file) => existsSync(file));
    assert.ok(original, `no ${host} beside the engine`);
    mkdirSync(folder);
    writeFileSync(join(folder, host), `#!/bin/sh\nexec "${original}" -typescript=false "$@"\n`);
    chmodSync(join(folder, host), 0o755);
    this.workspace.setEnv({ PATH: [folder, enginePath()].join(delimiter) });
  }

  #writeFiles(folder: string, files: ProgramFiles): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  }
}

/** What Node compiles of a folder that will be gone is of no use to other runs. */
function prepared(workspace: Workspace): Workspace {
  workspace.setEnv({ NODE_COMPILE_CACHE: join(workspace.root, "compile-cache") });
  return workspace;
}
