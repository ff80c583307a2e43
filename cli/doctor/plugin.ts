import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { rcompare, valid } from "semver";
import { parse } from "yaml";
import { isRecord } from "../../provider/inspect";
import { installCommand, version as ownVersion, pluginName } from "../../provider/manifest";
import { findUp, PACKAGE_NAME, readManifest } from "../common";
import { type Finding, findingsOf } from "./finding";

const FILE_NAMES =
  process.platform === "win32" ? [".exe", ".cmd", ".bat"].map((end) => pluginName + end) : [pluginName];

/** An executable of the native provider on this machine. */
type Plugin = ReturnType<typeof pluginsIn>[number];

/**
 * Checks the executables of the native provider that the engine can find. The engine uses the first of these that
 * exists: the one in `Pulumi.yaml`, the first on PATH (both in any version), an installed one of the version that a
 * program needs.
 */
export function checkPlugin(folder: string | undefined, env: NodeJS.ProcessEnv = process.env): Finding {
  const { ok, problem, skipped, warning } = findingsOf("plugin");
  const configured = folder === undefined ? undefined : configuredFolder(folder);
  const fromProject = configured === undefined ? [] : pluginsIn([configured], "Pulumi.yaml");
  if (configured !== undefined && fromProject.length === 0)
    return problem(
      `Pulumi.yaml sets ${configured} as the native provider's folder, but it contains no executable ${pluginName}`,
      `run \`${installCommand}\`, or correct plugins.providers in Pulumi.yaml`,
    );
  const onPath = pluginsIn((env.PATH ?? "").split(delimiter).filter(Boolean), "on PATH");
  const ignoresPath = ["1", "true"].includes(env.PULUMI_IGNORE_AMBIENT_PLUGINS ?? "");
  const home = join(env.PULUMI_HOME || join(homedir(), ".pulumi"), "plugins");
  const installedPlugins = installedIn(home);
  const plugins = [...fromProject, ...onPath, ...installedPlugins];
  if (plugins.length === 0)
    return skipped(
      `there is no ${pluginName} in Pulumi.yaml, on PATH, or in ${home}; only programs with native classes need it`,
    );
  const [first] = [...fromProject, ...(ignoresPath ? [] : onPath)];
  const selected = first ?? installedPlugins.find(({ version }) => version === ownVersion);
  const unusedPlugins = plugins.filter((plugin) => plugin !== selected).map(describePlugin);
  if (selected === undefined)
    return warning(
      `no executable has this command's version, ${ownVersion}; found: ${unusedPlugins.join(", ")}`,
      INSTALL,
    );
  const unusedText = unusedPlugins.length > 0 ? `; not used: ${unusedPlugins.join(", ")}` : "";
  if (selected.version === undefined || selected.version === ownVersion)
    return ok(`${describePlugin(selected)}${unusedText}`);
  return warning(
    `the engine uses ${describePlugin(selected)} for every program, and this command has version ${ownVersion}${unusedText}`,
    `${INSTALL}; programs that require a different version than the executable are refused`,
  );
}

const INSTALL = `install the same version of the package and the executable, for example with \`path: node_modules/.bin\` in plugins.providers of Pulumi.yaml`;

const describePlugin = ({ path, version, source }: Plugin) =>
  `${version ?? "an unknown version"} (${source}: ${path})`;

/** Reads Pulumi.yaml. Ignores invalid YAML, which the engine reports: a warning would print lines of the file. */
function readProject(program: string): unknown {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(program, name)).find(existsSync);
  try {
    return file && parse(readFileSync(file, "utf8"), { logLevel: "error" });
  } catch {
    return undefined;
  }
}

/** The native provider's folder according to `Pulumi.yaml`. */
function configuredFolder(program: string): string | undefined {
  const providers = readProperty(readProperty(readProject(program), "plugins"), "providers");
  const entry = Array.isArray(providers)
    ? providers.find((provider) => readProperty(provider, "name") === "tunnel-edge")
    : undefined;
  const path = readProperty(entry, "path");
  return typeof path === "string" ? resolve(program, path) : undefined;
}

const readProperty = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

/** @param source - Where the engine finds the executables, such as `on PATH`. */
const pluginsIn = (folders: readonly string[], source: string) =>
  [...new Set(folders)].flatMap((folder) =>
    FILE_NAMES.map((name) => join(folder, name))
      .filter(isExecutable)
      .map((path) => ({ path, version: packageVersion(path), source })),
  );

/** Complete installations in the engine's own folder, newest first. */
function installedIn(home: string): Plugin[] {
  const names = existsSync(home) ? readdirSync(home) : [];
  return names
    .flatMap((name): Plugin[] => {
      const version = valid(/^resource-tunnel-edge-v(.+)$/.exec(name)?.[1]);
      const folder = join(home, name);
      if (version === null || existsSync(`${folder}.partial`)) return [];
      return pluginsIn([folder], "installed").map((plugin) => ({ ...plugin, version }));
    })
    .sort((a, b) => rcompare(a.version ?? "", b.version ?? ""));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The version of the package that an executable belongs to. */
const packageVersion = (path: string): string | undefined =>
  findUp(dirname(realpathSync(path)), (folder) => {
    const { name, version } = readManifest(folder);
    return name === PACKAGE_NAME ? String(version) : undefined;
  });
