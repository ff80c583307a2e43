import * as edge from "pulumi-tunnel-edge";

// Proves the host's identity to clients, so that they don't have to confirm a fingerprint.
const authority = new edge.SshCertificateAuthority("host-fleet", { description: "Signs hosts" });
const bastion = new edge.SshHostCertificate("bastion", {
  sshCertificateAuthorityId: authority.id,
  publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHVubxU1Fxw06Bl4mG9BcvXuEQ3rFoNWHXaZTDOdKL9U bastion",
  principals: ["bastion.example.com"],
  description: "Bastion",
  renewBefore: 24 * 30,
});

export const certificate = bastion.certificate;
