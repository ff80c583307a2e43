import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { RunError } from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { OLDEST_ENGINE_SDK, requireEngineSdk } from "../../../sdk/engine-sdk";
import { hostKnowsHooks } from "../../../sdk/preview-outputs";

const repository = resolve(__dirname, "../../..");
const read = (path: string) => readFileSync(resolve(repository, path), "utf8");
const manifest = JSON.parse(read("package.json"));

test("the engine's SDK is a peer dependency, so only one copy is installed", () => {
  expect(manifest.peerDependencies["@pulumi/pulumi"]).toBe(`^${OLDEST_ENGINE_SDK}`);
  expect(manifest.dependencies).not.toHaveProperty("@pulumi/pulumi");
});

test.each(["3.215.9", "3.9.0", "3.139.0-alpha.1", "2.999.0"])("%s is rejected with advice", (version) => {
  expect(() => requireEngineSdk(version)).toThrow(RunError);
  expect(() => requireEngineSdk(version)).toThrow(
    `needs @pulumi/pulumi 3.216.0 or newer, but the program has ${version}: npm install @pulumi/pulumi@latest`,
  );
});

test.each(["3.216.0", "3.216.0-alpha.x1", "3.1000.0", "4.0.0", "", "dev"])("%j is accepted", (version) => {
  expect(() => requireEngineSdk(version)).not.toThrow();
});

test("the installed version is accepted", () => {
  expect(() => requireEngineSdk()).not.toThrow();
});

test.each(["sdk/engine-internals.ts", "sdk/traces.ts"])(
  "%s was compared with the installed version",
  (file) => {
    const { version } = JSON.parse(read("node_modules/@pulumi/pulumi/package.json"));
    expect(read(file), "see docs/maintaining.md, Pinned versions").toContain(`of @pulumi/pulumi ${version}.`);
  },
);

test.each([
  ["a program within another process", {}, true],
  ["a host without hooks", { PULUMI_NODEJS_MONITOR: "127.0.0.1:1" }, false],
  ["a current host", { PULUMI_NODEJS_MONITOR: "127.0.0.1:1", PULUMI_NODEJS_ROOT_DIRECTORY: "/app" }, true],
  ["switched off", { TUNNEL_EDGE_HOOKS: "off" }, false],
  ["switched on", { PULUMI_NODEJS_MONITOR: "127.0.0.1:1", TUNNEL_EDGE_HOOKS: "on" }, true],
])("detects hook support: %s", (_, env, known) => {
  expect(hostKnowsHooks(env)).toBe(known);
});
