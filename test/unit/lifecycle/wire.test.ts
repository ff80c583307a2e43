import { describe, expect, test } from "vitest";
import { ipPolicyRule } from "../../../provider/families/ip-policy-rule";
import {
  bool,
  id,
  ids,
  mapOf,
  object,
  out,
  string,
  stringList,
  stringSet,
  trafficPolicyText,
} from "../../../provider/family/fields";
import { fromResponse } from "../../../provider/lifecycle/values/response";
import { toBody } from "../../../provider/lifecycle/values/wire";

const part = { someKey: string("x").optional() };
const shape = {
  ownerId: id("Owner.").optional(),
  backendId: id("Backend.", { returned: { asRef: "backend" } }).optional(),
  ipPolicyIds: ids("Policies.", "ip_policies").optional(),
  hostports: stringSet("Hostports.").optional(),
  hostNames: stringList("Hosts.").optional(),
  dnsRecords: out.list({ recordName: string("Name.").optional() }, "Records.").optional(),
  someMap: mapOf(string("Value."), "Map.").optional(),
  plainPart: object(part, "Part.").optional(),
  presentPart: object(part, "Part.", { significantWhenEmpty: true }).optional(),
  mutualTls: object(
    { enabled: bool("On."), certificateAuthorityIds: ids("CAs.", "certificate_authorities") },
    "Mutual TLS.",
  ).optional(),
  trafficPolicy: trafficPolicyText("Policy.").optional(),
  renewBefore: string("Hours.", { returned: "local" }).optional(),
};

const NONE = { backendId: null, ipPolicyIds: [] };
const authorities = { certificate_authorities: [{ id: "ca_1", uri: "u" }] };
const ref = { id: "ipp_1", uri: "u" };

describe("fromResponse converts", () => {
  test.each([
    ["an id", { backend_id: "b" }, { backendId: "b" }],
    ["an id that is null", { backend_id: null }, { backendId: null }],
    ["ids", { ip_policy_ids: ["a"] }, { ipPolicyIds: ["a"] }],
    ["ids in preference to Refs", { backend_id: "b", backend: { id: "c" } }, { backendId: "b" }],
    ["Refs where ids are not strings", { backend_id: { id: "b" }, backend: { id: "c" } }, { backendId: "c" }],
    ["one Ref for a list", { ip_policies: ref }, { ipPolicyIds: ["ipp_1"] }],
    ["Refs that are ids", { ip_policies: [ref, "b"] }, { ipPolicyIds: ["ipp_1", "b"] }],
    ["Refs without an id", { backend: [{}], ip_policies: [{ uri: "u" }] }, NONE],
    ["empty objects instead of Refs", { backend: {}, ip_policies: {} }, NONE],
    ["empty strings instead of Refs", { backend: "", ip_policies: "" }, NONE],
    ["no Refs", { backend: [], ip_policies: null }, { backendId: null, ipPolicyIds: null }],
    ["a list that is an empty object", { hostports: {} }, { hostports: [] }],
    ["a list that is an empty string", { hostports: "" }, { hostports: [] }],
    ["a list that is its only item", { host_names: "a" }, { hostNames: ["a"] }],
    ["a list with an empty item", { hostports: ["", "a"] }, { hostports: ["", "a"] }],
    ["objects of a list", { dns_records: [{ record_name: "a" }] }, { dnsRecords: [{ recordName: "a" }] }],
    ["strings in a list of objects", { dns_records: ["odd"] }, { dnsRecords: ["odd"] }],
    ["a map, with unchanged keys", { some_map: { some_key: "a" } }, { someMap: { some_key: "a" } }],
    ["an empty object as null", { plain_part: {} }, { plainPart: null }],
    ["an empty object whose presence has a meaning", { present_part: {} }, { presentPart: {} }],
    ["a string instead of an object", { plain_part: "odd" }, { plainPart: "odd" }],
    ["null, and drops unknown keys", { mutual_tls: null, surprise: 1 }, { mutualTls: null }],
    ["Refs in a module", { mutual_tls: authorities }, { mutualTls: { certificateAuthorityIds: ["ca_1"] } }],
  ])("%s", (_, answer, fields) => {
    expect(fromResponse(shape, answer)).toStrictEqual(fields);
  });
});

describe("a body", () => {
  test("has wire names at every depth, and passes unexpected values on", () => {
    expect(
      toBody(shape, {
        ownerId: "usr_1",
        backendId: "b",
        ipPolicyIds: undefined,
        dnsRecords: [{ recordName: "a" }, "odd"],
        someMap: { "force-command": "ls", someKey: "a" },
        mutualTls: { enabled: true, certificateAuthorityIds: ["ca_1"] },
        plainPart: { someKey: "a", stranger: 1 },
        presentPart: "odd",
        hostNames: "odd",
        stranger: 1,
      }),
    ).toStrictEqual({
      owner_id: "usr_1",
      backend_id: "b",
      dns_records: [{ record_name: "a" }, "odd"],
      some_map: { "force-command": "ls", someKey: "a" },
      mutual_tls: { enabled: true, certificate_authority_ids: ["ca_1"] },
      plain_part: { some_key: "a" },
      present_part: "odd",
      host_names: "odd",
    });
  });

  const yaml = "on_http:\n  - a: 1\n";
  test.each([
    ["null for an unset value", { plainPart: null }, { plain_part: null }],
    ["a policy as compact JSON", { trafficPolicy: { onHttp: [1] } }, { traffic_policy: '{"onHttp":[1]}' }],
    ["a policy's text", { trafficPolicy: yaml }, { traffic_policy: yaml }],
    ["no local inputs", { renewBefore: "1" }, {}],
  ])("has %s", (_, values, body) => {
    expect(toBody(shape, values)).toStrictEqual(body);
  });

  test("has values in the service's spelling", () => {
    expect(toBody(ipPolicyRule.inputs, { cidr: " 192.0.2.0/24\n" })).toEqual({ cidr: "192.0.2.0/24" });
  });
});
