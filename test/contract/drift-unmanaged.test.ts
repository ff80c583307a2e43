import { afterEach, beforeEach, expect, test } from "vitest";
import { findUnmanaged } from "../../cli/drift/findings";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { authorityPem } from "../support/crypto";
import { configFor } from "../support/hosted";

/** Declarations of what a stack does not manage, which are to be pasted into its program. */

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator();
});

afterEach(async () => {
  await closeAccounts();
  await emulator.close();
});

async function declarations(provider: string | undefined, className: string): Promise<string[]> {
  const found = await findUnmanaged({ resources: [], accounts: new Map([[undefined, configFor(emulator)]]) });
  if (provider === undefined)
    return found.filter((one) => one.class === className).map(({ declaration }) => declaration);
  const resource = { urn: "", className: "IpPolicy", name: "x", id: "x", outputs: {}, secrets: [], provider };
  const accounts = new Map([[provider, configFor(emulator)]]);
  const elsewhere = await findUnmanaged({ resources: [resource], accounts });
  return elsewhere.filter((one) => one.class === className).map(({ declaration }) => declaration);
}

test.each([
  ["staging", "staging"],
  ["staging-eu", "stagingEu"],
  ["2nd", "provider2Nd"],
  ["default", "providerDefault"],
])("an account called %s is a variable", async (name, variable) => {
  emulator.seed({ "/ip_policies": [{ id: "ipp_1", description: "Far" }] });
  expect(await declarations(name, "IpPolicy")).toEqual([
    `new edge.IpPolicy("far", { adoptId: "ipp_1", description: "Far" }, { provider: ${variable} });`,
  ]);
});

test("a key that the service never tells is not asked for", async () => {
  emulator.seed({
    "/tls_certificates": [
      { id: "cert_1", certificate_pem: authorityPem("a.example.com"), description: "web" },
    ],
  });
  const [declaration = ""] = await declarations(undefined, "TlsCertificate");
  expect(declaration).toContain('adoptId: "cert_1"');
  expect(declaration).not.toContain("privateKeyPem");
  expect(declaration).not.toContain("requireSecret");
});

test("a secret without which the program is rejected is read from the configuration", async () => {
  await emulator.close();
  emulator = await startEmulator({ hideSecrets: true });
  emulator.seed({
    "/edges/https": [{ id: "edghts_1", hostports: ["web.example.com:443"] }],
    "/edges/https/edghts_1/routes": [
      {
        id: "edghtsrt_1",
        match_type: "path_prefix",
        match: "/",
        webhook_verification: { provider: "github", secret: "one" },
      },
    ],
  });
  const [declaration = ""] = await declarations(undefined, "HttpsEdgeRoute");
  expect(declaration).toMatch(/secret: config\.requireSecret\("\w+"\)/);
});
