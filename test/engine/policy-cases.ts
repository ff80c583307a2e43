// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import type { RuleId } from "../../policy";
import type * as sdk from "../../sdk";
import type { PolicyValues } from "./policy-values";

type Edge = typeof sdk;

/** Declares resources. Its source runs in the program: it may use its parameters and `shared` only. */
export type Declare = (edge: Edge, values: PolicyValues) => void;

export interface PolicyCase {
  /** Names of the resources that violate the rule; the stack's own is `(stack)`. */
  readonly at: readonly string[];
  readonly violates: Declare;
  readonly passes: Declare;
}

const STACK = "(stack)";

/** Resources that satisfy the other rules, and builders of such, so that each program violates one rule only. */
export const COMMON = (edge: Edge, { metadata, keyMetadata, authority, publicKey }: PolicyValues) => {
  const office = new edge.IpPolicy("office", { metadata });
  const bot = new edge.BotUser("bot", { name: "bot" });
  const sshAuthority = new edge.SshCertificateAuthority("ssh", { metadata });
  const https = new edge.HttpsEdge("edge", { metadata, tlsTermination: { minVersion: "1.2" } });
  const session = { maximumDuration: 3600, inactivityTimeout: 600 };
  const deny = { type: "deny" as const };
  const signed = { sshCertificateAuthorityId: sshAuthority.id, publicKey, metadata };
  const shared = {
    office,
    guard: { ipPolicyIds: [office.id] },
    restriction: { ipPolicyIds: [office.id], enforced: true, metadata },
    bot,
    clients: new edge.CertificateAuthority("clients", { caPem: authority, metadata }),
    sshAuthority,
    edge: https,
    first: new edge.TunnelGroupBackend("first", { labels: { app: "one" }, metadata }),
    second: new edge.TunnelGroupBackend("second", { labels: { app: "two" }, metadata }),
    session,
    openId: { ...session, issuer: "https://id.example.com", clientId: "id", clientSecret: "x" },
    saml: { ...session, idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["staff"] },
    /** Signs users of Google in, for a traffic policy. */
    signOn: {
      type: "oauth" as const,
      config: {
        provider: "google",
        client_id: "a",
        client_secret: "${secrets.get('app', 'oauth')}",
        max_session_duration: "8h",
        idle_session_timeout: "30m",
      },
    },
    oidcApp: {
      client_id: "a",
      client_secret: "${secrets.get('app', 'oidc')}",
      max_session_duration: "8h",
      idle_session_duration: "30m",
    },
    fromOffice: { type: "restrict-ips" as const, config: { allow: ["192.0.2.0/24"] } },
    /** Rules that deny all requests, and some. */
    denyAll: { actions: [deny] },
    denyPut: { expressions: ["req.method == 'PUT'"], actions: [deny] },
    denyStrangers: {
      expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
      actions: [deny],
    },
    denyNameless: { expressions: ["actions.ngrok.oidc.identity.email == ''"], actions: [deny] },
    jwt: (more: object = {}) => ({
      type: "jwt-validation" as const,
      config: {
        issuer: { allow_list: [{ value: "https://id.example.com" }] },
        http: {
          tokens: [
            { type: "jwt" as const, method: "header" as const, name: "Authorization", prefix: "Bearer " },
          ],
        },
        jws: {
          allowed_algorithms: ["RS256"],
          keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
        },
        ...more,
      },
    }),
    /** At an address and at a path of its own. */
    endpoint: (
      name: string,
      trafficPolicy: sdk.EndpointArgs["trafficPolicy"],
      more: Partial<sdk.EndpointArgs> = {},
    ) => new edge.Endpoint(name, { url: `https://${name}.example.com`, trafficPolicy, metadata, ...more }),
    route: (name: string, more: Partial<sdk.HttpsEdgeRouteArgs> = {}) =>
      new edge.HttpsEdgeRoute(name, {
        edgeId: https.id,
        matchType: "exact_path",
        match: `/${name}`,
        metadata,
        ...more,
      }),
    domain: (name: string, domain: string, more: Partial<sdk.ReservedDomainArgs> = {}) =>
      new edge.ReservedDomain(name, { domain, releaseProtection: true, metadata, ...more }),
    key: (name: string, more: Partial<sdk.ApiKeyArgs> = {}) =>
      new edge.ApiKey(name, { ownerId: bot.id, metadata: keyMetadata, description: "deploys", ...more }),
    userCertificate: (name: string, principals: string[], more: Partial<sdk.SshUserCertificateArgs> = {}) =>
      new edge.SshUserCertificate(name, { ...signed, principals, ...more }),
    hostCertificate: (name: string, more: Partial<sdk.SshHostCertificateArgs> = {}) =>
      new edge.SshHostCertificate(name, { ...signed, principals: ["db.example.com"], ...more }),
  };
  Object.assign(globalThis, { shared });
  return shared;
};

/** What COMMON shares with the others. */
export type Shared = ReturnType<typeof COMMON>;

declare const shared: Shared;

/** Rules whose violation shows in a preview of a new program. */
export const CASES: Partial<Record<RuleId, PolicyCase>> = {
  "edge-acct-restrict-api": {
    at: [STACK],
    violates: () => {},
    // Unknown during the preview.
    passes: (edge) =>
      new edge.IpRestriction("restrict-api", {
        type: shared.office.id.apply(() => "api" as const),
        ...shared.restriction,
      }),
  },
  "edge-acct-restrict-dashboard": {
    at: [STACK],
    violates: () => {},
    passes: (edge) =>
      new edge.IpRestriction("restrict-dashboard", { type: "dashboard", ...shared.restriction }),
  },
  "edge-acct-restrict-agent": {
    at: [STACK],
    violates: () => {},
    passes: (edge) => new edge.IpRestriction("restrict-agent", { type: "agent", ...shared.restriction }),
  },
  "edge-admin-path": {
    at: ["admin-by-path-alone", "admin-by-method"],
    violates: () => {
      shared.endpoint("admin-by-path-alone", {
        on_http_request: [
          {
            expressions: ["req.url.path == '/admin' || !req.url.path.startsWith('/admin')"],
            actions: [shared.fromOffice],
          },
        ],
      });
      shared.route("admin-by-method", {
        matchType: "path_prefix",
        match: "/",
        trafficPolicy: {
          value:
            'on_http_request:\n  - expressions: [\'!req.url.path.startsWith("/wp-admin") || req.method == "GET"\']\n    actions: [{ type: restrict-ips, config: { allow: [192.0.2.0/24] } }]\n',
        },
      });
    },
    passes: () => {
      const actions = [{ type: "forward-internal" as const, config: { url: "https://guarded.internal" } }];
      const inside = { url: "https://guarded.internal" };
      shared.endpoint("guarded-inside", { on_http_request: [{ actions: [shared.fromOffice] }] }, inside);
      shared.endpoint("admin-guarded-inside", {
        on_http_request: [
          { expressions: ["req.url.path.startsWith('/admin')"], actions },
          { actions: [shared.fromOffice] },
        ],
      });
    },
  },
  "edge-backend-depth": {
    at: ["only-one-child", "no-child", "one-child-twice"],
    violates: (edge, { metadata }) => {
      new edge.FailoverBackend("only-one-child", { backends: [shared.first.id], metadata });
      new edge.FailoverBackend("one-child-twice", { backends: ["bkdtg_one", "bkdtg_one"], metadata });
      new edge.FailoverBackend("no-child", { metadata });
    },
    passes: (edge, { metadata }) => {
      const inner = new edge.WeightedBackend("inner", {
        backends: shared.first.id.apply((id) => ({ [id]: 1 })),
        metadata,
      });
      new edge.FailoverBackend("two-children", { backends: [inner.id, shared.second.id], metadata });
    },
  },
  "edge-backend-live": {
    at: ["all-weights-zero", "no-weights"],
    violates: (edge, { metadata }) => {
      new edge.WeightedBackend("all-weights-zero", { backends: { bkd_one: 0, bkd_two: 0 }, metadata });
      new edge.WeightedBackend("no-weights", { metadata });
    },
    passes: (edge, { metadata }) =>
      new edge.WeightedBackend("live", { backends: shared.first.id.apply((id) => ({ [id]: 10 })), metadata }),
  },
  "edge-bot-inactive-has-keys": {
    at: ["asleep", "asleep-service"],
    violates: (edge, { metadata, keyMetadata }) => {
      const asleep = new edge.BotUser("asleep", { name: "asleep", active: false });
      new edge.ApiKey("of-asleep", { ownerId: asleep.id, description: "x", metadata: keyMetadata });
      new edge.Credential("agent-of-asleep", { ownerId: asleep.id, metadata });
      const service = new edge.ServiceUser("asleep-service", { name: "asleep", active: false });
      new edge.Credential("agent-of-asleep-service", { ownerId: service.id, metadata });
    },
    passes: (edge, { metadata }) => {
      new edge.BotUser("asleep-without-keys", { name: "asleep-without-keys", active: false });
      new edge.Credential("agent-of-bot", { ownerId: shared.bot.id, metadata });
    },
  },
  "edge-cert-covers-domain": {
    at: ["other-name", "apex-of-wildcard", "common-name"],
    violates: (edge, { metadata, other, good }) => {
      const certificate = new edge.TlsCertificate("for-other", { ...other, metadata });
      const wildcard = new edge.TlsCertificate("for-subdomains", { ...good, metadata });
      shared.domain("other-name", "x.example.com", { certificateId: certificate.id });
      shared.domain("apex-of-wildcard", "a.b.shop.example.com", { certificateId: wildcard.id });
      shared.domain("common-name", "shop.example.com", { certificateId: wildcard.id });
    },
    passes: (edge, { metadata, good }) => {
      const { id: certificateId } = new edge.TlsCertificate("covering", { ...good, metadata });
      shared.domain("by-wildcard", "eu.shop.example.com", { certificateId });
      shared.domain("by-itself", "*.shop.example.com", { certificateId });
    },
  },
  "edge-cert-ecdsa": {
    at: ["rsa-certificates"],
    violates: () =>
      shared.domain("rsa-certificates", "rsa.example.com", {
        certificateManagementPolicy: { privateKeyType: "rsa" },
      }),
    passes: () =>
      shared.domain("ecdsa-certificates", "ecdsa.example.com", {
        certificateManagementPolicy: { privateKeyType: "ecdsa" },
      }),
  },
  "edge-cert-expiry": {
    at: ["due-soon"],
    violates: (edge, { metadata, dueSoon }) => new edge.TlsCertificate("due-soon", { ...dueSoon, metadata }),
    passes: (edge, { metadata, good }) => new edge.TlsCertificate("due-later", { ...good, metadata }),
  },
  "edge-cert-lifetime": {
    at: ["too-long"],
    violates: (edge, { metadata, tooLong }) => new edge.TlsCertificate("too-long", { ...tooLong, metadata }),
    passes: (edge, { metadata, private: ours, selfSigned }) => {
      new edge.TlsCertificate("private-issuer", { ...ours, metadata });
      new edge.TlsCertificate("self-signed", { ...selfSigned, metadata });
    },
  },
  "edge-cert-managed": {
    at: ["uploaded", "other-name", "apex-of-wildcard", "common-name"],
    violates: (edge, { metadata, good }) =>
      shared.domain("uploaded", "new.shop.example.com", {
        certificateId: new edge.TlsCertificate("for-uploaded", { ...good, metadata }).id,
      }),
    passes: () => shared.domain("managed", "managed.example.com", { certificateManagementPolicy: {} }),
  },
  "edge-dom-region": {
    at: ["with-region"],
    violates: () => shared.domain("with-region", "region.example.com", { region: "eu" }),
    passes: () => shared.domain("global", "global.example.com"),
  },
  "edge-dom-release-guard": {
    at: ["may-be-released", "addr-may-be-released"],
    violates: (edge, { metadata }) => {
      new edge.ReservedDomain("may-be-released", { domain: "free.example.com", metadata });
      new edge.ReservedAddr("addr-may-be-released", { releaseProtection: false, metadata });
    },
    passes: (edge, { metadata }) => {
      new edge.ReservedDomain("protected", { domain: "kept.example.com", metadata }, { protect: true });
      new edge.ReservedAddr("addr-protected", { releaseProtection: true, metadata });
    },
  },
  "edge-dom-wildcard": {
    at: ["nobodys-wildcard"],
    violates: (edge) =>
      new edge.ReservedDomain("nobodys-wildcard", { domain: "*.wild.example.com", releaseProtection: true }),
    passes: () => shared.domain("our-wildcard", "*.tame.example.com"),
  },
  "edge-endpoint-https": {
    at: ["plain-http"],
    violates: () =>
      shared.endpoint(
        "plain-http",
        { on_http_request: [shared.denyAll] },
        { url: "http://plain.example.com" },
      ),
    passes: () => shared.endpoint("https", { on_http_request: [shared.denyAll] }),
  },
  "edge-endpoint-policy": {
    at: ["judged-only", "open-endpoint", "open-endpoint-yaml"],
    violates: () => {
      shared.endpoint("open-endpoint", {});
      const config = { enforce: false, allow: ["192.0.2.0/24"] };
      const action = "actions.ngrok.restrict_ips.action";
      shared.endpoint("judged-only", {
        on_http_request: [
          { actions: [{ type: "restrict-ips", config }] },
          {
            expressions: [`${action} == 'deny'`, "req.url.path.startsWith('/private')"],
            actions: [{ type: "deny" }],
          },
        ],
      });
      const yaml =
        "on_http_request:\n  - actions:\n      - type: add-headers\n        config: { headers: { a: b } }\n";
      shared.endpoint("open-endpoint-yaml", yaml);
    },
    passes: () => {
      const trafficPolicy =
        "on_http_request:\n  - actions:\n      - type: openid-connect\n        config: { issuer_url: https://id.example.com, client_id: a, client_secret: \"${secrets.get('app', 'oidc')}\", max_session_duration: 8h, idle_session_duration: 30m }\n";
      shared.endpoint("guarded-endpoint", trafficPolicy);
    },
  },
  "edge-endpoint-pooling": {
    at: ["shared-url"],
    violates: () =>
      shared.endpoint("shared-url", { on_http_request: [shared.denyAll] }, { poolingEnabled: true }),
    passes: () =>
      shared.endpoint("own-url", { on_http_request: [shared.denyAll] }, { poolingEnabled: false }),
  },
  "edge-guard-disabled": {
    at: [
      // Of the case of edge-ipr-has-policy: only a module that is off may be without policies.
      "module-without-policies",
      "guards-off",
      "tcp-guard-off",
      "https-mtls-off",
      "route-guards-off",
      "tcp-module-off",
      "mtls-module-off",
      "endpoint-guard-off",
      "tcp-policy-guard-off",
      "tls-policy-off",
      "route-policy-guard-off",
    ],
    violates: (edge, { metadata }) => {
      const allow = ["192.0.2.0/24"];
      const judging = { type: "restrict-ips" as const, config: { enforce: false, allow } };
      shared.endpoint("endpoint-guard-off", {
        on_http_request: [{ actions: [judging, { ...judging, config: { allow } }] }],
      });
      new edge.TcpEdge("tcp-policy-guard-off", {
        trafficPolicy: {
          value:
            "on_tcp_connect: [{ actions: [{ type: restrict-ips, config: { enforce: false, allow: [192.0.2.0/24] } }] }]",
        },
        metadata,
      });
      new edge.TlsEdge("tls-policy-off", {
        trafficPolicy: {
          enabled: false,
          value: { on_tcp_connect: [{ actions: [{ type: "restrict-ips", config: { allow } }] }] },
        },
        metadata,
      });
      shared.route("route-policy-guard-off", {
        ipRestriction: shared.guard,
        trafficPolicy: { value: { on_http_request: [{ actions: [judging] }] } },
      });
      const off = { enabled: false, ...shared.guard };
      const mutualTls = { enabled: false, certificateAuthorityIds: [shared.clients.id] };
      new edge.TlsEdge("guards-off", { metadata, ipRestriction: off, mutualTls });
      new edge.TcpEdge("tcp-guard-off", { metadata, ipRestriction: off });
      new edge.HttpsEdge("https-mtls-off", { metadata, mutualTls, tlsTermination: { minVersion: "1.2" } });
      shared.route("route-guards-off", {
        userAgentFilter: { enabled: false, deny: ["curl"] },
        ipRestriction: shared.guard,
      });
      const tcp = new edge.TcpEdge("bare-tcp", { metadata });
      new edge.TcpEdgeIpRestriction("tcp-module-off", { edgeId: tcp.id, ...off });
      const tls = new edge.TlsEdge("bare-tls", { metadata });
      new edge.TlsEdgeMutualTls("mtls-module-off", { edgeId: tls.id, ...mutualTls });
    },
    passes: (edge, { metadata }) => {
      const config = { enforce: false, allow: ["192.0.2.0/24"] };
      shared.endpoint("guard-read-later", {
        on_http_request: [
          { actions: [{ type: "restrict-ips", config }] },
          { expressions: ["actions.ngrok.restrict_ips.action == 'deny'"], actions: [{ type: "deny" }] },
        ],
      });
      const mutualTls = { certificateAuthorityIds: [shared.clients.id] };
      new edge.TlsEdge("guards-on", {
        metadata,
        ipRestriction: { enabled: true, ...shared.guard },
        mutualTls,
      });
      const tcp = new edge.TcpEdge("tcp", { metadata });
      new edge.TcpEdgeIpRestriction("tcp-module-on", { edgeId: tcp.id, ...shared.guard });
    },
  },
  "edge-header-credential": {
    at: ["credential-headers"],
    violates: () =>
      shared.route("credential-headers", {
        ipRestriction: shared.guard,
        requestHeaders: { add: { Authorization: "very-private-value-1", "X-Team": "edge" } },
        responseHeaders: { add: { "X-Note": "Bearer very-private-value-2" } },
      }),
    passes: () =>
      shared.route("plain-headers", {
        ipRestriction: shared.guard,
        requestHeaders: { add: { "X-Team": "edge", Authorization: "Bearer ${.oauth.access_token}" } },
      }),
  },
  "edge-ipp-unused": {
    at: ["unused"],
    violates: (edge, { metadata }) => {
      const unused = new edge.IpPolicy("unused", { metadata });
      new edge.IpPolicyRule("unused-rule", {
        ipPolicyId: unused.id,
        cidr: "192.0.2.0/24",
        action: "allow",
        metadata,
      });
    },
    passes: (edge, { metadata }) => {
      const named = new edge.IpPolicy("named-in-text", { metadata });
      exports.forOtherPrograms = { policies: [new edge.IpPolicy("exported", { metadata }).id] };
      const value = named.id.apply(
        (id) => `on_tcp_connect: [{ actions: [{ type: restrict-ips, config: { ip_policies: ["${id}"] } }] }]`,
      );
      new edge.TcpEdge("tcp-with-policy", { metadata, trafficPolicy: { value } });
    },
  },
  "edge-ipr-enforced": {
    // Of each type an account has one, and rules of the account ask for all others.
    at: ["only-warns"],
    violates: (edge, { metadata }) => {
      new edge.IpRestriction("only-warns", { type: "endpoints", ipPolicyIds: [shared.office.id], metadata });
    },
    passes: (edge) => new edge.IpRestriction("enforced", { type: "endpoints", ...shared.restriction }),
  },
  "edge-ipr-has-policy": {
    // A restriction that is on without policies fails before the rules are asked.
    at: ["module-without-policies"],
    violates: (edge, { metadata }) =>
      new edge.TcpEdge("module-without-policies", {
        metadata,
        ipRestriction: { enabled: false, ipPolicyIds: [] },
      }),
    passes: (edge, { metadata }) =>
      new edge.TcpEdge("with-policies", { metadata, ipRestriction: shared.guard }),
  },
  "edge-jwt-audience": {
    at: ["every-audience", "every-audience-route"],
    violates: () => {
      const trafficPolicy = { on_http_request: [{ actions: [shared.jwt()] }] };
      shared.endpoint("every-audience", trafficPolicy);
      shared.route("every-audience-route", { trafficPolicy: { value: JSON.stringify(trafficPolicy) } });
    },
    passes: () => {
      const others = {
        expressions: ["actions.ngrok.jwt_validation.tokens[0].payload.aud != 'shop'"],
        actions: [{ type: "deny" as const }],
      };
      const named = shared.jwt({ audience: { allow_list: [{ value: "shop" }] } });
      shared.endpoint("one-audience", { on_http_request: [{ actions: [named] }, others] });
      shared.endpoint("audience-later", { on_http_request: [{ actions: [shared.jwt()] }, others] });
    },
  },
  "edge-key-has-purpose": {
    at: ["no-purpose"],
    violates: () => shared.key("no-purpose", { description: " " }),
    passes: () => shared.key("with-purpose"),
  },
  "edge-key-one-consumer": {
    at: ["many-consumers"],
    violates: () =>
      shared.key("many-consumers", {
        metadata: JSON.stringify({ owner: "platform", repo: "infra", consumer: ["ci", "cd"] }),
      }),
    passes: () => shared.key("one-consumer"),
  },
  "edge-key-owner-is-bot": {
    at: ["of-a-person", "of-nobody"],
    violates: (edge, { keyMetadata }) => {
      shared.key("of-a-person", { ownerId: "usr_somebody" });
      new edge.ApiKey("of-nobody", { metadata: keyMetadata, description: "deploys" });
    },
    passes: (edge) => {
      shared.key("of-bot");
      const service = new edge.ServiceUser("service", { name: "service" });
      shared.key("of-service", { ownerId: service.id });
    },
  },
  "edge-meta-no-secret": {
    at: ["secret-in-metadata", "secret-in-description"],
    violates: (edge, { metadata }) => {
      new edge.TunnelGroupBackend("secret-in-metadata", {
        labels: { a: "b" },
        metadata: JSON.stringify({ owner: "platform", repo: "infra", password: "very-private-value-3" }),
      });
      const description = "AKIAABCDEFGHIJKLMNOP";
      new edge.TunnelGroupBackend("secret-in-description", { labels: { a: "b" }, description, metadata });
    },
    passes: (edge, { metadata }) => {
      const description = "commit 0123456789abcdef0123456789abcdef01234567, no token: see the wiki";
      new edge.TunnelGroupBackend("harmless", { labels: { a: "b" }, description, metadata });
    },
  },
  "edge-meta-owner": {
    at: ["no-owner", "no-repo", "nobodys-wildcard"],
    violates: (edge) => {
      new edge.TunnelGroupBackend("no-owner", { labels: { a: "b" } });
      new edge.TunnelGroupBackend("no-repo", {
        labels: { a: "b" },
        metadata: JSON.stringify({ owner: "platform" }),
      });
    },
    passes: (edge, { metadata }) => new edge.TunnelGroupBackend("owned", { labels: { a: "b" }, metadata }),
  },
  "edge-mtls-ca-valid": {
    at: ["expired", "may-not-sign"],
    violates: (edge, { metadata, expiredAuthority, mayNotSign, authority }) => {
      new edge.CertificateAuthority("expired", { caPem: `${authority}\n${expiredAuthority}`, metadata });
      new edge.CertificateAuthority("may-not-sign", { caPem: mayNotSign, metadata });
    },
    passes: (edge, { metadata, authority }) =>
      new edge.CertificateAuthority("valid", { caPem: authority, metadata, description: "valid" }),
  },
  "edge-mtls-has-ca": {
    at: ["mtls-without-ca", "module-without-ca"],
    violates: (edge, { metadata }) => {
      const tls = new edge.TlsEdge("mtls-without-ca", {
        metadata,
        mutualTls: { certificateAuthorityIds: [] },
      });
      new edge.TlsEdgeMutualTls("module-without-ca", { edgeId: tls.id, certificateAuthorityIds: [] });
    },
    passes: (edge, { metadata }) =>
      new edge.HttpsEdge("mtls-with-ca", {
        metadata,
        tlsTermination: { minVersion: "1.2" },
        mutualTls: { certificateAuthorityIds: [shared.clients.id] },
      }),
  },
  "edge-oauth-limited": {
    at: ["any-account", "any-account-endpoint", "any-account-issuer", "any-account-policy"],
    violates: () => {
      shared.endpoint("any-account-endpoint", {
        on_http_request: [{ actions: [shared.signOn] }, shared.denyPut],
      });
      shared.endpoint(
        "any-account-issuer",
        "on_http_request: [{ actions: [{ type: openid-connect, config: { issuer_url: https://accounts.google.com, client_id: a, client_secret: \"${secrets.get('app', 'oidc')}\", max_session_duration: 8h, idle_session_duration: 30m } }] }]",
      );
      shared.route("any-account-policy", {
        trafficPolicy: { value: { on_http_request: [{ actions: [shared.signOn] }] } },
      });
      shared.route("any-account", {
        oauth: {
          ...shared.session,
          provider: { google: { clientId: "id", clientSecret: "very-private-value-4", emailDomains: [] } },
        },
      });
    },
    passes: () => {
      shared.endpoint("our-accounts-endpoint", {
        on_http_request: [{ actions: [shared.signOn] }, shared.denyStrangers],
      });
      shared.route("our-accounts", {
        oauth: {
          ...shared.session,
          provider: {
            github: { clientId: "id", clientSecret: "very-private-value-5", organizations: ["acme"] },
          },
        },
      });
    },
  },
  "edge-oauth-own-app": {
    at: ["managed-app", "managed-app-endpoint"],
    violates: () => {
      shared.endpoint("managed-app-endpoint", {
        on_http_request: [
          {
            actions: [
              {
                type: "oauth",
                config: { provider: "google", max_session_duration: "8h", idle_session_timeout: "30m" },
              },
            ],
          },
          shared.denyStrangers,
        ],
      });
      shared.route("managed-app", {
        oauth: {
          ...shared.session,
          provider: { google: { emailDomains: ["example.com"] } },
        },
      });
    },
    passes: () =>
      shared.route("own-app", {
        oauth: {
          ...shared.session,
          provider: { google: { clientId: "id", clientSecret: "x", emailDomains: ["example.com"] } },
        },
      }),
  },
  "edge-oauth-preflight": {
    at: ["open-preflight", "open-preflight-endpoint"],
    violates: () => {
      shared.endpoint("open-preflight-endpoint", {
        on_http_request: [
          {
            actions: [
              {
                type: "openid-connect",
                config: {
                  ...shared.oidcApp,
                  issuer_url: "https://id.example.com",
                  allow_cors_preflight: true,
                },
              },
            ],
          },
          shared.denyNameless,
        ],
      });
      shared.route("open-preflight", {
        oidc: { ...shared.openId, optionsPassthrough: true },
      });
    },
    passes: () =>
      shared.route("closed-preflight", {
        oidc: { ...shared.openId, optionsPassthrough: false },
      }),
  },
  "edge-oidc-https": {
    at: ["plain-issuer", "plain-issuer-endpoint"],
    violates: () => {
      shared.endpoint("plain-issuer-endpoint", {
        on_http_request: [
          {
            actions: [
              { type: "openid-connect", config: { ...shared.oidcApp, issuer_url: "http://id.example.com" } },
            ],
          },
          shared.denyNameless,
        ],
      });
      shared.route("plain-issuer", {
        oidc: { ...shared.openId, issuer: "http://id.example.com" },
      });
    },
    passes: () =>
      shared.route("https-issuer", {
        oidc: shared.openId,
      }),
  },
  "edge-policy-credential": {
    at: ["plain-credential", "plain-credential-text", "plain-key"],
    violates: (edge, { metadata }) => {
      shared.endpoint("plain-credential", {
        on_http_request: [
          {
            actions: [
              { type: "basic-auth", config: { credentials: ["ops:hunter2hunter2", "dev:hunter2hunter2"] } },
            ],
          },
        ],
      });
      shared.route("plain-credential-text", {
        trafficPolicy: {
          value:
            "on_http_request: [{ actions: [{ type: verify-webhook, config: { provider: github, secret: very-private-value-8 } }] }]",
        },
      });
      new edge.TlsEdge("plain-key", {
        trafficPolicy: {
          value: {
            on_tcp_connect: [
              {
                actions: [
                  {
                    type: "terminate-tls",
                    config: { server_certificate: "a", server_private_key: "very-private-value-9" },
                  },
                ],
              },
            ],
          },
        },
        metadata,
      });
    },
    passes: () => {
      const credentials = ["ops:${secrets.get('app', 'ops')}"];
      shared.endpoint("credential-in-vault", {
        on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials } }] }],
      });
    },
  },
  "edge-route-has-guard": {
    at: ["open-route", "guard-that-is-off"],
    violates: () => {
      shared.route("open-route", { userAgentFilter: { deny: ["curl"] } });
      const trafficPolicy = { enabled: false, value: { on_http_request: [] } };
      shared.route("guard-that-is-off", { trafficPolicy });
    },
    passes: (edge, { metadata }) => {
      const mutualTls = { certificateAuthorityIds: [shared.clients.id] };
      const tlsTermination = { minVersion: "1.2" };
      const guarded = new edge.HttpsEdge("mtls-edge", { metadata, mutualTls, tlsTermination });
      shared.route("behind-mtls", { edgeId: guarded.id, match: "/" });
      shared.route("office-only", { ipRestriction: shared.guard });
      const unknown = shared.office.id.apply((id) => ({ ipPolicyIds: [id] }));
      shared.route("guarded-by-output", { ipRestriction: unknown });
      shared.route("public-page", { match: "/public" });
    },
  },
  "edge-saml-groups": {
    at: ["all-groups"],
    violates: () =>
      shared.route("all-groups", { saml: { idpMetadata: "<EntityDescriptor/>", ...shared.session } }),
    passes: () => shared.route("one-group", { saml: shared.saml }),
  },
  "edge-saml-idp-initiated": {
    at: ["idp-initiated"],
    violates: () => shared.route("idp-initiated", { saml: { ...shared.saml, allowIdpInitiated: true } }),
    passes: () => shared.route("edge-initiated", { saml: { ...shared.saml, allowIdpInitiated: false } }),
  },
  "edge-session-limits": {
    at: ["endless-session", "endless-session-endpoint"],
    violates: () => {
      const config = { ...shared.signOn.config, max_session_duration: "24h" };
      shared.endpoint("endless-session-endpoint", {
        on_http_request: [{ actions: [{ type: "oauth", config }] }, shared.denyStrangers],
      });
      shared.route("endless-session", {
        saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["staff"], maximumDuration: 90_000 },
      });
    },
    passes: () =>
      shared.route("short-session", {
        saml: { ...shared.saml, maximumDuration: 28_800, inactivityTimeout: 1_800 },
      }),
  },
  "edge-ssh-extensions": {
    at: ["forwards"],
    violates: () =>
      shared.userCertificate("forwards", ["ann"], {
        extensions: { "permit-pty": "", "permit-port-forwarding": "", "permit-X11-forwarding": "" },
      }),
    passes: () => shared.userCertificate("terminal-only", ["ann"], { extensions: { "permit-pty": "" } }),
  },
  "edge-ssh-host-principals": {
    at: ["any-host"],
    violates: () => shared.hostCertificate("any-host", { principals: undefined }),
    passes: () => shared.hostCertificate("one-host"),
  },
  "edge-ssh-key-type": {
    at: ["rsa-key", "rsa-credential"],
    violates: (edge, { metadata, rsaPublicKey }) => {
      shared.hostCertificate("rsa-key", { publicKey: rsaPublicKey });
      new edge.SshCredential("rsa-credential", { publicKey: rsaPublicKey, metadata });
    },
    passes: (edge, { metadata, publicKey }) =>
      new edge.SshCredential("ed25519-credential", { publicKey, metadata }),
  },
  "edge-ssh-principals": {
    at: ["any-user"],
    violates: () => shared.userCertificate("any-user", []),
    passes: () => shared.userCertificate("one-user", ["ann"]),
  },
  "edge-ssh-source-address": {
    at: ["ci-from-anywhere", "forced-from-anywhere"],
    violates: () => {
      shared.userCertificate("ci-from-anywhere", ["ci"]);
      const criticalOptions = { "force-command": "/bin/backup" };
      shared.userCertificate("forced-from-anywhere", ["ann"], { criticalOptions });
    },
    passes: () =>
      shared.userCertificate("ci-from-network", ["ci"], {
        criticalOptions: { "source-address": "192.0.2.0/24" },
      }),
  },
  "edge-ssh-ttl": {
    at: ["two-days", "two-years"],
    violates: (_edge, { inTwoDays, inTwoYears }) => {
      shared.userCertificate("two-days", ["ann"], { validUntil: inTwoDays });
      shared.hostCertificate("two-years", { validUntil: inTwoYears });
    },
    passes: (_edge, { inTwelveHours, inTenMonths }) => {
      shared.userCertificate("twelve-hours", ["ann"], { validUntil: inTwelveHours });
      shared.hostCertificate("ten-months", { validUntil: inTenMonths });
    },
  },
  "edge-tls-min-version": {
    at: ["tls-1-0", "tls-of-service", "tls-of-nobody", "module-tls-1-1"],
    violates: (edge, { metadata }) => {
      new edge.HttpsEdge("tls-of-nobody", { metadata });
      new edge.TlsEdge("tls-1-0", { metadata, tlsTermination: { minVersion: "1.0" } });
      new edge.HttpsEdge("tls-of-service", { metadata, tlsTermination: {} });
      const bare = new edge.TlsEdge("bare-for-tls", { metadata });
      new edge.TlsEdgeTlsTermination("module-tls-1-1", { edgeId: bare.id, minVersion: "1.1" });
    },
    passes: (edge, { metadata }) => {
      new edge.TlsEdge("tls-1-3", { metadata, tlsTermination: { minVersion: "1.3" } });
      new edge.TlsEdge("tls-at-upstream", { metadata, tlsTermination: { terminateAt: "upstream" } });
    },
  },
  "edge-tls-upstream-alone": {
    at: ["policy-at-upstream", "restricted-at-upstream", "module-at-upstream"],
    violates: (edge, { metadata }) => {
      const trafficPolicy = { value: { on_tcp_connect: [] } };
      new edge.TlsEdge("policy-at-upstream", {
        metadata,
        tlsTermination: { terminateAt: "upstream" },
        trafficPolicy,
      });
      new edge.TlsEdge("restricted-at-upstream", {
        metadata,
        tlsTermination: { terminateAt: "upstream" },
        ipRestriction: shared.guard,
      });
      const certificateAuthorityIds = [shared.clients.id];
      const tls = new edge.TlsEdge("module-at-upstream", {
        metadata,
        mutualTls: { certificateAuthorityIds },
      });
      new edge.TlsEdgeTlsTermination("upstream", { edgeId: tls.id, terminateAt: "upstream" });
    },
    passes: (edge, { metadata }) =>
      new edge.TlsEdge("alone-at-upstream", {
        metadata,
        tlsTermination: { terminateAt: "upstream" },
        backend: { backendId: shared.first.id },
      }),
  },
  "edge-webhook-secret": {
    // The class already rejects a webhook without any secret.
    at: ["blank-secret"],
    violates: () =>
      shared.route("blank-secret", {
        webhookVerification: { provider: "github", secret: " " },
      }),
    passes: () => {
      const github = { provider: "github", secret: "very-private-value-6" };
      shared.route("with-secret", { webhookVerification: github });
      shared.route("sns", { webhookVerification: { provider: "sns" } });
    },
  },
};

/** Rules whose violation shows only in the service's responses. */
export const AFTER_UP: readonly RuleId[] = ["edge-dom-dns-error", "edge-key-max-age"];
