import { expect } from "vitest";
import { families, familyNamed, references } from "../../emulator/catalog";
import { emulated, test } from "./support/client";
import { servedOperations } from "./support/operations";

test("one family for each transcribed one, each with a path and an id prefix of its own", () => {
  const names = [...references.values()].map(({ name }) => name);
  expect(families.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(new Set(families.map(({ collection }) => collection)).size).toBe(families.length);
  expect(new Set(families.map(({ idPrefix }) => idPrefix)).size).toBe(families.length);
});

test("families that only the service has are not served with the reference", async ({ reference }) => {
  const service = await emulated();
  expect(servedOperations().length).toBeGreaterThan(200);
  for (const { collection } of families.filter(({ serviceOnly }) => serviceOnly)) {
    expect([collection, (await service.call("GET", collection)).status]).toEqual([collection, 200]);
    expect([collection, (await reference.call("GET", collection)).status]).toEqual([collection, 404]);
  }
});

test("every response has exactly the fields it names", async ({ reference: api }) => {
  // With the reference: the service leaves fields of endpoints out.
  const bodies: Record<string, object> = {
    BotUser: { name: "b" },
    IpRestriction: { type: "api", ip_policy_ids: [] },
    ReservedDomain: { domain: "fields.example.com" },
    Endpoint: { url: "https://fields.example.com", type: "cloud", traffic_policy: "{}" },
  };
  const plain = [
    "ApiKey",
    "IpPolicy",
    "ReservedAddr",
    "WeightedBackend",
    "FailoverBackend",
    "TunnelGroupBackend",
  ];
  const more = [
    "SshCertificateAuthority",
    "TlsEdge",
    "TcpEdge",
    "HttpsEdge",
    "Credential",
    ...Object.keys(bodies),
  ];
  for (const name of [...plain, ...more]) {
    const { collection, response } = familyNamed(name);
    const made = await api.make(collection, bodies[name] ?? {});
    const fields = ["id", "uri", "created_at", ...Object.keys(response)];
    expect([name, Object.keys(made).sort()]).toEqual([name, fields.sort()]);
  }
});
