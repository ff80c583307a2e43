import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspace, repository, type Workspace } from "../support/engine";

/** Validated by the engine, with its meta-schema and by binding every reference. */
describe("the package schema", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace({ program: "", nativeProvider: true });
  });
  afterAll(() => workspace.remove());

  test("passes the engine's check without warnings", async () => {
    const { code, stdout, stderr } = await workspace.run([
      "schema",
      "check",
      join(repository, "schema.json"),
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("equals the schema of the executable, which `pulumi package add` reads first", async () => {
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

  test("fails the engine's check if it refers to a type that doesn't exist", async () => {
    const broken = join(workspace.root, "broken.json");
    const text = readFileSync(join(repository, "schema.json"), "utf8");
    writeFileSync(broken, text.replace("#/types/tunnel-edge:index:Ref", "#/types/tunnel-edge:index:Gone"));
    const { code, stdout, stderr } = await workspace.run(["schema", "check", broken]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("tunnel-edge:index:Gone not found");
  });
});
