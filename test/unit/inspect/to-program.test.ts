import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { completeObject } from "../../../provider/inspect/complete-object";

function describeWhole(className: string, response: object, pathInputs = {}) {
  const family = resources.find(({ name }) => name === className);
  if (!family) throw new Error(className);
  return completeObject(family, { id: "x_1", ...response }, pathInputs);
}

describe("inputs that recreate an object", () => {
  test("omit values that equal a default", () => {
    const response = { description: "", metadata: "m", name: "bot", active: true };
    expect(describeWhole("BotUser", response).inputs).toEqual({ name: "bot" });
    expect(describeWhole("BotUser", { name: "bot", active: false }).inputs).toEqual({
      name: "bot",
      active: false,
    });
  });

  test("include values that the service may have chosen, except 0, which means unset", () => {
    const route = { match_type: "path_prefix", match: "/" };
    const breaker = (num_buckets: number) => ({ ...route, circuit_breaker: { enabled: true, num_buckets } });
    const inputs = (response: object) => describeWhole("HttpsEdgeRoute", response, { edgeId: "e_1" }).inputs;
    expect(inputs(breaker(10)).circuitBreaker).toEqual({ numBuckets: 10 });
    expect(inputs(breaker(0)).circuitBreaker).toStrictEqual({});
  });

  test("omit times that the service chooses, and deprecated values", () => {
    const certificate = { public_key: "ssh-ed25519 AAAA", valid_until: "2030-01-01T00:00:00Z" };
    expect(describeWhole("SshUserCertificate", certificate).inputs).not.toHaveProperty("validUntil");
    expect(describeWhole("ReservedDomain", { domain: "a.example.com", region: "eu" }).inputs).toEqual({
      domain: "a.example.com",
    });
  });

  test("include required values, even empty ones", () => {
    for (const response of [{ type: "api", ip_policies: [] }, { type: "api" }])
      expect(describeWhole("IpRestriction", response).inputs).toEqual({ type: "api", ipPolicyIds: [] });
    expect(describeWhole("BotUser", {}).inputs).toEqual({});
    expect(describeWhole("BotUser", { name: "" }).inputs).toEqual({ name: "" });
  });

  test("include an empty object if its presence is significant", () => {
    const inputs = (certificate_management_policy: unknown) =>
      describeWhole("ReservedDomain", { domain: "a", certificate_management_policy }).inputs;
    expect(inputs({})).toEqual({ domain: "a", certificateManagementPolicy: {} });
    expect(inputs(null)).toEqual({ domain: "a" });
  });

  test("omit secrets that are never returned, and inputs of this package only", () => {
    const response = { certificate_pem: "pem", private_key_pem: "key", renew_before: 3, adopt_id: "x" };
    const { inputs } = describeWhole("TlsCertificate", response);
    expect(inputs).toEqual({ certificatePem: "pem" });
  });
});

test("the state equals that of a program with these inputs, including the ids of its parents", () => {
  const response = { match_type: "path_prefix", match: "/", description: "d" };
  const { id, state, derived } = describeWhole("HttpsEdgeRoute", response, { edgeId: "e_1" });
  expect(id).toBe("x_1");
  expect(derived).toEqual({});
  const unset = { metadata: "", __unset: ["metadata"] };
  expect(state).toMatchObject({ edgeId: "e_1", match: "/", description: "d", ...unset });
});

test("returns outputs that are derived from inputs", () => {
  const url = "https://app.example.com";
  expect(describeWhole("Endpoint", { url, type: "cloud", traffic_policy: "{}" }).derived).toEqual({
    proto: "https",
    host: "app.example.com",
    port: 443,
    hostport: "app.example.com:443",
  });
});

test("identifies objects that the class cannot manage", () => {
  const url = "https://app.example.com";
  expect(describeWhole("Endpoint", { url, type: "cloud" }).isManageable).toBe(true);
  expect(describeWhole("Endpoint", { url, type: "ephemeral" }).isManageable).toBe(false);
  expect(describeWhole("TlsCertificate", { issued_at: "2030-01-01T00:00:00Z" }).isManageable).toBe(false);
  expect(describeWhole("IpPolicy", {}).isManageable).toBe(true);
});

test("names unknown nested objects in order", () => {
  const unknownKeyValues = {
    z_module: { on: true },
    a_module: { on: true },
    empty_module: {},
    a_list: [1],
    a_text: "x",
  };
  const known = { mutual_tls: { enabled: true }, created_at: { odd: 1 } };
  const { unknownKeys } = describeWhole("TlsEdge", { ...unknownKeyValues, ...known });
  expect(unknownKeys).toEqual(["a_module", "z_module"]);
  expect(describeWhole("ReservedDomain", { domain: "a", certificate: { id: "cert_1" } }).unknownKeys).toEqual(
    [],
  );
});
