/**
 * True if a certificate's name covers a hostname: the two are equal, or the name is a wildcard for the first label (RFC
 * 6125, section 6.4.3). Only an equal wildcard covers a wildcard hostname.
 */
export function covers(certificateName: string, hostname: string): boolean {
  const [name, host] = [certificateName.toLowerCase(), hostname.toLowerCase()];
  if (name === host) return true;
  if (!name.startsWith("*.") || host.startsWith("*.")) return false;
  const dot = host.indexOf(".");
  return dot > 0 && host.slice(dot) === name.slice(1);
}

/** Undefined if the metadata isn't a JSON object. */
export function metadataObject(metadata: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(metadata ?? "");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the keys that are missing from the metadata or whose value isn't a non-empty string. */
export function missingKeys(metadata: string | undefined, keys: readonly string[]): string[] {
  const object = metadataObject(metadata) ?? {};
  return keys.filter((key) => typeof object[key] !== "string" || object[key].trim() === "");
}

/** The inputs of an OAuth provider that rules read. Only GitHub has teams and organizations. */
export interface OauthProvider {
  clientId?: string;
  emailAddresses?: readonly string[];
  emailDomains?: readonly string[];
  teams?: readonly string[];
  organizations?: readonly string[];
}

export const providersOf = (oauth: { provider?: object } | undefined) =>
  Object.entries((oauth?.provider ?? {}) as Readonly<Record<string, OauthProvider>>);

export interface SignIn {
  optionsPassthrough?: boolean;
  maximumDuration?: number;
  inactivityTimeout?: number;
}

export interface SignInModules {
  oauth?: SignIn;
  oidc?: SignIn;
  saml?: SignIn;
}

export const signInModules = ({ oauth, oidc, saml }: SignInModules): [name: string, module: SignIn][] =>
  Object.entries({ oauth, oidc, saml }).filter((entry): entry is [string, SignIn] => entry[1] !== undefined);
