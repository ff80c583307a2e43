import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

// A new PEM creates a new object, moves the domains to it, and then deletes the old one.
const certificate = new edge.TlsCertificate("shops", {
  description: "*.shops.example.com",
  certificatePem: config.require("shopsCertificatePem"),
  privateKeyPem: config.requireSecret("shopsPrivateKeyPem"),
  renewBefore: 30 * 24, // hours; previews and updates warn in the 30 days before it expires
});

const domains = ["berlin", "paris"].map(
  (shop) =>
    new edge.ReservedDomain(`shop-${shop}`, {
      domain: `${shop}.shops.example.com`,
      certificateId: certificate.id,
    }),
);

export const shopsCertificateExpiresAt = certificate.notAfter;
export const shopsCertificateNames = certificate.subjectAlternativeNames.dnsNames;
export const shopHostnames = domains.map(({ domain }) => domain);
