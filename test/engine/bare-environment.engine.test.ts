import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import type { ExportedResource } from "../support/engine";
import type { Declared } from "../support/program";

const program: readonly Declared[] = [
  { class: "IpPolicy", name: "office", inputs: {} },
  { class: "TunnelAgentCommand", name: "restart", inputs: { command: "restart", filter: { os: "linux" } } },
];

describe("the dynamic provider in a bare environment", () => {
  let account: TestAccount;
  let exported: ExportedResource[];

  beforeAll(async () => {
    account = await openAccount({}, { settings: "configuration", bareEnvironment: true });
    account.declare(program);
    await account.up();
    await account.run((workspace) => workspace.refresh({ expectNoChanges: true }));
    exported = account.workspace.exportStack().resources;
  });

  afterAll(() => account?.close());

  const stateOf = (name: string) => exported.find(({ urn }) => urn.endsWith(`::${name}`));

  test("supports up, refresh, and destroy", async () => {
    const { changes } = await account.run((workspace) => workspace.destroy());
    expect(changes.sort()).toEqual(program.map(({ name }) => `delete ${name}`).sort());
    expect(account.emulator.objects("/ip_policies")).toEqual([]);
  });

  test.each([
    ["office", "IpPolicy"],
    ["restart", "TunnelAgentCommand"],
  ])("stores a constant text in the state of %s", (name, className) => {
    // Existing states contain this text: changing it would break every stack.
    const text = `exports.handler=()=>require("pulumi-tunnel-edge/host").provider("${className}")`;
    const { inputs, outputs } = stateOf(name) ?? {};
    expect([inputs?.__provider, outputs?.__provider]).toEqual([text, text]);
  });

  test("stores at most 1.1 KB for an IpPolicy", () => {
    // Without the resource's location in the program, which the engine adds.
    const own = { ...stateOf("office"), stackTrace: undefined, sourcePosition: undefined };
    expect(Buffer.byteLength(JSON.stringify(own))).toBeLessThanOrEqual(1_100);
  });
});
