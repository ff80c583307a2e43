import { beforeEach, expect, test } from "vitest";
import { findUnmanaged } from "../../cli/drift/findings";
import type { StateAccount, StateResource } from "../../cli/drift/state";
import type { Emulator } from "../../emulator";
import { configFor } from "../support/config";
import { authorityPem } from "../support/crypto";
import { emulatedAccount } from "../support/test-resources";

/** Declarations of unmanaged objects, to paste into the program. */

let emulator: Emulator;

beforeEach(async () => {
  emulator = await emulatedAccount();
});

async function generateDeclarations(provider: string | undefined, className: string): Promise<string[]> {
  const account = { provider, config: configFor(emulator) };
  // Without resources, the command reads the default account.
  const resources = provider === undefined ? [] : [policyInState("x", account)];
  const { unmanaged: found } = await findUnmanaged({ resources, defaultAccount: account });
  return found.filter((object) => object.class === className).map(({ declaration }) => declaration);
}

function policyInState(id: string, account: StateAccount): StateResource {
  const values = { inputs: {}, outputs: {}, secrets: [], ignoreChanges: [] };
  return { urn: "", className: "IpPolicy", name: id, id, ...values, account };
}

test("several Providers of an account share their objects, which are read once", async () => {
  emulator.seed({ "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }, { id: "ipp_3" }] });
  const first = { provider: "first", config: configFor(emulator) };
  const second = { provider: "second", config: configFor(emulator) };
  const resources = [policyInState("ipp_1", first), policyInState("ipp_2", second)];
  const { unmanaged: found } = await findUnmanaged({ resources, defaultAccount: first });
  const policies = found.filter((object) => object.class === "IpPolicy");
  expect(policies.map(({ id, provider }) => [id, provider])).toEqual([["ipp_3", "first"]]);
});

test("objects of a sibling stack count as managed, and an ownership mark is reported", async () => {
  const mark = "A".repeat(22);
  emulator.seed({
    "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }, { id: "ipp_3", metadata: `m [tunnel-edge:${mark}]` }],
  });
  const account = { provider: undefined, config: configFor(emulator) };
  const stack = { resources: [policyInState("ipp_1", account)], defaultAccount: account };
  const managedKeys = new Set(["IpPolicy ipp_2", "IpPolicy ipp_1", "Endpoint ep_1"]);
  const network = { stack: "network", managedKeys };
  const { unmanaged, siblings } = await findUnmanaged(stack, {}, [network]);
  const policies = unmanaged.filter((object) => object.class === "IpPolicy");
  expect(policies).toMatchObject([{ id: "ipp_3", isMarked: true }]);
  expect(policies[0]?.declaration).not.toContain(mark);
  expect(siblings).toEqual([{ stack: "network", objects: 1 }]);
});

test.each([
  ["staging", "staging"],
  ["staging-eu", "stagingEu"],
  ["2nd", "provider2Nd"],
  ["default", "providerDefault"],
])("the Provider named %s becomes the variable %s", async (name, variable) => {
  emulator.seed({ "/ip_policies": [{ id: "ipp_1", description: "Far" }] });
  expect(await generateDeclarations(name, "IpPolicy")).toEqual([
    `new edge.IpPolicy("far", { adoptId: "ipp_1", description: "Far" }, { provider: ${variable} });`,
  ]);
});

test("a private key, which the service never returns, is omitted", async () => {
  const certificate_pem = authorityPem("a.example.com");
  emulator.seed({ "/tls_certificates": [{ id: "cert_1", certificate_pem, description: "web" }] });
  const [declaration = ""] = await generateDeclarations(undefined, "TlsCertificate");
  expect(declaration).toContain('adoptId: "cert_1"');
  expect(declaration).not.toContain("privateKeyPem");
  expect(declaration).not.toContain("requireSecret");
});

test("a secret that the program requires is read from the configuration", async () => {
  emulator = await emulatedAccount({ hideSecrets: true });
  const webhook = { provider: "github", secret: "one" };
  emulator.seed({
    "/edges/https": [{ id: "edghts_1", hostports: ["web.example.com:443"] }],
    "/edges/https/edghts_1/routes": [
      { match_type: "path_prefix", match: "/", webhook_verification: webhook },
    ],
  });
  const [declaration = ""] = await generateDeclarations(undefined, "HttpsEdgeRoute");
  expect(declaration).toMatch(/secret: config\.requireSecret\("\w+"\)/);
});
