/**
 * Whether a certificate's name covers a hostname: the same name, or a wildcard for exactly its first label (RFC 6125,
 * section 6.4.3). A wildcard hostname is covered by the same wildcard only.
 */
export function covers(certificateName: string, hostname: string): boolean {
  const [name, host] = [certificateName.toLowerCase(), hostname.toLowerCase()];
  if (name === host) return true;
  if (!name.startsWith("*.") || host.startsWith("*.")) return false;
  const dot = host.indexOf(".");
  return dot > 0 && host.slice(dot) === name.slice(1);
}

/** Metadata as a parsed object; undefined when it is not a JSON object. */
export function metadataObject(metadata: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(metadata ?? "");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Which of these keys are missing from the metadata or not a non-empty string. */
export function missingKeys(metadata: string | undefined, keys: readonly string[]): string[] {
  const object = metadataObject(metadata) ?? {};
  return keys.filter((key) => typeof object[key] !== "string" || object[key].trim() === "");
}

/** The parts of an OAuth provider that rules read; only GitHub has teams and organizations. */
export interface OauthProvider {
  clientId?: string;
  emailAddresses?: readonly string[];
  emailDomains?: readonly string[];
  teams?: readonly string[];
  organizations?: readonly string[];
}

/** The identity providers of an OAuth module by their key. */
export const providersOf = (oauth: { provider?: object } | undefined) =>
  Object.entries((oauth?.provider ?? {}) as Readonly<Record<string, OauthProvider>>);

/** The common part of the modules that sign users on. */
export interface SignOn {
  optionsPassthrough?: boolean;
  maximumDuration?: number;
  inactivityTimeout?: number;
}

export interface SignOnModules {
  oauth?: SignOn;
  oidc?: SignOn;
  saml?: SignOn;
}

/** The sign-on modules of a route, by name. */
export const signOnModules = ({ oauth, oidc, saml }: SignOnModules): [name: string, module: SignOn][] =>
  Object.entries({ oauth, oidc, saml }).filter((entry): entry is [string, SignOn] => entry[1] !== undefined);
