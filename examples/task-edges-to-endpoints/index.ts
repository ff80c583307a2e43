import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

const office = new edge.IpPolicy("market-office", { description: "Office" });
new edge.IpPolicyRule("market-office", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });

const domain = new edge.ReservedDomain("market", {
  domain: "market.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});

// Written by `tunnel-edge migrate`, except that the IP policy is an output instead of an id.
const marketPolicy: edge.TrafficPolicy = {
  on_tcp_connect: [{ actions: [{ type: "terminate-tls", config: { min_version: "1.3" } }] }],
  on_http_request: [
    {
      name: "which route",
      actions: [{ type: "set-vars", config: { vars: [{ edge_route: "none" }] } }],
    },
    { actions: [{ type: "set-vars", config: { vars: [{ edge_route: "root" }] } }] },
    {
      expressions: ['req.url.path.startsWith("/admin")'],
      actions: [{ type: "set-vars", config: { vars: [{ edge_route: "admin" }] } }],
    },
    {
      expressions: ['vars.edge_route == "admin"'],
      actions: [{ type: "restrict-ips", config: { ip_policies: [office.id] } }],
    },
    {
      expressions: ['vars.edge_route == "admin"'],
      actions: [
        {
          type: "oauth",
          config: {
            provider: "google",
            client_id: config.require("googleClientId"),
            client_secret: config.requireSecret("googleClientSecret"),
            max_session_duration: "43200s",
          },
        },
      ],
    },
    {
      name: "users",
      expressions: ['vars.edge_route == "admin"'],
      actions: [{ type: "set-vars", config: { vars: [{ edge_allowed: "no" }] } }],
    },
    {
      expressions: [
        'vars.edge_route == "admin"',
        '["@example.com"].exists(domain, actions.ngrok.oauth.identity.email.lowerAscii().endsWith(domain))',
      ],
      actions: [{ type: "set-vars", config: { vars: [{ edge_allowed: "yes" }] } }],
    },
    {
      expressions: ['vars.edge_route == "admin"', 'vars.edge_allowed != "yes"'],
      actions: [{ type: "deny", config: { status_code: 403 } }],
    },
    {
      expressions: ['vars.edge_route == "admin"'],
      actions: [{ type: "forward-internal", config: { url: "https://app-admin.internal" } }],
    },
    {
      expressions: ['vars.edge_route == "root"'],
      actions: [{ type: "forward-internal", config: { url: "https://app-shop.internal" } }],
    },
    { name: "no route", actions: [{ type: "deny", config: { status_code: 404 } }] },
  ],
  on_http_response: [
    {
      name: "which route",
      actions: [{ type: "set-vars", config: { vars: [{ edge_route: "none" }] } }],
    },
    { actions: [{ type: "set-vars", config: { vars: [{ edge_route: "root" }] } }] },
    {
      expressions: ['req.url.path.startsWith("/admin")'],
      actions: [{ type: "set-vars", config: { vars: [{ edge_route: "admin" }] } }],
    },
    { expressions: ['vars.edge_route == "root"'], actions: [{ type: "compress-response" }] },
  ],
};

const market = new edge.Endpoint("market-example-com", {
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: marketPolicy,
  description: "Market",
});

export const marketUrl = market.url;
