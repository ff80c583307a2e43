import { defineResource } from "../family/resource";
import {
  sshCertificateDerive,
  sshCertificateInputs,
  sshCertificateOutputs,
  sshCertificateRenewal,
  sshCertificateRules,
} from "./ssh-certificate";

/** API reference, section "SSH host certificate". */
export const sshHostCertificate = defineResource({
  name: "SshHostCertificate",
  summary:
    "The public key of an SSH server signed by an SSH certificate authority, by which clients that trust the authority recognise the server.",
  section: "SSH host certificate",
  path: "/ssh_host_certificates",
  listKey: "ssh_host_certificates",
  inputs: sshCertificateInputs({
    principals:
      "Hostnames and IP addresses that the certificate may serve. Empty or unset: all hosts. The order has no meaning.",
    lifetime: "one year later",
  }),
  update: ["description", "metadata"],
  outputs: sshCertificateOutputs,
  rules: sshCertificateRules(365 * 24),
  derive: sshCertificateDerive,
  renewWhen: sshCertificateRenewal,
});
