import { expect, test } from "vitest";
import { findLookupKey } from "../../../../provider/account/lookups/lookup";
import { resources } from "../../../../provider/families";

const rule = resources.find(({ name }) => name === "IpPolicyRule");
const WAYS = "IpPolicyRule is looked up by { id } or { ipPolicyId, cidr } or { description } or { metadata }";

test.each([
  [
    { ipPolicyID: "ipp_1", cidr: "10.0.0.0/8" },
    "not by { cidr, ipPolicyID }; did you mean ipPolicyId? pass an",
  ],
  [{ cidr: "10.0.0.0/8" }, "not by { cidr }; pass an output of a resource to getIpPolicyRuleOutput"],
])("a lookup by %j is rejected with the possible keys", (criteria, advice) => {
  expect(() => findLookupKey(rule as never, criteria)).toThrow(`${WAYS}, ${advice}`);
});
