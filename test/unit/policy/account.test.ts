import { describe, expect, test } from "vitest";
import { Account } from "../../../policy/account";
import { collectStrings, isSet, knownValues } from "../../../policy/known-values";
import * as edge from "../../../sdk";
import { resource, withUnknown } from "./support";

describe("the known part of properties", () => {
  test("keeps keys and places of what is unknown", () => {
    const ids = withUnknown(["a", "b"], 1);
    const props = withUnknown({ name: "x", id: "?", nested: { ids }, nothing: null }, "id");
    const known = knownValues(props);
    expect(known).toEqual({ name: "x", id: undefined, nested: { ids: ["a", undefined] }, nothing: null });
    expect(Object.keys(known as object)).toContain("id");
  });

  test("does not hide other errors", () => {
    const broken = new Proxy(
      { a: 1 },
      {
        get: () => {
          throw new TypeError("broken");
        },
      },
    );
    expect(() => knownValues(broken)).toThrow("broken");
  });

  test("tells what was given without asking for its value", () => {
    const props = withUnknown({ id: "?" }, "id");
    expect([isSet(props, "id"), isSet(props, "name"), isSet(undefined, "id")]).toEqual([true, false, false]);
  });

  test("texts are found at any depth, keys of maps too", () => {
    expect(collectStrings({ a: ["x", { id_1: 2 }], b: null })).toEqual(["a", "x", "id_1", "b"]);
  });
});

describe("an account", () => {
  const office = resource("IpPolicy", "office", { uri: "https://api.example.com/v1/ip_policies/ipp_1" });
  const other = resource("IpPolicy", "other", { uri: "https://api.example.com/v1/ip_policies/ipp_2" });
  const created = resource("IpPolicy", "created", withUnknown({ uri: "?" }, "uri"));

  test("finds the resources of a class", () => {
    const key = resource("ApiKey", "key", { description: "x" });
    expect(new Account([office, key, other]).of(edge.IpPolicy).map((one) => one.resource.name)).toEqual([
      "office",
      "other",
    ]);
  });

  test("knows ids from URIs", () => {
    const account = new Account([office, created]);
    expect([account.idOf(office), account.idOf(created)]).toEqual(["ipp_1", undefined]);
  });

  test("sees references by outputs, in the property that holds them", () => {
    const restriction = resource("IpRestriction", "api", {}, { ipPolicyIds: [created] });
    const account = new Account([created, restriction]);
    expect(account.refers(restriction, created)).toBe(true);
    expect(account.refers(restriction, created, "ipPolicyIds")).toBe(true);
    expect(account.refers(restriction, created, "description")).toBe(false);
  });

  test("sees references by literal ids, in texts too", () => {
    const restriction = resource("IpRestriction", "api", { ipPolicyIds: ["ipp_1"] });
    const endpoint = resource("Endpoint", "app", { trafficPolicy: 'ip_policies: ["ipp_1"]' });
    const account = new Account([office, other, restriction, endpoint]);
    expect(account.referrers(office)).toEqual([restriction, endpoint]);
    expect(account.referrers(other)).toEqual([]);
    expect(account.refers(restriction, office, "description")).toBe(false);
  });

  test("does not take an object's own URI for a reference", () => {
    expect(new Account([office]).refers(office, office)).toBe(false);
  });
});
