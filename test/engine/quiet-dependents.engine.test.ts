import * as pulumi from "@pulumi/pulumi";
import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import * as edge from "../../sdk";
import { InlineStacks } from "../support/automation";

interface Wanted {
  readonly office: string;
  /** Description of the API key. */
  readonly key?: string;
  readonly labels: Record<string, string>;
}

/** Whether an output was known, and secret, in the last run of the program. */
const seen: Record<string, { readonly known: boolean; readonly secret: boolean }> = {};

function look(name: string, output: pulumi.Output<unknown>): void {
  const { isKnown } = output as unknown as { readonly isKnown: Promise<boolean> };
  void (async () => {
    seen[name] = { known: await isKnown, secret: await pulumi.isSecret(output) };
  })();
}

/** A uses no output of B; B, C and D use outputs of A that an update of A does not change. */
const program = (wanted: Wanted) => async () => {
  const key = new edge.ApiKey("key", { description: wanted.key ?? "ci" });
  look("token", key.token);
  look("id", key.id);
  const office = new edge.IpPolicy("office", { description: wanted.office });
  const restriction = new edge.IpRestriction("dashboard", {
    type: "dashboard",
    ipPolicyIds: [office.id],
    metadata: office.uri,
  });
  const group = new edge.TunnelGroupBackend("group", {
    labels: wanted.labels,
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

  const changesOf = async (wanted: Wanted) => {
    stack.workspace.program = program(wanted);
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

  test("show nothing when what they use stays", async () => {
    expect(await changesOf({ office: "two", labels: { app: "a" } })).toEqual({ same: 5, update: 1 });
  });

  test("show an update when what they use follows the changed input", async () => {
    expect(await changesOf({ office: "one", labels: { app: "b" } })).toEqual({ same: 4, update: 2 });
  });

  test("show as many updates as there will be when a wait is switched on", async () => {
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
    const other = await stacks.create("waiting", waiting(false));
    try {
      await other.up();
      other.workspace.program = waiting(true);
      const { changeSummary } = await other.preview();
      expect(changeSummary).toEqual({ same: 2, update: 3 });
      // The certificate has come meanwhile.
      emulator.clock({ advance: 3_600 });
      expect((await other.up()).summary.resourceChanges).toEqual(changeSummary);
    } finally {
      await other.destroy({ remove: true });
    }
  });

  test("keep a secret that the update does not touch known, and a secret", async () => {
    stack.workspace.program = program({ office: "one", labels: { app: "a" }, key: "deploys" });
    const { stdout, changeSummary } = await stack.preview({ diff: true });
    expect(changeSummary).toEqual({ same: 5, update: 1 });
    expect(seen.token).toEqual({ known: true, secret: true });
    expect(seen.id).toEqual({ known: true, secret: false });
    const token = (await stack.outputs()).token?.value;
    expect(token).toMatch(/\w{20}/);
    expect(stdout).not.toContain(token);
  });
});
