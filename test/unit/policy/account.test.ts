import type { PolicyResource } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { Account } from "../../../policy/account";
import { isGiven, knownPart, textsIn } from "../../../policy/known";
import * as edge from "../../../sdk";

const TYPE = "pulumi-nodejs:dynamic/tunnel-edge:";

/** A resource as the policy library shows it. */
function resource(
  className: string,
  name: string,
  props: object,
  propertyDependencies: Record<string, PolicyResource[]> = {},
): PolicyResource {
  const type = TYPE + className;
  const isType = (wanted: unknown) =>
    (wanted as { isInstance: (value: object) => boolean }).isInstance({ __pulumiType: type });
  return {
    type,
    name,
    urn: `urn:pulumi:s::p::${type}::${name}`,
    props,
    propertyDependencies,
    isType,
  } as unknown as PolicyResource;
}

/** Properties of which asking for some ends the rule, as the policy library does it. */
class UnknownValueError extends Error {}
const withUnknown = <T extends object>(props: T, ...unknown: (string | number)[]): T =>
  new Proxy(props, {
    get: (target, key) => {
      if (unknown.map(String).includes(String(key))) throw new UnknownValueError();
      return Reflect.get(target, key);
    },
  });

describe("the known part of properties", () => {
  test("keeps keys and places of what is unknown", () => {
    const ids = withUnknown(["a", "b"], 1);
    const props = withUnknown({ name: "x", id: "?", nested: { ids }, nothing: null }, "id");
    const known = knownPart(props);
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
    expect(() => knownPart(broken)).toThrow("broken");
  });

  test("tells what was given without asking for its value", () => {
    const props = withUnknown({ id: "?" }, "id");
    expect([isGiven(props, "id"), isGiven(props, "name"), isGiven(undefined, "id")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("texts are found at any depth, keys of maps too", () => {
    expect(textsIn({ a: ["x", { id_1: 2 }], b: null })).toEqual(["a", "x", "id_1", "b"]);
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
