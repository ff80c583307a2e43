import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dependencyIn, installStep } from "../../../cli/export/dependency";
import { installCommand, repository, version } from "../../../provider/manifest";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tunnel-edge-dependency-"));
  mkdirSync(join(home, "infra", "src"), { recursive: true });
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const manifest = (text: string) => writeFileSync(join(home, "infra", "package.json"), text);
const written = () => dependencyIn(join(home, "new", "edge"), join(home, "infra", "src"));

test.each(["dependencies", "devDependencies"])(
  "a project that has the package from a file among its %s gives the same file to a written one",
  (kind) => {
    manifest(
      JSON.stringify({ [kind]: { "pulumi-tunnel-edge": "file:../clone/pulumi-tunnel-edge-0.1.0.tgz" } }),
    );
    expect(written()).toBe("file:../../clone/pulumi-tunnel-edge-0.1.0.tgz");
  },
);

test.each([
  JSON.stringify({ dependencies: { "pulumi-tunnel-edge": "workspace:*" } }),
  JSON.stringify({ dependencies: { "pulumi-tunnel-edge": 1 } }),
  JSON.stringify({ dependencies: {} }),
  "null",
  "{",
])("a written project names no unpublished package where the project around has %j", (text) => {
  manifest(text);
  expect(written()).toBe(repository && `^${version}`);
});

test("a written project without the package says how to get it", () => {
  const withDependencies = (dependencies: object) => ({ "package.json": JSON.stringify({ dependencies }) });
  expect(installStep(withDependencies({ "pulumi-tunnel-edge": "^1.2.3" }))).toBe("npm install");
  expect(installStep(withDependencies({}))).toBe(installCommand);
});
