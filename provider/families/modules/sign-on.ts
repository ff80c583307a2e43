import { bool, string, uint32 } from "../../family/fields";
import { enabled } from "./enabled";

/** Common fields of the three sign-on modules. */
export const signOn = {
  enabled,
  optionsPassthrough: bool("Whether HTTP OPTIONS requests pass without authentication.", {
    unset: { sends: false },
  }).optional(),
  cookiePrefix: string("Prefix of the names of the session cookies.", {
    unset: "serverDefault",
    // Observed at the service: some modules return "" whatever the value is.
    returned: "sometimes",
  }).optional(),
  inactivityTimeout: uint32("Seconds without activity after which a session ends.", {
    unset: "serverDefault",
  }).optional(),
  maximumDuration: uint32("Seconds after which a session ends in any case.", {
    unset: "serverDefault",
  }).optional(),
};
