import {
  ConfigurationError,
  nameSettingsFor,
  type ReadSetting,
  settingsOf,
  UnknownSettingError,
} from "../../account/settings/settings";
import type { Shape } from "../../family/field";
import { bool, decimal, integer, mapOf, secretString, string } from "../../family/fields";
import type { Props } from "../../family/resource";
import { unknownKeyReason } from "../../lifecycle";
import { version } from "../../manifest";
import { isDefaultProvider, PACKAGE } from "./tokens";

/** Keys of the stack configuration, and inputs of an explicit `Provider`. `account/settings/settings.ts` validates them. */
export const configuration = {
  baseUrl: string(
    "Address of the API, with or without a path. For the default account the environment variable `TUNNEL_EDGE_BASE_URL` takes precedence.",
  ).optional(),
  apiToken: secretString(
    "API token. Either this or `apiTokenCommand` is needed. For the default account the environment variable `TUNNEL_EDGE_API_TOKEN` takes precedence.",
  ).optional(),
  apiTokenCommand: string(
    "Command that prints the API token. The provider process runs it once, and again if the token is refused.",
  ).optional(),
  headers: mapOf(
    string(""),
    "Additional request headers. For the default account the environment variable `TUNNEL_EDGE_HEADERS`, a JSON object, takes precedence.",
    { secret: true },
  ).optional(),
  requestsPerMinute: integer(
    "Maximum number of requests per minute. By default as many as the service allows.",
    [1, 60_000],
  ).optional(),
  requestTimeout: decimal("Time limit of a request in seconds; 30 by default.", [0.1, 3600]).optional(),
  ownershipMark: bool(
    "True to mark created objects in their metadata, so that, if a run is killed, the next one recognizes them.",
  ).optional(),
  defaultDescription: string(
    "Description of objects for which the program leaves `description` unset; an empty string there means none.",
  ).optional(),
  defaultMetadata: string(
    "Metadata of objects for which the program leaves `metadata` unset; an empty string there means none.",
  ).optional(),
  warnDeprecated: bool(
    "True to warn at preview about classes and inputs that the service has deprecated, such as edges.",
  ).optional(),
} satisfies Shape;

const ENGINE_INPUTS = ["version", "pluginDownloadURL", "__internal"];

/** @param providerName - Undefined for engines that don't pass it. */
export function configReader(providerName: string | undefined, args: Props): ReadSetting {
  const account = !providerName || isDefaultProvider(providerName, args.version) ? undefined : providerName;
  return (key) => {
    if (key === `${PACKAGE}:account`) return account;
    const name = key.slice(PACKAGE.length + 1);
    return Object.hasOwn(args, name) ? args[name] : undefined;
  };
}

export function configurationFailures(providerName: string, inputs: Props): readonly string[] {
  const requested = inputs.version;
  if (typeof requested === "string" && requested !== "" && requested.replace(/^v/, "") !== version)
    return [
      `the program asks for version ${requested} of ${PACKAGE}, but the running plugin is ${version}: install the package of the same version, and remove any other pulumi-resource-${PACKAGE} from PATH`,
    ];
  const allowed = Object.keys(configuration);
  const unknownKeys = Object.keys(inputs).filter(
    (key) => !allowed.includes(key) && !ENGINE_INPUTS.includes(key),
  );
  if (unknownKeys.length > 0) return unknownKeys.map((key) => `${key}: ${unknownKeyReason(key, allowed)}`);
  const config = configReader(providerName, inputs);
  try {
    settingsOf(config);
    return [];
  } catch (error) {
    if (error instanceof UnknownSettingError) return [];
    if (error instanceof ConfigurationError)
      return [nameSettingsFor(config(`${PACKAGE}:account`) as string | undefined, error.message)];
    throw error;
  }
}
