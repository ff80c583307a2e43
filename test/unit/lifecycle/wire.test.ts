import { expect, test } from "vitest";
import { ipPolicyRule } from "../../../provider/families/ip-policy-rule";
import {
  bool,
  id,
  ids,
  mapOf,
  object,
  string,
  stringSet,
  trafficPolicyText,
} from "../../../provider/family/fields";
import { fromResponse } from "../../../provider/lifecycle/values/response";
import { toBody } from "../../../provider/lifecycle/values/wire";

const shape = {
  ownerId: id("Owner.").optional(),
  backendId: id("Backend.", { returned: { asRef: "backend" } }).optional(),
  ipPolicyIds: ids("Policies.", "ip_policies").optional(),
  hostports: stringSet("Hostports.").optional(),
  criticalOptions: mapOf(string("Value."), "Options.").optional(),
  mutualTls: object(
    { enabled: bool("On."), certificateAuthorityIds: ids("CAs.", "certificate_authorities") },
    "Mutual TLS.",
  ).optional(),
  trafficPolicy: trafficPolicyText("Policy.").optional(),
  renewBefore: string("Hours.", { returned: "local" }).optional(),
};

test("a body has wire names, and free maps keep their keys", () => {
  const body = toBody(shape, {
    ownerId: "usr_1",
    criticalOptions: { "force-command": "ls", someKey: "x" },
    mutualTls: { enabled: true, certificateAuthorityIds: ["ca_1"] },
    ipPolicyIds: undefined,
  });
  expect(body).toEqual({
    owner_id: "usr_1",
    critical_options: { "force-command": "ls", someKey: "x" },
    mutual_tls: { enabled: true, certificate_authority_ids: ["ca_1"] },
  });
});

test.each([
  ["an object as compact JSON", { onHttp: [{ a: 1 }] }, '{"onHttp":[{"a":1}]}'],
  ["text as it is", "on_http:\n  - a: 1\n", "on_http:\n  - a: 1\n"],
])("a traffic policy goes out: %s", (_, value, sent) => {
  expect(toBody(shape, { trafficPolicy: value })).toEqual({ traffic_policy: sent });
});

test("what is local is not sent", () => {
  expect(toBody(shape, { renewBefore: "1" })).toEqual({});
  expect(toBody(ipPolicyRule.inputs, { cidr: " 192.0.2.0/24\n" })).toEqual({ cidr: "192.0.2.0/24" });
});

test.each([
  ["one Ref", { id: "ipp_1", uri: "u" }],
  ["a list of Refs", [{ id: "ipp_1", uri: "u" }]],
])("ids come out of %s", (_, refs) => {
  expect(fromResponse(shape, { ip_policies: refs })).toEqual({ ipPolicyIds: ["ipp_1"] });
});

test("null is kept, an absent key stays absent, and unknown keys are dropped", () => {
  const answer = { backend: null, mutual_tls: null, surprise: 1 };
  expect(fromResponse(shape, answer)).toEqual({ backendId: null, mutualTls: null });
});

test.each([
  ["an empty object", {}],
  ["an empty text", ""],
  ["a Ref without an id", [{}]],
])("no ids come out of %s", (_, blank) => {
  expect(fromResponse(shape, { ip_policies: blank })).toEqual({ ipPolicyIds: [] });
  expect(fromResponse(shape, { backend: blank })).toEqual({ backendId: null });
});

test.each([
  ["an empty object", {}, []],
  ["an empty text", "", []],
  ["one item", "a", ["a"]],
  ["a list with an empty item", ["", "a"], ["", "a"]],
])("a list comes out of %s", (_, answered, list) => {
  expect(fromResponse(shape, { hostports: answered })).toEqual({ hostports: list });
});

test("Refs within a module become ids", () => {
  const answer = { mutual_tls: { enabled: true, certificate_authorities: [{ id: "ca_1", uri: "u" }] } };
  expect(fromResponse(shape, answer)).toEqual({
    mutualTls: { enabled: true, certificateAuthorityIds: ["ca_1"] },
  });
});
