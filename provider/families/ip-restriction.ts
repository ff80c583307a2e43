import { bool, ids, oneOf, rejectValue } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedNotes, referredObjects, stamps } from "./common";

export const ipRestriction = defineResource({
  name: "IpRestriction",
  summary:
    "Restricts the source addresses that can reach the account's dashboard, API, agents, or endpoints. Take care not to lock yourself out: start with `enforced: false`.",
  section: "IP restriction",
  path: "/ip_restrictions",
  filterableBy: ["description", "metadata"],
  inputs: {
    type: oneOf(
      {
        dashboard: "Access to the dashboard.",
        api: "Access to the management API.",
        agent: "Connections from agents.",
        endpoints: "Access to the account's endpoints.",
      },
      "Which traffic is restricted.",
    ),
    ipPolicyIds: ids("Ids of the IpPolicy objects to apply. Order is ignored.", "ip_policies", {
      refersTo: ["IpPolicy"],
      rejects: rejectValue((policies) =>
        Array.isArray(policies) && policies.length === 0
          ? "must name at least one IpPolicy: to turn the restriction off, set enforced to false or delete it"
          : undefined,
      ),
    }),
    enforced: bool("Whether the restriction is enforced (true) or only warnings are issued (false).", {
      unset: { sends: false },
    }).optional(),
    ...limitedNotes("What the restriction is for."),
  },
  update: ["description", "metadata", "enforced", "ipPolicyIds"],
  naturalKey: ["type"],
  guardsAll: {
    classes: ["Endpoint", "HttpsEdge", "HttpsEdgeRoute", "TlsEdge", "TcpEdge"],
    when: ({ type }) => type === "endpoints",
  },
  outputs: {
    ...stamps,
    ipPolicies: referredObjects("The applied policies.", "ipPolicyIds"),
  },
});
