import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { type InspectedClass, inspectClass } from "../../../provider/inspect/class-facts";

async function inspect(name: string): Promise<InspectedClass> {
  const found = await inspectClass(name);
  if (!found) throw new Error(name);
  return found;
}

describe("facts", () => {
  test("of a class with objects include its parts, natural key and local inputs", async () => {
    expect((await inspect("ReservedDomain")).facts).toMatchObject({
      kind: "resource",
      path: "/reserved_domains",
      local: expect.arrayContaining(["adoptId", "releaseProtection", "waitForCertificate"]),
      parts: { certificateId: { kind: "attachment", segment: "certificate" } },
      exclusive: ["certificateId", "certificateManagementPolicy"],
      naturalKey: ["domain"],
      triggers: [],
    });
  });

  test("of a class without parts or natural key are empty", async () => {
    const { facts } = await inspect("IpPolicy");
    expect([facts.parts, facts.exclusive, facts.naturalKey]).toEqual([{}, [], []]);
  });

  test("of a part include the object that contains it", async () => {
    const ipPolicy = { input: "ipPolicyId", className: "IpPolicy" };
    expect((await inspect("IpPolicyRule")).facts).toMatchObject({ partOf: [ipPolicy], containedIn: [] });
  });

  test("of a single module include the class and input that also manage it", async () => {
    expect((await inspect("HttpsEdgeRouteBackend")).facts).toMatchObject({
      kind: "module",
      path: "/edges/https/{edgeId}/routes/{routeId}/backend",
      moduleOf: { className: "HttpsEdgeRoute", input: "backend", idInputs: ["edgeId", "routeId"] },
    });
  });

  test("of a command include its triggers", async () => {
    const { facts } = await inspect("TunnelAgentCommand");
    expect(facts).toMatchObject({ kind: "command", path: "", triggers: ["triggers"] });
  });

  test("of an unknown class are undefined", async () => {
    expect(await inspectClass("Nonsense")).toBeUndefined();
  });
});

describe("references", () => {
  const idsIn = async (name: string, inputs: Record<string, unknown>) =>
    (await inspect(name)).references(inputs).map(({ path, id }) => [path.join("."), id]);

  test("are found alone, in lists, and as keys of maps", async () => {
    expect(await idsIn("IpPolicyRule", { ipPolicyId: "ipp_1" })).toEqual([["ipPolicyId", "ipp_1"]]);
    expect(await idsIn("FailoverBackend", { backends: ["a", "b"] })).toEqual([
      ["backends.0", "a"],
      ["backends.1", "b"],
    ]);
    expect(await idsIn("WeightedBackend", { backends: { a: 1 } })).toEqual([["backends.a", "a"]]);
  });

  test("are found in modules, with their possible classes", async () => {
    const edge = await inspect("TlsEdge");
    const inputs = { mutualTls: { certificateAuthorityIds: ["ca_1"] }, ipRestriction: null, backend: {} };
    expect(edge.references(inputs)).toEqual([
      { path: ["mutualTls", "certificateAuthorityIds", 0], id: "ca_1", refersTo: ["CertificateAuthority"] },
    ]);
  });

  test("are unknown wherever an unknown value may contain one", async () => {
    expect(await idsIn("WeightedBackend", { backends: UNKNOWN })).toEqual([["backends", UNKNOWN]]);
    expect(await idsIn("TlsEdge", { ipRestriction: UNKNOWN })).toEqual([
      ["ipRestriction.ipPolicyIds", UNKNOWN],
    ]);
  });

  test("ignore values of another type", async () => {
    expect(await idsIn("TlsEdge", { ipRestriction: "office", hostports: ["a.example.com:443"] })).toEqual([]);
  });
});

test("policies are unknown if an input that may contain one is unknown", async () => {
  const policies = async (inputs: Record<string, unknown>) =>
    (await inspect("HttpsEdgeRoute")).policies(inputs);
  expect(await policies({ trafficPolicy: { value: "{}" }, metadata: UNKNOWN })).toEqual(["{}"]);
  expect(await policies({ trafficPolicy: UNKNOWN, backend: UNKNOWN })).toEqual([UNKNOWN]);
});
