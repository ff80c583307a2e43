import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const pem = (file: string) => readFileSync(join(__dirname, "certs", file), "utf8");
const owner = JSON.stringify({ owner: "platform", repo: "infra" });

// Limits the dashboard to the office. `enforced: false` only warns: set it to true once the warnings show that nobody would
// lose access.
const office = new edge.IpPolicy("office", { description: "Office and VPN egress", metadata: owner });
for (const [name, cidr] of Object.entries({ berlin: "192.0.2.0/24", vpn: "2001:db8:7::/48" })) {
  new edge.IpPolicyRule(name, { ipPolicyId: office.id, cidr, action: "allow", description: name });
}
new edge.IpRestriction("dashboard", { type: "dashboard", enforced: false, ipPolicyIds: [office.id] });

// A service user with its own key for deployments, so pipelines don't use a person's token.
const deployer = new edge.ServiceUser("deployer", { name: "deployer" });
const key = new edge.ApiKey("deployer", {
  ownerId: deployer.id,
  description: "CI of the infra repo",
  metadata: owner,
});

// A hostname whose certificate the service obtains and renews, and one with a certificate of our own.
const shop = new edge.ReservedDomain("shop", {
  domain: "shop.example.com",
  metadata: owner,
  certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
});
const certificate = new edge.TlsCertificate("internal", {
  description: "internal.example.com",
  certificatePem: pem("internal.crt"),
  privateKeyPem: pem("internal.key"),
});
const internal = new edge.ReservedDomain("internal", {
  domain: "internal.example.com",
  certificateId: certificate.id,
});

// An app that requires the office network, a client certificate from our CA, and a Google sign-in with a company address.
const clients = new edge.CertificateAuthority("clients", {
  caPem: pem("clients-ca.crt"),
  description: "Client CA",
});
const app = new edge.Endpoint("internal", {
  description: "Internal services",
  metadata: owner,
  // Uses the domain's output, so the domain is created first.
  url: pulumi.interpolate`https://${internal.domain}`,
  trafficPolicy: {
    on_tcp_connect: [
      { actions: [{ type: "restrict-ips", config: { ip_policies: [office.id] } }] },
      {
        actions: [{ type: "terminate-tls", config: { mutual_tls_certificate_authorities: [clients.id] } }],
      },
    ],
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider: "google" } }] },
      {
        expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
        actions: [{ type: "deny" }],
      },
      // Served by an agent next to the app.
      { actions: [{ type: "forward-internal", config: { url: "https://app.internal" } }] },
    ],
  },
});

export const deployerToken = key.token; // a secret: shown with `pulumi stack output --show-secrets`
export const shopCname = shop.cnameTarget;
export const internalCname = internal.cnameTarget;
export const certificateExpiresAt = certificate.notAfter;
export const internalUrl = app.url;
