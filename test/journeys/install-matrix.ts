/**
 * `npm run install-matrix [-- npm | pnpm | yarn | bun]...`: packs the package and uses it as users do, in folders outside the
 * repository. Runs nightly; `npm test` runs the cells with npm.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { type Emulator, startEmulator } from "../../emulator";
import { createWorkspace, repository, Workspace } from "../support/engine";

const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

export interface Cell {
  readonly manager: "npm" | "pnpm" | "yarn" | "bun";
  readonly program: keyof typeof PROGRAMS;
  /** Installs the package in one of two members of a workspace; the other member has another version of it. */
  readonly workspace?: true;
  /** The event after the first `up`. */
  readonly afterwards: "upgrade" | "drift" | "move";
  /** Packages with versions that differ from this repository's. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** The oldest supported SDK and a compatible compiler. */
export const OLDEST = {
  "@pulumi/pulumi": manifest.peerDependencies["@pulumi/pulumi"].replace(/^\^/, "") as string,
  typescript: "~5.9.3",
};

export const CELLS: readonly Cell[] = [
  { manager: "npm", program: "typescript", afterwards: "upgrade" },
  { manager: "npm", program: "tsx", afterwards: "move" },
  { manager: "npm", program: "bundle", afterwards: "drift" },
  { manager: "pnpm", program: "module", workspace: true, afterwards: "move" },
  { manager: "yarn", program: "compiled", afterwards: "drift", versions: OLDEST },
  { manager: "bun", program: "typescript", workspace: true, afterwards: "drift" },
];

const HOSTPORT = "internal.example.com:443";
const CIDR = "192.0.2.0/24";
const OTHER = "other";

/** Uses newer TypeScript than the engine's compiler supports, and a function, which loads the HTTP client. */
const source = (isTyped: boolean, description: string) => `import * as edge from "pulumi-tunnel-edge";

const description = ${JSON.stringify(description)}${isTyped ? ' satisfies edge.IpPolicyArgs["description"]' : ""};
const office = new edge.IpPolicy("office", { description });
new edge.IpPolicyRule("berlin", { ipPolicyId: office.id, cidr: "${CIDR}", action: "allow" });
new edge.TlsEdge("internal", { hostports: ["${HOSTPORT}"], ipRestriction: { ipPolicyIds: [office.id] } });
export const found = edge.getIpPolicyOutput({ id: office.id }).description;
`;

interface ProgramKind {
  readonly name: string;
  readonly main: string;
  readonly type: "commonjs" | "module";
  readonly runtime?: { readonly name: string; readonly options: Readonly<Record<string, string | boolean>> };
  /** Development dependencies, with the versions of this repository. */
  readonly tools?: readonly string[];
  /** Code that creates `main`, run in the program's folder. */
  readonly compile?: string;
}

const inTypeScript = { name: "index.ts", type: "commonjs" } as const;

const PROGRAMS = {
  /** Compiled by the engine at each start. */
  typescript: { ...inTypeScript, main: "index.ts", tools: ["typescript", "@types/node"] },
  compiled: {
    ...inTypeScript,
    main: "dist/index.js",
    tools: ["typescript", "@types/node"],
    compile: 'require("typescript/bin/tsc")',
  },
  module: { name: "index.js", main: "index.js", type: "module" },
  tsx: {
    ...inTypeScript,
    main: "index.ts",
    runtime: { name: "nodejs", options: { typescript: false, nodeargs: "--import tsx" } },
    tools: ["tsx"],
  },
  bundle: {
    ...inTypeScript,
    main: "dist/index.js",
    tools: ["esbuild"],
    compile:
      'require("esbuild").buildSync({ entryPoints: ["index.ts"], bundle: true, platform: "node", packages: "external", outfile: "dist/index.js" })',
  },
} as const satisfies Readonly<Record<string, ProgramKind>>;

/** Returns a user's environment: this repository's Node without its packages, and npm's settings for the registry. */
export function shellEnvironment(): NodeJS.ProcessEnv {
  const { PATH = "", ...others } = process.env;
  const npmVariables =
    /^npm_(?!config_(registry|cafile|ca|proxy|https_proxy|noproxy|userconfig)$)|^INIT_CWD$/i;
  const folders = PATH.split(delimiter).filter(
    (folder) => !folder.startsWith(join(repository, "node_modules")),
  );
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !npmVariables.test(name))),
    PATH: [join(repository, ".engine", "bin"), ...folders].join(delimiter),
  };
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const env = shellEnvironment();
  const options = { cwd, env, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
  try {
    return (await promisify(execFile)(command, [...args], options)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.trim() || message;
    throw new Error(`${command} ${args.join(" ")} failed in ${cwd}:\n${output}`, { cause: error });
  }
}

interface Packed {
  readonly version: string;
  readonly tarball: string;
}

async function pack(from: string, to: string): Promise<Packed> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", to];
  const [{ version, filename }] = JSON.parse(await run("npm", args, from));
  return { version, tarball: join(to, filename) };
}

/** Packs the same package with the next minor version, for an upgrade. */
async function packNext({ tarball, version }: Packed, folder: string): Promise<Packed> {
  await run("tar", ["-xzf", tarball, "-C", folder], folder);
  const file = join(folder, "package", "package.json");
  const [major, minor] = version.split(".").map(Number);
  const next = { ...JSON.parse(readFileSync(file, "utf8")), version: `${major}.${(minor ?? 0) + 1}.0` };
  writeFileSync(file, JSON.stringify(next));
  return pack(join(folder, "package"), folder);
}

interface Manager {
  readonly files: Readonly<Record<string, string>>;
  readonly install: readonly string[];
  readonly execute: readonly string[];
}

/** Installs a package manager and configures it to use caches in `folder`. */
async function installManager({ manager, workspace }: Cell, folder: string): Promise<Manager> {
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const program = join(folder, "node_modules", ".bin", manager);
  if (manager === "npm")
    return { files: {}, install: ["npm", "install", ...quiet], execute: ["npm", "exec", "--offline", "--"] };
  const tool = { pnpm: "pnpm@12.21.0", yarn: "@yarnpkg/cli-dist@4.18.1", bun: "bun@1.4.5" }[manager];
  await run("npm", ["install", "--prefix", folder, ...quiet, tool], folder);
  if (manager === "pnpm") {
    // pnpm requires a decision about this install script, which isn't needed.
    const settings = { allowBuilds: { protobufjs: false }, storeDir: join(folder, "pnpm") };
    return {
      files: {
        "pnpm-workspace.yaml": stringify(workspace ? { ...settings, packages: ["*"] } : settings),
      },
      install: [program, "install", "--no-frozen-lockfile"],
      execute: [program, "exec"],
    };
  }
  // yarn and bun don't read npm's settings and would use another registry.
  const registry = (await run("npm", ["config", "get", "registry"], folder)).trim();
  if (manager === "bun") {
    const cache = JSON.stringify(join(folder, "bun"));
    return {
      files: {
        "bunfig.toml": `[install]\nregistry = ${JSON.stringify(registry)}\n[install.cache]\ndir = ${cache}\n`,
      },
      install: [program, "install"],
      execute: [program, "run", "--silent"],
    };
  }
  const settings = {
    nodeLinker: "node-modules",
    globalFolder: join(folder, "yarn"),
    npmRegistryServer: registry,
    enableTelemetry: false,
    // In CI, yarn would refuse to write the lockfile of a new project.
    enableImmutableInstalls: false,
  };
  return {
    // Without a lockfile, yarn looks for a project in parent folders.
    files: { ".yarnrc.yml": stringify(settings), "yarn.lock": "" },
    install: [program, "install"],
    execute: [program, "run"],
  };
}

/**
 * Installs the package, creates objects, makes no change, makes a change, and destroys, with the cell's event in between.
 *
 * @param tarball - The packed package; packed again if undefined.
 * @throws Error for any unexpected result, with the path of the program's folder, which is kept
 */
export async function runJourney(cell: Cell, tarball?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-install-"));
  // Edges can only serve reserved names.
  const emulator = await startEmulator({
    seed: { "/reserved_domains": [{ domain: "internal.example.com" }] },
  });
  const env = { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
  const kind = PROGRAMS[cell.program];
  let workspace = await createWorkspace({ program: {}, env, packageLinked: false });
  adapt(workspace, kind);
  try {
    const manager = await installManager(cell, folder);
    const release =
      tarball === undefined ? await pack(repository, folder) : { version: manifest.version, tarball };
    const next = await packNext(release, folder);
    const initial = emulator.objects();
    let site = { cell, manager, workspace, installed: release, other: next, description: "Office egress" };
    await install(site);
    const created = await recordRequests(emulator, () => workspace.up({ mustSucceed: true }));
    assert.deepEqual(created.writes, ["POST /edges/tls", "POST /ip_policies", "POST /ip_policy_rules"]);
    expectStored(emulator, site.description);

    if (cell.afterwards === "move") {
      workspace = move(workspace, env);
      adapt(workspace, kind);
    }
    site = { ...site, workspace, installed: cell.afterwards === "upgrade" ? next : release };
    if (cell.afterwards === "upgrade") await install(site);
    const noChanges = { mustSucceed: true, expectNoChanges: true };
    const preview = await recordRequests(emulator, () => workspace.preview(noChanges));
    const refresh = await recordRequests(emulator, () => workspace.refresh(noChanges));
    assert.deepEqual([preview.writes, refresh.writes], [[], []]);
    assert.ok(refresh.reads > 0, "a refresh reads nothing from the account");

    site = { ...site, description: "Offices" };
    await writeProgram(site);
    const path = `/ip_policies/${emulator.objects("/ip_policies")[0]?.id}`;
    const patch = [`PATCH ${path} {"description":"Offices"}`];
    assert.deepEqual(
      (await recordRequests(emulator, () => workspace.up({ mustSucceed: true }))).writes,
      patch,
    );
    expectStored(emulator, site.description);

    if (cell.afterwards === "drift") {
      emulator.mutate({ path, set: { description: "by hand" } });
      await workspace.refresh({ mustSucceed: true });
      assert.deepEqual(
        (await recordRequests(emulator, () => workspace.up({ mustSucceed: true }))).writes,
        patch,
      );
      expectStored(emulator, site.description);
    }
    await workspace.destroy({ mustSucceed: true });
    assert.deepEqual(emulator.objects(), initial);
    workspace.remove();
  } catch (error) {
    workspace.killAll();
    throw new Error(`${(error as Error).message}\n(kept: ${workspace.root})`, { cause: error });
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Site {
  readonly cell: Cell;
  readonly manager: Manager;
  readonly workspace: Workspace;
  readonly installed: Packed;
  /** The version that the other member of the workspace installs. */
  readonly other: Packed;
  readonly description: string;
}

async function install(site: Site): Promise<void> {
  const { cell, manager, workspace, other } = site;
  const member = basename(workspace.folder);
  const root = cell.workspace ? workspace.root : workspace.folder;
  const files: Record<string, string> = { ...manager.files };
  if (cell.workspace) {
    mkdirSync(join(root, OTHER), { recursive: true });
    files["package.json"] = JSON.stringify({ private: true, workspaces: [member, OTHER] });
    files[`${OTHER}/package.json`] = packageJson(OTHER, "commonjs", dependenciesOn(other));
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  await writeProgram(site, false);
  const [command = "", ...args] = manager.install;
  await run(command, args, root);
  await expectInstalled(site);
  await writeProgram(site);
}

const dependenciesOn = ({ tarball }: Packed): Readonly<Record<string, string>> => ({
  "@pulumi/pulumi": manifest.devDependencies["@pulumi/pulumi"],
  "pulumi-tunnel-edge": `file:${tarball}`,
});

const packageJson = (name: string, type: string, dependencies: Readonly<Record<string, string>>) =>
  JSON.stringify({ name, version: "1.0.0", private: true, type, dependencies });

async function writeProgram(
  { cell, workspace, installed, description }: Site,
  compile = true,
): Promise<void> {
  const kind: ProgramKind = PROGRAMS[cell.program];
  const { name, main, type, runtime = "nodejs", tools = [] } = kind;
  const isTyped = name.endsWith(".ts");
  const dependencies = {
    ...dependenciesOn(installed),
    ...Object.fromEntries(tools.map((tool) => [tool, manifest.devDependencies[tool]])),
    ...cell.versions,
  };
  const output = cell.program === "compiled" ? { rootDir: ".", outDir: "dist" } : {};
  const compilerOptions = { target: "es2022", module: "nodenext", strict: true, ...output };
  workspace.writeProgram({
    "Pulumi.yaml": stringify({ name: workspace.project, runtime, main }),
    "package.json": packageJson("infra", type, dependencies),
    [name]: source(isTyped, description),
    ...(isTyped ? { "tsconfig.json": JSON.stringify({ compilerOptions }) } : {}),
  });
  if (kind.compile !== undefined && compile) await run("node", ["--eval", kind.compile], workspace.folder);
}

/** Checks that the program finds the requested versions and only one SDK, and that the package's command runs. */
async function expectInstalled({ cell, manager, workspace, installed }: Site): Promise<void> {
  const file = await resolvePath(workspace, "pulumi-tunnel-edge/package.json");
  assert.equal(JSON.parse(readFileSync(file, "utf8")).version, installed.version);
  const [command = "", ...args] = [...manager.execute, "tunnel-edge", "--version"];
  assert.equal((await run(command, args, workspace.folder)).trim(), installed.version);
  const sdk = "@pulumi/pulumi/package.json";
  const copies = [await resolvePath(workspace, sdk), await resolvePath(workspace, sdk, dirname(file))];
  assert.equal(new Set(copies).size, 1);
  const expected = cell.versions?.["@pulumi/pulumi"];
  if (expected !== undefined)
    assert.equal(JSON.parse(readFileSync(copies[0] ?? "", "utf8")).version, expected);
}

/** Resolves a module from a folder, in a new process without a cache of earlier results. */
const resolvePath = async ({ folder }: Workspace, name: string, from = folder) =>
  (await run("node", ["--print", "require.resolve(process.argv[1])", name], from)).trim();

/** Moves project and state to other folders, like a moved repository. */
function move(before: Workspace, env: Record<string, string>): Workspace {
  const workspace = new Workspace({ program: {}, env, packageLinked: false });
  rmSync(workspace.root, { recursive: true });
  renameSync(before.root, workspace.root);
  return workspace;
}

/**
 * Sets a separate compile cache, because the folder is temporary, and the Node arguments of Pulumi.yaml, which the language
 * host that the setup builds ignores.
 */
function adapt(workspace: Workspace, { runtime }: ProgramKind): void {
  workspace.setEnv({
    NODE_COMPILE_CACHE: join(workspace.root, "compile-cache"),
    ...(runtime && { NODE_OPTIONS: `${workspace.environment.NODE_OPTIONS} ${runtime.options.nodeargs}` }),
  });
}

/** Returns the requests that a command sends to the account. */
async function recordRequests(emulator: Emulator, command: () => Promise<unknown>) {
  const since = emulator.requests().at(-1)?.n ?? 0;
  await command();
  const calls = emulator.requests({ since });
  const writes = calls
    .filter(({ method }) => method !== "GET")
    .map(
      ({ method, path, body }) => `${method} ${path}${method === "PATCH" ? ` ${JSON.stringify(body)}` : ""}`,
    );
  return { reads: calls.length - writes.length, writes: writes.sort() };
}

function expectStored(emulator: Emulator, description: string): void {
  const [policy, ...more] = emulator.objects("/ip_policies");
  assert.deepEqual([policy?.description, more.length], [description, 0]);
  assert.deepEqual(
    emulator.objects("/ip_policy_rules").map((rule) => [rule.ip_policy_id, rule.cidr, rule.action]),
    [[policy?.id, CIDR, "allow"]],
  );
  assert.deepEqual(
    emulator.objects("/edges/tls").map((edge) => [edge.hostports, edge.ip_restriction]),
    [[[HOSTPORT], { enabled: true, ip_policy_ids: [policy?.id] }]],
  );
}

const AUTOMATED = `const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const edge = require("pulumi-tunnel-edge");

const program = async () => void new edge.IpPolicy("office", { description: "Office egress" });
LocalWorkspace.createOrSelectStack({ stackName: "automated", projectName: "infra", program })
  .then((stack) => stack[process.argv[2]]({ onOutput: process.stdout.write.bind(process.stdout) }));
`;

async function runAutomation(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-automation-"));
  const emulator = await startEmulator();
  const env = { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
  const workspace = await createWorkspace({ program: {}, env, packageLinked: false });
  try {
    const dependencies = dependenciesOn(await pack(repository, folder));
    writeFileSync(join(folder, "package.json"), packageJson("infra", "commonjs", dependencies));
    writeFileSync(join(folder, "automated.js"), AUTOMATED);
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], folder);
    const { PULUMI_STACK: _others, ...shell } = { ...shellEnvironment(), ...workspace.environment };
    const automationProgram = (command: string) =>
      promisify(execFile)("node", ["automated.js", command], { cwd: folder, env: shell, timeout: 300_000 });
    await automationProgram("up");
    expectPolicies(emulator, ["Office egress"]);
    const { writes } = await recordRequests(emulator, () => automationProgram("up"));
    assert.deepEqual(writes, []);
    await automationProgram("destroy");
    expectPolicies(emulator, []);
  } finally {
    await emulator.close();
    workspace.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const expectPolicies = (emulator: Emulator, descriptions: readonly string[]) =>
  assert.deepEqual(
    emulator.objects("/ip_policies").map(({ description }) => description),
    descriptions,
  );

async function main(names: readonly string[]): Promise<void> {
  const managers = [...new Set(CELLS.map(({ manager }) => manager))];
  for (const name of names)
    if (!managers.some((manager) => manager === name))
      throw new Error(`${name} is not one of ${managers.join(", ")}`);
  for (const cell of CELLS.filter(({ manager }) => names.length === 0 || names.includes(manager))) {
    await runJourney(cell);
    process.stdout.write(`ok  ${cell.manager}: ${cell.program}, ${cell.afterwards}\n`);
  }
  if (names.length > 0 && !names.includes("npm")) return;
  await runAutomation();
  process.stdout.write("ok  npm: Automation API\n");
}

if (require.main === module)
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
