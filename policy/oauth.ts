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
