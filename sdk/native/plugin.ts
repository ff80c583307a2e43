import { version } from "../../provider/manifest";

/**
 * The options with the version of the provider that the classes were made for: this package's own, which refuses to
 * stand in for another.
 */
export const ofThisPackage = <T extends { version?: string }>(opts: T): T => ({
  ...opts,
  version: opts.version ?? version,
});
