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
