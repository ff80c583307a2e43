import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import type { ProgramFiles } from "../../test/support/engine";
import { run } from "./child";

export const MANAGERS = ["npm", "pnpm", "yarn"] as const;
export type ManagerName = (typeof MANAGERS)[number];

/** A package manager as a user runs it, with caches of its own where it would fill the user's. */
export interface Manager {
  readonly name: ManagerName;
  readonly version: string;
  /** What the folder that is installed needs beside package.json; `members` are the packages of a workspace. */
  readonly files: (members?: readonly string[]) => ProgramFiles;
  readonly install: (folder: string) => Promise<void>;
  /** Runs a command that an installed package brings, and gives what it prints. */
  readonly execute: (folder: string, command: string, args: readonly string[]) => Promise<string>;
}

/** npm packages of the other package managers. */
const PACKAGES = { pnpm: "pnpm@12.21.0", yarn: "@yarnpkg/cli-dist@4.18.1" } as const;

/**
 * Brings the package managers that are not there: npm comes with Node, the others are npm packages themselves.
 *
 * @param folder - Where they and what they cache are put.
 */
export async function bring(
  names: ReadonlySet<ManagerName>,
  folder: string,
): Promise<ReadonlyMap<ManagerName, Manager>> {
  const wanted = [...names].flatMap((name) => (name === "npm" ? [] : [PACKAGES[name]]));
  if (wanted.length > 0)
    await run("npm", ["install", "--prefix", folder, "--prefer-offline", ...quietNpm, ...wanted], {
      cwd: folder,
    });
  // npm and pnpm read the same settings; yarn has its own, and would ask another registry.
  const registry = (await run("npm", ["config", "get", "registry"], { cwd: folder })).trim();
  const made = { npm, pnpm: () => pnpm(folder), yarn: () => yarn(folder, registry) };
  const managers = await Promise.all([...names].map((name) => made[name]()));
  return new Map(managers.map((manager) => [manager.name, manager]));
}

const quietNpm = ["--no-audit", "--no-fund", "--loglevel=error"];

export async function npm(): Promise<Manager> {
  return {
    name: "npm",
    version: await versionOf("npm"),
    files: () => ({}),
    install: async (folder) => {
      await run("npm", ["install", "--prefer-offline", ...quietNpm], { cwd: folder });
    },
    execute: (folder, command, args) =>
      run("npm", ["exec", "--offline", "--", command, ...args], { cwd: folder }),
  };
}

async function pnpm(folder: string): Promise<Manager> {
  const program = join(folder, "node_modules", ".bin", "pnpm");
  return {
    name: "pnpm",
    version: await versionOf(program),
    files: (members) => ({
      "pnpm-workspace.yaml": stringify({
        ...(members === undefined ? {} : { packages: members }),
        // pnpm refuses to install until somebody has said whether this script may run. It does nothing that is needed.
        allowBuilds: { protobufjs: false },
        storeDir: join(folder, "pnpm"),
      }),
    }),
    install: async (at) => {
      await run(program, ["install", "--no-frozen-lockfile"], { cwd: at });
    },
    execute: (at, command, args) => run(program, ["exec", command, ...args], { cwd: at }),
  };
}

async function yarn(folder: string, registry: string): Promise<Manager> {
  const program = join(folder, "node_modules", ".bin", "yarn");
  return {
    name: "yarn",
    version: await versionOf(program),
    files: () => ({
      ".yarnrc.yml": stringify({
        nodeLinker: "node-modules",
        globalFolder: join(folder, "yarn"),
        npmRegistryServer: registry,
        enableTelemetry: false,
        // On a CI machine yarn would refuse to write the lockfile of a new project.
        enableImmutableInstalls: false,
      }),
      // Without it yarn looks for a project further up.
      "yarn.lock": "",
    }),
    install: async (at) => {
      await run(program, ["install"], { cwd: at });
    },
    execute: (at, command, args) => run(program, ["run", command, ...args], { cwd: at }),
  };
}

const versionOf = async (program: string) => (await run(program, ["--version"], { cwd: tmpdir() })).trim();
