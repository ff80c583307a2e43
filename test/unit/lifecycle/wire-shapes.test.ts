import { describe, expect, test } from "vitest";
import { id, ids, mapOf, object, out, string, stringList } from "../../../provider/family/fields";
import { fromResponse } from "../../../provider/lifecycle/values/response";
import { toBody } from "../../../provider/lifecycle/values/wire";

const shape = {
  backendId: id("Backend.", { returned: { asRef: "backend" } }).optional(),
  ipPolicyIds: ids("Policies.", "ip_policies").optional(),
  hostPorts: stringList("Hosts.").optional(),
  dnsRecords: out.list({ recordName: string("Name.").optional() }, "Records.").optional(),
  someMap: mapOf(string("Value."), "Map.").optional(),
  plainPart: object({ someKey: string("x").optional() }, "Part.").optional(),
  presentPart: object({ someKey: string("x").optional() }, "Part.", {
    significantWhenEmpty: true,
  }).optional(),
};

describe("a response", () => {
  test.each([
    ["an id as it was given", { backend_id: "b" }, { backendId: "b" }],
    ["an id that is null", { backend_id: null }, { backendId: null }],
    ["ids as they were given", { ip_policy_ids: ["a"] }, { ipPolicyIds: ["a"] }],
    ["ids before Refs", { backend_id: "b", backend: { id: "c" } }, { backendId: "b" }],
    ["Refs where ids should be", { backend_id: { id: "b" }, backend: { id: "c" } }, { backendId: "c" }],
    ["Refs that are ids", { ip_policies: ["a", { id: "b" }] }, { ipPolicyIds: ["a", "b"] }],
    [
      "Refs without an id",
      { backend: {}, ip_policies: [{ uri: "u" }] },
      { backendId: null, ipPolicyIds: [] },
    ],
    ["no Refs", { backend: [], ip_policies: null }, { backendId: null, ipPolicyIds: null }],
    ["a list that is its only item", { host_ports: "a" }, { hostPorts: ["a"] }],
    [
      "objects of a list",
      { dns_records: [{ record_name: "a", other: 1 }] },
      { dnsRecords: [{ recordName: "a" }] },
    ],
    ["texts of a list of objects", { dns_records: ["odd"] }, { dnsRecords: ["odd"] }],
    ["a map, whose keys stay", { some_map: { some_key: "a" } }, { someMap: { some_key: "a" } }],
    ["an object", { plain_part: { some_key: "a" } }, { plainPart: { someKey: "a" } }],
    ["an empty object, which is none", { plain_part: {} }, { plainPart: null }],
    ["an empty object whose presence says something", { present_part: {} }, { presentPart: {} }],
    ["something else in the place of an object", { plain_part: "odd" }, { plainPart: "odd" }],
  ])("%s", (_, answer, fields) => {
    expect(fromResponse(shape, answer)).toStrictEqual(fields);
  });
});

describe("a body", () => {
  test("has wire names at every depth, and values that fit no shape as they are", () => {
    expect(
      toBody(shape, {
        backendId: "b",
        dnsRecords: [{ recordName: "a" }, "odd"],
        someMap: { someKey: "a" },
        plainPart: { someKey: "a", stranger: 1 },
        presentPart: "odd",
        hostPorts: "odd",
        stranger: 1,
      }),
    ).toStrictEqual({
      backend_id: "b",
      dns_records: [{ record_name: "a" }, "odd"],
      some_map: { someKey: "a" },
      plain_part: { some_key: "a" },
      present_part: "odd",
      host_ports: "odd",
    });
  });

  test("has null where a value is to be unset", () => {
    expect(toBody(shape, { backendId: null, plainPart: null })).toStrictEqual({
      backend_id: null,
      plain_part: null,
    });
  });
});
