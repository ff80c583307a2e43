import { holdsUnknown } from "../../family/unknown";
import { UserError } from "../../lifecycle";
import { spellingsOf } from "../../manifest/settings";
import { BaseUrl, checkedHeaders, checkedToken, TransportError } from "../../transport";

export interface Settings {
  /** Name of the Provider; undefined for the default account. */
  readonly account: string | undefined;
  /** Normalized, without a trailing slash, because two spellings of an address are the same account. */
  readonly baseUrl: string;
  readonly token: { readonly value: string } | { readonly command: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly requestsPerMinute: number | undefined;
  /** Seconds. */
  readonly requestTimeout: number;
  /** True if created objects carry an ownership mark in their metadata. */
  readonly ownershipMark: boolean;
  /** True if a preview warns about classes and inputs that the service has deprecated. */
  readonly warnsOfDeprecated: boolean;
}

/** The account cannot be reached because its configuration is missing or invalid. */
export class ConfigurationError extends UserError {
  override readonly name = "ConfigurationError";
}

/** A setting is an output that is unknown at preview. */
export class UnknownSettingError extends ConfigurationError {}

/** Name of an explicit `Provider` in the configuration; unset for the default account. */
const ACCOUNT_KEY = "tunnel-edge:account";

/** A larger value is most likely meant in milliseconds, and 25 days would overflow a timer. */
const REQUEST_TIMEOUT = [0.1, 3600] as const;
/** No account allows more than a thousand per second. */
const REQUESTS_PER_MINUTE = [1, 60_000] as const;

export type Read = (key: string) => unknown;

/**
 * Reads the settings of an account. For the default account the environment takes precedence over the stack configuration,
 * because refresh and destroy otherwise use the token that is stored in the state.
 */
export function settingsOf(read: Read, env: NodeJS.ProcessEnv = process.env): Settings {
  const config: Read = (key) => {
    const value = read(key);
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
        ? `no base URL is set${misspellingHint(config, "baseUrl")}: run \`pulumi config set tunnel-edge:baseUrl <url>\`, or set the environment variable TUNNEL_EDGE_BASE_URL`
        : `no base URL is set${where}: set baseUrl`,
    );
  }
  // Throws for invalid defaults.
  defaultInputsOf(read);
  return {
    account,
    baseUrl: asConfiguration(() => new BaseUrl(baseUrl).displayed),
    token: tokenOf(config, fromEnv, where),
    headers: headersOf(fromEnv.TUNNEL_EDGE_HEADERS || config("tunnel-edge:headers")),
    requestsPerMinute: numberAt(
      config,
      "tunnel-edge:requestsPerMinute",
      /^\d+$/,
      REQUESTS_PER_MINUTE,
      "a whole number",
    ),
    requestTimeout:
      numberAt(
        config,
        "tunnel-edge:requestTimeout",
        /^\d+(\.\d+)?$/,
        REQUEST_TIMEOUT,
        "a number of seconds",
      ) ?? 30,
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

/** Settings with the defaults of inputs, by input. */
export const DEFAULT_SETTINGS = {
  description: "tunnel-edge:defaultDescription",
  metadata: "tunnel-edge:defaultMetadata",
} as const;

/**
 * Reads values for inputs that the program leaves unset. There are no environment variables for them, because the inputs
 * would then differ between machines.
 */
export function defaultInputsOf(config: Read): Readonly<Record<string, unknown>> {
  const entries = Object.entries(DEFAULT_SETTINGS).map(([input, key]) => {
    const value = config(key);
    return [input, holdsUnknown(value) ? value : textAt(config, key)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export const accountName = (config: Read): string | undefined => textAt(config, ACCOUNT_KEY);

function tokenOf(config: Read, env: NodeJS.ProcessEnv, where: string): Settings["token"] {
  const checked = (value: string) => ({ value: asConfiguration(() => checkedToken(value)) });
  if (env.TUNNEL_EDGE_API_TOKEN) return checked(env.TUNNEL_EDGE_API_TOKEN);
  const command = textAt(config, "tunnel-edge:apiTokenCommand");
  if (command) {
    if (!command.includes("\0")) return { command };
    throw new ConfigurationError(
      "tunnel-edge:apiTokenCommand contains a NUL character, which is not allowed in a command: remove it",
    );
  }
  const value = textAt(config, "tunnel-edge:apiToken");
  if (value) return checked(value);
  throw new ConfigurationError(
    where !== ""
      ? `no API token is set${where}: set apiToken, or set apiTokenCommand to a command that prints it`
      : `no API token is set${misspellingHint(config, "apiToken")}: run \`pulumi config set --secret tunnel-edge:apiToken <token>\`, or set the environment variable TUNNEL_EDGE_API_TOKEN or the command tunnel-edge:apiTokenCommand`,
  );
}

/** Looks for a misspelled key. Dynamic providers can only look up keys, not list them, so it tries other spellings. */
function misspellingHint(config: Read, name: string): string {
  const found = spellingsOf(name).find((spelling) => Boolean(config(`tunnel-edge:${spelling}`)));
  return found === undefined ? "" : ` (the key tunnel-edge:${found} is set, but is not a setting)`;
}

function asConfiguration<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new ConfigurationError(error.message);
  }
}

/** Reads headers, whose values may be of any scalar type. Stack configuration passes objects as JSON. */
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
      `tunnel-edge:headers: the value of ${JSON.stringify(invalid[0])} must be a string, a number or a boolean`,
    );
  }
  const headers = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, String(item)]));
  asConfiguration(() => checkedHeaders(headers));
  return headers;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function flag(value: unknown, key: string): boolean {
  const text = (typeof value === "object" && value !== null ? "an object" : String(value ?? ""))
    .trim()
    .toLowerCase();
  if (["", "false", "off", "0"].includes(text)) return false;
  if (["true", "on", "1"].includes(text)) return true;
  throw new ConfigurationError(`${key} must be true or false`);
}

/**
 * Reads a plain decimal number, and rejects any other value, including "0x10" and "1e9".
 *
 * @param pattern - Of accepted values, which `what` describes.
 */
function numberAt(
  config: Read,
  key: string,
  pattern: RegExp,
  [lowest, highest]: readonly [number, number],
  what: string,
): number | undefined {
  const text = textAt(config, key);
  if (text === undefined) return undefined;
  const value = pattern.test(text) ? Number(text) : Number.NaN;
  if (value >= lowest && value <= highest) return value;
  throw new ConfigurationError(`${key} must be ${what} from ${lowest} to ${highest}`);
}

function textAt(config: Read, key: string): string | undefined {
  const value = config(key);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "object")
    throw new ConfigurationError(`${key} must be a single value, not a list or an object`);
  return String(value);
}
