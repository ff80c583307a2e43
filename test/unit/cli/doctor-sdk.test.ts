import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkSdk } from "../../../cli/doctor/sdk";

/** Creates a program folder with package.json files, keyed by subfolder. */
function program(manifests: Readonly<Record<string, object>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "doctor-sdk-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: x\nruntime: nodejs\n");
  for (const [at, manifest] of Object.entries(manifests)) {
    const file = join(folder, at, "package.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(manifest));
  }
  return folder;
}

const sdk = (version: string) => ({ name: "@pulumi/pulumi", version });
const own = {
  name: "pulumi-tunnel-edge",
  version: "0.1.0",
  peerDependencies: { "@pulumi/pulumi": "^3.216.0" },
};
const TOP = "node_modules/@pulumi/pulumi";

test("one copy is ok, even if a package that doesn't depend on the SDK has a nested one", () => {
  const folder = program({
    ".": { dependencies: { "pulumi-tunnel-edge": "*", other: "*" } },
    [TOP]: sdk("3.270.0"),
    "node_modules/pulumi-tunnel-edge": own,
    "node_modules/other": { name: "other" },
    [`node_modules/other/${TOP}`]: sdk("3.250.0"),
  });
  expect(checkSdk(folder)).toEqual({ check: "sdk", verdict: "ok", found: "@pulumi/pulumi 3.270.0" });
});

test("warns if this package has its own copy, with both versions and paths", () => {
  const folder = program({
    ".": { dependencies: { "pulumi-tunnel-edge": "*" } },
    [TOP]: sdk("3.230.0"),
    "node_modules/pulumi-tunnel-edge": own,
    [`node_modules/pulumi-tunnel-edge/${TOP}`]: sdk("3.270.0"),
  });
  expect(checkSdk(folder)).toMatchObject({
    verdict: "warning",
    found: `2 copies of @pulumi/pulumi: 3.230.0 for the program (${TOP}), 3.270.0 for pulumi-tunnel-edge (node_modules/pulumi-tunnel-edge/${TOP})`,
    remedy: expect.stringContaining("npm dedupe"),
  });
});

test("warns if another dependency has its own copy, even of the same version", () => {
  const folder = program({
    ".": { devDependencies: { "@pulumi/random": "*" } },
    [TOP]: sdk("3.270.0"),
    "node_modules/@pulumi/random": { dependencies: { "@pulumi/pulumi": "^3.0.0" } },
    [`node_modules/@pulumi/random/${TOP}`]: sdk("3.270.0"),
  });
  expect(checkSdk(folder)).toMatchObject({
    verdict: "warning",
    found: expect.stringContaining("@pulumi/random"),
  });
});

test("warns if a transitive dependency has its own copy", () => {
  const folder = program({
    ".": { dependencies: { "@acme/infra": "*" } },
    [TOP]: sdk("3.270.0"),
    "node_modules/@acme/infra": { dependencies: { "@acme/base": "*" } },
    "node_modules/@acme/base": { dependencies: { "@pulumi/pulumi": "^3.0.0", "@acme/infra": "*" } },
    [`node_modules/@acme/base/${TOP}`]: sdk("3.250.0"),
  });
  expect(checkSdk(folder)).toMatchObject({
    verdict: "warning",
    found: expect.stringContaining("3.250.0 for @acme/base"),
  });
});

test("symlinks to the same copy count as one", () => {
  const folder = program({
    ".": { dependencies: { "pulumi-tunnel-edge": "*" } },
    "store/sdk": sdk("3.270.0"),
    "store/own": own,
  });
  for (const [link, target] of [
    [TOP, "store/sdk"],
    ["node_modules/pulumi-tunnel-edge", "store/own"],
    [`store/own/${TOP}`, "store/sdk"],
  ] as const) {
    mkdirSync(dirname(join(folder, link)), { recursive: true });
    symlinkSync(join(folder, target), join(folder, link), "dir");
  }
  expect(checkSdk(folder).verdict).toBe("ok");
});

test.each(["3.215.0", "4.0.0"])("version %s is a problem", (version) => {
  const folder = program({ ".": {}, [TOP]: sdk(version) });
  expect(checkSdk(folder)).toMatchObject({
    verdict: "problem",
    found: `@pulumi/pulumi ${version} is not supported by pulumi-tunnel-edge (^3.216.0)`,
  });
});

test("a missing SDK is a problem; a folder without a program is skipped", () => {
  const folder = program({ ".": {} });
  expect(checkSdk(folder)).toMatchObject({
    verdict: "problem",
    remedy: expect.stringContaining("npm install"),
  });
  rmSync(join(folder, "Pulumi.yaml"));
  expect(checkSdk(folder).verdict).toBe("skipped");
});
