import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import type { JsonInputs } from "../../support/program";
import { formatRequest, inAnyOrder } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { declareRows, type Rows, readTable } from "../../support/rows";

interface ManualChange {
  readonly set: JsonInputs;
  readonly diff: Readonly<Record<string, string>>;
  readonly repair: JsonInputs;
}

const { program, changedByHand } = readTable<{ program: Rows; changedByHand: Record<string, ManualChange> }>(
  join(__dirname, "drift.yaml"),
);

describe("drift in an account with the response formats of live services", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({
      provisioningSeconds: 0,
      seed: RESERVED_NAMES,
      hideSecrets: true,
      liveShapes: true,
    });
    account.declare(declareRows(program));
    await account.up();
  });

  afterAll(() => account?.close());

  const drift = ({ steps }: Run) =>
    Object.fromEntries(
      steps
        .filter(({ op }) => op === "update" || op === "delete")
        .map(({ name, op, detailedDiff }) => [name, op === "delete" ? op : detailedDiff]),
    );

  test("ignores values that the service chooses or changes on its own", async () => {
    await account.expectSettled();
    const domain = account.stored("domain")?.path ?? "";
    const certificates = () => account.emulator.objects("/tls_certificates").length;
    const issued = certificates();
    const domains = account.emulator.objects("/reserved_domains").length;
    account.emulator.mutate({ path: domain, provisioning: "renew" });
    account.emulator.clock({ advance: 60 });
    expect(account.emulator.objects("/reserved_domains")).toHaveLength(domains);
    const route = account.stored("route")?.path ?? "";
    account.emulator.mutate({ path: route, set: { compression: { enabled: true } } });
    account.emulator.mutate({
      path: account.stored("edge")?.path ?? "",
      set: { mutual_tls: { enabled: true, certificate_authority_ids: [account.idOf("staff")] } },
    });
    await account.expectSettled();
    expect(certificates()).toBeGreaterThan(issued);
  });

  test("reports exactly the changed modules and keys in a refresh", async () => {
    for (const [name, { set }] of Object.entries(changedByHand)) {
      account.emulator.mutate({
        path: account.stored(name)?.path ?? "",
        set: account.resolveIds(set) as never,
      });
    }
    account.emulator.mutate({ path: account.stored("deleted")?.path ?? "", delete: true });
    account.emulator.mutate({ path: `${account.stored("edge")?.path}/backend`, delete: true });
    const run = await account.run((workspace) => workspace.refresh({ previewOnly: true }));
    const diffs = Object.fromEntries(Object.entries(changedByHand).map(([name, { diff }]) => [name, diff]));
    expect(drift(run)).toEqual({
      ...diffs,
      edge: { ...changedByHand.edge?.diff, backend: "delete" },
      deleted: "delete",
    });
    expect(run.writes).toEqual([]);
  });

  test("reverts only the manual changes in an update, and recreates deleted objects", async () => {
    await account.run((workspace) => workspace.refresh());
    const { changes, writes } = await account.up();
    const changed = Object.keys(changedByHand).map((name) => `update ${name}`);
    expect(changes.sort()).toEqual(["create deleted", ...changed].sort());
    const calls = Object.entries(changedByHand).map(([name, { repair }]) => [
      "PATCH",
      account.stored(name)?.path,
      name === "edge" ? { ...repair, backend: { backend_id: account.idOf("blue") } } : repair,
    ]);
    expect(inAnyOrder(writes.map(formatRequest))).toEqual(
      inAnyOrder([...calls, ["POST", "/ip_policies", { description: "deleted" }]]),
    );
    await account.expectSettled();
  });
});
