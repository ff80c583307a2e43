import { nearest } from "../../traffic-policy/language/nearest";

const SETTINGS: readonly string[] = [
  ...["baseUrl", "apiToken", "apiTokenCommand", "headers", "requestsPerMinute", "requestTimeout"],
  ...["ownershipMark", "defaultDescription", "defaultMetadata", "warnDeprecated"],
];

const NAMESPACE = "tunnel-edge:";

/** Configuration keys of a native plugin that the engine itself reads. */
const ENGINE_KEYS = ["version", "pluginDownloadURL"];

const MAX_SHOWN_LENGTH = 60;

/** Returns undefined for a known setting. */
export function unknownSettingReason(name: string): string | undefined {
  if (SETTINGS.includes(name)) return undefined;
  const near = nearest(name, SETTINGS);
  return `is not a known setting; ${near === undefined ? `known settings: ${SETTINGS.join(", ")}` : `did you mean ${near}?`}`;
}

/** Returns no warnings for a project with this package's name, whose own keys have the same namespace. */
export const unknownKeyWarnings = (keys: readonly string[], project: string | undefined): readonly string[] =>
  (`${project}:` === NAMESPACE ? [] : keys).flatMap((key) => {
    const name = key.startsWith(NAMESPACE) ? key.slice(NAMESPACE.length) : undefined;
    const problem = name === undefined || ENGINE_KEYS.includes(name) ? undefined : unknownSettingReason(name);
    return problem === undefined
      ? []
      : [`${NAMESPACE}${shownKey(name ?? "")} of the stack's configuration ${problem}`];
  });

export const shownKey = (key: string) =>
  key.length > MAX_SHOWN_LENGTH ? `${key.slice(0, MAX_SHOWN_LENGTH)}…` : key;
