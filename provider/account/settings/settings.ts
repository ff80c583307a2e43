import { holdsUnknown } from "../../family/unknown";
import { UserError } from "../../lifecycle";
import { spellingsOf } from "../../manifest/settings";
import { BaseUrl, checkedHeaders, checkedToken, TransportError } from "../../transport";

export interface Settings {
  /** Name of the Provider; undefined for the default account. */
  readonly account: string | undefined;
  /** In normal form, without a trailing slash: two spellings of one address are one account. */
  readonly baseUrl: string;
  readonly token: { readonly value: string } | { readonly command: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly requestsPerMinute: number | undefined;
  /** Seconds. */
  readonly requestTimeout: number;
  /** Whether created objects carry an ownership mark in their metadata. */
  readonly ownershipMark: boolean;
  /** Whether a preview warns of classes and inputs that a service has deprecated. */
  readonly warnsOfDeprecated: boolean;
}

/** The account cannot be reached because its configuration is missing or invalid. */
export class ConfigurationError extends UserError {
  override readonly name = "ConfigurationError";
}

/** A setting is an output that is not known at preview. */
export class UnknownSettingError extends ConfigurationError {}

/** Configuration key that only a `Provider` resource has, whose account is not the default one. */
const ACCOUNT_KEY = "tunnel-edge:account";

/**
 * Seconds. More than an hour is likely a value in milliseconds, and 25 days would overflow a timer, which then fires
 * at once.
 */
const DEFAULT_REQUEST_TIMEOUT = 30;
const LEAST_REQUEST_TIMEOUT = 0.1;
const MOST_REQUEST_TIMEOUT = 3600;
/** A thousand per second: no account is served faster, and a larger number was meant for something else. */
const MOST_REQUESTS_PER_MINUTE = 60_000;

export type Read = (key: string) => unknown;

/**
 * Reads the settings of one account. For the default account the environment takes precedence over the stack
 * configuration, since a refresh or destroy would otherwise use the token that was current when the state was
 * written.
 */
export function settingsOf(given: Read, env: NodeJS.ProcessEnv = process.env): Settings {
  const config: Read = (key) => {
    const value = given(key);
    if (holdsUnknown(value)) throw new UnknownSettingError(`${key} is not known yet`);
    return value;
  };
  const account = accountName(config);
  const fromEnv = account === undefined ? env : {};
  const where = account === undefined ? "" : ` of the provider "${account}"`;
  const baseUrl = fromEnv.TUNNEL_EDGE_BASE_URL || textAt(config, "tunnel-edge:baseUrl");
  if (!baseUrl) {
    throw new ConfigurationError(
      account === undefined
        ? `no base URL is set${misspelt(config, "baseUrl")}: run \`pulumi config set tunnel-edge:baseUrl <url>\`, or set the environment variable TUNNEL_EDGE_BASE_URL`
        : `no base URL is set${where}: give it as baseUrl`,
    );
  }
  // Wrong ones are reported with the rest of the configuration.
  defaultInputsOf(given);
  return {
    account,
    baseUrl: sendable(() => new BaseUrl(baseUrl).displayed),
    token: tokenOf(config, fromEnv, where),
    headers: headersOf(fromEnv.TUNNEL_EDGE_HEADERS || config("tunnel-edge:headers")),
    requestsPerMinute: requestsPerMinuteOf(config),
    requestTimeout: requestTimeoutOf(config),
    ownershipMark: flag(
      fromEnv.TUNNEL_EDGE_OWNERSHIP_MARK || config("tunnel-edge:ownershipMark"),
      "tunnel-edge:ownershipMark",
    ),
    warnsOfDeprecated: flag(
      fromEnv.TUNNEL_EDGE_WARN_DEPRECATED || config("tunnel-edge:warnDeprecated"),
      "tunnel-edge:warnDeprecated",
    ),
  };
}

/** The setting of what the program leaves unset, by input. */
export const DEFAULT_SETTINGS = {
  description: "tunnel-edge:defaultDescription",
  metadata: "tunnel-edge:defaultMetadata",
} as const;

/**
 * Values for inputs that the program leaves unset; unknown where the setting is. The environment has none: machines would
 * differ in what they want.
 */
export function defaultInputsOf(config: Read): Readonly<Record<string, unknown>> {
  const entries = Object.entries(DEFAULT_SETTINGS).map(([input, key]) => {
    const value = config(key);
    return [input, holdsUnknown(value) ? value : textAt(config, key)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The name of the Provider; undefined for the default account. */
export const accountName = (config: Read): string | undefined => textAt(config, ACCOUNT_KEY);

function tokenOf(config: Read, env: NodeJS.ProcessEnv, where: string): Settings["token"] {
  const told = (value: string) => ({ value: sendable(() => checkedToken(value)) });
  if (env.TUNNEL_EDGE_API_TOKEN) return told(env.TUNNEL_EDGE_API_TOKEN);
  const command = textAt(config, "tunnel-edge:apiTokenCommand");
  if (command) {
    if (!command.includes("\0")) return { command };
    throw new ConfigurationError(
      "tunnel-edge:apiTokenCommand holds the character NUL, which no command can: correct it",
    );
  }
  const value = textAt(config, "tunnel-edge:apiToken");
  if (value) return told(value);
  throw new ConfigurationError(
    where !== ""
      ? `no API token is set${where}: give it as apiToken, or a command that prints it as apiTokenCommand`
      : `no API token is set${misspelt(config, "apiToken")}: run \`pulumi config set --secret tunnel-edge:apiToken <token>\`, or set the environment variable TUNNEL_EDGE_API_TOKEN or the command tunnel-edge:apiTokenCommand`,
  );
}

/** Where a setting seems to be under another key. A dynamic provider can read keys of the configuration, and not list them. */
function misspelt(config: Read, name: string): string {
  const found = spellingsOf(name).find((spelling) => Boolean(config(`tunnel-edge:${spelling}`)));
  return found === undefined ? "" : ` (the key tunnel-edge:${found} is, which is not a setting)`;
}

/** What every request would refuse is refused before the first one. */
function sendable<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new ConfigurationError(error.message);
  }
}

/** Converts header values of any scalar type to strings; stack configuration passes objects as JSON. */
function headersOf(given: unknown): Record<string, string> {
  if (given === undefined || given === null || given === "") return {};
  const value = typeof given === "string" ? parsed(given) : given;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new ConfigurationError(
      'tunnel-edge:headers must be a JSON object of header names and values, such as {"api-version": "2"}',
    );
  }
  const invalid = Object.entries(value).find(([, item]) => item === null || typeof item === "object");
  if (invalid) {
    throw new ConfigurationError(
      `tunnel-edge:headers: the value of ${JSON.stringify(invalid[0])} must be a text, a number or a boolean`,
    );
  }
  const headers = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, String(item)]));
  sendable(() => checkedHeaders(headers));
  return headers;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A boolean setting; false when not given. */
export function flag(given: unknown, key: string): boolean {
  const text = (typeof given === "object" && given !== null ? "an object" : String(given ?? ""))
    .trim()
    .toLowerCase();
  if (["", "false", "off", "0"].includes(text)) return false;
  if (["true", "on", "1"].includes(text)) return true;
  throw new ConfigurationError(`${key} must be true or false`);
}

function requestsPerMinuteOf(config: Read): number | undefined {
  const key = "tunnel-edge:requestsPerMinute";
  const value = numberAt(config, key);
  if (value === undefined || (Number.isInteger(value) && value > 0 && value <= MOST_REQUESTS_PER_MINUTE))
    return value;
  throw new ConfigurationError(
    `${key} must be a whole number above 0, and ${MOST_REQUESTS_PER_MINUTE} at the most; leave it out for no limit`,
  );
}

function requestTimeoutOf(config: Read): number {
  const key = "tunnel-edge:requestTimeout";
  const value = numberAt(config, key) ?? DEFAULT_REQUEST_TIMEOUT;
  if (value >= LEAST_REQUEST_TIMEOUT && value <= MOST_REQUEST_TIMEOUT) return value;
  throw new ConfigurationError(
    `${key} must be a number of seconds from ${LEAST_REQUEST_TIMEOUT} to ${MOST_REQUEST_TIMEOUT}`,
  );
}

/** NaN unless it is a plain decimal number: JavaScript would also accept "0x10", "1e9" and " ". */
function numberAt(config: Read, key: string): number | undefined {
  const text = textAt(config, key);
  if (text === undefined) return undefined;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function textAt(config: Read, key: string): string | undefined {
  const value = config(key);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "object")
    throw new ConfigurationError(`${key} must be a single value, no list and no object`);
  return String(value);
}
