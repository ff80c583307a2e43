import { mkdirSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { dependencySpecifier, installStep } from "../../../cli/export/dependency";
import { installCommand, repository, version } from "../../../provider/manifest";
import { temporaryFolder } from "../../support/temporary-folder";

const home = temporaryFolder();

beforeEach(() => void mkdirSync(home.at("infra", "src"), { recursive: true }));

const manifest = (text: string) => home.write("infra/package.json", text);
const dependency = () => dependencySpecifier(home.at("new", "edge"), home.at("infra", "src"));

test.each(["dependencies", "devDependencies"])(
  "uses the same file as the project around it, from its %s",
  (kind) => {
    manifest(
      JSON.stringify({ [kind]: { "pulumi-tunnel-edge": "file:../clone/pulumi-tunnel-edge-0.1.0.tgz" } }),
    );
    expect(dependency()).toBe("file:../../clone/pulumi-tunnel-edge-0.1.0.tgz");
  },
);

test.each([
  JSON.stringify({ dependencies: { "pulumi-tunnel-edge": "workspace:*" } }),
  JSON.stringify({ dependencies: { "pulumi-tunnel-edge": 1 } }),
  JSON.stringify({ dependencies: {} }),
  "null",
  "{",
])("uses the published version, if any, if the project around it has %j", (text) => {
  manifest(text);
  expect(dependency()).toBe(repository && `^${version}`);
});

test("explains how to install a package that is not a dependency", () => {
  const withDependencies = (dependencies: object) => ({ "package.json": JSON.stringify({ dependencies }) });
  expect(installStep(withDependencies({ "pulumi-tunnel-edge": "^1.2.3" }))).toBe("npm install");
  expect(installStep(withDependencies({}))).toBe(installCommand);
});
