import * as edge from "pulumi-tunnel-edge";

// Agents behind a strict firewall connect to a custom domain that the firewall allows.
const factories = new edge.AgentIngress("factories", {
  domain: "connect.example.com",
  description: "agents of the factories",
  certificateManagementPolicy: { privateKeyType: "ecdsa" },
});

// NS records of connect.example.com.
export const nameServers = factories.nsTargets;
