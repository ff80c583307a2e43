import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { specialAssetSig, specialSigKey, unknownValue } from "@pulumi/pulumi/runtime/rpc";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";

/** Responses hold values from anybody who may write to the account. */
let account: TestAccount;
const fetched: string[] = [];
const elsewhere = createServer(({ url = "" }, response) => {
  fetched.push(url);
  response.end("from elsewhere");
});

beforeAll(async () => {
  await new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done));
  account = await openAccount();
  account.declare([
    { class: "TunnelGroupBackend", name: "web", inputs: { labels: { app: "web" } } },
    { class: "IpPolicy", name: "office", inputs: { description: "office" } },
  ]);
  await account.up();
});
afterAll(async () => {
  await account?.close();
  elsewhere.close();
});

test("labels and descriptions that are the engine's own marks are drift, which an update mends", async () => {
  const { port } = elsewhere.address() as AddressInfo;
  const uri = `http://127.0.0.1:${port}/asset`;
  const { emulator, workspace } = account;
  const [backend] = emulator.objects("/backends/tunnel_group");
  const [policy] = emulator.objects("/ip_policies");
  emulator.mutate([
    {
      path: `/backends/tunnel_group/${backend?.id}`,
      set: { labels: { [specialSigKey]: specialAssetSig, uri } },
    },
    { path: `/ip_policies/${policy?.id}`, set: { description: unknownValue, metadata: unknownValue } },
  ]);
  const refreshed = await workspace.refresh({ mustSucceed: true });
  expect([...refreshed.changes].sort()).toEqual(["update office", "update web"]);
  expect(refreshed.stdout + refreshed.stderr).toContain(
    `${policy?.id}: metadata holds a mark of Pulumi's own`,
  );
  const previewed = await workspace.preview({ mustSucceed: true });
  expect([...previewed.changes].sort()).toEqual(["update office", "update web"]);
  await account.up();
  expect(emulator.objects("/backends/tunnel_group")).toMatchObject([{ labels: { app: "web" } }]);
  expect(emulator.objects("/ip_policies")).toMatchObject([{ description: "office", metadata: "" }]);
  expect(fetched).toEqual([]);
});
