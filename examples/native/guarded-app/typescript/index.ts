import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge/native";

// Only colleagues have access to the wiki, from the office and after a sign-in.
const office = new edge.IpPolicy("office", { description: "Office egress" });
new edge.IpPolicyRule("berlin", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });
const domain = new edge.ReservedDomain("wiki", { domain: "wiki.example.com" });
const wiki = new edge.Endpoint("wiki", {
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
      // Served by an agent next to the wiki.
      { actions: [{ type: "forward-internal", config: { url: "https://wiki.internal" } }] },
    ],
  },
});

export const wikiUrl = wiki.url;
