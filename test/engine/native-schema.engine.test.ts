import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspace, repository, type Workspace } from "../support/engine";

/** The engine's own validation, by its meta-schema and by binding every reference. */
describe("the package schema", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace({ program: "", nativeProvider: true });
  });
  afterAll(() => workspace.remove());

  test("is valid for the engine, without a warning", async () => {
    const { code, stdout, stderr } = await workspace.run([
      "schema",
      "check",
      join(repository, "schema.json"),
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("is what the engine reads from the executable, as `pulumi package add` does first", async () => {
    const executable = join(workspace.root, "plugin", "pulumi-resource-tunnel-edge");
    const { stdout } = await workspace.run(["package", "get-schema", executable], { mustSucceed: true });
    const [read, committed] = [stdout, readFileSync(join(repository, "schema.json"), "utf8")].map((text) =>
      JSON.parse(text),
    );
    expect(read.types).toEqual(committed.types);
    for (const part of ["resources", "functions"])
      expect(Object.keys(read[part]).sort()).toEqual(Object.keys(committed[part]).sort());
    expect([read.name, read.version]).toEqual([committed.name, committed.version]);
  });

  test("the engine would refuse a reference to a type that is not there", async () => {
    const broken = join(workspace.root, "broken.json");
    const text = readFileSync(join(repository, "schema.json"), "utf8");
    writeFileSync(broken, text.replace("#/types/tunnel-edge:index:Ref", "#/types/tunnel-edge:index:Gone"));
    const { code, stdout, stderr } = await workspace.run(["schema", "check", broken]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("tunnel-edge:index:Gone not found");
  });
});
