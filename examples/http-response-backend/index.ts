import * as edge from "pulumi-tunnel-edge";

const shop = new edge.TunnelGroupBackend("maintained-shop", { labels: { app: "maintained-shop" } });

const maintenance = new edge.HttpResponseBackend("maintenance", {
  statusCode: 503,
  headers: { "Content-Type": "text/plain", "Retry-After": "600" },
  body: "We are back soon.",
});

// Visitors see the page while no agent serves the shop.
const withPage = new edge.FailoverBackend("with-page", { backends: [shop.id, maintenance.id] });

export const backendId = withPage.id;
