import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// The order matters: each site gets the traffic that the previous ones couldn't take.
const sites = ["frankfurt", "dublin"];

const forwardToSite = (site: string): edge.TrafficPolicyOnHttpRequestAction => ({
  type: "forward-internal",
  config: { url: `https://portal-${site}.internal`, on_error: "continue" },
});

const domain = new edge.ReservedDomain("portal", {
  domain: "portal.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});
const portal = new edge.Endpoint("portal", {
  description: "Frankfurt, then Dublin, then a static page",
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      ...sites.map((site) => ({ actions: [forwardToSite(site)] })),
      {
        actions: [
          {
            type: "custom-response",
            config: {
              status_code: 503,
              headers: { "content-type": "text/plain", "retry-after": "60" },
              body: "The portal is back soon.",
            },
          },
        ],
      },
    ],
  },
});

export const portalUrl = portal.url;
