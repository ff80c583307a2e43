import * as edge from "pulumi-tunnel-edge";

// A named group of source addresses. It applies once a restriction, an edge or a route refers to it.
const office = new edge.IpPolicy("office", {
  description: "Office egress",
  metadata: JSON.stringify({ owner: "platform" }),
});

export const policyId = office.id;
