import { mapOf, out, string } from "../family/fields";
import { defineLookup } from "../family/lookup";
import { time } from "./common";

export const tunnel = defineLookup({
  name: "Tunnel",
  summary:
    "A tunnel of an online agent. It serves one endpoint, or the TunnelGroupBackends that match its labels.",
  serviceOnly: true,
  path: "/tunnels",
  outputs: {
    publicUrl: out.string("URL of the agent's own endpoint; empty for a tunnel with labels."),
    startedAt: time("When the tunnel was started."),
    metadata: out.string("Arbitrary data from the agent's configuration."),
    proto: out.string("`http`, `https`, `tcp` or `tls`; empty for a tunnel with labels."),
    region: out.string("Region in which the tunnel was started."),
    tunnelSession: out.ref("The TunnelSession of the agent."),
    endpoint: out.ref("The agent's own endpoint; null for a tunnel with labels.", { nullable: true }),
    labels: mapOf(string(""), "Labels by which TunnelGroupBackends find the tunnel; null without any.", {
      nullable: true,
    }),
    backends: out.refs("The TunnelGroupBackends that the tunnel serves; empty for a tunnel without labels."),
    forwardsTo: out.string("Destination of the agent's traffic: a URL or a network address."),
  },
});
