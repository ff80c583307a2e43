import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type Workspace } from "../../support/engine";

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  workspace = await createWorkspace({
    program: "",
    nativeProvider: true,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

describe("a stack of the dynamic classes", () => {
  test("moves with its Provider, whose account stays the same", async () => {
    const ofStaging = (entry: string) => `
      const edge = require(${JSON.stringify(entry)});
      const pulumi = require("@pulumi/pulumi");
      const apiToken = pulumi.secret(${JSON.stringify(emulator.token)});
      const staging = new edge.Provider("staging", { baseUrl: ${JSON.stringify(emulator.url)}, apiToken });
      new edge.IpPolicy("abroad", { description: "there" }, { provider: staging });
    `;
    workspace.writeProgram(ofStaging("pulumi-tunnel-edge"));
    await workspace.up({ mustSucceed: true });
    const ids = emulator.objects("/ip_policies").map(({ id }) => id);
    workspace.writeProgram(ofStaging("pulumi-tunnel-edge/native"));
    const up = await workspace.up({ mustSucceed: true });
    expect(up.changes.filter((change) => !change.endsWith(" staging"))).toEqual([]);
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(ids);
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    const { text } = workspace.exportStack();
    expect(text).not.toContain("pulumi:providers:pulumi-nodejs::staging");
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });
});
