import { sshPublicKey } from "../support/crypto";
import type { ClassName } from ".";

/** The account in which a sample is used. */
export interface SampleContext {
  /** Returns the id of an object with the minimal sample of its class. Each number stands for another object. */
  readonly id: (className: ClassName, number?: number) => string;
  /** A part of hostnames that is unique in the account. */
  readonly unique: string;
}

export type Inputs = Readonly<Record<string, unknown>>;

export interface Change {
  readonly to: unknown;
  /** The inputs before the change. Default: the full sample. */
  readonly from?: Inputs;
  /** Inputs that must change together with the property. */
  readonly with?: Inputs;
}

export interface Sample {
  readonly minimal: (context: SampleContext) => Inputs;
  /** All inputs that are compatible with each other. */
  readonly full: (context: SampleContext) => Inputs;
  /** Another value for every property that can be updated. */
  readonly changes: (context: SampleContext) => Readonly<Record<string, Change>>;
  /** Another value for every property that requires replacement. */
  readonly replacements: (context: SampleContext) => Readonly<Record<string, Change>>;
  /** Another value for every property with a part that requires replacement, with a change in that part. */
  readonly fixedParts?: (context: SampleContext) => Readonly<Record<string, Change>>;
}

export const none = () => ({});

/** The inputs that describe an object. */
export const notes = { description: "what it is for", metadata: '{"team":"edge"}' };

export const noteChanges = {
  description: { to: "something else" },
  metadata: { to: '{"team":"core"}' },
};

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

/** A policy in YAML. `OTHER_POLICY` is an object, so a change from one to the other also changes the form. */
export const POLICY =
  "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 403\n";
export const OTHER_POLICY = {
  on_http_request: [{ actions: [{ type: "deny", config: { status_code: 404 } }] }],
};

/** TCP and TLS edges support only on_tcp_connect. */
const CONNECTION_POLICY = "on_tcp_connect:\n  - actions:\n      - type: deny\n";
const OTHER_CONNECTION_POLICY = {
  on_tcp_connect: [{ actions: [{ type: "log", config: { metadata: {} } }] }],
};

/** Modules that several classes share, with the policy of a TCP or TLS edge. */
export const modules = (context: SampleContext) => ({
  backend: { enabled: true, backendId: context.id("TunnelGroupBackend") },
  ipRestriction: { enabled: true, ipPolicyIds: [context.id("IpPolicy"), context.id("IpPolicy", 2)] },
  mutualTls: { enabled: true, certificateAuthorityIds: [context.id("CertificateAuthority")] },
  tlsTermination: { enabled: true, terminateAt: "edge", minVersion: "1.2" },
  trafficPolicy: { enabled: true, value: CONNECTION_POLICY },
});

export const moduleChanges = (context: SampleContext) => ({
  backend: { to: { enabled: true, backendId: context.id("TunnelGroupBackend", 2) } },
  ipRestriction: { to: { enabled: false, ipPolicyIds: [context.id("IpPolicy", 2)] } },
  mutualTls: { to: { enabled: true, certificateAuthorityIds: [context.id("CertificateAuthority", 2)] } },
  tlsTermination: { to: { enabled: true, terminateAt: "edge", minVersion: "1.3" } },
  trafficPolicy: { to: { enabled: true, value: OTHER_CONNECTION_POLICY } },
});

export function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** A hash that distinguishes resources. */
const hashNumber = ({ unique }: SampleContext): number =>
  [...unique].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_536, 7);

/** A network for each resource, since an IP policy may contain a network only once. */
export const networkFor = (context: SampleContext, number: number): string =>
  `2001:db8:${hashNumber(context).toString(16)}:${number}::/64`;

/** A TCP address for each resource. */
export const addressFor = (context: SampleContext, number: number): string =>
  `${hashNumber(context)}.tcp.example.com:${20_000 + number}`;

export const hostportsFor = ({ unique }: SampleContext, kind: string) => [
  `${unique}-${kind}.example.com:443`,
  `${unique}-${kind}-2.example.com:443`,
];

const signInSettings = {
  enabled: true,
  optionsPassthrough: true,
  cookiePrefix: "acme.",
  inactivityTimeout: 600,
  maximumDuration: 86_400,
};

export const routeModules = {
  circuitBreaker: {
    enabled: true,
    trippedDuration: 10,
    rollingWindow: 60,
    numBuckets: 128,
    volumeThreshold: 20,
    errorThresholdPercentage: 0.25,
  },
  compression: { enabled: true },
  requestHeaders: { enabled: true, add: { "X-Team": "edge" }, remove: ["Referer", "X-Debug"] },
  responseHeaders: { enabled: true, add: { "X-Served-By": "edge" }, remove: ["Server"] },
  webhookVerification: { enabled: true, provider: "github", secret: "webhook-secret-one" },
  oauth: {
    ...signInSettings,
    authCheckInterval: 300,
    provider: {
      github: {
        clientId: "github-client",
        clientSecret: "oauth-secret-one",
        scopes: ["read:org", "read:user"],
        emailAddresses: ["ann@example.com", "bob@example.com"],
        emailDomains: ["example.com"],
        teams: ["acme/edge"],
        organizations: ["acme"],
      },
    },
  },
  // A route can have only one enabled sign-in module.
  saml: {
    ...signInSettings,
    enabled: false,
    idpMetadata: '<EntityDescriptor entityID="https://idp.example.com"/>',
    forceAuthn: true,
    allowIdpInitiated: true,
    authorizedGroups: ["admins", "edge"],
    nameidFormat: UNSPECIFIED,
  },
  oidc: {
    ...signInSettings,
    enabled: false,
    issuer: "https://accounts.example.com",
    clientId: "oidc-client",
    clientSecret: "oidc-secret-one",
    scopes: ["openid", "email"],
  },
  websocketTcpConverter: { enabled: true },
  userAgentFilter: { enabled: true, allow: ["curl/.*"], deny: ["BadBot/.*", "WorseBot/.*"] },
};

const saml = { ...routeModules.saml, enabled: true };
const oidc = { ...routeModules.oidc, enabled: true };

export const routeModuleChanges = (route: Inputs) => ({
  circuitBreaker: { to: { ...routeModules.circuitBreaker, numBuckets: 64, errorThresholdPercentage: 1 } },
  compression: { to: { enabled: false } },
  requestHeaders: { to: { enabled: true, add: { "X-Team": "core" }, remove: ["Referer"] } },
  responseHeaders: { to: { enabled: true, add: {}, remove: ["Server", "X-Powered-By"] } },
  webhookVerification: { to: { enabled: true, provider: "sns" } },
  oauth: { to: { enabled: true, provider: { google: { emailDomains: ["example.com"] } } } },
  saml: { from: { ...route, saml }, to: { ...saml, forceAuthn: false, nameidFormat: PERSISTENT } },
  oidc: { from: { ...route, oidc }, to: { ...oidc, clientSecret: "oidc-secret-two", scopes: ["openid"] } },
  websocketTcpConverter: { to: { enabled: false } },
  userAgentFilter: { to: { enabled: true, allow: [], deny: ["BadBot/.*"] } },
});

/** Whole seconds, as in SSH certificates, and far enough in the future for all tests. */
export const VALIDITY = { validAfter: "2026-01-01T00:00:00Z", validUntil: "2035-01-01T00:00:00Z" };

export const sshCertificate = (context: SampleContext, key: string) => ({
  sshCertificateAuthorityId: context.id("SshCertificateAuthority"),
  publicKey: sshPublicKey(key),
});

export const sshReplacements = (context: SampleContext) => ({
  sshCertificateAuthorityId: { to: context.id("SshCertificateAuthority", 2) },
  publicKey: { to: sshPublicKey("another") },
  principals: { to: ["somebody"] },
  validAfter: { to: "2026-02-01T00:00:00Z" },
  validUntil: { to: "2036-01-01T00:00:00Z" },
});
