import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gte, valid } from "semver";
import { installCommand, version as ownVersion } from "../../provider/manifest";
import { oldNodeReason } from "../../provider/manifest/node-version";
import { hostKnowsHooks } from "../../sdk/preview-outputs";
import { messageOf, PACKAGE_NAME, readManifest } from "../common";
import { INSTALL_ENGINE, lastLines, runPulumi } from "../pulumi";
import { withTemporaryStack } from "../temporary-stack";
import { type Finding, findingsOf } from "./finding";

/** Oldest engine version that this package is tested with. */
const OLDEST_ENGINE = "3.259.0";

/** Checks the Node.js version of programs and the provider: the engine starts the first `node` on PATH. */
export async function checkNode(): Promise<Finding> {
  const { ok, problem } = findingsOf("node");
  const version = await promisify(execFile)("node", ["--version"])
    .then(({ stdout }) => stdout.trim())
    .catch(() => undefined);
  const remedy = "install a newer Node.js (https://nodejs.org) and put it first on PATH";
  if (version === undefined) return problem("there is no node on PATH, which the engine needs", remedy);
  const oldReason = oldNodeReason(version.slice(1));
  return oldReason === undefined ? ok(version) : problem(oldReason, remedy);
}

export async function checkEngine(): Promise<Finding> {
  const { ok, problem, warning } = findingsOf("engine");
  try {
    const { stdout } = await runPulumi(["version"], { timeoutSeconds: 30 });
    const version = valid(stdout.trim());
    if (version === null)
      return warning(
        `\`pulumi version\` prints ${JSON.stringify(stdout.trim())}`,
        `install a released engine, ${OLDEST_ENGINE} or newer`,
      );
    if (!gte(version, OLDEST_ENGINE))
      return warning(
        `pulumi ${version} is older than the oldest tested version, ${OLDEST_ENGINE}`,
        "update the engine",
      );
    return ok(`pulumi ${version}`);
  } catch (error) {
    // The remedy is printed separately.
    return problem(messageOf(error).replace(`: ${INSTALL_ENGINE}`, ""), INSTALL_ENGINE);
  }
}

/** A program that writes the variables by which its language host can be recognized, and the SDK's version. */
const PROBE = `
const { writeFileSync } = require("node:fs");
const { version: sdk } = require("@pulumi/pulumi/version");
const { PULUMI_NODEJS_MONITOR, PULUMI_NODEJS_ROOT_DIRECTORY, TUNNEL_EDGE_HOOKS } = process.env;
const env = { PULUMI_NODEJS_MONITOR, PULUMI_NODEJS_ROOT_DIRECTORY, TUNNEL_EDGE_HOOKS };
writeFileSync(process.env.TUNNEL_EDGE_PROBE, JSON.stringify({ env, sdk }));
`;

/** Runs an empty program in a temporary state, because only a program can query its language host. */
export async function checkLanguageHost(engine: Finding): Promise<Finding> {
  const { ok, problem, skipped, warning } = findingsOf("language host");
  if (engine.verdict === "problem") return skipped("requires the engine");
  const files = {
    "Pulumi.yaml": "name: probe\nruntime: nodejs\n",
    "package.json": JSON.stringify({ name: "probe", private: true, main: "index.js" }),
    "index.js": PROBE,
  };
  try {
    return await withTemporaryStack({ files }, async ({ root, pulumi }) => {
      const file = join(root, "host.json");
      const { stderr, stdout } = await pulumi(["preview"], { TUNNEL_EDGE_PROBE: file });
      if (!existsSync(file)) {
        const output = lastLines(`${stderr}\n${stdout}`, 5).replaceAll("\n", " ");
        return problem(
          `cannot preview an empty program: ${output}`,
          proxyAdvice() ?? "reinstall the engine with its language host for Node.js",
        );
      }
      const { env, sdk } = JSON.parse(readFileSync(file, "utf8")) as { env: NodeJS.ProcessEnv; sdk: string };
      if (hostKnowsHooks(env)) return ok(`supports resource hooks; @pulumi/pulumi ${sdk}`);
      return warning(
        `does not support resource hooks; @pulumi/pulumi ${sdk}`,
        "previews may show updates of dependents that will not happen: install the language host of the engine's release",
      );
    });
  } catch (error) {
    return problem(messageOf(error), "reinstall the engine");
  }
}

/** Returns advice if a proxy variable in lower case is set: the SDK then uses the proxy even for the engine on this machine. */
function proxyAdvice(): string | undefined {
  const name = ["grpc_proxy", "https_proxy", "http_proxy"].find((variable) => process.env[variable]);
  return (
    name && `programs connect to the engine through the proxy of ${name}: set no_proxy=127.0.0.1,localhost`
  );
}

/** Checks that the engine can load the provider from the program's folder, in the version of this command. */
export function checkPackage(folder: string | undefined): Finding {
  const { ok, problem, skipped, warning } = findingsOf("package");
  if (folder === undefined) return skipped("this is not the folder of a Pulumi program");
  const from = createRequire(join(folder, "noop.js"));
  try {
    const { version } = readManifest(dirname(from.resolve(`${PACKAGE_NAME}/package.json`)));
    from.resolve(`${PACKAGE_NAME}/host`);
    if (version === ownVersion) return ok(`${PACKAGE_NAME} ${version}`);
    return warning(
      `the program uses ${PACKAGE_NAME} ${version}, this command is version ${ownVersion}`,
      "run the program's own command: npx --no tunnel-edge",
    );
  } catch {
    return problem(
      `${PACKAGE_NAME} cannot be loaded from ${folder}`,
      `run \`${installCommand}\` there; the engine loads the provider from the program's folder`,
    );
  }
}
