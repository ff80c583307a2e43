import { bool, integer, type Rule, string, uint32 } from "../../family/fields";

/** Observed at the service (7092). */
const LEAP_YEAR_SECONDS = 366 * 86_400;

/** Required inputs of a module, unless it is disabled. Observed at the service (7088 to 7091). */
export const requiredForSignIn = (key: string, meaning: string): Rule => ({
  keys: ["enabled", key],
  at: key,
  newOnly: true,
  text: `\`${key}\` is set, unless \`enabled\` is false.`,
  violation: ({ enabled: isOn, [key]: value }) =>
    isOn !== false && (value === undefined || value === "") ? `is required: ${meaning}` : undefined,
});

export const signInFields = {
  optionsPassthrough: bool("Whether HTTP OPTIONS requests pass without authentication.", {
    unset: { sends: false },
  }).optional(),
  cookiePrefix: string("Prefix of session cookie names.", {
    unset: "serverDefault",
    // Observed at the service: some modules return "" whatever the value is.
    returned: "sometimes",
  }).optional(),
  inactivityTimeout: integer("Seconds without activity after which a session ends.", [0, LEAP_YEAR_SECONDS], {
    unset: "serverDefault",
  }).optional(),
  maximumDuration: uint32("Seconds after which a session ends in any case.", {
    unset: "serverDefault",
  }).optional(),
};
