import { ApiError } from "../../api";
import { attempt } from "../../family/attempt";
import { isRecord } from "../../family/field";
import { holdsUnknown } from "../../family/unknown";
import { UserError } from "../../lifecycle";
import { BaseUrl, checkedHeaders, checkedToken, TransportError } from "../../transport";

export interface Settings {
  /** Name of the Provider; undefined for the default account. */
  readonly account: string | undefined;
  /** Normalized, because different spellings of a URL are the same account. */
  readonly baseUrl: string;
  readonly token: { readonly value: string } | { readonly command: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly requestsPerMinute: number | undefined;
  /** Seconds. */
  readonly requestTimeout: number;
  /** True if created objects carry an ownership mark in their metadata. */
  readonly ownershipMark: boolean;
  readonly warnsOfDeprecated: boolean;
}

/** The account cannot be reached because its configuration is missing or invalid. */
export class ConfigurationError extends UserError {
  override readonly name = "ConfigurationError";
}

/** A setting is an output that is unknown at preview. */
export class UnknownSettingError extends ConfigurationError {}

/** A larger value is most likely meant in milliseconds, and 25 days would overflow a timer. */
const REQUEST_TIMEOUT = { pattern: /^\d+(\.\d+)?$/, name: "a number of seconds", lowest: 0.1, highest: 3600 };
/** No account allows more than a thousand per second. */
const REQUESTS_PER_MINUTE = { pattern: /^\d+$/, name: "a whole number", lowest: 1, highest: 60_000 };

export type ReadSetting = (key: string) => unknown;

/** For the default account, the environment takes precedence, because refresh and destroy otherwise use the state's token. */
export function settingsOf(read: ReadSetting, env: NodeJS.ProcessEnv = process.env): Settings {
  const config: ReadSetting = (key) => {
    const value = read(key);
    if (holdsUnknown(value)) throw new UnknownSettingError(`${key} is still unknown`);
    return value;
  };
  const account = accountName(config);
  const accountEnv = account === undefined ? env : {};
  const baseUrl = accountEnv.TUNNEL_EDGE_BASE_URL || readText(config, "tunnel-edge:baseUrl");
  if (!baseUrl)
    throw new ConfigurationError(
      account === undefined
        ? `no base URL is set: run \`pulumi config set tunnel-edge:baseUrl <url>\`, or set the environment variable TUNNEL_EDGE_BASE_URL`
        : `no base URL is set for the provider "${account}": set baseUrl`,
    );
  // Called only to reject invalid defaults.
  defaultInputsOf(read);
  const flagOf = (variable: string, key: string) => readFlag(accountEnv[variable] || config(key), key);
  return {
    account,
    baseUrl: withConfigurationErrors(() => new BaseUrl(baseUrl).displayed),
    token: readToken(config, accountEnv, account),
    headers: readHeaders(accountEnv.TUNNEL_EDGE_HEADERS || config("tunnel-edge:headers")),
    requestsPerMinute: readNumber(config, "tunnel-edge:requestsPerMinute", REQUESTS_PER_MINUTE),
    requestTimeout: readNumber(config, "tunnel-edge:requestTimeout", REQUEST_TIMEOUT) ?? 30,
    ownershipMark: flagOf("TUNNEL_EDGE_OWNERSHIP_MARK", "tunnel-edge:ownershipMark"),
    warnsOfDeprecated: flagOf("TUNNEL_EDGE_WARN_DEPRECATED", "tunnel-edge:warnDeprecated"),
  };
}

export const DEFAULT_SETTINGS = {
  description: "tunnel-edge:defaultDescription",
  metadata: "tunnel-edge:defaultMetadata",
} as const;

/** Not from environment variables, because the inputs would then differ between machines. */
export function defaultInputsOf(config: ReadSetting): Readonly<Record<string, unknown>> {
  const entries = Object.entries(DEFAULT_SETTINGS).map(([input, key]) => {
    const value = config(key);
    return [input, holdsUnknown(value) ? value : readText(config, key)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the name of an explicit `Provider`; undefined for the default account. */
export const accountName = (config: ReadSetting): string | undefined =>
  readText(config, "tunnel-edge:account");

function readToken(
  config: ReadSetting,
  env: NodeJS.ProcessEnv,
  account: string | undefined,
): Settings["token"] {
  const checked = (value: string) => ({ value: withConfigurationErrors(() => checkedToken(value)) });
  if (env.TUNNEL_EDGE_API_TOKEN) return checked(env.TUNNEL_EDGE_API_TOKEN);
  const command = readText(config, "tunnel-edge:apiTokenCommand");
  if (command?.includes("\0"))
    throw new ConfigurationError(
      "tunnel-edge:apiTokenCommand contains a NUL character, which is not allowed in a command: remove it",
    );
  if (command) return { command };
  const value = readText(config, "tunnel-edge:apiToken");
  if (value) return checked(value);
  throw new ConfigurationError(
    account !== undefined
      ? `no API token is set for the provider "${account}": set apiToken, or set apiTokenCommand to a command that prints it`
      : `no API token is set: run \`pulumi config set --secret tunnel-edge:apiToken <token>\`, or set the environment variable TUNNEL_EDGE_API_TOKEN or the command tunnel-edge:apiTokenCommand`,
  );
}

/** Converts errors of the transport to configuration errors. */
function withConfigurationErrors<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new ConfigurationError(error.message);
  }
}

/** Reads headers, whose values may be of any scalar type. Stack configuration passes objects as JSON. */
function readHeaders(setting: unknown): Record<string, string> {
  if (setting === undefined || setting === null || setting === "") return {};
  const value = typeof setting === "string" ? attempt(() => JSON.parse(setting)) : setting;
  if (!isRecord(value))
    throw new ConfigurationError(
      'tunnel-edge:headers must be a JSON object of header names and values, such as {"api-version": "2"}',
    );
  const invalid = Object.entries(value).find(([, item]) => item === null || typeof item === "object");
  if (invalid)
    throw new ConfigurationError(
      `tunnel-edge:headers: the value of ${JSON.stringify(invalid[0])} must be a string, a number or a boolean`,
    );
  const headers = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, String(item)]));
  withConfigurationErrors(() => checkedHeaders(headers));
  return headers;
}

export function readFlag(value: unknown, key: string): boolean {
  const text = (typeof value === "object" && value !== null ? "an object" : String(value ?? ""))
    .trim()
    .toLowerCase();
  if (["", "false", "off", "0"].includes(text)) return false;
  if (["true", "on", "1"].includes(text)) return true;
  throw new ConfigurationError(`${key} must be true or false`);
}

/** Accepts only decimal notation, not `0x10` or `1e9`. */
function readNumber(config: ReadSetting, key: string, format: typeof REQUEST_TIMEOUT): number | undefined {
  const { pattern, name, lowest, highest } = format;
  const text = readText(config, key);
  if (text === undefined) return undefined;
  const value = pattern.test(text) ? Number(text) : Number.NaN;
  if (value >= lowest && value <= highest) return value;
  throw new ConfigurationError(`${key} must be ${name} from ${lowest} to ${highest}`);
}

function readText(config: ReadSetting, key: string): string | undefined {
  const value = config(key);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "object")
    throw new ConfigurationError(`${key} must be a single value, not a list or an object`);
  return String(value);
}

/** A setting of the default account in a message, with the environment variable that the message may name next to it. */
const SETTING = /tunnel-edge:(\w+)(?: (?:or|and) TUNNEL_EDGE_\w+)?/g;

/** Names the settings in a message as an explicit Provider does. For the default account, returns it unchanged. */
export function nameSettingsFor(account: string | undefined, text: string): string {
  if (account === undefined) return text;
  return text.replace(SETTING, (_, key: string) => `${key} of the provider ${JSON.stringify(account)}`);
}

/** Returns the message of a resource's error, with the names of its account's settings. */
export function messageFor(account: string | undefined, error: Error): string {
  const text = nameSettingsFor(account, error.message);
  if (!(error instanceof ApiError && error.status === 401)) return text;
  const advice =
    account === undefined
      ? "after it has changed, run `pulumi up` first, or set TUNNEL_EDGE_API_TOKEN"
      : "set a short-lived one with apiTokenCommand";
  return `${text}; refresh and destroy use the token that the last \`pulumi up\` has stored: ${advice}`;
}
