import { isCidr } from "../../traffic-policy/language/networks";
import { id, oneOf, out, string } from "../family/fields";
import { canonicalCidr, correctedNetwork } from "../family/networks";
import { defineResource } from "../family/resource";
import { limitedNotes, stamps } from "./common";

/** The facts are assumptions, because the API reference covers IP policies but not their rules. */
export const ipPolicyRule = defineResource({
  name: "IpPolicyRule",
  summary: "A rule of an IpPolicy: a network whose traffic the policy allows or denies.",
  path: "/ip_policy_rules",
  filterableBy: ["description", "metadata", "ipPolicyId"],
  inputs: {
    ipPolicyId: id("Id of the IpPolicy that the rule belongs to.", {
      returned: { asRef: "ip_policy" },
      refersTo: { partOf: "IpPolicy" },
    }),
    cidr: string("Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`.", {
      spelling: { canonical: canonicalCidr, onWire: (value) => String(value).trim() },
    }),
    action: oneOf(
      { allow: "Accepted, unless another rule denies it.", deny: "Rejected." },
      "What happens to traffic from the network.",
    ),
    ...limitedNotes("What the rule is for."),
  },
  update: ["cidr", "description", "metadata"],
  outputs: {
    ...stamps,
    ipPolicy: out.ref("The policy that the rule belongs to.", { volatile: true, reveals: ["ipPolicyId"] }),
  },
  // A policy allows one rule per network, so changing the action deletes the old rule before it creates the new one.
  naturalKey: ["ipPolicyId", "cidr"],
  rules: [
    {
      keys: ["cidr"],
      text: "`cidr` is an IPv4 or IPv6 network in CIDR notation.",
      violation: ({ cidr }) =>
        typeof cidr !== "string" || isCidr(cidr)
          ? undefined
          : `"${cidr}" is not a network in CIDR notation; write it like 203.0.113.0/24 or 2001:db8::/32`,
    },
    {
      keys: ["cidr"],
      newOnly: true,
      text: "`cidr` has a prefix length, such as `/32` for one IPv4 address.",
      violation: ({ cidr }) =>
        typeof cidr !== "string" || cidr.includes("/") || !isCidr(cidr)
          ? undefined
          : `"${cidr}" has no prefix length, which the service requires: write ${canonicalCidr(cidr)}`,
    },
    {
      keys: ["cidr"],
      text: "`cidr` begins with the first address of its network.",
      violation: ({ cidr }) => {
        const network = typeof cidr === "string" ? correctedNetwork(cidr) : undefined;
        const [address = ""] = String(cidr).trim().split("/");
        return network === undefined
          ? undefined
          : `"${cidr}" is not the first address of its network, as the service requires: write ${network}, or ${address}/${address.includes(":") ? 128 : 32} for only that address`;
      },
    },
  ],
});
