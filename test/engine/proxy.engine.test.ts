import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { createWorkspace, type Workspace } from "../support/engine";
import { ForwardProxy } from "../support/proxy";

const program = `
const edge = require("pulumi-tunnel-edge");
new edge.IpPolicy("office", { description: "office" });
exports.policies = edge.listIpPolicies().then((found) => found.length);
`;

let emulator: Emulator;
let proxy: ForwardProxy;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator({ allowedHosts: ["api.example.test"] });
  proxy = await ForwardProxy.start(Number(new URL(emulator.url).port));
  workspace = await createWorkspace({ program });
});
afterAll(async () => {
  workspace?.remove();
  await proxy?.[Symbol.asyncDispose]();
  await emulator?.close();
});

test("resources and functions reach an API behind a proxy", async () => {
  const env = {
    TUNNEL_EDGE_BASE_URL: "http://api.example.test",
    TUNNEL_EDGE_API_TOKEN: emulator.token,
    HTTP_PROXY: proxy.url,
  };
  await workspace.up({ env, mustSucceed: true });
  expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(
    expect.arrayContaining([
      "GET http://api.example.test/ip_policies?limit=100",
      "POST http://api.example.test/ip_policies",
    ]),
  );
});

test("an emulator on this machine is used as if there were no proxy", async () => {
  const before = proxy.requests.length;
  const dead = "http://127.0.0.1:9";
  const env = {
    TUNNEL_EDGE_BASE_URL: emulator.url,
    TUNNEL_EDGE_API_TOKEN: emulator.token,
    HTTP_PROXY: dead,
    HTTPS_PROXY: dead,
  };
  await workspace.refresh({ env, mustSucceed: true });
  await workspace.preview({ env, mustSucceed: true, expectNoChanges: true });
  await workspace.destroy({ env, mustSucceed: true });
  expect(proxy.requests).toHaveLength(before);
});
