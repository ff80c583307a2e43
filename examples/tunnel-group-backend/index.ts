import * as edge from "pulumi-tunnel-edge";

// All tunnels that carry these labels, whichever agents start them.
const shop = new edge.TunnelGroupBackend("shop-group", {
  description: "Shop, all zones",
  labels: { app: "shop" },
});

export const backendId = shop.id;
