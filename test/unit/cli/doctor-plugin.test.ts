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

/** An executable of a package of a version, in a folder. */
function executable(folder: string, of?: string): string {
  const file = write(join(folder, pluginName), "");
  chmodSync(file, 0o755);
  if (of !== undefined)
    write(join(folder, "package.json"), JSON.stringify({ name: "pulumi-tunnel-edge", version: of }));
  return file;
}

const naming = (path: string) =>
  write(
    "program/Pulumi.yaml",
    `name: x\nruntime: nodejs\nplugins:\n  providers:\n    - name: other\n      path: x\n    - name: tunnel-edge\n      path: ${path}\n`,
  );

const examine = () => checkPlugin(at("program"), env);

test("without an executable there is nothing to check, which says where it was looked for", () => {
  const places = `in Pulumi.yaml, on PATH and in ${at("home", "plugins")}`;
  const found = expect.stringContaining(`no ${pluginName} ${places}`);
  expect(examine()).toMatchObject({ verdict: "skipped", found });
});

test("the executable that Pulumi.yaml names is taken, through the link of npm, and others are named", () => {
  const main = executable("program/node_modules/pulumi-tunnel-edge", version);
  const link = at("program/node_modules/.bin", pluginName);
  mkdirSync(dirname(link));
  symlinkSync(main, link);
  naming("node_modules/.bin");
  const older = executable("bin", "0.0.8");
  const installed = executable("home/plugins/resource-tunnel-edge-v0.0.7");
  expect(examine()).toEqual({
    check: "plugin",
    verdict: "ok",
    found: `${version} (Pulumi.yaml: ${link}); not used: 0.0.8 (on PATH: ${older}), 0.0.7 (installed: ${installed})`,
  });
});

test("a folder without the executable is a problem", () => {
  naming("node_modules/.bin");
  executable("bin", version);
  const found = expect.stringContaining(`there is no executable ${pluginName} in it`);
  const remedy = expect.stringContaining(installCommand);
  expect(examine()).toMatchObject({ verdict: "problem", found, remedy });
});

test("the first one on PATH goes before an installed one, and another version is warned of", () => {
  const first = executable("bin", "0.0.8");
  const second = executable("more");
  const installed = executable(`home/plugins/resource-tunnel-edge-v${version}`);
  const { verdict, found, remedy } = examine();
  expect(verdict).toBe("warning");
  expect(found).toContain(`the engine uses 0.0.8 (on PATH: ${first}) for every program`);
  expect(found).toContain(`an unknown version (on PATH: ${second}), ${version} (installed: ${installed})`);
  expect(remedy).toMatch(/in one version/);
  rmSync(at("bin"), { recursive: true });
  expect(examine()).toMatchObject({ verdict: "ok", found: expect.stringMatching(/^an unknown version /) });
  executable("bin", "0.0.8");
  env.PULUMI_IGNORE_AMBIENT_PLUGINS = "true";
  expect(examine()).toMatchObject({
    verdict: "ok",
    found: expect.stringMatching(new RegExp(`^${version} \\(installed: .*; not used: 0\\.0\\.8 `)),
  });
});

test("installed ones of other versions only are a warning; what is not complete does not count", () => {
  executable("home/plugins/resource-tunnel-edge-v0.0.7");
  executable("home/plugins/resource-tunnel-edge-v0.0.10");
  executable("home/plugins/resource-tunnel-edge-v0.0.9");
  write("home/plugins/resource-tunnel-edge-v0.0.9.partial", "");
  executable("home/plugins/resource-tunnel-edge-vnext");
  executable("home/plugins/resource-other-v1.0.0");
  const found = expect.stringMatching(
    `^none of ${version}, .*; there are 0\\.0\\.10 \\(.*, 0\\.0\\.7 \\([^,]*$`,
  );
  expect(examine()).toMatchObject({ verdict: "warning", found });
});

test("a file that cannot be run is none, and a broken Pulumi.yaml is the engine's to report", () => {
  write("program/Pulumi.yaml", "name: [");
  chmodSync(executable("bin", version), 0o644);
  mkdirSync(at("more", pluginName), { recursive: true });
  expect(examine().verdict).toBe("skipped");
});

test("no warning prints a line of Pulumi.yaml", async () => {
  const warnings = captureProcessWarnings();
  write("program/Pulumi.yaml", "name: x\nruntime: nodejs\nconfig:\n  key: !secret pass-word\n");
  expect(examine().verdict).toBe("skipped");
  await setImmediate();
  expect(warnings).toEqual([]);
});
