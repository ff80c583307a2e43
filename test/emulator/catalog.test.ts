import { expect } from "vitest";
import { references } from "../../emulator/catalog";
import { type CatalogueFamily, type CatalogueOperation, catalogue } from "../../emulator/index";
import { type Client, emulated, test } from "./support/client";

test("one family for each transcribed one, each with a path and a prefix of ids of its own", () => {
  const all = Object.values(catalogue().families);
  expect(all.map(({ name }) => name).sort()).toEqual([...references.values()].map(({ name }) => name).sort());
  expect(new Set(all.map(({ collection }) => collection)).size).toBe(all.length);
  expect(new Set([...references.values()].map(({ idPrefix }) => idPrefix)).size).toBe(all.length);
});

test("every operation it names is served, with that status for a good request at least reached", async ({
  reference,
}) => {
  // The reference has a list of routes, which the service lacks, and no families that only the service has.

  const service = await emulated();
  const { families, detach, commands } = catalogue();
  const operationsOf = (family: CatalogueFamily) => [
    ...Object.values(family.operations),
    ...Object.values(family.below),
    ...Object.values(family.modules).flatMap((module) => Object.values(module.operations)),
  ];
  const all = Object.values(families);
  const rows = [
    ...all.filter(({ serviceOnly }) => !serviceOnly).flatMap(operationsOf),
    ...detach,
    ...commands,
  ];
  expect(rows.length).toBeGreaterThan(180);
  const isServed = async (api: Client, { method, path }: CatalogueOperation) => {
    const target = path.replace(/\{\w+\}/g, "unknown");
    const reply = await api.call(method, target, method === "GET" || method === "DELETE" ? undefined : {});
    // 404 for an unknown object, never for an unknown operation.
    return !reply.text.includes("There is no operation");
  };
  for (const row of rows) expect([row, await isServed(reference, row)]).toEqual([row, true]);
  for (const row of all.filter(({ serviceOnly }) => serviceOnly).flatMap(operationsOf)) {
    expect([row, await isServed(service, row)]).toEqual([row, true]);
    expect([row, await isServed(reference, row)]).toEqual([row, false]);
  }
});

test("every response has exactly the fields it names", async ({ reference: api }) => {
  // The catalogue is the reference's: the service leaves fields of endpoints out.

  const { families } = catalogue();
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
    const family = families[name];
    const made = await api.make(family?.collection ?? "", bodies[name] ?? {});
    expect([name, Object.keys(made).sort()]).toEqual([name, Object.keys(family?.response ?? {}).sort()]);
  }
});
