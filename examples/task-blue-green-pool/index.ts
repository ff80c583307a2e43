import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
// ["blue"], then ["blue", "green"], then ["green"].
const versions = config.getObject<string[]>("versions") ?? ["blue"];

const domain = new edge.ReservedDomain("tickets", {
  domain: "tickets.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});

// Endpoints with the same URL form a pool, which splits requests evenly. Each has a traffic policy of its own.
const pool = versions.map(
  (version) =>
    new edge.Endpoint(`tickets-${version}`, {
      description: `Tickets, ${version}`,
      url: pulumi.interpolate`https://${domain.domain}`,
      poolingEnabled: true,
      trafficPolicy: {
        on_http_request: [
          {
            actions: [
              { type: "add-headers", config: { headers: { "x-version": version } } },
              { type: "forward-internal", config: { url: `https://tickets-${version}.internal` } },
            ],
          },
        ],
      },
    }),
);

export const ticketsUrls = pool.map(({ url }) => url);
