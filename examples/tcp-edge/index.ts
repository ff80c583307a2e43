import * as edge from "pulumi-tunnel-edge";

// Accepts plain TCP, here for a database that only the office may reach.
const address = new edge.ReservedAddr("tcp-postgres", { description: "Postgres" });
const office = new edge.IpPolicy("tcp-office", { description: "Office" });
const berlin = new edge.IpPolicyRule("tcp-office-berlin", {
  ipPolicyId: office.id,
  cidr: "192.0.2.0/24",
  action: "allow",
});
const postgres = new edge.TunnelGroupBackend("tcp-postgres", { labels: { app: "postgres" } });
new edge.TcpEdge(
  "postgres",
  {
    description: "Postgres for the office",
    hostports: [address.addr],
    backend: { backendId: postgres.id },
    ipRestriction: { ipPolicyIds: [office.id] },
  },
  { dependsOn: berlin }, // a policy without rules would deny all clients
);
