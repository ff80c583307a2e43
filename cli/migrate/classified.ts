import type { GuardedArgs, ModuleArgs } from "../../policy/guards";
import type { AccountObject } from "../../provider/inspect";
import type { OAuthGitHubArgs, OAuthIdentityProviderArgs, OAuthProviderArgs } from "../../sdk/resources";
import { onProviders, type Words, type WordsOn, withoutWord } from "../common";
import { record } from "./account";

/**
 * What becomes of a setting. `carried`: the policy does the same. `gap`: a gap says what it does otherwise. `irrelevant`: it
 * makes no difference to traffic.
 */
type Class = "carried" | "gap" | "irrelevant";

type Of<T> = WordsOn<T, Class>;

const ENABLED = { enabled: "carried" } as const;
const HEADERS = { ...ENABLED, add: "carried", remove: "carried" } as const;
const LABELS = {
  description: "irrelevant",
  metadata: "irrelevant",
  adoptId: "irrelevant",
  deleteOnDestroy: "irrelevant",
} as const;
/** The same of a class with a natural key. */
const NAMED = { ...LABELS, adopt: "irrelevant" } as const;
const SIGN_ON = {
  ...ENABLED,
  optionsPassthrough: "gap",
  cookiePrefix: "gap",
  inactivityTimeout: "carried",
  maximumDuration: "carried",
} as const;

const identityProvider = {
  clientId: "carried",
  clientSecret: "carried",
  scopes: "carried",
  emailAddresses: "carried",
  emailDomains: "carried",
} as const satisfies Of<OAuthIdentityProviderArgs>;

const provider = onProviders(identityProvider, {
  ...identityProvider,
  teams: "gap",
  organizations: "gap",
} as const satisfies Of<OAuthGitHubArgs>) satisfies Of<OAuthProviderArgs>;

const backend = { ...ENABLED, backendId: "carried" } as const;
const ipRestriction = { ...ENABLED, ipPolicyIds: "carried" } as const;
const trafficPolicy = { ...ENABLED, value: "carried" } as const;
const mutualTls = {
  ...ENABLED,
  certificateAuthorityIds: "carried",
} as const;

const FAMILIES: Readonly<Record<string, Words<Class>>> = {
  HttpsEdge: {
    ...NAMED,
    hostports: "carried",
    mutualTls,
    tlsTermination: {
      ...ENABLED,
      minVersion: "gap",
    },
  },
  TlsEdge: {
    ...NAMED,
    hostports: "carried",
    backend,
    ipRestriction,
    mutualTls,
    tlsTermination: {
      ...ENABLED,
      terminateAt: "carried",
      minVersion: "gap",
    },
    trafficPolicy,
  },
  TcpEdge: {
    ...NAMED,
    hostports: "carried",
    backend,
    ipRestriction,
    trafficPolicy,
  },
  HttpsEdgeRoute: {
    ...NAMED,
    edgeId: "carried",
    matchType: "carried",
    match: "carried",
    backend,
    ipRestriction,
    circuitBreaker: {
      ...ENABLED,
      trippedDuration: "carried",
      rollingWindow: "carried",
      numBuckets: "gap",
      volumeThreshold: "carried",
      errorThresholdPercentage: "carried",
    },
    compression: ENABLED,
    requestHeaders: HEADERS,
    responseHeaders: HEADERS,
    webhookVerification: {
      ...ENABLED,
      provider: "carried",
      secret: "carried",
    },
    oauth: { ...SIGN_ON, provider, authCheckInterval: "carried" },
    saml: {
      ...SIGN_ON,
      idpMetadata: "gap",
      forceAuthn: "gap",
      allowIdpInitiated: "gap",
      authorizedGroups: "gap",
      nameidFormat: "gap",
    },
    oidc: {
      ...SIGN_ON,
      issuer: "carried",
      clientId: "carried",
      clientSecret: "carried",
      scopes: "carried",
    },
    websocketTcpConverter: { enabled: "gap" },
    userAgentFilter: { ...ENABLED, allow: "carried", deny: "gap" },
    trafficPolicy,
  },
} satisfies {
  readonly [C in keyof GuardedArgs]: {
    readonly [Name in keyof GuardedArgs[C]]: Name extends keyof ModuleArgs ? Of<GuardedArgs[C][Name]> : Class;
  };
};

/** Paths of the settings of an edge or route of which nobody has said what becomes of them. */
export const unclassifiedOf = ({ family, inputs }: AccountObject): readonly (readonly string[])[] =>
  withoutWord(
    inputs,
    FAMILIES[family.name] ?? {},
    // What is switched off acts on no traffic.
    (value) => record(value).enabled === false,
  ).map(({ path }) => path);
