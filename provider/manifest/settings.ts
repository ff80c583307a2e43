import { nearest } from "../../traffic-policy/language/nearest";

/** The settings of an account: keys of the stack configuration, and inputs of a Provider. */
const SETTINGS: readonly string[] = [
  ...["baseUrl", "apiToken", "apiTokenCommand", "headers", "requestsPerMinute", "requestTimeout"],
  ...["ownershipMark", "defaultDescription", "defaultMetadata", "warnDeprecated"],
];

const NAMESPACE = "tunnel-edge:";

/** Keys of a native plugin's configuration that the engine itself reads. */
const OF_THE_ENGINE = ["version", "pluginDownloadURL"];

/** Most characters of a key that a message repeats. */
const MOST_SHOWN = 60;

/** The reason why a name is not a setting; undefined for a setting. */
export function strangeSetting(name: string): string | undefined {
  if (SETTINGS.includes(name)) return undefined;
  const near = nearest(name, SETTINGS);
  return `is not a known setting; ${near === undefined ? `known are ${SETTINGS.join(", ")}` : `did you mean ${near}?`}`;
}

/**
 * Warnings about keys of a stack's configuration that are not settings.
 *
 * @param project - Name of the stack's project: one of the name of this package has keys of its own there.
 */
export const strangeKeys = (keys: readonly string[], project: string | undefined): readonly string[] =>
  (`${project}:` === NAMESPACE ? [] : keys).flatMap((key) => {
    const name = key.startsWith(NAMESPACE) ? key.slice(NAMESPACE.length) : undefined;
    const wrong = name === undefined || OF_THE_ENGINE.includes(name) ? undefined : strangeSetting(name);
    return wrong === undefined
      ? []
      : [`${NAMESPACE}${shownKey(name ?? "")} of the stack's configuration ${wrong}`];
  });

/** A key in a message. */
export const shownKey = (key: string) => (key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN)}…` : key);

/** Other spellings of a setting, each part of whose name is a word, as other tools have them. */
export function spellingsOf(name: string): readonly string[] {
  const words = name.split(/(?=[A-Z])/);
  const lower = words.map((word) => word.toLowerCase());
  const capitals = words.map((word, at) => (at === 0 ? word : word.toUpperCase()));
  return [
    ...[lower.join(""), lower.join("_"), lower.join("-"), capitals.join("")],
    ...[name.charAt(0).toUpperCase() + name.slice(1), lower.at(-1) ?? ""],
  ];
}
