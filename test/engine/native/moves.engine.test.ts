import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { openAccount } from "../../support/account";
import type { Workspace } from "../../support/engine";

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  ({ emulator, workspace } = await openAccount({}, { provider: "native", settings: "configuration" }));
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

describe("a stack of the dynamic classes", () => {
  /** @param optionsOf - Code of a function that returns the options of a class. */
  const program = (entry: string, optionsOf = "() => ({})") => `
    const edge = require(${JSON.stringify(entry)});
    const optionsOf = ${optionsOf};
    const office = new edge.IpPolicy("office", { description: "office" }, optionsOf("IpPolicy"));
    const rule = new edge.IpPolicyRule(
      "rule",
      { ipPolicyId: office.id, cidr: "198.51.100.0/24", action: "allow" },
      optionsOf("IpPolicyRule"),
    );
    const shop = new edge.ReservedDomain("shop", { domain: "shop.example.com" }, optionsOf("ReservedDomain"));
    new edge.TlsEdge(
      "edge",
      {
        hostports: [shop.domain.apply((domain) => domain + ":443")],
        ipRestriction: { ipPolicyIds: [office.id] },
      },
      optionsOf("TlsEdge"),
    );
    exports.officeId = office.id;
  `;

  test("moves to the native classes without a change, and back with updates that write nothing", async () => {
    workspace.writeProgram(program("pulumi-tunnel-edge"));
    await workspace.up({ mustSucceed: true });
    const ids = emulator.objects("/ip_policies").map(({ id }) => id);
    workspace.writeProgram(program("pulumi-tunnel-edge/native"));
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.up({ mustSucceed: true });
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(ids);

    const aliased = '(name) => ({ aliases: [{ type: "tunnel-edge:index:" + name }] })';
    workspace.writeProgram(program("pulumi-tunnel-edge", aliased));
    const writes = () => emulator.requests().filter(({ method }) => method !== "GET").length;
    const before = writes();
    const movedBack = await workspace.up({ mustSucceed: true });
    expect(movedBack.changes.sort()).toEqual(["update edge", "update office", "update rule", "update shop"]);
    expect(writes()).toBe(before);
    workspace.writeProgram(program("pulumi-tunnel-edge"));
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(ids);
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });

  test("moves with its Provider, which keeps its account", async () => {
    const stagingProgram = (entry: string) => `
      const edge = require(${JSON.stringify(entry)});
      const pulumi = require("@pulumi/pulumi");
      const apiToken = pulumi.secret(${JSON.stringify(emulator.token)});
      const staging = new edge.Provider("staging", { baseUrl: ${JSON.stringify(emulator.url)}, apiToken });
      new edge.IpPolicy("abroad", { description: "there" }, { provider: staging });
    `;
    workspace.writeProgram(stagingProgram("pulumi-tunnel-edge"));
    await workspace.up({ mustSucceed: true });
    const ids = emulator.objects("/ip_policies").map(({ id }) => id);
    workspace.writeProgram(stagingProgram("pulumi-tunnel-edge/native"));
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
