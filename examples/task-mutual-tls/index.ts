import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

// Clients prove themselves with a certificate that this authority has signed.
const clients = new edge.CertificateAuthority("service-clients", {
  description: "Issues the certificates of our services",
  caPem: config.require("serviceCaPem"),
});

/** A service that other services reach over TLS, from both sides with a certificate. */
function service(name: string, certificateAuthorityIds: pulumi.Input<string>[]) {
  const domain = new edge.ReservedDomain(`mtls-${name}`, {
    domain: `${name}.services.example.com`,
    certificateManagementPolicy: { authority: "letsencrypt" },
  });
  const backend = new edge.TunnelGroupBackend(`mtls-${name}`, { labels: { service: name } });
  const tlsEdge = new edge.TlsEdge(`mtls-${name}`, {
    description: `${name}, for services only`,
    hostports: [pulumi.interpolate`${domain.domain}:443`],
    backend: { backendId: backend.id },
    mutualTls: { certificateAuthorityIds },
    tlsTermination: { terminateAt: "edge", minVersion: "1.3" },
  });
  return { id: tlsEdge.id, dnsRecords: domain.dnsRecords };
}

const orders = service("orders", [clients.id]);
const payments = service("payments", [clients.id]);

export const mutualTlsEdges = { orders: orders.id, payments: payments.id };
export const mutualTlsDnsRecords = [orders.dnsRecords, payments.dnsRecords];
// Known at the first preview: it is read out of the PEM.
export const serviceCaRunsOut = clients.notAfter;
