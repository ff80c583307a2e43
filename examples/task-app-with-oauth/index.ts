import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const hostname = "wiki.example.com";

// The hostname, with a certificate that the service obtains and renews once the DNS record is there.
const domain = new edge.ReservedDomain("wiki", {
  domain: hostname,
  description: "Staff wiki",
  certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
  releaseProtection: true,
});

// Whatever agent serves the wiki: an agent that starts a tunnel with this label is part of the backend.
const app = new edge.TunnelGroupBackend("wiki", { labels: { app: "wiki" } });

const web = new edge.HttpsEdge("wiki", {
  description: "Staff wiki",
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});

// Everything needs a sign-in of the company; who has left it loses access within ten minutes.
new edge.HttpsEdgeRoute("wiki", {
  edgeId: web.id,
  matchType: "path_prefix",
  match: "/",
  description: "Staff only",
  backend: { backendId: app.id },
  oauth: {
    provider: {
      google: {
        clientId: config.require("googleClientId"),
        clientSecret: config.requireSecret("googleClientSecret"),
        scopes: ["openid", "email", "profile"],
        emailDomains: ["example.com"],
      },
    },
    maximumDuration: 12 * 60 * 60,
    inactivityTimeout: 60 * 60,
    authCheckInterval: 10 * 60,
  },
  responseHeaders: { add: { "Strict-Transport-Security": "max-age=31536000" } },
});

// Monitoring has no account: one path stays open.
new edge.HttpsEdgeRoute("wiki-health", {
  edgeId: web.id,
  matchType: "exact_path",
  match: "/healthz",
  description: "Health check, open",
  backend: { backendId: app.id },
});

export const wikiDnsRecords = domain.dnsRecords;
