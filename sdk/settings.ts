import * as pulumi from "@pulumi/pulumi";
import { shownKey, strangeKeys, strangeSetting } from "../provider/manifest/settings";
import { warn } from "./warn";

/** @throws RunError where a Provider is given what is no setting. The engine would drop it. */
export function requireSettings(name: string, args: object): void {
  for (const key of Object.keys(args)) {
    const wrong = strangeSetting(key);
    if (wrong !== undefined) throw new pulumi.RunError(`Provider "${name}": ${shownKey(key)} ${wrong}`);
  }
}

const programs = new WeakSet<object>();

/**
 * Warns once of each key of the configuration that is no setting. The engine hands all of them to the provider, which
 * cannot list them.
 */
export function warnOfStrangeSettings(): void {
  const program = pulumi.runtime.getStackResource();
  if (!program || programs.has(program)) return;
  programs.add(program);
  const keys = Object.keys(pulumi.runtime.allConfig());
  for (const warning of strangeKeys(keys, pulumi.getProject())) void warn(warning);
}
