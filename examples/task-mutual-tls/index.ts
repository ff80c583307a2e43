import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

// Clients must present a certificate signed by this authority.
const clients = new edge.CertificateAuthority("service-clients", {
  description: "Issues the certificates of our services",
  caPem: config.require("serviceCaPem"),
});

/** A service that other services access over mutual TLS. */
function service(name: string, certificateAuthorityIds: pulumi.Input<string>[]) {
  const domain = new edge.ReservedDomain(`mtls-${name}`, {
    domain: `${name}.services.example.com`,
    certificateManagementPolicy: { authority: "letsencrypt" },
  });
  const endpoint = new edge.Endpoint(`mtls-${name}`, {
    description: `${name}, for services only`,
    // Uses the domain's output, so the domain is created first.
    url: pulumi.interpolate`https://${domain.domain}`,
    trafficPolicy: {
      on_tcp_connect: [
        {
          actions: [
            {
              type: "terminate-tls",
              config: { min_version: "1.3", mutual_tls_certificate_authorities: certificateAuthorityIds },
            },
          ],
        },
      ],
      // An agent next to the service serves it.
      on_http_request: [
        { actions: [{ type: "forward-internal", config: { url: `https://${name}.internal` } }] },
      ],
    },
  });
  return { url: endpoint.url, dnsRecords: domain.dnsRecords };
}

const orders = service("orders", [clients.id]);
const payments = service("payments", [clients.id]);

export const mutualTlsUrls = { orders: orders.url, payments: payments.url };
export const mutualTlsDnsRecords = [orders.dnsRecords, payments.dnsRecords];
// Known at the first preview, because it is read from the PEM.
export const serviceCaExpiresAt = clients.notAfter;
