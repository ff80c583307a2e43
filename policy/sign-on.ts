/** What the modules that sign users on have in common. */
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

/** The modules of a route that sign users on, by their name. */
export const signOnModules = ({ oauth, oidc, saml }: SignOnModules): [name: string, module: SignOn][] =>
  Object.entries({ oauth, oidc, saml }).filter((entry): entry is [string, SignOn] => entry[1] !== undefined);
