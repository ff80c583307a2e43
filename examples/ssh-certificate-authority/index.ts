import * as edge from "pulumi-tunnel-edge";

// Signs the certificates of users and hosts. Servers trust its public key.
const fleet = new edge.SshCertificateAuthority("fleet", {
  description: "SSH authority of the fleet",
  privateKeyType: "ed25519",
});

export const trustedUserCaKey = fleet.publicKey;
