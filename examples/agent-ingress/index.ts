import * as edge from "pulumi-tunnel-edge";

// Agents behind a strict firewall reach the service under a domain of yours, which the firewall allows.
const factories = new edge.AgentIngress("factories", {
  domain: "connect.example.com",
  description: "agents of the factories",
  certificateManagementPolicy: { privateKeyType: "ecdsa" },
});

// NS records of connect.example.com.
export const nameServers = factories.nsTargets;
