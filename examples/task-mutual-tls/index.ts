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
  const backend = new edge.TunnelGroupBackend(`mtls-${name}`, { labels: { service: name } });
  return new edge.TlsEdge(`mtls-${name}`, {
    description: `${name}, for services only`,
    hostports: [`${name}.services.example.com:443`],
    backend: { backendId: backend.id },
    mutualTls: { certificateAuthorityIds },
    tlsTermination: { terminateAt: "edge", minVersion: "1.3" },
  });
}

const orders = service("orders", [clients.id]);
const payments = service("payments", [clients.id]);

export const mutualTlsEdges = { orders: orders.id, payments: payments.id };
// Known at the first preview: it is read out of the PEM.
export const serviceCaRunsOut = clients.notAfter;
