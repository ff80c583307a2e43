import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// A certificate of your own. A new PEM creates a new object, moves the domains to it, and then deletes the old one.
const config = new pulumi.Config();
const wildcard = new edge.TlsCertificate("wildcard", {
  description: "Renewed by the platform team",
  certificatePem: config.require("certificatePem"),
  privateKeyPem: config.requireSecret("privateKeyPem"),
  renewBefore: 24 * 14,
});

// Known at the first preview, because they are read from the PEM.
export const names = wildcard.subjectAlternativeNames;
export const expiresAt = wildcard.notAfter;
