import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// A hostname and port that stay the same. Protected: once released, they cannot be reserved again.
const address = new edge.ReservedAddr("orders-database", {
  description: "Database of the orders",
  region: "eu",
  releaseProtection: true,
});

// Whatever no rule allows is denied.
const clients = new edge.IpPolicy("database-clients", { description: "Reporting and the on-call network" });
const rules = Object.entries({ reporting: "192.0.2.10/32", oncall: "198.51.100.0/28" }).map(
  ([name, cidr]) =>
    new edge.IpPolicyRule(`database-${name}`, {
      ipPolicyId: clients.id,
      cidr,
      action: "allow",
      description: name,
    }),
);

const database = new edge.Endpoint(
  "orders-database",
  {
    description: "Database of the orders, for listed addresses",
    url: pulumi.interpolate`tcp://${address.addr}`,
    trafficPolicy: {
      on_tcp_connect: [
        { actions: [{ type: "restrict-ips", config: { ip_policies: [clients.id] } }] },
        // Internal address that an agent next to the database serves.
        { actions: [{ type: "forward-internal", config: { url: "tcp://orders-database.internal:5432" } }] },
      ],
    },
  },
  { dependsOn: rules },
);

export const databaseUrl = database.url;
