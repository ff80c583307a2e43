import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";

const EDGES = {
  "/ip_policies": [{ id: "ipp_1" }],
  "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "web" } }],
  "/edges/tls": [{ id: "edgtls_1" }],
  "/edges/tcp": [{ id: "edgtcp_1" }],
  "/edges/https": [{ id: "edghts_1" }],
  "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "path_prefix", match: "/" }],
};

const MODULES = {
  TlsEdgeTlsTermination: { edgeId: "edgtls_1" },
  TcpEdgeIpRestriction: { edgeId: "edgtcp_1", ipPolicyIds: ["ipp_1"] },
  HttpsEdgeRouteBackend: { edgeId: "edghts_1", routeId: "edghtsrt_1", backendId: "bkdtg_1" },
};

const IDS = {
  TlsEdgeTlsTermination: "edgtls_1/tls_termination",
  TcpEdgeIpRestriction: "edgtcp_1/ip_restriction",
  HttpsEdgeRouteBackend: "edghts_1/edghtsrt_1/backend",
};

/** Every field of the API's responses, inputs in the shape of the input. */
const outputs = (url: string) => ({
  TlsEdgeTlsTermination: { edgeId: "edgtls_1", enabled: true, terminateAt: "edge", minVersion: "1.2" },
  TcpEdgeIpRestriction: {
    ...MODULES.TcpEdgeIpRestriction,
    enabled: true,
    ipPolicies: [{ id: "ipp_1", uri: `${url}/ip_policies/ipp_1` }],
  },
  HttpsEdgeRouteBackend: {
    ...MODULES.HttpsEdgeRouteBackend,
    enabled: true,
    backend: { id: "bkdtg_1", uri: `${url}/backends/tunnel_group/bkdtg_1` },
  },
});

const declared = Object.entries(MODULES).map(([name, inputs]) => ({ class: name, name, inputs }));

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount({ seed: EDGES });
});
afterAll(() => account?.close());

async function shown(): Promise<Record<string, unknown>> {
  const { resources } = account.workspace.exportStack();
  const modules = resources.filter(({ custom, outputs }) => custom && outputs && "edgeId" in outputs);
  return Object.fromEntries(
    modules.map(({ urn, outputs = {} }) => {
      // What only the provider reads.
      const plain = Object.entries(outputs).filter(([key]) => !key.startsWith("__"));
      return [urn.split("::").at(-1), Object.fromEntries(plain)];
    }),
  );
}

test("a module that is set shows what the service holds, also for what the program leaves out", async () => {
  account.declare(declared);
  const { calls } = await account.up();
  expect(calls.map(({ method }) => method)).toEqual(["PUT", "PUT", "PUT"]);
  expect(await shown()).toEqual(outputs(account.emulator.url));
  await account.expectSettled();
});

test("a value of the service's is changed by nobody but the service", async () => {
  account.emulator.mutate({ path: "/edges/tls/edgtls_1/tls_termination", set: { min_version: "1.3" } });
  await account.expectSettled();
});

test("a default that somebody changed is set again", async () => {
  account.emulator.mutate({ path: "/edges/tcp/edgtcp_1/ip_restriction", set: { enabled: false } });
  const { changes } = await account.run((workspace) => workspace.up({ args: ["--refresh"] }));
  expect(changes).toContain("update TcpEdgeIpRestriction");
  expect((await shown()).TcpEdgeIpRestriction).toMatchObject({ enabled: true });
  await account.expectSettled();
});

test("a module that is only looked up shows the same", async () => {
  const seen = Object.entries(IDS).map(([name, id]) => ({
    class: name,
    name: `${name}-seen`,
    inputs: {},
    get: id,
  }));
  account.declare([...declared, ...seen]);
  await account.up();
  const states = await shown();
  for (const name of Object.keys(IDS)) expect(states[`${name}-seen`]).toEqual(states[name]);
});
