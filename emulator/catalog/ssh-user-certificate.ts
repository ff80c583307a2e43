import type { Behaviour } from "../schema/family";
import { signed } from "./ssh-certificate";

/** API reference: "Limits", default SSH user certificate lifetime. */
const LIFETIME_SECONDS = 24 * 3600;

/** API reference: "SSH user certificate". */
export const sshUserCertificate: Behaviour = {
  atCreation: (call, fields) => signed("user", LIFETIME_SECONDS, call, fields),
};
