import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkSdk } from "../../../cli/doctor/sdk";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();

/** Creates a program folder with package.json files, keyed by subfolder. */
function program(manifests: Readonly<Record<string, object>>): string {
  folder.write("Pulumi.yaml", "name: x\nruntime: nodejs\n");
  for (const [at, manifest] of Object.entries(manifests))
    folder.write(join(at, "package.json"), JSON.stringify(manifest));
  return folder.at();
}

const sdk = (version: string) => ({ name: "@pulumi/pulumi", version });
const own = {
  name: "pulumi-tunnel-edge",
  version: "0.1.0",
  peerDependencies: { "@pulumi/pulumi": "^3.216.0" },
};
const TOP = "node_modules/@pulumi/pulumi";

test("accepts one copy, even if a package that doesn't depend on the SDK has a nested one", () => {
  const root = program({
    ".": { dependencies: { "pulumi-tunnel-edge": "*", other: "*" } },
    [TOP]: sdk("3.270.0"),
    "node_modules/pulumi-tunnel-edge": own,
    "node_modules/other": { name: "other" },
    [`node_modules/other/${TOP}`]: sdk("3.250.0"),
  });
  expect(checkSdk(root)).toEqual({ check: "sdk", verdict: "ok", found: "@pulumi/pulumi 3.270.0" });
});

test("warns if this package has its own copy, with both versions and paths", () => {
  const root = program({
    ".": { dependencies: { "pulumi-tunnel-edge": "*" } },
    [TOP]: sdk("3.230.0"),
    "node_modules/pulumi-tunnel-edge": own,
    [`node_modules/pulumi-tunnel-edge/${TOP}`]: sdk("3.270.0"),
  });
  expect(checkSdk(root)).toMatchObject({
    verdict: "warning",
    found: `2 copies of @pulumi/pulumi: 3.230.0 for the program (${TOP}), 3.270.0 for pulumi-tunnel-edge (node_modules/pulumi-tunnel-edge/${TOP})`,
    remedy: expect.stringContaining("npm dedupe"),
  });
});

test("warns if another dependency has its own copy", () => {
  const root = program({
    ".": { dependencies: { "@acme/base": "*" } },
    [TOP]: sdk("3.270.0"),
    "node_modules/@acme/base": { dependencies: { "@pulumi/pulumi": "^3.0.0" } },
    [`node_modules/@acme/base/${TOP}`]: sdk("3.250.0"),
  });
  expect(checkSdk(root)).toMatchObject({
    verdict: "warning",
    found: expect.stringContaining("3.250.0 for @acme/base"),
  });
});

test("counts symbolic links to the same copy once", () => {
  const root = program({
    ".": { dependencies: { "pulumi-tunnel-edge": "*" } },
    "store/sdk": sdk("3.270.0"),
    "store/own": own,
  });
  for (const [link, target] of [
    [TOP, "store/sdk"],
    ["node_modules/pulumi-tunnel-edge", "store/own"],
    [`store/own/${TOP}`, "store/sdk"],
  ] as const) {
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(root, target), join(root, link), "dir");
  }
  expect(checkSdk(root).verdict).toBe("ok");
});

test.each(["3.215.0", "4.0.0"])("reports version %s as a problem", (version) => {
  const root = program({ ".": {}, [TOP]: sdk(version) });
  expect(checkSdk(root)).toMatchObject({
    verdict: "problem",
    found: `@pulumi/pulumi ${version} is not supported by pulumi-tunnel-edge (^3.216.0)`,
  });
});

test("reports a missing SDK, and is skipped outside of a program", () => {
  const root = program({ ".": {} });
  expect(checkSdk(root)).toMatchObject({
    verdict: "problem",
    remedy: expect.stringContaining("npm install"),
  });
  expect(checkSdk(undefined).verdict).toBe("skipped");
});
