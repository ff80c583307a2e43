import { bool, integer, string, uint32 } from "../../family/fields";

/** Observed in the service (error 7092). */
const LEAP_YEAR_SECONDS = 366 * 86_400;

export const signInFields = {
  optionsPassthrough: bool("Whether HTTP OPTIONS requests pass without authentication.", {
    unset: { sends: false },
  }).optional(),
  cookiePrefix: string("Prefix of session cookie names.", {
    unset: "serverDefault",
    // Observed in the service: some modules return "" whatever the value is.
    returned: "sometimes",
  }).optional(),
  inactivityTimeout: integer("Seconds without activity after which a session ends.", [0, LEAP_YEAR_SECONDS], {
    unset: "serverDefault",
  }).optional(),
  maximumDuration: uint32("Seconds after which a session ends in any case.", {
    unset: "serverDefault",
  }).optional(),
};
