import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

// The hostname. Once the DNS record exists, the service obtains and renews its certificate.
const domain = new edge.ReservedDomain("wiki", {
  domain: "wiki.example.com",
  description: "Staff wiki",
  certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
  releaseProtection: true,
});

const office = new edge.IpPolicy("wiki-office", { description: "Office egress" });
new edge.IpPolicyRule("wiki-berlin", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });

// An agent next to the wiki serves this internal address.
const forwardToWiki: edge.TrafficPolicyOnHttpRequestAction = {
  type: "forward-internal",
  config: { url: "https://wiki.internal" },
};

const wiki = new edge.Endpoint("wiki", {
  description: "Staff only",
  url: pulumi.interpolate`https://${domain.domain}`,
  trafficPolicy: {
    on_http_request: [
      // Monitoring has no account: one path stays open.
      { expressions: ["req.url.path == '/healthz'"], actions: [forwardToWiki] },
      // Everything else requires the office network and a sign-in; former employees lose access within ten minutes.
      {
        actions: [
          { type: "restrict-ips", config: { ip_policies: [office.id] } },
          {
            type: "oauth",
            config: {
              provider: "google",
              client_id: config.require("googleClientId"),
              client_secret: config.requireSecret("googleClientSecret"),
              max_session_duration: "12h",
              idle_session_timeout: "1h",
              userinfo_refresh_interval: "10m",
            },
          },
        ],
      },
      {
        expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
        actions: [{ type: "deny", config: { status_code: 403 } }],
      },
      { actions: [forwardToWiki] },
    ],
    on_http_response: [
      {
        actions: [
          { type: "add-headers", config: { headers: { "Strict-Transport-Security": "max-age=31536000" } } },
        ],
      },
    ],
  },
});

export const wikiUrl = wiki.url;
export const wikiDnsRecords = domain.dnsRecords;
