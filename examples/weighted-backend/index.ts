import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// A tenth of the traffic goes to the new version. Change the weights to continue the rollout or to roll back.
const blue = new edge.TunnelGroupBackend("weighted-blue", { labels: { app: "shop", version: "blue" } });
const green = new edge.TunnelGroupBackend("weighted-green", { labels: { app: "shop", version: "green" } });
const weights = (shares: [edge.TunnelGroupBackend, number][]) =>
  pulumi
    .all(shares.map(([backend]) => backend.id))
    .apply((ids) => Object.fromEntries(ids.map((id, at) => [id, shares[at]?.[1] ?? 0])));
new edge.WeightedBackend("shop", {
  description: "Blue and green",
  backends: weights([
    [blue, 90],
    [green, 10],
  ]),
});
