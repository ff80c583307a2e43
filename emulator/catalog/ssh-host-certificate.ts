import { EVERY_OPERATION, type Family } from "../schema/family";
import { certificateAnswer, certificateParams, signed } from "./ssh-certificate";

/** API reference: "Limits", default SSH host certificate lifetime. */
const LIFETIME_SECONDS = 365 * 24 * 3600;

/** API reference: "SSH host certificate". */
export const sshHostCertificate: Family = {
  stem: "ssh-host-certificate",
  name: "SshHostCertificate",
  section: "SSH host certificate",
  collection: "/ssh_host_certificates",
  listKey: "ssh_host_certificates",
  idPrefix: "sshhcrt",
  operations: EVERY_OPERATION,
  create: certificateParams,
  update: ["description", "metadata"],
  response: certificateAnswer,
  atCreation: (call, fields) => signed("host", LIFETIME_SECONDS, call, fields),
};
