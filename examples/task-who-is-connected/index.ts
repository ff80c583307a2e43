import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const address = "https://connected-shop.internal";
const domain = new edge.ReservedDomain("connected-shop", { domain: "connected-shop.example.com" });
const shop = new edge.Endpoint("connected-shop", {
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [{ actions: [{ type: "forward-internal", config: { url: address } }] }],
  },
});

// Agents and users come and go, so every run reads them again, previews included.
const tunnels = edge.listTunnelsOutput({ dependsOn: shop });
const sessions = edge.listApplicationSessionsOutput();

/** Number of agents that serve the shop. */
export const agentsOfShop = tunnels.apply(
  (all) => all.filter(({ publicUrl }) => publicUrl === address).length,
);

/** Number of sessions at each URL. Names of users aren't exported, because the stack stores its outputs. */
export const sessionsByUrl = sessions.apply((all) => {
  const counts = new Map<string, number>();
  for (const { publicUrl } of all) counts.set(publicUrl, (counts.get(publicUrl) ?? 0) + 1);
  return Object.fromEntries(counts);
});
