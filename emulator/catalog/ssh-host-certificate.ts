import type { Behaviour } from "../schema/family";
import { signed } from "./ssh-certificate";

/** API reference: "Limits", default SSH host certificate lifetime. */
const LIFETIME_SECONDS = 365 * 24 * 3600;

/** API reference: "SSH host certificate". */
export const sshHostCertificate: Behaviour = {
  atCreation: (call, fields) => signed("host", LIFETIME_SECONDS, call, fields),
};
