import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// Manages only the mutual TLS module of an edge. The edge is usually managed elsewhere; here it completes the example.
const config = new pulumi.Config();
const domain = new edge.ReservedDomain("mutual-tls", { domain: "partners.example.com" });
const existingEdge = new edge.TlsEdge("mutual-tls", {
  hostports: [pulumi.interpolate`${domain.domain}:443`],
});
const partners = new edge.CertificateAuthority("mutual-tls-partners", {
  caPem: config.require("clientCaPem"),
});
new edge.TlsEdgeMutualTls("partners", {
  edgeId: existingEdge.id,
  certificateAuthorityIds: [partners.id],
  enabled: true,
});
