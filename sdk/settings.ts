import * as pulumi from "@pulumi/pulumi";
import { PACKAGE } from "../provider/engine/native/tokens";
import { warn } from "./warn";

/** The settings of an account: keys of the stack configuration, and inputs of a Provider. */
const SETTINGS: readonly string[] = [
  ...["baseUrl", "apiToken", "apiTokenCommand", "headers", "requestsPerMinute", "requestTimeout"],
  ...["ownershipMark", "defaultDescription", "defaultMetadata", "warnDeprecated"],
];

/** Keys of a native plugin's configuration that the engine itself reads. */
const OF_THE_ENGINE = ["version", "pluginDownloadURL"];

const KNOWN = `known are ${SETTINGS.join(", ")}`;

/** Most characters of a key that a message repeats. */
const MOST_SHOWN = 60;

const shown = (key: string) => (key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN)}…` : key);

/** @throws RunError where a Provider is given what is no setting. The engine would drop it. */
export function requireSettings(name: string, args: object): void {
  const [strange] = Object.keys(args).filter((key) => !SETTINGS.includes(key));
  if (strange !== undefined)
    throw new pulumi.RunError(`Provider "${name}": ${shown(strange)} is not a known setting; ${KNOWN}`);
}

const programs = new WeakSet<object>();

/**
 * Warns once of each key of the configuration that is no setting. The engine hands all of them to the provider, which
 * cannot list them. A program of the name of this package has keys of its own there.
 */
export function warnOfStrangeSettings(): void {
  const program = pulumi.runtime.getStackResource();
  if (!program || programs.has(program)) return;
  programs.add(program);
  if (pulumi.getProject() === PACKAGE) return;
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    const [namespace, setting = ""] = key.split(/:(.*)/s);
    if (namespace !== PACKAGE || SETTINGS.includes(setting) || OF_THE_ENGINE.includes(setting)) continue;
    void warn(`${PACKAGE}:${shown(setting)} of the stack's configuration is not a known setting; ${KNOWN}`);
  }
}
