import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { tlsKeyPair } from "../../support/crypto";
import { RESERVED_NAMES } from "../../support/reserved-names";

let account: TestAccount;

beforeEach(async () => {
  account = await openAccount({ seed: RESERVED_NAMES }, { provider: "native" });
});

afterEach(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram(`
    const pulumi = require("@pulumi/pulumi");
    const edge = require("pulumi-tunnel-edge/native");
    ${body}`);

test("an update follows the plan of its preview, in which outputs were unknown", async () => {
  const { workspace, emulator } = account;
  const pair = tlsKeyPair("a.example.com");
  write(`
    const office = new edge.IpPolicy("office", {});
    const later = (value) => office.id.apply(() => value);
    const { certificatePem, privateKeyPem } = ${JSON.stringify(pair)};
    new edge.TlsCertificate("certificate", { certificatePem: later(certificatePem), privateKeyPem });
    const policy = { on_http_request: [{ name: later("all"), actions: [{ type: "deny", config: { status_code: later(403) } }] }] };
    new edge.Endpoint("endpoint", { url: later("https://a.example.com"), trafficPolicy: policy });
    const shop = new edge.HttpsEdge("shop", {});
    new edge.HttpsEdgeRoute("all", {
      edgeId: shop.id, matchType: "path_prefix", match: "/",
      requestHeaders: { add: { "x-later": later("hunter2") }, remove: [later("x-old")] },
    });
    const vault = new edge.Vault("vault", { name: "app" });
    new edge.Secret("signing", { vaultId: vault.id, name: "signing", value: "hunter2" });
  `);
  const plan = join(workspace.root, "plan.json");
  const env = { PULUMI_EXPERIMENTAL: "true" };
  await workspace.preview({ env, args: ["--save-plan", plan], mustSucceed: true });
  await workspace.up({ env, args: ["--plan", plan], mustSucceed: true });
  expect(emulator.objects("/endpoints")).toMatchObject([{ url: "https://a.example.com" }]);
  expect(emulator.objects("/vault_secrets")).toHaveLength(1);
  await account.expectSettled();
});

test("a refresh omits changes that ignoreChanges names, at any depth, and reports all others", async () => {
  const { workspace, emulator } = account;
  const program = (text: string) =>
    write(`
      const shop = new edge.HttpsEdge("shop", {});
      new edge.HttpsEdgeRoute("all", {
        edgeId: shop.id, matchType: "path_prefix", match: "/", description: ${JSON.stringify(text)},
        compression: { enabled: true },
        requestHeaders: { add: { "x.one": ${JSON.stringify(text)}, "x-two": ${JSON.stringify(text)} }, remove: ["a", "b"] },
      }, {
        ignoreChanges: ["description", "compression", 'requestHeaders.add["x.one"]', "requestHeaders.remove[1]"],
        replaceOnChanges: ['requestHeaders.add["x-two"]'],
      });`);
  program("first");
  await account.up();
  const [edge] = emulator.objects("/edges/https");
  const path = `/edges/https/${edge?.id}/routes/${account.idOf("all")}`;
  const changeByHand = (set: object) => emulator.mutate({ path, set: set as never });
  const headers = { add: { "x.one": "by hand", "x-two": "first" }, remove: ["a", "by-hand"] };
  changeByHand({ description: "by hand", compression: { enabled: false }, request_headers: headers });
  await workspace.refresh({ previewOnly: true, expectNoChanges: true, mustSucceed: true });

  changeByHand({ request_headers: { ...headers, remove: ["by-hand", "by-hand"] } });
  const refresh = await workspace.refresh({ mustSucceed: true });
  expect(refresh.steps.find(({ name }) => name === "all")?.detailedDiff).toEqual({
    "requestHeaders.remove": "update",
  });

  program("second");
  const preview = await workspace.preview({ mustSucceed: true });
  expect(preview.steps.find(({ op }) => op === "replace")?.detailedDiff).toEqual({
    'requestHeaders.add["x-two"]': "update-replace",
    "requestHeaders.remove": "update",
  });
});
