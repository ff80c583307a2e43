import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { checkPlugin } from "../../../cli/doctor/plugin";
import { installCommand, pluginName, version } from "../../../provider/manifest";
import { temporaryFolder } from "../../support/temporary-folder";
import { captureProcessWarnings } from "../../support/warnings";

const { at, write } = temporaryFolder();
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  env = { PATH: [at("bin"), at("more")].join(":"), PULUMI_HOME: at("home") };
  write("program/Pulumi.yaml", "name: x\nruntime: nodejs\n");
});

/** Creates an executable, in a package with a version. */
function executable(folder: string, packageVersion?: string): string {
  const file = write(join(folder, pluginName), "");
  chmodSync(file, 0o755);
  if (packageVersion !== undefined)
    write(
      join(folder, "package.json"),
      JSON.stringify({ name: "pulumi-tunnel-edge", version: packageVersion }),
    );
  return file;
}

const setFolder = (path: string) =>
  write(
    "program/Pulumi.yaml",
    `name: x\nruntime: nodejs\nplugins:\n  providers:\n    - name: other\n      path: x\n    - name: tunnel-edge\n      path: ${path}\n`,
  );

const check = () => checkPlugin(at("program"), env);

test("skips the check without an executable, and names the searched places", () => {
  const places = `in Pulumi.yaml, on PATH, or in ${at("home", "plugins")}`;
  const found = expect.stringContaining(`no ${pluginName} ${places}`);
  expect(check()).toMatchObject({ verdict: "skipped", found });
});

test("reports the executable in Pulumi.yaml, through npm's link, and unused ones", () => {
  const main = executable("program/node_modules/pulumi-tunnel-edge", version);
  const link = at("program/node_modules/.bin", pluginName);
  mkdirSync(dirname(link));
  symlinkSync(main, link);
  setFolder("node_modules/.bin");
  const older = executable("bin", "0.0.8");
  const installed = executable("home/plugins/resource-tunnel-edge-v0.0.7");
  expect(check()).toEqual({
    check: "plugin",
    verdict: "ok",
    found: `${version} (Pulumi.yaml: ${link}); not used: 0.0.8 (on PATH: ${older}), 0.0.7 (installed: ${installed})`,
  });
});

test("reports a folder without the executable as a problem", () => {
  setFolder("node_modules/.bin");
  executable("bin", version);
  const found = expect.stringContaining(`contains no executable ${pluginName}`);
  const remedy = expect.stringContaining(installCommand);
  expect(check()).toMatchObject({ verdict: "problem", found, remedy });
});

test("prefers the first executable on PATH to an installed one, and warns of another version", () => {
  const first = executable("bin", "0.0.8");
  const second = executable("more");
  const installed = executable(`home/plugins/resource-tunnel-edge-v${version}`);
  const { verdict, found, remedy } = check();
  expect(verdict).toBe("warning");
  expect(found).toContain(`the engine uses 0.0.8 (on PATH: ${first}) for every program`);
  expect(found).toContain(`an unknown version (on PATH: ${second}), ${version} (installed: ${installed})`);
  expect(remedy).toMatch(/the same version/);
  rmSync(at("bin"), { recursive: true });
  expect(check()).toMatchObject({ verdict: "ok", found: expect.stringMatching(/^an unknown version /) });
  executable("bin", "0.0.8");
  env.PULUMI_IGNORE_AMBIENT_PLUGINS = "true";
  expect(check()).toMatchObject({
    verdict: "ok",
    found: expect.stringMatching(new RegExp(`^${version} \\(installed: .*; not used: 0\\.0\\.8 `)),
  });
});

test("warns if only other versions are installed, and ignores incomplete installations", () => {
  executable("home/plugins/resource-tunnel-edge-v0.0.7");
  executable("home/plugins/resource-tunnel-edge-v0.0.10");
  executable("home/plugins/resource-tunnel-edge-v0.0.9");
  write("home/plugins/resource-tunnel-edge-v0.0.9.partial", "");
  executable("home/plugins/resource-tunnel-edge-vnext");
  executable("home/plugins/resource-other-v1.0.0");
  const found = expect.stringMatching(
    `^no executable has .* ${version}; found: 0\\.0\\.10 \\(.*, 0\\.0\\.7 \\([^,]*$`,
  );
  expect(check()).toMatchObject({ verdict: "warning", found });
});

test("ignores files that cannot be run, and an invalid Pulumi.yaml", () => {
  write("program/Pulumi.yaml", "name: [");
  chmodSync(executable("bin", version), 0o644);
  mkdirSync(at("more", pluginName), { recursive: true });
  expect(check().verdict).toBe("skipped");
});

test("prints no line of Pulumi.yaml in a warning", async () => {
  const warnings = captureProcessWarnings();
  write("program/Pulumi.yaml", "name: x\nruntime: nodejs\nconfig:\n  key: !secret pass-word\n");
  expect(check().verdict).toBe("skipped");
  await setImmediate();
  expect(warnings).toEqual([]);
});
