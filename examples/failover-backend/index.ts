import * as edge from "pulumi-tunnel-edge";

// Traffic goes to the first backend that is alive, in this order.
const primary = new edge.TunnelGroupBackend("failover-primary", { labels: { app: "shop", zone: "a" } });
const standby = new edge.TunnelGroupBackend("failover-standby", { labels: { app: "shop", zone: "b" } });
const shop = new edge.FailoverBackend("shop", {
  description: "Zone a, then zone b",
  backends: [primary.id, standby.id],
});

export const backendId = shop.id;
