import { bool, ids, oneOf, out } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedDescription, limitedMetadata, stamps } from "./common";

/** API reference, section "IP restriction". */
export const ipRestriction = defineResource({
  name: "IpRestriction",
  summary:
    "Restricts from which addresses the dashboard, the API, agents or endpoints of the account can be reached. Take care not to lock yourself out: start with `enforced: false`.",
  section: "IP restriction",
  path: "/ip_restrictions",
  listKey: "ip_restrictions",
  filtered: ["description", "metadata"],
  inputs: {
    type: oneOf(
      {
        dashboard: "Who opens the dashboard.",
        api: "Who calls the management API.",
        agent: "Which agents connect.",
        endpoints: "Who reaches the endpoints of the account.",
      },
      "Which traffic is restricted.",
    ),
    ipPolicyIds: ids("Ids of the IpPolicy objects that decide. The order has no meaning.", "ip_policies", {
      refersTo: ["IpPolicy"],
      refuses: (policies) =>
        Array.isArray(policies) && policies.length === 0
          ? [
              {
                path: [],
                reason:
                  "must name an IpPolicy or more: to switch the restriction off, set enforced to false or delete it",
              },
            ]
          : [],
    }),
    enforced: bool("Whether the restriction is enforced (true) or only warnings are issued (false).", {
      unset: { sends: false },
    }).optional(),
    description: limitedDescription("What the restriction is for."),
    metadata: limitedMetadata,
  },
  update: ["description", "metadata", "enforced", "ipPolicyIds"],
  naturalKey: ["type"],
  guardsAll: {
    classes: ["Endpoint", "HttpsEdge", "HttpsEdgeRoute", "TlsEdge", "TcpEdge"],
    when: ({ type }) => type === "endpoints",
  },
  outputs: {
    ...stamps,
    ipPolicies: out.refs("The policies that decide.", {
      volatile: true,
      changesWith: ["ipPolicyIds"],
      madeOf: ["ipPolicyIds"],
    }),
  },
});
