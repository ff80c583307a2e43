import { defineResource } from "../family/resource";
import { sshCertificateFacts, sshCertificateInputs, sshCertificateRules } from "./ssh-certificate";

export const sshHostCertificate = defineResource({
  name: "SshHostCertificate",
  summary:
    "An SSH server's public key signed by an SSH certificate authority. Clients that trust the authority recognize the server by it.",
  section: "SSH host certificate",
  path: "/ssh_host_certificates",
  ...sshCertificateFacts,
  inputs: sshCertificateInputs({
    principals:
      "Hostnames and IP addresses that the certificate may serve. Empty or unset: all hosts. Order is ignored.",
    lifetime: "one year later",
  }),
  rules: sshCertificateRules(365 * 24),
});
