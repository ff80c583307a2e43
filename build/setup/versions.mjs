/** True if a plain version such as "3.259.0" (a suffix is ignored) is the same as `minimum` or newer. */
export const atLeast = (version, minimum) =>
  /^\d+\.\d+\.\d+/.test(version) && version.localeCompare(minimum, "en", { numeric: true }) >= 0;
