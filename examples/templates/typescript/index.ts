import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const hostname = new pulumi.Config().require("hostname");

// Allows only the office, after a sign-in with an account of the company.
const office = new edge.IpPolicy("office", { description: "Office egress" });
new edge.IpPolicyRule("berlin", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });

const domain = new edge.ReservedDomain("app", { domain: hostname });
const app = new edge.Endpoint("app", {
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      {
        actions: [
          { type: "restrict-ips", config: { ip_policies: [office.id] } },
          { type: "oauth", config: { provider: "google" } },
        ],
      },
      {
        expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
        actions: [{ type: "deny" }],
      },
      // Served by an agent next to the app: `ngrok http 8080 --url https://app.internal`.
      { actions: [{ type: "forward-internal", config: { url: "https://app.internal" } }] },
    ],
  },
});

export const appUrl = app.url;
export const appDnsRecords = domain.dnsRecords;
