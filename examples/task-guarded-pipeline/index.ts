import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const owner = JSON.stringify({ owner: "platform", repo: "infra" });

const office = new edge.IpPolicy("reports-office", { description: "Office egress", metadata: owner });
new edge.IpPolicyRule("reports-office", {
  ipPolicyId: office.id,
  cidr: "192.0.2.0/24",
  action: "allow",
  description: "Berlin",
  metadata: owner,
});
const domain = new edge.ReservedDomain("reports", {
  domain: "reports.example.com",
  description: "Reports",
  metadata: owner,
  certificateManagementPolicy: { authority: "letsencrypt" },
  releaseProtection: true,
});

// With policy.json, the rule edge-endpoint-policy refuses an endpoint that lets everyone in.
new edge.Endpoint("reports", {
  description: "Reports, for the finance team in the office",
  metadata: owner,
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      {
        actions: [
          { type: "restrict-ips", config: { ip_policies: [office.id] } },
          {
            type: "oauth",
            config: {
              provider: "google",
              client_id: "example.apps.googleusercontent.com",
              client_secret: config.requireSecret("reportsClientSecret"),
              max_session_duration: "8h",
              idle_session_timeout: "30m",
              userinfo_refresh_interval: "10m",
            },
          },
        ],
      },
      {
        expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@finance.example.com')"],
        actions: [{ type: "deny" }],
      },
      // An agent next to the reports serves this internal endpoint.
      { actions: [{ type: "forward-internal", config: { url: "https://reports.internal" } }] },
    ],
  },
});
