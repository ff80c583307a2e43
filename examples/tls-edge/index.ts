import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// Terminates TLS for its hostports. A module that is removed from the program is deleted on the server.
const office = new edge.IpPolicy("tls-office", { description: "Office" });
const berlin = new edge.IpPolicyRule("tls-office-berlin", {
  ipPolicyId: office.id,
  cidr: "192.0.2.0/24",
  action: "allow",
});
const domain = new edge.ReservedDomain("tls-internal", { domain: "internal.example.com" });
const app = new edge.TunnelGroupBackend("tls-internal", { labels: { app: "internal" } });
const internal = new edge.TlsEdge(
  "internal",
  {
    description: "Internal services",
    hostports: [pulumi.interpolate`${domain.domain}:443`],
    backend: { backendId: app.id },
    ipRestriction: { ipPolicyIds: [office.id] },
    tlsTermination: { terminateAt: "edge", minVersion: "1.2" },
  },
  { dependsOn: berlin }, // a policy without rules would deny all clients
);

export const edgeId = internal.id;
