import { authorityPem, sshPublicKey, tlsKeyPair } from "./support/crypto";

/** Every class that can be created, read and deleted, written out so that a sample cannot be forgotten. */
export const CLASSES = [
  "ApiKey",
  "BotUser",
  "CertificateAuthority",
  "Credential",
  "Endpoint",
  "FailoverBackend",
  "HttpsEdge",
  "HttpsEdgeRoute",
  "HttpsEdgeRouteBackend",
  "IpPolicy",
  "IpPolicyRule",
  "IpRestriction",
  "ReservedAddr",
  "ReservedDomain",
  "SshCertificateAuthority",
  "SshCredential",
  "SshHostCertificate",
  "SshUserCertificate",
  "TcpEdge",
  "TcpEdgeIpRestriction",
  "TlsCertificate",
  "TlsEdge",
  "TlsEdgeMutualTls",
  "TlsEdgeTlsTermination",
  "TunnelGroupBackend",
  "WeightedBackend",
] as const;

export type ClassName = (typeof CLASSES)[number];

/** What a sample may need from the account it is used in. */
export interface SampleContext {
  /** Id of an object of this class, made from its minimal sample; another number gives another object. */
  readonly id: (of: ClassName, number?: number) => string;
  /** Part of a hostname that no other sample of the account has. */
  readonly unique: string;
}

export type Inputs = Readonly<Record<string, unknown>>;

/** One property given another value. */
export interface Change {
  readonly to: unknown;
  /** Inputs to start from, where the change does not go with the full sample. */
  readonly from?: Inputs;
  /** Inputs that have to change along with it. */
  readonly with?: Inputs;
}

export interface Sample {
  /** Required inputs alone. */
  readonly minimal: (context: SampleContext) => Inputs;
  /** As many inputs as go together. */
  readonly full: (context: SampleContext) => Inputs;
  /** Another value for every property that changes in place. */
  readonly changes: (context: SampleContext) => Readonly<Record<string, Change>>;
  /** Another value for every property that only replacement can change. */
  readonly replacements: (context: SampleContext) => Readonly<Record<string, Change>>;
}

const none = () => ({});

const notes = { description: "what it is for", metadata: '{"team":"edge"}' };

/** Changes of the two properties that nearly every class has. */
const noteChanges = {
  description: { to: "something else" },
  metadata: { to: '{"team":"core"}' },
};

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

/** A policy in YAML, and another as an object. */
const POLICY =
  "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 403\n";
const OTHER_POLICY = {
  on_http_request: [{ actions: [{ type: "deny", config: { status_code: 404 } }] }],
};

/** Modules that several classes have. */
const modules = (context: SampleContext) => ({
  backend: { enabled: true, backendId: context.id("TunnelGroupBackend") },
  ipRestriction: { enabled: true, ipPolicyIds: [context.id("IpPolicy"), context.id("IpPolicy", 2)] },
  mutualTls: { enabled: true, certificateAuthorityIds: [context.id("CertificateAuthority")] },
  tlsTermination: { enabled: true, terminateAt: "edge", minVersion: "1.2" },
  trafficPolicy: { enabled: true, value: POLICY },
});

const moduleChanges = (context: SampleContext) => ({
  backend: { to: { enabled: true, backendId: context.id("TunnelGroupBackend", 2) } },
  ipRestriction: { to: { enabled: false, ipPolicyIds: [context.id("IpPolicy", 2)] } },
  mutualTls: { to: { enabled: true, certificateAuthorityIds: [context.id("CertificateAuthority", 2)] } },
  tlsTermination: { to: { enabled: true, terminateAt: "edge", minVersion: "1.3" } },
  trafficPolicy: { to: { enabled: true, value: OTHER_POLICY } },
});

function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** A network of its own for each resource: a policy holds a network once. */
function networkOf({ unique }: SampleContext, number: number): string {
  const hash = [...unique].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_536, 7);
  return `2001:db8:${hash.toString(16)}:${number}::/64`;
}

const hostportsOf = ({ unique }: SampleContext, kind: string) => [
  `${unique}-${kind}.example.com:443`,
  `${unique}-${kind}-2.example.com:443`,
];

const signOn = {
  enabled: true,
  optionsPassthrough: true,
  cookiePrefix: "acme.",
  inactivityTimeout: 600,
  maximumDuration: 86_400,
};

const routeModules = {
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
    ...signOn,
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
  // The service applies one way to sign on to a route: the others are switched off.
  saml: {
    ...signOn,
    enabled: false,
    idpMetadata: '<EntityDescriptor entityID="https://idp.example.com"/>',
    forceAuthn: true,
    allowIdpInitiated: true,
    authorizedGroups: ["admins", "edge"],
    nameidFormat: UNSPECIFIED,
  },
  oidc: {
    ...signOn,
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

const routeModuleChanges = (route: Inputs) => ({
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

/** Validity in whole seconds, as SSH certificates have it, and far enough ahead for every test. */
const VALIDITY = { validAfter: "2026-01-01T00:00:00Z", validUntil: "2035-01-01T00:00:00Z" };

const sshCertificate = (context: SampleContext, key: string) => ({
  sshCertificateAuthorityId: context.id("SshCertificateAuthority"),
  publicKey: sshPublicKey(key),
});

const sshReplacements = (context: SampleContext) => ({
  sshCertificateAuthorityId: { to: context.id("SshCertificateAuthority", 2) },
  publicKey: { to: sshPublicKey("another") },
  principals: { to: ["somebody"] },
  validAfter: { to: "2026-02-01T00:00:00Z" },
  validUntil: { to: "2036-01-01T00:00:00Z" },
});

export const samples: Readonly<Record<ClassName, Sample>> = {
  ApiKey: {
    minimal: none,
    full: (context) => ({ ...notes, ownerId: context.id("BotUser") }),
    changes: () => noteChanges,
    replacements: (context) => ({ ownerId: { to: context.id("BotUser", 2) } }),
  },

  BotUser: {
    minimal: ({ unique }) => ({ name: `deploy ${unique}` }),
    full: ({ unique }) => ({ name: `deploy ${unique}`, active: true }),
    changes: ({ unique }) => ({ name: { to: `release ${unique}` }, active: { to: false } }),
    replacements: none,
  },

  CertificateAuthority: {
    minimal: ({ unique }) => ({ caPem: authorityPem(`ca-${unique}.example.com`) }),
    full: ({ unique }) => ({ ...notes, caPem: authorityPem(`ca-${unique}.example.com`) }),
    changes: () => noteChanges,
    replacements: ({ unique }) => ({ caPem: { to: authorityPem(`other-ca-${unique}.example.com`) } }),
  },

  Credential: {
    minimal: none,
    full: (context) => ({
      ...notes,
      acl: ["bind:a.example.com", "bind:*.b.example.com"],
      ownerId: context.id("BotUser"),
    }),
    changes: () => ({ ...noteChanges, acl: { to: ["bind:c.example.com"] } }),
    replacements: (context) => ({ ownerId: { to: context.id("BotUser", 2) } }),
  },

  Endpoint: {
    minimal: ({ unique }) => ({ url: `https://${unique}-endpoint.example.com`, trafficPolicy: POLICY }),
    full: ({ unique }) => ({
      ...notes,
      url: `https://${unique}-endpoint.example.com`,
      type: "cloud",
      trafficPolicy: POLICY,
      bindings: ["public"],
      poolingEnabled: false,
    }),
    changes: ({ unique }) => ({
      ...noteChanges,
      url: { to: `https://${unique}-endpoint-2.example.com` },
      trafficPolicy: { to: OTHER_POLICY },
      bindings: { to: ["kubernetes"] },
      poolingEnabled: { to: true },
    }),
    // `type` is fixed at creation, but it has one value only.
    replacements: none,
  },

  FailoverBackend: {
    minimal: none,
    full: (context) => ({
      ...notes,
      backends: [context.id("TunnelGroupBackend"), context.id("TunnelGroupBackend", 2)],
    }),
    changes: (context) => ({
      ...noteChanges,
      backends: { to: [context.id("TunnelGroupBackend", 2), context.id("TunnelGroupBackend")] },
    }),
    replacements: none,
  },

  HttpsEdge: {
    minimal: none,
    full: (context) => ({
      ...notes,
      hostports: hostportsOf(context, "https"),
      ...pick(modules(context), "mutualTls"),
      tlsTermination: { enabled: true, minVersion: "1.2" },
    }),
    changes: (context) => ({
      ...noteChanges,
      hostports: { to: [`${context.unique}-https-3.example.com:443`] },
      ...pick(moduleChanges(context), "mutualTls"),
      tlsTermination: { to: { enabled: true, minVersion: "1.3" } },
    }),
    replacements: none,
  },

  HttpsEdgeRoute: {
    minimal: (context) => ({
      edgeId: context.id("HttpsEdge"),
      matchType: "path_prefix",
      match: `/${context.unique}`,
    }),
    full: (context) => ({
      ...notes,
      edgeId: context.id("HttpsEdge"),
      matchType: "exact_path",
      match: `/${context.unique}/full`,
      ...pick(modules(context), "backend", "ipRestriction", "trafficPolicy"),
      ...routeModules,
    }),
    changes: (context) => ({
      ...noteChanges,
      matchType: { to: "path_prefix" },
      match: { to: `/${context.unique}/other` },
      ...pick(moduleChanges(context), "backend", "ipRestriction", "trafficPolicy"),
      ...routeModuleChanges({
        edgeId: context.id("HttpsEdge"),
        matchType: "path_prefix",
        match: `/${context.unique}`,
      }),
    }),
    replacements: (context) => ({ edgeId: { to: context.id("HttpsEdge", 2) } }),
  },

  HttpsEdgeRouteBackend: {
    minimal: (context) => ({ edgeId: context.id("HttpsEdge"), routeId: context.id("HttpsEdgeRoute") }),
    full: (context) => ({
      edgeId: context.id("HttpsEdge"),
      routeId: context.id("HttpsEdgeRoute"),
      ...modules(context).backend,
    }),
    changes: (context) => ({
      enabled: { to: false },
      backendId: { to: context.id("TunnelGroupBackend", 2) },
    }),
    // The second route of the account is one of the same edge: an edge of its own would need a pair of ids.
    replacements: (context) => ({ routeId: { to: context.id("HttpsEdgeRoute", 2) } }),
  },

  IpPolicy: {
    minimal: none,
    full: () => notes,
    changes: () => noteChanges,
    replacements: none,
  },

  IpPolicyRule: {
    minimal: (context) => ({
      ipPolicyId: context.id("IpPolicy"),
      cidr: networkOf(context, 1),
      action: "allow",
    }),
    full: (context) => ({
      ...notes,
      ipPolicyId: context.id("IpPolicy"),
      cidr: networkOf(context, 2),
      action: "allow",
    }),
    changes: (context) => ({ ...noteChanges, cidr: { to: networkOf(context, 3) } }),
    replacements: (context) => ({ ipPolicyId: { to: context.id("IpPolicy", 2) }, action: { to: "deny" } }),
  },

  IpRestriction: {
    minimal: (context) => ({ type: "dashboard", ipPolicyIds: [context.id("IpPolicy")] }),
    full: (context) => ({
      ...notes,
      type: "endpoints",
      ipPolicyIds: [context.id("IpPolicy"), context.id("IpPolicy", 2)],
      enforced: false,
    }),
    changes: (context) => ({
      ...noteChanges,
      enforced: { to: true },
      ipPolicyIds: { to: [context.id("IpPolicy", 2)] },
    }),
    replacements: () => ({ type: { to: "agent" } }),
  },

  ReservedAddr: {
    minimal: none,
    full: () => ({ ...notes, region: "us", releaseProtection: false }),
    changes: () => noteChanges,
    replacements: () => ({ region: { to: "eu" } }),
  },

  ReservedDomain: {
    minimal: ({ unique }) => ({ domain: `${unique}.example.com` }),
    full: (context) => ({
      ...notes,
      domain: `${context.unique}.example.com`,
      region: "eu",
      resolvesTo: [{ value: "eu" }, { value: "us-cal-1" }],
      certificateId: context.id("TlsCertificate"),
      waitForCertificate: false,
      releaseProtection: false,
    }),
    changes: (context) => ({
      ...noteChanges,
      resolvesTo: { to: [{ value: "eu" }, { value: "jp" }] },
      certificateId: { to: context.id("TlsCertificate", 2) },
      certificateManagementPolicy: {
        from: {
          domain: `${context.unique}.example.com`,
          certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
        },
        to: { authority: "letsencrypt", privateKeyType: "rsa" },
      },
    }),
    replacements: ({ unique }) => ({
      domain: { to: `${unique}-other.example.com` },
      region: { to: "ap" },
    }),
  },

  SshCertificateAuthority: {
    minimal: none,
    full: () => ({ ...notes, privateKeyType: "rsa", keySize: 2048 }),
    changes: () => noteChanges,
    replacements: () => ({
      privateKeyType: { from: { privateKeyType: "ed25519" }, to: "ecdsa" },
      ellipticCurve: { from: { privateKeyType: "ecdsa", ellipticCurve: "nistp256" }, to: "nistp384" },
      keySize: { from: { privateKeyType: "rsa", keySize: 2048 }, to: 4096 },
    }),
  },

  SshCredential: {
    minimal: ({ unique }) => ({ publicKey: sshPublicKey(`agent-${unique}`) }),
    full: (context) => ({
      ...notes,
      publicKey: sshPublicKey(`agent-${context.unique}`),
      acl: ["bind:a.example.com"],
      ownerId: context.id("BotUser"),
    }),
    changes: () => ({ ...noteChanges, acl: { to: ["bind:b.example.com", "bind:c.example.com"] } }),
    replacements: (context) => ({
      publicKey: { to: sshPublicKey(`other-agent-${context.unique}`) },
      ownerId: { to: context.id("BotUser", 2) },
    }),
  },

  SshHostCertificate: {
    minimal: (context) => sshCertificate(context, `host-${context.unique}`),
    full: (context) => ({
      ...sshCertificate(context, `host-${context.unique}`),
      ...notes,
      ...VALIDITY,
      principals: ["a.example.com", "10.0.0.1"],
      renewBefore: 24,
    }),
    changes: () => noteChanges,
    replacements: sshReplacements,
  },

  SshUserCertificate: {
    minimal: (context) => sshCertificate(context, `user-${context.unique}`),
    full: (context) => ({
      ...sshCertificate(context, `user-${context.unique}`),
      ...notes,
      ...VALIDITY,
      principals: ["ann", "bob"],
      criticalOptions: { "force-command": "/bin/date", "source-address": "203.0.113.0/24" },
      extensions: { "permit-pty": "", "permit-agent-forwarding": "" },
      renewBefore: 2,
    }),
    changes: () => noteChanges,
    replacements: (context) => ({
      ...sshReplacements(context),
      criticalOptions: { to: { "force-command": "/bin/true" } },
      extensions: { to: { "permit-pty": "" } },
    }),
  },

  TcpEdge: {
    minimal: none,
    full: (context) => ({
      ...notes,
      hostports: hostportsOf(context, "tcp"),
      ...pick(modules(context), "backend", "ipRestriction", "trafficPolicy"),
    }),
    changes: (context) => ({
      ...noteChanges,
      hostports: { to: [`${context.unique}-tcp-3.example.com:443`] },
      ...pick(moduleChanges(context), "backend", "ipRestriction", "trafficPolicy"),
    }),
    replacements: none,
  },

  TcpEdgeIpRestriction: {
    minimal: (context) => ({ edgeId: context.id("TcpEdge") }),
    full: (context) => ({ edgeId: context.id("TcpEdge"), ...modules(context).ipRestriction }),
    changes: (context) => ({ enabled: { to: false }, ipPolicyIds: { to: [context.id("IpPolicy", 2)] } }),
    replacements: (context) => ({ edgeId: { to: context.id("TcpEdge", 2) } }),
  },

  TlsCertificate: {
    minimal: ({ unique }) => ({ ...tlsKeyPair(`${unique}.example.com *.${unique}.example.com`) }),
    full: ({ unique }) => ({
      ...notes,
      ...tlsKeyPair(`${unique}.example.com *.${unique}.example.com`),
      renewBefore: 720,
    }),
    changes: () => noteChanges,
    replacements: ({ unique }) => {
      const { certificatePem, privateKeyPem } = tlsKeyPair(`renewed.${unique}.example.com`);
      return {
        certificatePem: { to: certificatePem, with: { privateKeyPem } },
        privateKeyPem: { to: privateKeyPem, with: { certificatePem } },
      };
    },
  },

  TlsEdge: {
    minimal: none,
    full: (context) => ({ ...notes, hostports: hostportsOf(context, "tls"), ...modules(context) }),
    changes: (context) => ({
      ...noteChanges,
      hostports: { to: [`${context.unique}-tls-3.example.com:443`] },
      ...moduleChanges(context),
    }),
    replacements: none,
  },

  TlsEdgeMutualTls: {
    minimal: (context) => ({ edgeId: context.id("TlsEdge") }),
    full: (context) => ({ edgeId: context.id("TlsEdge"), ...modules(context).mutualTls }),
    changes: (context) => ({
      enabled: { to: false },
      certificateAuthorityIds: { to: [context.id("CertificateAuthority", 2)] },
    }),
    replacements: (context) => ({ edgeId: { to: context.id("TlsEdge", 2) } }),
  },

  TlsEdgeTlsTermination: {
    minimal: (context) => ({ edgeId: context.id("TlsEdge") }),
    full: (context) => ({ edgeId: context.id("TlsEdge"), ...modules(context).tlsTermination }),
    changes: (context) => ({
      enabled: { to: false },
      terminateAt: { from: { edgeId: context.id("TlsEdge"), terminateAt: "edge" }, to: "upstream" },
      minVersion: { to: "1.3" },
    }),
    replacements: (context) => ({ edgeId: { to: context.id("TlsEdge", 2) } }),
  },

  TunnelGroupBackend: {
    minimal: none,
    full: () => ({ ...notes, labels: { app: "shop", env: "prod", camelCase_and_snake: "kept" } }),
    changes: () => ({ ...noteChanges, labels: { to: { app: "shop", env: "staging" } } }),
    replacements: none,
  },

  WeightedBackend: {
    minimal: none,
    full: (context) => ({
      ...notes,
      backends: { [context.id("TunnelGroupBackend")]: 10_000, [context.id("TunnelGroupBackend", 2)]: 0 },
    }),
    changes: (context) => ({
      ...noteChanges,
      backends: { to: { [context.id("TunnelGroupBackend")]: 1, [context.id("TunnelGroupBackend", 2)]: 9 } },
    }),
    replacements: none,
  },
};
