import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// The authority whose client certificates an edge accepts (examples/tls-edge-mutual-tls uses one).
const config = new pulumi.Config();
const clients = new edge.CertificateAuthority("clients", {
  caPem: config.require("clientCaPem"),
  description: "Issues the certificates of internal clients",
});

// Known at the first preview, because they are read from the PEM.
export const issuer = clients.subjectCommonName;
export const expiresAt = clients.notAfter;
