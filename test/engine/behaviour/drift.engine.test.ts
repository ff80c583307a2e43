import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import type { JsonInputs } from "../../support/program";
import { inAnyOrder, requestOf } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { declaredIn, type Rows, readTable } from "../../support/rows";

interface HandMade {
  readonly set: JsonInputs;
  readonly seen: Readonly<Record<string, string>>;
  readonly repair: JsonInputs;
}

const { program, changedByHand } = readTable<{ program: Rows; changedByHand: Record<string, HandMade> }>(
  join(__dirname, "drift.yaml"),
);

describe("drift in an account that answers in the shapes of live services", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({
      provisioningSeconds: 0,
      seed: RESERVED_NAMES,
      hideSecrets: true,
      liveShapes: true,
    });
    account.declare(declaredIn(program));
    await account.up();
  });

  afterAll(() => account?.close());

  const drift = ({ steps }: Run) =>
    Object.fromEntries(
      steps
        .filter(({ op }) => op === "update" || op === "delete")
        .map(({ name, op, detailedDiff }) => [name, op === "delete" ? op : detailedDiff]),
    );

  test("what the service picks and what changes by itself is no drift", async () => {
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

  test("a refresh names exactly what was changed, by module and key", async () => {
    for (const [name, { set }] of Object.entries(changedByHand)) {
      account.emulator.mutate({
        path: account.stored(name)?.path ?? "",
        set: account.resolved(set) as never,
      });
    }
    account.emulator.mutate({ path: account.stored("deleted")?.path ?? "", delete: true });
    account.emulator.mutate({ path: `${account.stored("edge")?.path}/backend`, delete: true });
    const run = await account.run((workspace) => workspace.refresh({ previewOnly: true }));
    const named = Object.fromEntries(Object.entries(changedByHand).map(([name, { seen }]) => [name, seen]));
    expect(drift(run)).toEqual({
      ...named,
      edge: { ...changedByHand.edge?.seen, backend: "delete" },
      deleted: "delete",
    });
    expect(run.writes).toEqual([]);
  });

  test("up repairs what was changed and nothing else, and creates again what was deleted", async () => {
    await account.run((workspace) => workspace.refresh());
    const { changes, writes } = await account.up();
    const changed = Object.keys(changedByHand).map((name) => `update ${name}`);
    expect(changes.sort()).toEqual(["create deleted", ...changed].sort());
    const calls = Object.entries(changedByHand).map(([name, { repair }]) => [
      "PATCH",
      account.stored(name)?.path,
      name === "edge" ? { ...repair, backend: { backend_id: account.idOf("blue") } } : repair,
    ]);
    expect(inAnyOrder(writes.map(requestOf))).toEqual(
      inAnyOrder([...calls, ["POST", "/ip_policies", { description: "deleted" }]]),
    );
    await account.expectSettled();
  });
});
