import { version } from "../../provider/manifest";

/** Requires the plugin in this package's version by default. A plugin of a different version refuses the program. */
export const withPluginVersion = <T extends { version?: string }>(opts: T): T => ({
  ...opts,
  version: opts.version ?? version,
});
