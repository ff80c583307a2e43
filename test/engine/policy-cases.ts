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

/** Resources that satisfy the other rules, so that each program violates one rule only. */
export const COMMON: Declare = (edge, { metadata, authority }) => {
  const office = new edge.IpPolicy("office", { metadata });
  const shared = {
    office,
    guard: { ipPolicyIds: [office.id] },
    restriction: { ipPolicyIds: [office.id], enforced: true, metadata },
    bot: new edge.BotUser("bot", { name: "bot" }),
    clients: new edge.CertificateAuthority("clients", { caPem: authority, metadata }),
    sshAuthority: new edge.SshCertificateAuthority("ssh", { metadata }),
    edge: new edge.HttpsEdge("edge", { metadata, tlsTermination: { minVersion: "1.2" } }),
    first: new edge.TunnelGroupBackend("first", { labels: { app: "one" }, metadata }),
    second: new edge.TunnelGroupBackend("second", { labels: { app: "two" }, metadata }),
  };
  Object.assign(globalThis, { shared });
};

/** The resources that COMMON shares with the others. */
declare const shared: Shared;

export interface Shared {
  office: sdk.IpPolicy;
  guard: { ipPolicyIds: sdk.IpPolicy["id"][] };
  restriction: { ipPolicyIds: sdk.IpPolicy["id"][]; enforced: boolean; metadata: string };
  bot: sdk.BotUser;
  clients: sdk.CertificateAuthority;
  sshAuthority: sdk.SshCertificateAuthority;
  edge: sdk.HttpsEdge;
  first: sdk.TunnelGroupBackend;
  second: sdk.TunnelGroupBackend;
}

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
    at: ["admin-by-path-alone", "admin-by-forward", "admin-by-method"],
    violates: (edge, { metadata }) => {
      const office = { type: "restrict-ips" as const, config: { allow: ["192.0.2.0/24"] } };
      new edge.Endpoint("admin-by-path-alone", {
        url: "https://admin1.example.com",
        trafficPolicy: {
          on_http_request: [{ expressions: ["req.url.path == '/admin'"], actions: [office] }],
        },
        metadata,
      });
      new edge.Endpoint("admin-inside", {
        url: "https://admin.internal",
        trafficPolicy: {
          on_http_request: [{ expressions: ["req.method == 'DELETE'"], actions: [{ type: "deny" }] }],
        },
        metadata,
      });
      new edge.Endpoint("admin-by-forward", {
        url: "https://admin2.example.com",
        trafficPolicy: {
          on_http_request: [
            {
              expressions: ["req.url.path.startsWith('/admin')"],
              actions: [{ type: "forward-internal", config: { url: "https://admin.internal:443" } }],
            },
            { actions: [office] },
          ],
        },
        metadata,
      });
      new edge.HttpsEdgeRoute("admin-by-method", {
        edgeId: shared.edge.id,
        matchType: "path_prefix",
        match: "/wp-admin",
        metadata,
        trafficPolicy: {
          value:
            "on_http_request:\n  - expressions: ['req.url.path.startsWith(\"/wp-admin\")', 'req.method == \"GET\"']\n    actions: [{ type: deny }]\n",
        },
      });
    },
    passes: (edge, { metadata }) => {
      const office = { type: "restrict-ips" as const, config: { allow: ["192.0.2.0/24"] } };
      const actions = [{ type: "forward-internal" as const, config: { url: "https://guarded.internal" } }];
      const admin = ["req.url.path.startsWith('/admin')"];
      new edge.Endpoint("guarded-inside", {
        url: "https://guarded.internal",
        trafficPolicy: { on_http_request: [{ actions: [office] }] },
        metadata,
      });
      new edge.Endpoint("guarded-admin", {
        url: "https://admin4.example.com",
        trafficPolicy: { on_http_request: [{ expressions: admin, actions: [office] }, { actions }] },
        metadata,
      });
      new edge.Endpoint("admin-guarded-inside", {
        url: "https://admin5.example.com",
        trafficPolicy: { on_http_request: [{ expressions: admin, actions }, { actions: [office] }] },
        metadata,
      });
      new edge.HttpsEdgeRoute("admin-by-module", {
        edgeId: shared.edge.id,
        matchType: "path_prefix",
        match: "/guarded-admin",
        metadata,
        ipRestriction: shared.guard,
        trafficPolicy: {
          value: {
            on_http_request: [
              {
                expressions: ["req.url.path == '/admin'"],
                actions: [{ type: "log", config: { metadata: {} } }],
              },
            ],
          },
        },
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
    at: ["other-name", "apex-of-wildcard"],
    violates: (edge, { metadata, other, good }) => {
      const certificate = new edge.TlsCertificate("for-other", { ...other, metadata });
      const wildcard = new edge.TlsCertificate("for-subdomains", { ...good, metadata });
      const domain = { metadata, releaseProtection: true };
      new edge.ReservedDomain("other-name", {
        domain: "x.example.com",
        certificateId: certificate.id,
        ...domain,
      });
      new edge.ReservedDomain("apex-of-wildcard", {
        domain: "a.b.shop.example.com",
        certificateId: wildcard.id,
        ...domain,
      });
    },
    passes: (edge, { metadata, good }) => {
      const certificate = new edge.TlsCertificate("covering", { ...good, metadata });
      const domain = { certificateId: certificate.id, metadata, releaseProtection: true };
      new edge.ReservedDomain("by-wildcard", { domain: "eu.shop.example.com", ...domain });
      new edge.ReservedDomain("by-itself", { domain: "*.shop.example.com", ...domain });
      new edge.ReservedDomain("by-common-name", { domain: "shop.example.com", ...domain });
    },
  },
  "edge-cert-ecdsa": {
    at: ["rsa-certificates"],
    violates: (edge, { metadata }) =>
      new edge.ReservedDomain("rsa-certificates", {
        domain: "rsa.example.com",
        certificateManagementPolicy: { privateKeyType: "rsa" },
        releaseProtection: true,
        metadata,
      }),
    passes: (edge, { metadata }) =>
      new edge.ReservedDomain("ecdsa-certificates", {
        domain: "ecdsa.example.com",
        certificateManagementPolicy: { privateKeyType: "ecdsa" },
        releaseProtection: true,
        metadata,
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
    at: ["uploaded", "other-name", "apex-of-wildcard"],
    violates: (edge, { metadata, good }) =>
      new edge.ReservedDomain("uploaded", {
        domain: "new.shop.example.com",
        certificateId: new edge.TlsCertificate("for-uploaded", { ...good, metadata }).id,
        releaseProtection: true,
        metadata,
      }),
    passes: (edge, { metadata }) =>
      new edge.ReservedDomain("managed", {
        domain: "managed.example.com",
        certificateManagementPolicy: {},
        releaseProtection: true,
        metadata,
      }),
  },
  "edge-dom-region": {
    at: ["with-region"],
    violates: (edge, { metadata }) =>
      new edge.ReservedDomain("with-region", {
        domain: "region.example.com",
        region: "eu",
        releaseProtection: true,
        metadata,
      }),
    passes: (edge, { metadata }) =>
      new edge.ReservedDomain("global", { domain: "global.example.com", releaseProtection: true, metadata }),
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
    passes: (edge, { metadata }) =>
      new edge.ReservedDomain("our-wildcard", {
        domain: "*.tame.example.com",
        releaseProtection: true,
        metadata,
      }),
  },
  "edge-endpoint-https": {
    at: ["plain-http"],
    violates: (edge, { metadata }) =>
      new edge.Endpoint("plain-http", {
        url: "http://plain.example.com",
        trafficPolicy: { on_http_request: [{ actions: [{ type: "deny" }] }] },
        metadata,
      }),
    passes: (edge, { metadata }) =>
      new edge.Endpoint("https", {
        url: "https://safe.example.com",
        trafficPolicy: { on_http_request: [{ actions: [{ type: "deny" }] }] },
        metadata,
      }),
  },
  "edge-endpoint-policy": {
    at: ["judged-only", "open-endpoint", "open-endpoint-yaml"],
    violates: (edge, { metadata }) => {
      const url = "https://open.example.com";
      new edge.Endpoint("open-endpoint", { url, trafficPolicy: {}, metadata });
      const config = { enforce: false, allow: ["192.0.2.0/24"] };
      const action = "actions.ngrok.restrict_ips.action";
      new edge.Endpoint("judged-only", {
        url: "https://open3.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [{ type: "restrict-ips", config }] },
            {
              expressions: [`${action} == 'deny'`],
              actions: [{ type: "log", config: { metadata: { by: "address" } } }],
            },
          ],
        },
        metadata,
      });
      const yaml =
        "on_http_request:\n  - actions:\n      - type: add-headers\n        config: { headers: { a: b } }\n";
      new edge.Endpoint("open-endpoint-yaml", {
        url: "https://open2.example.com",
        trafficPolicy: yaml,
        metadata,
      });
    },
    passes: (edge, { metadata }) => {
      const trafficPolicy =
        "on_http_request:\n  - actions:\n      - type: openid-connect\n        config: { issuer_url: https://id.example.com, client_id: a, client_secret: \"${secrets.get('app', 'oidc')}\" }\n";
      new edge.Endpoint("guarded-endpoint", { url: "https://guarded.example.com", trafficPolicy, metadata });
    },
  },
  "edge-endpoint-pooling": {
    at: ["shared-url"],
    violates: (edge, { metadata }) =>
      new edge.Endpoint("shared-url", {
        url: "https://shared.example.com",
        trafficPolicy: { on_http_request: [{ actions: [{ type: "deny" }] }] },
        poolingEnabled: true,
        metadata,
      }),
    passes: (edge, { metadata }) =>
      new edge.Endpoint("own-url", {
        url: "https://own.example.com",
        trafficPolicy: { on_http_request: [{ actions: [{ type: "deny" }] }] },
        poolingEnabled: false,
        metadata,
      }),
  },
  "edge-guard-disabled": {
    at: [
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
      new edge.Endpoint("endpoint-guard-off", {
        url: "https://guard-off.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [judging] },
            { expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] },
          ],
        },
        metadata,
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
      new edge.HttpsEdgeRoute("route-policy-guard-off", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/policy-guard-off",
        metadata,
        trafficPolicy: { value: { on_http_request: [{ actions: [judging] }] } },
      });
      const off = { enabled: false, ...shared.guard };
      const mutualTls = { enabled: false, certificateAuthorityIds: [shared.clients.id] };
      new edge.TlsEdge("guards-off", { metadata, ipRestriction: off, mutualTls });
      new edge.TcpEdge("tcp-guard-off", { metadata, ipRestriction: off });
      new edge.HttpsEdge("https-mtls-off", { metadata, mutualTls, tlsTermination: { minVersion: "1.2" } });
      new edge.HttpsEdgeRoute("route-guards-off", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/off",
        metadata,
        userAgentFilter: { enabled: false, deny: ["curl"] },
        trafficPolicy: { value: { on_http_request: [] } },
      });
      const tcp = new edge.TcpEdge("bare-tcp", { metadata });
      new edge.TcpEdgeIpRestriction("tcp-module-off", { edgeId: tcp.id, ...off });
      const tls = new edge.TlsEdge("bare-tls", { metadata });
      new edge.TlsEdgeMutualTls("mtls-module-off", { edgeId: tls.id, ...mutualTls });
    },
    passes: (edge, { metadata }) => {
      const config = { enforce: false, allow: ["192.0.2.0/24"] };
      new edge.Endpoint("guard-read-later", {
        url: "https://read-later.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [{ type: "restrict-ips", config }] },
            { expressions: ["actions.ngrok.restrict_ips.action == 'deny'"], actions: [{ type: "deny" }] },
          ],
        },
        metadata,
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
    violates: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("credential-headers", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/headers",
        metadata,
        ipRestriction: shared.guard,
        requestHeaders: { add: { Authorization: "very-private-value-1", "X-Team": "edge" } },
        responseHeaders: { add: { "X-Note": "Bearer very-private-value-2" } },
      }),
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("plain-headers", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/plain-headers",
        metadata,
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
    at: ["only-warns", "by-default"],
    violates: (edge, { metadata }) => {
      const restriction = { type: "endpoints" as const, ipPolicyIds: [shared.office.id], metadata };
      new edge.IpRestriction("only-warns", { ...restriction, enforced: false });
      new edge.IpRestriction("by-default", restriction);
    },
    passes: (edge) => new edge.IpRestriction("enforced", { type: "endpoints", ...shared.restriction }),
  },
  "edge-ipr-has-policy": {
    at: ["without-policies", "module-without-policies"],
    violates: (edge, { metadata }) => {
      new edge.IpRestriction("without-policies", {
        type: "endpoints",
        ipPolicyIds: [],
        enforced: true,
        metadata,
      });
      new edge.TcpEdge("module-without-policies", { metadata, ipRestriction: { ipPolicyIds: [] } });
    },
    passes: (edge, { metadata }) =>
      new edge.TcpEdge("with-policies", { metadata, ipRestriction: shared.guard }),
  },
  "edge-jwt-audience": {
    at: ["every-audience", "every-audience-route"],
    violates: (edge, { metadata }) => {
      const trafficPolicy = {
        on_http_request: [
          {
            actions: [
              {
                type: "jwt-validation" as const,
                config: {
                  issuer: { allow_list: [{ value: "https://id.example.com" }] },
                  http: {
                    tokens: [
                      {
                        type: "jwt" as const,
                        method: "header" as const,
                        name: "Authorization",
                        prefix: "Bearer ",
                      },
                    ],
                  },
                  jws: {
                    allowed_algorithms: ["RS256"],
                    keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
                  },
                },
              },
            ],
          },
        ],
      };
      const url = "https://jwt.example.com";
      new edge.Endpoint("every-audience", { url, trafficPolicy, metadata });
      new edge.HttpsEdgeRoute("every-audience-route", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/every-audience",
        metadata,
        trafficPolicy: { value: JSON.stringify(trafficPolicy) },
      });
    },
    passes: (edge, { metadata }) => {
      const jwt = (more: object) => ({
        on_http_request: [
          {
            actions: [
              {
                type: "jwt-validation" as const,
                config: {
                  issuer: { allow_list: [{ value: "https://id.example.com" }] },
                  http: {
                    tokens: [
                      {
                        type: "jwt" as const,
                        method: "header" as const,
                        name: "Authorization",
                        prefix: "Bearer ",
                      },
                    ],
                  },
                  jws: {
                    allowed_algorithms: ["RS256"],
                    keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
                  },
                  ...more,
                },
              },
            ],
          },
          {
            expressions: ["actions.ngrok.jwt_validation.tokens[0].payload.aud != 'shop'"],
            actions: [{ type: "deny" as const }],
          },
        ],
      });
      const audience = { allow_list: [{ value: "shop" }] };
      const named = jwt({ audience });
      new edge.Endpoint("one-audience", { url: "https://jwt2.example.com", trafficPolicy: named, metadata });
      const compared = jwt({});
      new edge.Endpoint("audience-later", {
        url: "https://jwt3.example.com",
        trafficPolicy: compared,
        metadata,
      });
    },
  },
  "edge-key-has-purpose": {
    at: ["no-purpose"],
    violates: (edge, { keyMetadata }) =>
      new edge.ApiKey("no-purpose", { ownerId: shared.bot.id, metadata: keyMetadata, description: " " }),
    passes: (edge, { keyMetadata }) =>
      new edge.ApiKey("with-purpose", {
        ownerId: shared.bot.id,
        metadata: keyMetadata,
        description: "deploys",
      }),
  },
  "edge-key-one-consumer": {
    at: ["many-consumers"],
    violates: (edge) =>
      new edge.ApiKey("many-consumers", {
        ownerId: shared.bot.id,
        description: "deploys",
        metadata: JSON.stringify({ owner: "platform", repo: "infra", consumer: ["ci", "cd"] }),
      }),
    passes: (edge, { keyMetadata }) =>
      new edge.ApiKey("one-consumer", {
        ownerId: shared.bot.id,
        metadata: keyMetadata,
        description: "deploys",
      }),
  },
  "edge-key-owner-is-bot": {
    at: ["of-a-person", "of-nobody"],
    violates: (edge, { keyMetadata }) => {
      new edge.ApiKey("of-a-person", {
        ownerId: "usr_somebody",
        metadata: keyMetadata,
        description: "deploys",
      });
      new edge.ApiKey("of-nobody", { metadata: keyMetadata, description: "deploys" });
    },
    passes: (edge, { keyMetadata }) => {
      new edge.ApiKey("of-bot", { ownerId: shared.bot.id, metadata: keyMetadata, description: "deploys" });
      const service = new edge.ServiceUser("service", { name: "service" });
      new edge.ApiKey("of-service", { ownerId: service.id, metadata: keyMetadata, description: "deploys" });
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
    at: ["expired", "no-authority", "may-not-sign"],
    violates: (edge, { metadata, expiredAuthority, noAuthority, mayNotSign, authority }) => {
      new edge.CertificateAuthority("expired", { caPem: `${authority}\n${expiredAuthority}`, metadata });
      new edge.CertificateAuthority("no-authority", { caPem: noAuthority, metadata });
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
    violates: (edge, { metadata }) => {
      const signIn = {
        type: "oauth" as const,
        config: { provider: "google", client_id: "a", client_secret: "${secrets.get('app', 'oauth')}" },
      };
      new edge.Endpoint("any-account-endpoint", {
        url: "https://any.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [signIn] },
            { expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] },
          ],
        },
        metadata,
      });
      new edge.Endpoint("any-account-issuer", {
        url: "https://any2.example.com",
        trafficPolicy:
          "on_http_request: [{ actions: [{ type: openid-connect, config: { issuer_url: https://accounts.google.com } }] }]",
        metadata,
      });
      new edge.HttpsEdgeRoute("any-account-policy", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/any-account-policy",
        metadata,
        trafficPolicy: { value: { on_http_request: [{ actions: [signIn] }] } },
      });
      new edge.HttpsEdgeRoute("any-account", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/any-account",
        metadata,
        oauth: {
          maximumDuration: 3600,
          inactivityTimeout: 600,
          provider: { google: { clientId: "id", clientSecret: "very-private-value-4", emailDomains: [] } },
        },
      });
    },
    passes: (edge, { metadata }) => {
      const config = { provider: "google", client_id: "a", client_secret: "${secrets.get('app', 'oauth')}" };
      new edge.Endpoint("our-accounts-endpoint", {
        url: "https://our.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [{ type: "oauth", config }] },
            {
              expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
              actions: [{ type: "deny" }],
            },
          ],
        },
        metadata,
      });
      new edge.HttpsEdgeRoute("our-accounts", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/our-accounts",
        metadata,
        oauth: {
          maximumDuration: 3600,
          inactivityTimeout: 600,
          provider: {
            github: { clientId: "id", clientSecret: "very-private-value-5", organizations: ["acme"] },
          },
        },
      });
    },
  },
  "edge-oauth-own-app": {
    at: ["managed-app", "managed-app-endpoint"],
    violates: (edge, { metadata }) => {
      new edge.Endpoint("managed-app-endpoint", {
        url: "https://managed-app.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [{ type: "oauth", config: { provider: "google" } }] },
            {
              expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"],
              actions: [{ type: "deny" }],
            },
          ],
        },
        metadata,
      });
      new edge.HttpsEdgeRoute("managed-app", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/managed-app",
        metadata,
        oauth: {
          maximumDuration: 3600,
          inactivityTimeout: 600,
          provider: { google: { emailDomains: ["example.com"] } },
        },
      });
    },
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("own-app", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/own-app",
        metadata,
        oauth: {
          maximumDuration: 3600,
          inactivityTimeout: 600,
          provider: { google: { clientId: "id", clientSecret: "x", emailDomains: ["example.com"] } },
        },
      }),
  },
  "edge-oauth-preflight": {
    at: ["open-preflight", "open-preflight-endpoint"],
    violates: (edge, { metadata }) => {
      new edge.Endpoint("open-preflight-endpoint", {
        url: "https://open-preflight.example.com",
        trafficPolicy: {
          on_http_request: [
            {
              actions: [
                {
                  type: "openid-connect",
                  config: { issuer_url: "https://id.example.com", allow_cors_preflight: true },
                },
              ],
            },
            {
              expressions: ["actions.ngrok.oidc.identity.email == ''"],
              actions: [{ type: "deny" }],
            },
          ],
        },
        metadata,
      });
      new edge.HttpsEdgeRoute("open-preflight", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/open-preflight",
        metadata,
        oidc: {
          optionsPassthrough: true,
          maximumDuration: 3600,
          inactivityTimeout: 600,
          issuer: "https://id.example.com",
          clientId: "id",
          clientSecret: "x",
        },
      });
    },
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("closed-preflight", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/closed-preflight",
        metadata,
        oidc: {
          optionsPassthrough: false,
          maximumDuration: 3600,
          inactivityTimeout: 600,
          issuer: "https://id.example.com",
          clientId: "id",
          clientSecret: "x",
        },
      }),
  },
  "edge-oidc-https": {
    at: ["plain-issuer", "plain-issuer-endpoint"],
    violates: (edge, { metadata }) => {
      new edge.Endpoint("plain-issuer-endpoint", {
        url: "https://plain-issuer.example.com",
        trafficPolicy: {
          on_http_request: [
            { actions: [{ type: "openid-connect", config: { issuer_url: "http://id.example.com" } }] },
            {
              expressions: ["actions.ngrok.oidc.identity.email == ''"],
              actions: [{ type: "deny" }],
            },
          ],
        },
        metadata,
      });
      new edge.HttpsEdgeRoute("plain-issuer", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/plain-issuer",
        metadata,
        oidc: {
          maximumDuration: 3600,
          inactivityTimeout: 600,
          issuer: "http://id.example.com",
          clientId: "id",
          clientSecret: "x",
        },
      });
    },
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("https-issuer", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/https-issuer",
        metadata,
        oidc: {
          maximumDuration: 3600,
          inactivityTimeout: 600,
          issuer: "https://id.example.com",
          clientId: "id",
          clientSecret: "x",
        },
      }),
  },
  "edge-policy-credential": {
    at: ["plain-credential", "plain-credential-text", "plain-key"],
    violates: (edge, { metadata }) => {
      new edge.Endpoint("plain-credential", {
        url: "https://plain-credential.example.com",
        trafficPolicy: {
          on_http_request: [
            {
              actions: [
                { type: "basic-auth", config: { credentials: ["ops:hunter2hunter2", "dev:hunter2hunter2"] } },
              ],
            },
          ],
        },
        metadata,
      });
      new edge.HttpsEdgeRoute("plain-credential-text", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/plain-credential",
        metadata,
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
    passes: (edge, { metadata }) => {
      const credentials = ["ops:${secrets.get('app', 'ops')}"];
      new edge.Endpoint("credential-in-vault", {
        url: "https://vault-credential.example.com",
        trafficPolicy: { on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials } }] }] },
        metadata,
      });
    },
  },
  "edge-route-has-guard": {
    at: ["open-route", "guard-that-is-off"],
    violates: (edge, { metadata }) => {
      const route = { edgeId: shared.edge.id, matchType: "exact_path", metadata } as const;
      new edge.HttpsEdgeRoute("open-route", {
        ...route,
        match: "/open",
        userAgentFilter: { deny: ["curl"] },
      });
      const trafficPolicy = { enabled: false, value: { on_http_request: [] } };
      new edge.HttpsEdgeRoute("guard-that-is-off", { ...route, match: "/off-guard", trafficPolicy });
    },
    passes: (edge, { metadata }) => {
      const mutualTls = { certificateAuthorityIds: [shared.clients.id] };
      const tlsTermination = { minVersion: "1.2" };
      const guarded = new edge.HttpsEdge("mtls-edge", { metadata, mutualTls, tlsTermination });
      const route = { matchType: "exact_path", metadata } as const;
      new edge.HttpsEdgeRoute("behind-mtls", { ...route, edgeId: guarded.id, match: "/" });
      new edge.HttpsEdgeRoute("office-only", {
        ...route,
        edgeId: shared.edge.id,
        match: "/office",
        ipRestriction: shared.guard,
      });
      const unknown = shared.office.id.apply((id) => ({ ipPolicyIds: [id] }));
      new edge.HttpsEdgeRoute("guarded-by-output", {
        ...route,
        edgeId: shared.edge.id,
        match: "/output",
        ipRestriction: unknown,
      });
      new edge.HttpsEdgeRoute("public-page", { ...route, edgeId: shared.edge.id, match: "/public" });
    },
  },
  "edge-saml-groups": {
    at: ["all-groups"],
    violates: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("all-groups", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/all-groups",
        metadata,
        saml: { idpMetadata: "<EntityDescriptor/>", maximumDuration: 3600, inactivityTimeout: 600 },
      }),
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("one-group", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/one-group",
        metadata,
        saml: {
          idpMetadata: "<EntityDescriptor/>",
          authorizedGroups: ["staff"],
          maximumDuration: 3600,
          inactivityTimeout: 600,
        },
      }),
  },
  "edge-saml-idp-initiated": {
    at: ["idp-initiated"],
    violates: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("idp-initiated", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/idp-initiated",
        metadata,
        saml: {
          idpMetadata: "<EntityDescriptor/>",
          allowIdpInitiated: true,
          authorizedGroups: ["staff"],
          maximumDuration: 3600,
          inactivityTimeout: 600,
        },
      }),
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("edge-initiated", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/edge-initiated",
        metadata,
        saml: {
          idpMetadata: "<EntityDescriptor/>",
          allowIdpInitiated: false,
          authorizedGroups: ["staff"],
          maximumDuration: 3600,
          inactivityTimeout: 600,
        },
      }),
  },
  "edge-session-limits": {
    at: ["endless-session"],
    violates: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("endless-session", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/endless-session",
        metadata,
        saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["staff"], maximumDuration: 90_000 },
      }),
    passes: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("short-session", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/short-session",
        metadata,
        saml: {
          idpMetadata: "<EntityDescriptor/>",
          authorizedGroups: ["staff"],
          maximumDuration: 28_800,
          inactivityTimeout: 1_800,
        },
      }),
  },
  "edge-ssh-extensions": {
    at: ["forwards"],
    violates: (edge, { metadata, publicKey }) =>
      new edge.SshUserCertificate("forwards", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        principals: ["ann"],
        extensions: { "permit-pty": "", "permit-port-forwarding": "", "permit-X11-forwarding": "" },
        metadata,
      }),
    passes: (edge, { metadata, publicKey }) =>
      new edge.SshUserCertificate("terminal-only", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        principals: ["ann"],
        extensions: { "permit-pty": "" },
        metadata,
      }),
  },
  "edge-ssh-host-principals": {
    at: ["any-host"],
    violates: (edge, { metadata, publicKey }) =>
      new edge.SshHostCertificate("any-host", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        metadata,
      }),
    passes: (edge, { metadata, publicKey }) =>
      new edge.SshHostCertificate("one-host", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        principals: ["db.example.com"],
        metadata,
      }),
  },
  "edge-ssh-key-type": {
    at: ["rsa-key", "rsa-credential"],
    violates: (edge, { metadata, rsaPublicKey }) => {
      new edge.SshHostCertificate("rsa-key", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey: rsaPublicKey,
        principals: ["db.example.com"],
        metadata,
      });
      new edge.SshCredential("rsa-credential", { publicKey: rsaPublicKey, metadata });
    },
    passes: (edge, { metadata, publicKey }) =>
      new edge.SshCredential("ed25519-credential", { publicKey, metadata }),
  },
  "edge-ssh-principals": {
    at: ["any-user"],
    violates: (edge, { metadata, publicKey }) =>
      new edge.SshUserCertificate("any-user", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        principals: [],
        metadata,
      }),
    passes: (edge, { metadata, publicKey }) =>
      new edge.SshUserCertificate("one-user", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        principals: ["ann"],
        metadata,
      }),
  },
  "edge-ssh-source-address": {
    at: ["ci-from-anywhere", "forced-from-anywhere"],
    violates: (edge, { metadata, publicKey }) => {
      const certificate = { sshCertificateAuthorityId: shared.sshAuthority.id, publicKey, metadata };
      new edge.SshUserCertificate("ci-from-anywhere", { ...certificate, principals: ["ci"] });
      const criticalOptions = { "force-command": "/bin/backup" };
      new edge.SshUserCertificate("forced-from-anywhere", {
        ...certificate,
        principals: ["ann"],
        criticalOptions,
      });
    },
    passes: (edge, { metadata, publicKey }) =>
      new edge.SshUserCertificate("ci-from-network", {
        sshCertificateAuthorityId: shared.sshAuthority.id,
        publicKey,
        principals: ["ci"],
        criticalOptions: { "source-address": "192.0.2.0/24" },
        metadata,
      }),
  },
  "edge-ssh-ttl": {
    at: ["two-days", "two-years"],
    violates: (edge, { metadata, publicKey, inTwoDays, inTwoYears }) => {
      const certificate = { sshCertificateAuthorityId: shared.sshAuthority.id, publicKey, metadata };
      new edge.SshUserCertificate("two-days", { ...certificate, principals: ["ann"], validUntil: inTwoDays });
      const principals = ["db.example.com"];
      new edge.SshHostCertificate("two-years", { ...certificate, principals, validUntil: inTwoYears });
    },
    passes: (edge, { metadata, publicKey, inTwelveHours, inTenMonths }) => {
      const certificate = { sshCertificateAuthorityId: shared.sshAuthority.id, publicKey, metadata };
      new edge.SshUserCertificate("twelve-hours", {
        ...certificate,
        principals: ["ann"],
        validUntil: inTwelveHours,
      });
      const principals = ["db.example.com"];
      new edge.SshHostCertificate("ten-months", { ...certificate, principals, validUntil: inTenMonths });
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
    violates: (edge, { metadata }) =>
      new edge.HttpsEdgeRoute("blank-secret", {
        edgeId: shared.edge.id,
        matchType: "exact_path",
        match: "/blank-secret",
        metadata,
        webhookVerification: { provider: "github", secret: " " },
      }),
    passes: (edge, { metadata }) => {
      const route = { edgeId: shared.edge.id, matchType: "exact_path", metadata } as const;
      const github = { provider: "github", secret: "very-private-value-6" };
      new edge.HttpsEdgeRoute("with-secret", {
        ...route,
        match: "/with-secret",
        webhookVerification: github,
      });
      new edge.HttpsEdgeRoute("sns", { ...route, match: "/sns", webhookVerification: { provider: "sns" } });
    },
  },
};
