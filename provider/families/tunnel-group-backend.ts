import { mapOf, out, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { deprecatedEdges, notes, stamps } from "./common";

export const tunnelGroupBackend = defineResource({
  name: "TunnelGroupBackend",
  summary: "A backend that balances over all tunnels with matching labels, regardless of the agent.",
  deprecated: deprecatedEdges,
  section: "Tunnel group backend",
  path: "/backends/tunnel_group",
  listKey: "backends",
  inputs: {
    labels: mapOf(
      string("Value of the label."),
      "Labels that a tunnel must have to be part of the backend.",
      {
        unset: { sends: {} },
        rejects: (labels) =>
          Object.entries(labels ?? {}).flatMap(([key, value]) => {
            if (key === "") return [{ path: [key], reason: "must have a name" }];
            return key.includes("=") || String(value).includes("=")
              ? [{ path: [key], reason: "must not contain = in the label's name or value" }]
              : [];
          }),
      },
    ).optional(),
    ...notes("What the backend is for."),
  },
  update: ["description", "metadata", "labels"],
  outputs: {
    ...stamps,
    tunnels: out.refs("The tunnels that currently match.", { volatile: true, changesWith: ["labels"] }),
  },
});
