import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const shop = new edge.TunnelGroupBackend("connected-shop", { labels: { app: "connected-shop" } });

// Agents and users come and go, so every run reads them again, previews included.
const tunnels = edge.listTunnelsOutput({ dependsOn: shop });
const sessions = edge.listApplicationSessionsOutput();

/** How many agents forward to the shop. */
export const agentsOfShop = pulumi
  .all([tunnels, shop.id])
  .apply(([all, id]) => all.filter(({ backends }) => backends.some((group) => group.id === id)).length);

/** How many sessions there are at each URL. Outputs are stored in the stack: numbers are, names are not. */
export const sessionsByUrl = sessions.apply((all) => {
  const counts = new Map<string, number>();
  for (const { publicUrl } of all) counts.set(publicUrl, (counts.get(publicUrl) ?? 0) + 1);
  return Object.fromEntries(counts);
});
