import { isDeepStrictEqual } from "node:util";
import {
  ConfigurationError,
  type Read,
  type Settings,
  settingsOf,
  UnknownSettingError,
} from "../../account/settings/settings";
import { inWordsOf } from "../../account/settings/wording";
import { markSecrets } from "../../account/values/secrets";
import type { Props } from "../../family/resource";
import { unknownKeyReason } from "../../lifecycle";
import { version } from "../../manifest";
import { configuration } from "./configuration";
import { isDefaultProvider, PACKAGE } from "./tokens";

/** Inputs that the engine adds to those of a provider. */
const OF_THE_ENGINE = ["version", "pluginDownloadURL", "__internal"];

/**
 * The configuration of one provider resource: the default account's, or that of the account with its name.
 *
 * @param providerName - Undefined for engines that do not tell it.
 */
export function readerOf(providerName: string | undefined, args: Props): Read {
  const account = !providerName || isDefaultProvider(providerName, args.version) ? undefined : providerName;
  return (key) => {
    if (key === `${PACKAGE}:account`) return account;
    const name = key.slice(PACKAGE.length + 1);
    return Object.hasOwn(args, name) ? args[name] : undefined;
  };
}

/** What is wrong with the inputs of a provider; empty when nothing is. */
export function configurationFailures(providerName: string, inputs: Props): readonly string[] {
  const requested = inputs.version;
  if (typeof requested === "string" && requested !== "" && requested.replace(/^v/, "") !== version)
    return [
      `the program asks for version ${requested} of ${PACKAGE}, and this is ${version}: install the package of the same version, and remove any other pulumi-resource-${PACKAGE} from PATH`,
    ];
  const known = Object.keys(configuration);
  const unknown = Object.keys(inputs).filter((key) => !known.includes(key) && !OF_THE_ENGINE.includes(key));
  if (unknown.length > 0) return unknown.map((key) => `${key}: ${unknownKeyReason(key, known)}`);
  const config = readerOf(providerName, inputs);
  try {
    settingsOf(config);
    return [];
  } catch (error) {
    if (error instanceof UnknownSettingError) return [];
    if (error instanceof ConfigurationError)
      return [inWordsOf(config(`${PACKAGE}:account`) as string | undefined, error.message)];
    throw error;
  }
}

/**
 * Why a later configuration of the same process is refused: it would send credentials of the environment to another
 * address, or run another command. Undefined where it does neither.
 */
export function newCredentialUse(
  first: Read,
  later: Read,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const [known, wanted] = [first, later].map((config) => settingsIn(config, env));
  if (!wanted) return undefined;
  if ("command" in wanted.token && !isDeepStrictEqual(known?.token, wanted.token))
    return "apiTokenCommand is another than that of the first run that this process has served: start the provider again";
  const isFromEnvironment =
    wanted.account === undefined && Boolean(env.TUNNEL_EDGE_API_TOKEN || env.TUNNEL_EDGE_HEADERS);
  return isFromEnvironment && known?.baseUrl !== wanted.baseUrl
    ? "the address is another than that of the first run that this process has served, and the credentials of its environment go to that one alone: start the provider again"
    : undefined;
}

/** Undefined for a configuration that no request could be sent with. */
function settingsIn(config: Read, env: NodeJS.ProcessEnv): Settings | undefined {
  try {
    return settingsOf(config, env);
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** The inputs as the engine stores them. */
export const storedConfiguration = (inputs: Props): Props => markSecrets(configuration, inputs);
