import { version } from "../../provider/manifest";

/**
 * Adds the required version of the provider to the options: this package's own, which refuses to
 * run as another version.
 */
export const withPluginVersion = <T extends { version?: string }>(opts: T): T => ({
  ...opts,
  version: opts.version ?? version,
});
