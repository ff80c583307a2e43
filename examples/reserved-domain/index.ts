import * as edge from "pulumi-tunnel-edge";

// A hostname whose certificate the service obtains and renews. Create the DNS records that the outputs name.
const shop = new edge.ReservedDomain("shop", {
  domain: "shop.example.com",
  description: "Web shop",
  certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
});

export const dnsRecords = shop.dnsRecords;
