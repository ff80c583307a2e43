import { EVERY_OPERATION, type Family } from "../schema/family";
import { map } from "../schema/params";
import { returned } from "../schema/responses";
import { certificateAnswer, certificateParams, signed } from "./ssh-certificate";

/** API reference: "Limits", default SSH user certificate lifetime. */
const LIFETIME_SECONDS = 24 * 3600;

/** API reference: "SSH user certificate". */
export const sshUserCertificate: Family = {
  stem: "ssh-user-certificate",
  name: "SshUserCertificate",
  section: "SSH user certificate",
  collection: "/ssh_user_certificates",
  listKey: "ssh_user_certificates",
  idPrefix: "sshucrt",
  operations: EVERY_OPERATION,
  create: {
    ...certificateParams,
    critical_options: map({ keys: ["force-command", "source-address"] }),
    extensions: map({ default: { "permit-pty": "", "permit-user-rc": "" } }),
  },
  update: ["description", "metadata"],
  response: { ...certificateAnswer, critical_options: returned.map(), extensions: returned.map() },
  atCreation: (call, fields) => signed("user", LIFETIME_SECONDS, call, fields),
};
