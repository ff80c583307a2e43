import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { outputOf } from "../../support/engine";
import { type Declared, type JsonInputs, resource } from "../../support/program";

// Upstream termination and mutual TLS exclude each other.

const edgeId = "edgtls_1";
const mutualTls = (inputs: JsonInputs = {}): Declared =>
  resource("TlsEdgeMutualTls", "clients", { edgeId, certificateAuthorityIds: ["ca_1"], ...inputs });
const termination = (terminateAt: string): Declared =>
  resource("TlsEdgeTlsTermination", "termination", { edgeId, terminateAt });

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({
    seed: {
      "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }],
      "/edges/tls": [{ id: edgeId }],
    },
  });
});

afterAll(() => account?.close());

const storedModules = () => {
  const [edge] = account.emulator.objects("/edges/tls") as Record<string, Record<string, unknown>>[];
  return [edge?.mutual_tls?.enabled, edge?.tls_termination?.terminate_at];
};

describe("two modules that exclude each other", () => {
  test("swap in one up, in any order of declaration", async () => {
    account.declare([termination("edge"), mutualTls()]);
    await account.up();
    expect(storedModules()).toEqual([true, "edge"]);
    account.declare([termination("upstream"), mutualTls({ enabled: false })]);
    await account.up();
    expect(storedModules()).toEqual([false, "upstream"]);
    account.declare([mutualTls(), termination("edge")]);
    await account.up();
    expect(storedModules()).toEqual([true, "edge"]);
    await account.expectSettled();
  });

  test("are rejected with two steps that work if one leaves the program", async () => {
    account.declare([termination("upstream")]);
    const failed = await account.attempt((workspace) => workspace.up());
    expect(failed.code).not.toBe(0);
    expect(outputOf(failed)).toContain(
      "this takes two runs: without this change, remove the other's resource, or declare the other if unmanagedModules lists it, and run pulumi up; then make this change",
    );
    expect(storedModules()).toEqual([true, "edge"]);

    account.declare([termination("edge")]);
    await account.up();
    account.declare([termination("upstream")]);
    await account.up();
    expect(storedModules()).toEqual([undefined, "upstream"]);

    account.declare([mutualTls()]);
    const back = await account.attempt((workspace) => workspace.up());
    expect(outputOf(back)).toContain("this takes two runs: without this change, remove the other's resource");
    expect(storedModules()).toEqual([undefined, "upstream"]);
    account.declare([mutualTls(), termination("edge")]);
    await account.up();
    expect(storedModules()).toEqual([true, "edge"]);
    await account.expectSettled();
  });
});
