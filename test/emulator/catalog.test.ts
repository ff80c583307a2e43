import { expect } from "vitest";
import { families, findFamily, references } from "../../emulator/catalog";
import { startClient, test } from "./support/client";
import { servedOperations } from "./support/operations";

/** A row for a class whose parameters are all optional. */
const withoutParameters = (name: string): [string, object] => [name, {}];

test("serves every transcribed family, each with its own path and id prefix", () => {
  const names = [...references.values()].map(({ name }) => name);
  expect(families.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(new Set(families.map(({ collection }) => collection)).size).toBe(families.length);
  expect(new Set(families.map(({ idPrefix }) => idPrefix)).size).toBe(families.length);
});

test("with `reference`, does not serve families that only the service has", async ({ reference }) => {
  const service = await startClient();
  expect(servedOperations().length).toBeGreaterThan(200);
  for (const { collection } of families.filter(({ by }) => by === "service")) {
    expect([collection, (await service.call("GET", collection)).status]).toEqual([collection, 200]);
    expect([collection, (await reference.call("GET", collection)).status]).toEqual([collection, 404]);
  }
});

// With `reference`, because the service omits fields of endpoints.
test.for<[name: string, body: object]>([
  ...["ApiKey", "IpPolicy", "ReservedAddr", "Credential", "SshCertificateAuthority"].map(withoutParameters),
  ...["WeightedBackend", "FailoverBackend", "TunnelGroupBackend"].map(withoutParameters),
  ...["TlsEdge", "TcpEdge", "HttpsEdge"].map(withoutParameters),
  ["BotUser", { name: "b" }],
  ["IpRestriction", { type: "api", ip_policy_ids: [] }],
  ["ReservedDomain", { domain: "fields.example.com" }],
  ["Endpoint", { url: "https://fields.example.com", type: "cloud", traffic_policy: "{}" }],
])("returns exactly the fields of %s", async ([name, body], { reference: api }) => {
  const { collection, response } = findFamily(name);
  const fields = ["id", "uri", "created_at", ...Object.keys(response)];
  expect(Object.keys(await api.create(collection, body)).sort()).toEqual(fields.sort());
});
