import { expect, test } from "vitest";
import { compareResources } from "../../cli/drift/findings";
import type { StateResource } from "../../cli/drift/state";
import type { JsonObject } from "../../emulator";
import { configFor } from "../support/config";
import { emulatedAccount } from "../support/test-resources";

const policy = (...ids: string[]) => ({
  on_http_request: [{ actions: [{ type: "restrict-ips", config: { enforce: true, ip_policies: ids } }] }],
});

const SEED = {
  "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }],
  "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }],
  "/backends/weighted": [{ id: "bkdwd_1", backends: { bkdtg_1: 1, bkdhr_gone: 2 } }],
  "/edges/tls": [{ id: "edgtls_1", ip_restriction: { enabled: true, ip_policy_ids: ["ipp_1", "ipp_gone"] } }],
  "/endpoints": [
    {
      id: "ep_1",
      url: "https://a.example.com",
      type: "cloud",
      traffic_policy: JSON.stringify(policy("ipp_2", "ipp_gone")),
    },
  ],
  "/api_keys": [{ id: "ak_1", owner_id: "usr_person" }],
} satisfies Record<string, readonly JsonObject[]>;

async function findDanglingReferences(
  states: readonly (readonly [string, string, object, StateResource["secrets"]?])[],
) {
  const emulator = await emulatedAccount({ seed: SEED });
  const account = { provider: undefined, config: configFor(emulator) };
  const resources = states.map(([className, id, outputs, secrets = []]): StateResource => {
    const inputs = { ...outputs };
    return { urn: "", className, name: id, id, inputs, outputs: inputs, secrets, ignoreChanges: [], account };
  });
  const drift = await compareResources({ resources, defaultAccount: account });
  const requests = emulator.requests({ method: "GET" }).map(({ path }) => path.replace(/\?.*/, ""));
  const properties = drift.flatMap(({ verdict, properties }) =>
    properties
      .filter(({ kind }) => kind === "dangling")
      .map(({ path, declared }) => [verdict, path, declared]),
  );
  return { properties, requests };
}

const REFERENCE_PATH = "on_http_request[0].actions[0].config.ip_policies[1]";

const endpoint = { url: "https://a.example.com", trafficPolicy: policy("ipp_2", "ipp_gone") };
const weighted = { backends: { bkdtg_1: 1, bkdhr_gone: 2 } };
const edge = { ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_gone"] } };

test.each<[className: string, id: string, outputs: object, path: string, missingId: string]>([
  ["Endpoint", "ep_1", endpoint, `trafficPolicy.${REFERENCE_PATH}`, "ipp_gone"],
  ["WeightedBackend", "bkdwd_1", weighted, "backends.bkdhr_gone", "bkdhr_gone"],
  ["TlsEdge", "edgtls_1", edge, "ipRestriction.ipPolicyIds[1]", "ipp_gone"],
])("%s: a reference to a missing object is drift", async (className, id, outputs, path, missingId) => {
  const { properties } = await findDanglingReferences([[className, id, outputs]]);
  expect(properties).toEqual([["drifted", path, missingId]]);
});

test("a reference to a user is not drift, because no class manages users", async () => {
  const { properties } = await findDanglingReferences([["ApiKey", "ak_1", { ownerId: "usr_person" }]]);
  expect(properties).toEqual([]);
});

test("a dangling id in a secret input is masked, including its path", async () => {
  const { properties } = await findDanglingReferences([["Endpoint", "ep_1", endpoint, [["trafficPolicy"]]]]);
  expect(properties).toEqual([["drifted", "trafficPolicy", undefined]]);
});

test("a referenced object is read once, even if the stack manages it or several resources refer to it", async () => {
  const endpointWithBothIds = { ...endpoint, trafficPolicy: policy("ipp_1", "ipp_gone") };
  const { requests } = await findDanglingReferences([
    ["IpPolicy", "ipp_1", {}],
    ["Endpoint", "ep_1", endpointWithBothIds],
    ["TlsEdge", "edgtls_1", edge],
  ]);
  expect(requests.filter((path) => path === "/ip_policies/ipp_1")).toHaveLength(1);
  expect(requests.filter((path) => path === "/ip_policies/ipp_gone")).toHaveLength(1);
  expect(requests.filter((path) => path.startsWith("/ip_policies")).length).toBeLessThanOrEqual(3);
});
