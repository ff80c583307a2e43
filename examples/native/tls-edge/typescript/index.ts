import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge/native";

// Terminates TLS for a reserved domain and accepts traffic only from one network.
const offices = new edge.IpPolicy("offices", { description: "The offices" });
const berlin = new edge.IpPolicyRule("berlin", {
  ipPolicyId: offices.id,
  cidr: "198.51.100.0/24",
  action: "allow",
});
const shop = new edge.ReservedDomain("shop", { domain: "shop.example.com" });
const agents = new edge.TunnelGroupBackend("agents", { labels: { app: "shop" } });
const tls = new edge.TlsEdge(
  "shop",
  {
    hostports: [pulumi.interpolate`${shop.domain}:443`],
    backend: { backendId: agents.id },
    ipRestriction: { ipPolicyIds: [offices.id] },
    tlsTermination: { terminateAt: "edge", minVersion: "1.2" },
  },
  { dependsOn: berlin }, // a policy without rules would deny all clients
);

export const edgeId = tls.id;
