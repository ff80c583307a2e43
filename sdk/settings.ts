import * as pulumi from "@pulumi/pulumi";
import { shownKey, unknownKeyWarnings, unknownSettingReason } from "../provider/manifest/settings";
import { oncePerProgram } from "./once-per-program";
import { warn } from "./warn";

/** @throws RunError for an unknown setting of a Provider, which the engine would silently drop */
export function requireSettings(name: string, args: object): void {
  for (const key of Object.keys(args)) {
    const problem = unknownSettingReason(key);
    if (problem !== undefined) throw new pulumi.RunError(`Provider "${name}": ${shownKey(key)} ${problem}`);
  }
}

/** Warns of unknown keys in the stack configuration, which the provider can't list. */
export const warnOfUnknownSettings = oncePerProgram(() => {
  const keys = Object.keys(pulumi.runtime.allConfig());
  for (const warning of unknownKeyWarnings(keys, pulumi.getProject())) void warn(warning);
});
