import { out } from "../family/fields";
import { defineLookup } from "../family/lookup";
import { time } from "./common";

export const tunnelSession = defineLookup({
  name: "TunnelSession",
  summary: "The connection of an online agent.",
  section: "Tunnel session",
  path: "/tunnel_sessions",
  filterableBy: ["metadata"],
  outputs: {
    uri: out.string("API URI of the object."),
    agentVersion: out.string("Version of the agent that started the session."),
    credential: out.ref("The tunnel or SSH credential that started the session."),
    ip: out.string("Source IP address."),
    metadata: out.string("Arbitrary data from the agent's configuration."),
    os: out.string("Operating system of the agent's host."),
    region: out.string("Region in which the session was started."),
    startedAt: time("When the session first connected."),
    transport: out.oneOf(["tunnel/v2", "ssh"], "How the session connects."),
  },
});
