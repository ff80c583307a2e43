import { describe, expect, test } from "vitest";
import { Account } from "../../../policy/account";
import { collectStrings, isSet, knownValues } from "../../../policy/known-values";
import * as edge from "../../../sdk";
import { resource, withUnknown } from "./support";

describe("knownValues", () => {
  test("keeps keys and positions of unknown values", () => {
    const ids = withUnknown(["a", "b"], 1);
    const props = withUnknown({ name: "x", id: "?", nested: { ids }, nothing: null }, "id");
    const known = knownValues(props);
    expect(known).toEqual({ name: "x", id: undefined, nested: { ids: ["a", undefined] }, nothing: null });
    expect(Object.keys(known as object)).toContain("id");
  });

  test("rethrows other errors", () => {
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
});

test("isSet doesn't read values", () => {
  const props = withUnknown({ id: "?" }, "id");
  expect([isSet(props, "id"), isSet(props, "name"), isSet(undefined, "id")]).toEqual([true, false, false]);
});

test("collectStrings returns strings at any depth, including map keys", () => {
  expect(collectStrings({ a: ["x", { id_1: 2 }], b: null })).toEqual(["a", "x", "id_1", "b"]);
});

describe("Account", () => {
  const office = resource("IpPolicy", "office", { uri: "https://api.example.com/v1/ip_policies/ipp_1" });
  const other = resource("IpPolicy", "other", { uri: "https://api.example.com/v1/ip_policies/ipp_2" });
  const created = resource("IpPolicy", "created", withUnknown({ uri: "?" }, "uri"));

  test("finds the resources of a class", () => {
    const key = resource("ApiKey", "key", { description: "x" });
    expect(new Account([office, key, other]).of(edge.IpPolicy).map(({ resource }) => resource.name)).toEqual([
      "office",
      "other",
    ]);
  });

  test("reads ids from URIs", () => {
    const account = new Account([office, created]);
    expect([account.idOf(office), account.idOf(created)]).toEqual(["ipp_1", undefined]);
  });

  test("finds references by output, per property", () => {
    const restriction = resource("IpRestriction", "api", {}, { ipPolicyIds: [created] });
    const account = new Account([created, restriction]);
    expect(account.refers(restriction, created)).toBe(true);
    expect(account.refers(restriction, created, "ipPolicyIds")).toBe(true);
    expect(account.refers(restriction, created, "description")).toBe(false);
  });

  test("finds references by literal id, including ids within strings", () => {
    const restriction = resource("IpRestriction", "api", { ipPolicyIds: ["ipp_1"] });
    const endpoint = resource("Endpoint", "app", { trafficPolicy: 'ip_policies: ["ipp_1"]' });
    const account = new Account([office, other, restriction, endpoint]);
    expect(account.referrers(office)).toEqual([restriction, endpoint]);
    expect(account.referrers(other)).toEqual([]);
    expect(account.refers(restriction, office, "description")).toBe(false);
  });

  test("ignores an object's own URI", () => {
    expect(new Account([office]).refers(office, office)).toBe(false);
  });
});
