import * as pulumi from "@pulumi/pulumi";
import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import * as edge from "../../sdk";
import { InlineStacks } from "../support/automation";

interface Settings {
  readonly office: string;
  readonly key?: string;
  readonly labels: Record<string, string>;
}

/** Facts about outputs in the last run of the program. */
const outputFacts: Record<string, { readonly known: boolean; readonly secret: boolean }> = {};

function recordFacts(name: string, output: pulumi.Output<unknown>): void {
  const { isKnown } = output as unknown as { readonly isKnown: Promise<boolean> };
  void (async () => {
    outputFacts[name] = { known: await isKnown, secret: await pulumi.isSecret(output) };
  })();
}

/** Dependents use outputs that an update of their dependency doesn't change, except `tunnels` of the group. */
const program = (settings: Settings) => async () => {
  const key = new edge.ApiKey("key", { description: settings.key ?? "ci" });
  recordFacts("token", key.token);
  recordFacts("id", key.id);
  const office = new edge.IpPolicy("office", { description: settings.office });
  const restriction = new edge.IpRestriction("dashboard", {
    type: "dashboard",
    ipPolicyIds: [office.id],
    metadata: office.uri,
  });
  const group = new edge.TunnelGroupBackend("group", {
    labels: settings.labels,
    description: office.createdAt,
  });
  const failover = new edge.FailoverBackend("failover", {
    backends: [group.id],
    metadata: group.tunnels.apply((tunnels) => JSON.stringify(tunnels)),
  });
  return { restriction: restriction.id, failover: failover.id, token: key.token };
};

describe("dependents of an updated resource", () => {
  let emulator: Emulator;
  let stacks: InlineStacks;
  let stack: Stack;

  const previewChanges = async (settings: Settings) => {
    stack.workspace.program = program(settings);
    return (await stack.preview()).changeSummary;
  };

  beforeAll(async () => {
    emulator = await startEmulator();
    stacks = new InlineStacks("quiet", emulator);
    stack = await stacks.create("test", program({ office: "one", labels: { app: "a" } }));
    await stack.up();
  });

  afterAll(async () => {
    await stack?.destroy({ remove: true });
    await emulator?.close();
    stacks?.remove();
  });

  test("show no change if the outputs they use don't change", async () => {
    expect(await previewChanges({ office: "two", labels: { app: "a" } })).toEqual({ same: 5, update: 1 });
  });

  test("show an update if the outputs they use depend on the changed input", async () => {
    expect(await previewChanges({ office: "one", labels: { app: "b" } })).toEqual({ same: 4, update: 2 });
  });

  test("show the same updates as the update performs when a wait is enabled", async () => {
    const waiting = (waitForCertificate: boolean) => async () => {
      const domain = new edge.ReservedDomain("domain", {
        domain: "wait.example.com",
        certificateManagementPolicy: {},
        waitForCertificate,
      });
      new edge.IpPolicy("status", { metadata: pulumi.jsonStringify(domain.certificateManagementStatus) });
      new edge.IpPolicy("certificate", { metadata: pulumi.jsonStringify(domain.certificate) });
      new edge.IpPolicy("target", { metadata: pulumi.jsonStringify(domain.cnameTarget) });
    };
    const waitingStack = await stacks.create("waiting", waiting(false));
    try {
      await waitingStack.up();
      waitingStack.workspace.program = waiting(true);
      const { changeSummary } = await waitingStack.preview();
      expect(changeSummary).toEqual({ same: 2, update: 3 });
      // The certificate is issued in the meantime.
      emulator.clock({ advance: 3_600 });
      expect((await waitingStack.up()).summary.resourceChanges).toEqual(changeSummary);
    } finally {
      await waitingStack.destroy({ remove: true });
    }
  });

  test("see an unchanged secret output as known and secret", async () => {
    stack.workspace.program = program({ office: "one", labels: { app: "a" }, key: "deploys" });
    const { stdout, changeSummary } = await stack.preview({ diff: true });
    expect(changeSummary).toEqual({ same: 5, update: 1 });
    expect(outputFacts.token).toEqual({ known: true, secret: true });
    expect(outputFacts.id).toEqual({ known: true, secret: false });
    const token = (await stack.outputs()).token?.value;
    expect(token).toMatch(/\w{20}/);
    expect(stdout).not.toContain(token);
  });
});
