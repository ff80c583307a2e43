/**
 * The place of each code of the service's error catalogue that this package knows. `test/contract/code-places.test.ts`
 * proves each row, and docs/error-codes.md shows them.
 */

type Values = Readonly<Record<string, unknown>>;

/** What the preview refuses: the inputs of a class, and the path that it tells. */
export interface AtPreview {
  readonly of: string;
  readonly inputs: Values;
  readonly path: string;
  /** What the emulator answers to the same inputs where it is not the code itself; some inputs are never sent. */
  readonly answer?: number | "not sent";
}

const preview = (of: string, inputs: Values, path: string, answer?: number | "not sent"): AtPreview => ({
  of,
  inputs,
  path,
  ...(answer === undefined ? {} : { answer }),
});

const text = (policy: unknown) => (typeof policy === "string" ? policy : JSON.stringify(policy));
const policyWith = (type: string, config: unknown, phase = "on_http_request") => ({
  [phase]: [{ actions: [{ type, config }] }],
});

/** A traffic policy that the preview refuses. @param path - Below the policy */
const refusedPolicy = (path: string, value: unknown) =>
  preview(
    "Endpoint",
    { url: "https://app.internal", trafficPolicy: text(value) },
    `trafficPolicy${path === "" ? "" : `.${path}`} (line 1)`,
  );
const refusedAction = (path: string, ...given: Parameters<typeof policyWith>) =>
  refusedPolicy(path, policyWith(...given));

const domain = (name: string, answer?: number) =>
  preview("ReservedDomain", { domain: name }, "domain", answer);
const route = (modules: Values) => ({
  edgeId: "$HttpsEdge",
  matchType: "path_prefix",
  match: "/",
  ...modules,
});
const module = (modules: Values, path: string, answer?: number) =>
  preview("HttpsEdgeRoute", route(modules), path, answer);
const oauth = (provider: Values, path: string) =>
  module({ oauth: { provider: { github: provider } } }, `oauth.provider.github.${path}`);
const oidc = { issuer: "https://id.example.com", clientId: "app", clientSecret: "shared" };
const rule = (more: Values) => ({ ipPolicyId: "$IpPolicy", action: "allow", cidr: "192.0.2.0/24", ...more });
const POLICY = "{}";
const endpoint = (more: Values) => ({ url: "https://app.internal", trafficPolicy: POLICY, ...more });
const url = (text: string, answer?: number) => preview("Endpoint", endpoint({ url: text }), "url", answer);
const authority = (more: Values, path: string) => preview("SshCertificateAuthority", more, path);
const signed = (of: "User" | "Host", more: Values, path: string, answer?: number) =>
  preview(
    `Ssh${of}Certificate`,
    { sshCertificateAuthorityId: "$SshCertificateAuthority", publicKey: "$key", ...more },
    path,
    answer,
  );
const certificate = (more: Values, path: string, answer?: number) =>
  preview(
    "TlsCertificate",
    { certificatePem: "$certificate", privateKeyPem: "$private", ...more },
    path,
    answer,
  );
const role = { role: { roleArn: "arn:aws:iam::123456789012:role/events" } };
const kinesis = (more: Values, path: string, answer?: number) =>
  preview(
    "EventDestination",
    {
      target: {
        kinesis: { auth: role, streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/a", ...more },
      },
    },
    `target.kinesis.${path}`,
    answer,
  );
const azure = {
  tenantId: "t",
  clientId: "c",
  clientSecret: "s",
  logsIngestionUri: "https://a.example.com",
  dataCollectionRuleId: "r",
  dataCollectionStreamName: "n",
};
const ingestion = (key: string) =>
  preview(
    "EventDestination",
    { target: { azureLogsIngestion: { ...azure, [key]: "" } } },
    `target.azureLogsIngestion.${key}`,
  );
const long = "$256";
const longer = "$4097";

/** Refused at preview, and by the emulator where it is sent all the same. */
export const AT_PREVIEW: Readonly<Record<number, AtPreview>> = {
  100: preview("IpPolicyRule", rule({ metadata: longer }), "metadata"),
  219: preview("TlsEdge", { tlsTermination: { minVersion: "TLSv1.2" } }, "tlsTermination.minVersion"),
  224: preview("TlsEdge", { tlsTermination: { terminateAt: "agent" } }, "tlsTermination.terminateAt"),
  236: preview("EventDestination", { target: {} }, "target.firehose", 5100),
  240: kinesis({ auth: {} }, "auth.role", 5107),
  248: preview("Endpoint", endpoint({ type: "edge" }), "type"),
  249: url("https://", 18001),
  400: preview("ReservedDomain", { domain: "app.example.com", region: "mars" }, "region"),
  402: domain("app.*.example.com"),
  403: domain("a*.example.com"),
  406: domain("bücher.example.com"),
  407: domain("-app.example.com"),
  408: domain("app-.example.com"),
  409: domain("app..example.com"),
  410: domain("ab--cd.example.com"),
  416: domain("*.com"),
  420: preview("ReservedDomain", { domain: "app.example.com", description: long }, "description"),
  421: preview("ReservedDomain", { domain: "app.example.com", metadata: longer }, "metadata"),
  434: preview(
    "ReservedDomain",
    { domain: "app.example.com", certificateId: "cert_1", certificateManagementPolicy: {} },
    "certificateId",
    1965,
  ),
  435: preview(
    "ReservedDomain",
    { domain: "app.example.com", certificateManagementPolicy: { authority: "other" } },
    "certificateManagementPolicy.authority",
  ),
  438: domain("my_app.example.com"),
  448: domain("app"),
  456: preview(
    "ReservedDomain",
    { domain: "app.example.com", resolvesTo: [{ value: "eu" }, { value: "eu" }] },
    "resolvesTo[1]",
  ),
  500: preview("ReservedAddr", { region: "mars" }, "region"),
  505: preview("ReservedAddr", { metadata: longer }, "metadata"),
  513: domain("$64.example.com"),
  514: domain("$60.$60.$60.$60.$60.com"),
  600: preview("Credential", { acl: ["app.example.com"] }, "acl[0]", 600),
  604: preview("Credential", { description: long }, "description"),
  605: preview("Credential", { metadata: longer }, "metadata"),
  611: preview("SshCredential", { publicKey: "" }, "publicKey"),
  612: preview("SshCredential", { publicKey: "~/.ssh/id_ed25519.pub" }, "publicKey"),
  1406: preview("IpPolicyRule", rule({ cidr: "203.0.113.0/33" }), "cidr"),
  1409: preview("IpPolicyRule", rule({ cidr: "192.0.2.7/24" }), "cidr"),
  1413: preview("IpPolicyRule", rule({ cidr: "192.0.2.7" }), "cidr"),
  1421: preview("IpPolicyRule", rule({ description: long }), "description"),
  1422: preview("IpPolicyRule", rule({ action: "pass" }), "action"),
  1803: preview("IpRestriction", { type: "web", ipPolicyIds: ["$IpPolicy"] }, "type"),
  1804: preview("IpRestriction", { type: "api", ipPolicyIds: [] }, "ipPolicyIds"),
  1901: certificate({ privateKeyPem: "no key" }, "privateKeyPem"),
  1902: certificate({ privateKeyPem: "$encrypted" }, "privateKeyPem"),
  1903: certificate({ privateKeyPem: "$broken" }, "privateKeyPem"),
  1909: preview(
    "ReservedDomain",
    { domain: "app.example.com", certificateManagementPolicy: { privateKeyType: "dsa" } },
    "certificateManagementPolicy.privateKeyType",
  ),
  1911: preview("CertificateAuthority", { caPem: "$private" }, "caPem"),
  1913: preview("CertificateAuthority", { caPem: "$leaf" }, "caPem"),
  1914: preview("CertificateAuthority", { caPem: "$certificate", description: long }, "description"),
  1915: preview("CertificateAuthority", { caPem: "$certificate", metadata: longer }, "metadata"),
  1916: certificate({ description: long }, "description"),
  1917: certificate({ metadata: longer }, "metadata"),
  1919: preview("CertificateAuthority", { caPem: "" }, "caPem"),
  1920: preview("CertificateAuthority", { caPem: "no PEM" }, "caPem"),
  1922: certificate({ certificatePem: "no PEM" }, "certificatePem"),
  1923: certificate({ privateKeyPem: "$other" }, "privateKeyPem"),
  1924: certificate({ privateKeyPem: "$certificate" }, "privateKeyPem"),
  1925: certificate({ certificatePem: "$private" }, "certificatePem"),
  1926: certificate({ certificatePem: "$chain" }, "certificatePem"),
  1934: signed("User", { publicKey: "ssh-dss AAAA" }, "publicKey"),
  1936: authority({ privateKeyType: "dsa" }, "privateKeyType"),
  1937: authority({ description: long }, "description"),
  1938: authority({ metadata: longer }, "metadata"),
  1939: authority({ privateKeyType: "rsa", keySize: 3072 }, "keySize"),
  1940: authority({ privateKeyType: "ecdsa", keySize: 2048 }, "keySize"),
  1941: authority({ privateKeyType: "ecdsa", ellipticCurve: "secp256k1" }, "ellipticCurve"),
  1942: authority({ privateKeyType: "rsa", ellipticCurve: "nistp256" }, "ellipticCurve"),
  1945: signed("User", { description: long }, "description"),
  1946: signed("User", { metadata: longer }, "metadata"),
  1947: signed("Host", { description: long }, "description"),
  1948: signed("Host", { metadata: longer }, "metadata"),
  1950: signed("Host", { publicKey: "ssh-dss AAAA" }, "publicKey", 1934),
  1952: signed("Host", { publicKey: "" }, "publicKey"),
  1962: signed(
    "User",
    { validAfter: "2040-01-02T00:00:00Z", validUntil: "2040-01-01T00:00:00Z" },
    "validUntil",
  ),
  1963: signed(
    "Host",
    { validAfter: "2040-01-02T00:00:00Z", validUntil: "2040-01-01T00:00:00Z" },
    "validUntil",
  ),
  4109: preview("ServiceUser", { name: "" }, "name"),
  5100: preview("EventDestination", { target: {} }, "target.firehose"),
  5106: preview(
    "EventDestination",
    { target: { kinesis: { streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/a" } } },
    "target.kinesis.auth",
  ),
  5115: preview(
    "EventDestination",
    {
      target: {
        datadog: { apiKey: "k" },
        azureLogsIngestion: azure,
      },
    },
    "target.firehose",
  ),
  5127: preview("EventSubscription", { sources: [{ type: "a.v0" }, { type: "a.v0" }] }, "sources[1]"),
  5104: kinesis({ auth: { role: { roleArn: "events" } } }, "auth.role.roleArn"),
  5107: kinesis({ auth: {} }, "auth.role"),
  5116: kinesis({ auth: { ...role, creds: { awsAccessKeyId: "a", awsSecretAccessKey: "s" } } }, "auth.role"),
  5120: kinesis({ streamArn: "a" }, "streamArn"),
  5129: kinesis({ streamArn: "arn:aws:firehose:eu-central-1:123456789012:deliverystream/a" }, "streamArn"),
  5130: kinesis({ streamArn: "arn:aws:kinesis:eu-central-1:123456789012:topic/a" }, "streamArn"),
  5133: preview("EventDestination", { target: { datadog: { apiKey: "" } } }, "target.datadog.apiKey"),
  5136: ingestion("dataCollectionRuleId"),
  5137: ingestion("dataCollectionStreamName"),
  5138: ingestion("logsIngestionUri"),
  6505: preview("StaticBackend", { address: "" }, "address"),
  6506: preview("StaticBackend", { address: "https://origin.example.com:443" }, "address"),
  6507: preview("StaticBackend", { address: ":443" }, "address"),
  6512: preview(
    "WeightedBackend",
    { backends: { $TunnelGroupBackend: 10_001 } },
    "backends.$TunnelGroupBackend",
  ),
  6531: preview("TunnelGroupBackend", { labels: { app: "a=b" } }, "labels.app"),
  6700: preview("AgentIngress", { domain: "connect.example.com", description: long }, "description"),
  6701: preview("AgentIngress", { domain: "connect.example.com", metadata: longer }, "metadata"),
  6704: preview("AgentIngress", { domain: "connect..example.com" }, "domain"),
  7011: module(
    { circuitBreaker: { errorThresholdPercentage: 50 } },
    "circuitBreaker.errorThresholdPercentage",
  ),
  7016: module({ circuitBreaker: { trippedDuration: -1 } }, "circuitBreaker.trippedDuration"),
  7017: module({ circuitBreaker: { rollingWindow: -1 } }, "circuitBreaker.rollingWindow"),
  7018: module({ circuitBreaker: { numBuckets: 129 } }, "circuitBreaker.numBuckets"),
  7023: module({ requestHeaders: { add: { "a b": "c" } } }, "requestHeaders.add.a b"),
  7024: module({ responseHeaders: { add: { a: "b\nc" } } }, "responseHeaders.add.a"),
  7025: module({ ipRestriction: { ipPolicyIds: [] } }, "ipRestriction.ipPolicyIds"),
  7026: module({ webhookVerification: { provider: "sns", secret: "s" } }, "webhookVerification.secret"),
  7027: module({ webhookVerification: { provider: "slack" } }, "webhookVerification.secret"),
  7029: module({ webhookVerification: { provider: "", secret: "s" } }, "webhookVerification.provider"),
  7033: oauth({ clientId: "app" }, "clientSecret"),
  7034: oauth({ scopes: ["email"] }, "scopes"),
  7036: module({ oauth: { provider: { github: {}, google: {} } } }, "oauth.provider.github"),
  7037: module({ oauth: { provider: {} } }, "oauth.provider.github"),
  7039: oauth({ emailDomains: ["@example.com"] }, "emailDomains[0]"),
  7040: oauth({ teams: ["team"] }, "teams[0]"),
  7042: module({ oauth: { provider: { github: {} }, cookiePrefix: "app-" } }, "oauth.cookiePrefix"),
  7043: oauth({ emailAddresses: ["ada"] }, "emailAddresses[0]"),
  7046: oauth({ emailAddresses: ["a@example.com", "a@example.com"] }, "emailAddresses[1]"),
  7047: oauth({ emailDomains: ["example.com", "example.com"] }, "emailDomains[1]"),
  7048: oauth({ teams: ["a/b", "a/b"] }, "teams[1]"),
  7049: oauth({ organizations: ["a", "a"] }, "organizations[1]"),
  7051: oauth({ emailAddresses: [""] }, "emailAddresses[0]"),
  7052: oauth({ emailDomains: [""] }, "emailDomains[0]"),
  7053: oauth({ teams: [""] }, "teams[0]"),
  7054: oauth({ organizations: [""] }, "organizations[0]"),
  7062: preview("TlsEdge", { tlsTermination: { terminateAt: "upstream" }, mutualTls: {} }, "mutualTls"),
  7067: oauth({ emailAddresses: ["Ada@example.com"] }, "emailAddresses[0]"),
  7068: oauth({ emailDomains: ["Example.com"] }, "emailDomains[0]"),
  7069: module({ requestHeaders: { add: { A: "1", a: "2" } } }, "requestHeaders.add.a"),
  7073: preview("TcpEdge", { description: long }, "description"),
  7074: preview("TcpEdge", { metadata: longer }, "metadata"),
  7083: module({ saml: { idpMetadata: "https://idp.example.com/metadata" } }, "saml.idpMetadata"),
  7088: module({ oidc: { ...oidc, issuer: "" } }, "oidc.issuer"),
  7089: module({ oidc: { ...oidc, clientId: "" } }, "oidc.clientId"),
  7090: module({ oidc: { ...oidc, clientSecret: "" } }, "oidc.clientSecret"),
  7091: module({ saml: {} }, "saml.idpMetadata"),
  7092: module({ oidc: { ...oidc, inactivityTimeout: 40_000_000 } }, "oidc.inactivityTimeout"),
  7104: preview("TlsEdge", { hostports: ["app.example.com"] }, "hostports[0]"),
  7109: preview(
    "HttpsEdge",
    { tlsTermination: { terminateAt: "edge" } },
    "tlsTermination.terminateAt",
    "not sent",
  ),
  7112: preview("TlsEdge", { hostports: ["app.example.com:70000"] }, "hostports[0]"),
  7123: preview("HttpsEdgeRoute", route({ match: "" }), "match"),
  7130: preview("HttpsEdgeRoute", route({ matchType: "regex" }), "matchType"),
  9029: preview("Endpoint", endpoint({ url: "https://app.example.com", bindings: ["internal"] }), "bindings"),
  9030: url("https://app.internal:70000"),
  9033: url("https://app.internal:https", 18001),
  9034: url("https:///app.internal", 18001),
  9036: url("ftp://app.internal"),
  9037: url("https://app.internal/api"),
  9041: preview("Endpoint", endpoint({ bindings: ["kubernetes"] }), "bindings", 18018),
  15005: preview("Endpoint", endpoint({ bindings: ["everywhere"] }), "bindings[0]"),
  15006: preview("Endpoint", endpoint({ bindings: ["internal", "internal"] }), "bindings[1]"),
  18001: url("https://"),
  18003: url("tcp://app.internal"),
  18012: preview("Endpoint", endpoint({ description: long }), "description"),
  18013: preview("Endpoint", endpoint({ metadata: longer }), "metadata"),
  18018: preview("Endpoint", endpoint({ bindings: ["kubernetes"] }), "bindings"),
  18022: url("app.internal"),
  23001: preview("Vault", { name: "" }, "name"),
  24001: preview("Secret", { vaultId: "$Vault", name: "", value: "v" }, "name"),
  24008: preview("Secret", { name: "a", value: "v" }, "vaultId"),
  24003: preview("Secret", { vaultId: "$Vault", name: "a", value: "" }, "value"),
  2200: refusedPolicy("on_http_request[0].expressions[0]", {
    on_http_request: [{ expressions: ["req.method =="], actions: [{ type: "deny" }] }],
  }),
  2202: refusedAction("on_http_response[0].actions[0].type", "redirect", { to: "/" }, "on_http_response"),
  2203: refusedAction("on_http_request[0].actions[0].config", "deny", "403"),
  2204: refusedAction("on_http_request[0].actions[0].config.credentials[0]", "basic-auth", {
    credentials: ["nocolon"],
  }),
  2206: refusedPolicy("on_http_request[0].actions", { on_http_request: [{ actions: [] }] }),
  2210: refusedAction("on_http_request[0].actions[0].config.headers.a b", "add-headers", {
    headers: { "a b": "c" },
  }),
  2211: refusedAction("on_http_request[0].actions[0].config.headers.a", "add-headers", {
    headers: { a: "b\nc" },
  }),
  2214: refusedAction(
    "on_http_response[0].actions[0].config.algorithms[0]",
    "compress-response",
    { algorithms: ["rar"] },
    "on_http_response",
  ),
  2212: refusedAction("on_http_request[0].actions[0].config.headers", "custom-response", {
    headers: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, ""])),
  }),
  2215: refusedAction("on_http_request[0].actions[0].config.status_code", "deny", { status_code: 1000 }),
  2217: refusedAction("on_http_request[0].actions[0].config.allow[0]", "restrict-ips", { allow: ["office"] }),
  2218: refusedAction("on_http_request[0].actions[0].config.credentials", "basic-auth", {
    credentials: Array.from({ length: 11 }, () => "user:password1"),
  }),
  2221: refusedAction("on_http_request[0].actions[0].config.query_params[0].key", "http-request", {
    url: "https://a.internal",
    query_params: [{ key: "a".repeat(129) }],
  }),
  2222: refusedAction("on_http_request[0].actions[0].config.algorithm", "rate-limit", {
    name: "a",
    algorithm: "leaky_bucket",
    capacity: 1,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  }),
  2223: refusedAction("on_http_request[0].actions[0].config.credentials", "basic-auth", { credentials: [] }),
  2224: refusedAction("on_http_request[0].actions[0].config.retry_condition", "http-request", {
    url: "https://a.internal",
    retry_condition: "((",
  }),
  2225: refusedAction("on_http_request[0].actions[0].config.window_duration", "circuit-breaker", {
    error_threshold: 0.5,
    window_duration: "1h",
  }),
  2226: refusedAction("on_http_request[0].actions[0].config.issuer_url", "openid-connect", {
    issuer_url: "id",
    client_id: "a",
    client_secret: "b",
  }),
  2228: refusedAction("on_http_request[0].actions[0].config.max_session_duration", "oauth", {
    provider: "google",
    max_session_duration: "soon",
  }),
  2231: refusedAction(
    "on_http_response[0].actions[0].config.algorithms[1]",
    "compress-response",
    { algorithms: ["br", "br"] },
    "on_http_response",
  ),
  2234: refusedAction("on_http_request[0].actions[0].config.to", "redirect", {}),
  2236: refusedPolicy("", "on_http_request: ["),
  2237: refusedAction("on_http_request[0].actions[0].config.credentials[0]", "basic-auth", {
    credentials: ["user:short"],
  }),
  2240: refusedAction("on_http_request[0].actions[0].config.client_secret", "oauth", {
    provider: "google",
    client_id: "a",
  }),
  2252: refusedAction("on_http_request[0].actions[0].config.vars[0]", "set-vars", {
    vars: [{ a: "1", b: "2" }],
  }),
  2257: refusedAction("on_http_request[0].actions[0].config.credentials[0]", "basic-auth", {
    credentials: ["a\u0001:password1"],
  }),
  2258: refusedAction("on_http_request[0].actions[0].config.credentials[0]", "basic-auth", {
    credentials: ["a:pass\u0001word"],
  }),
  2261: refusedAction("on_http_request[0].actions[0].config.from", "url-rewrite", { from: "(?=a)", to: "b" }),
  2266: refusedPolicy("on_http_request[0].actions[1].type", {
    on_http_request: [{ actions: [{ type: "ai-gateway" }, { type: "ai-gateway" }] }],
  }),
};

/** Requests, of which the last one is refused: `$1` is the id in the first response. */
export type Requests = readonly (readonly [call: string, body?: object, token?: string])[];

const policy = (value: unknown, more: object = {}): Requests => [
  [
    "POST /endpoints",
    {
      url: "https://app.internal",
      type: "cloud",
      traffic_policy: text(value),
      ...more,
    },
  ],
];
const action = (...given: Parameters<typeof policyWith>) => policy(policyWith(...given));
const deleted = (path: string, ...made: Requests): Requests => [...made, [`DELETE ${path}`]];
const twice = (path: string, body: object, ...first: Requests): Requests => [
  ...first,
  [`POST ${path}`, body],
  [`POST ${path}`, body],
];
const APP = { domain: "app.example.com" };
const SERVED = { hostports: ["app.example.com:443"] };
const DATADOG = { format: "json", target: { datadog: { api_key: "k" } } };
const INTERNAL = { url: "https://app.internal", type: "cloud", traffic_policy: "{}" };

/** Known to the service alone: the emulator answers them with the code. */
export const ANSWERED: Readonly<Record<number, Requests>> = {
  200: [["GET /api_keys", undefined, ""]],
  201: [["GET /api_keys", undefined, "Basic a"]],
  202: [["GET /api_keys", undefined, "Bearer nonsense"]],
  203: [["GET /api_keys", undefined, "Bearer api_nobodys"]],
  206: [
    ["POST /credentials", {}],
    ["GET /api_keys", undefined, "Bearer $1.token"],
  ],
  208: [
    ["POST /api_keys", {}],
    ["GET /api_keys", undefined, "Bearer $1"],
  ],
  214: [["POST /ip_policies", { colour: "red" }]],
  228: [
    ["POST /ip_policies", {}],
    ["POST /edges/tls", { mutual_tls: { certificate_authority_ids: ["$1"] } }],
  ],
  229: [
    ["POST /vaults", { name: "a" }],
    ["POST /edges/tcp", { ip_restriction: { ip_policy_ids: ["$1"] } }],
  ],
  242: [
    ["POST /ip_policies", {}],
    ["POST /edges/tcp", { backend: { backend_id: "$1" } }],
  ],
  250: [["GET /ip_policies?filter=obj.colour"]],
  411: [["POST /reserved_domains", { domain: "app.local" }]],
  413: twice("/reserved_domains", APP),
  422: [
    ["POST /reserved_domains", APP],
    ["PATCH /reserved_domains/$1", {}],
  ],
  436: [
    ["POST /reserved_domains", { ...APP, certificate_management_policy: {} }],
    ["DELETE /reserved_domains/$1/certificate"],
  ],
  439: [["POST /reserved_domains", { domain: "app.ngrok.app", certificate_management_policy: {} }]],
  440: [
    ["POST /tls_certificates", { certificate_pem: "$certificate", private_key_pem: "$private" }],
    ["POST /reserved_domains", { domain: "app.ngrok.app", certificate_id: "$1" }],
  ],
  446: deleted("/reserved_domains/$1", ["POST /reserved_domains", APP], ["POST /edges/tls", SERVED]),
  506: [
    ["POST /reserved_addrs", {}],
    ["PATCH /reserved_addrs/$1", {}],
  ],
  606: [
    ["POST /credentials", {}],
    ["PATCH /credentials/$1", {}],
  ],
  609: twice("/ssh_credentials", { public_key: "$key" }),
  630: [
    ["POST /bot_users", { name: "ci" }],
    ["POST /api_keys", { owner_id: "$1" }],
    ["POST /api_keys", { owner_id: "usr_other" }, "Bearer $2.token"],
  ],
  634: [["POST /api_keys", { owner_id: "usr_nobody" }]],
  636: [
    ["POST /bot_users", { name: "ci", active: false }],
    ["POST /api_keys", { owner_id: "$1" }],
    ["GET /api_keys", undefined, "Bearer $2.token"],
  ],
  1400: [
    ["POST /ip_policies", {}],
    ["PATCH /ip_policies/$1", {}],
  ],
  1401: [
    ["POST /ip_policies", {}],
    ["POST /ip_policy_rules", { ip_policy_id: "$1", cidr: "192.0.2.0/24", action: "allow" }],
    ["PATCH /ip_policy_rules/$2", {}],
  ],
  1408: twice("/ip_policy_rules", { ip_policy_id: "$1", cidr: "192.0.2.0/24", action: "allow" }, [
    "POST /ip_policies",
    {},
  ]),
  1414: [["POST /ip_policy_rules", { ip_policy_id: "ipp_gone", cidr: "192.0.2.0/24", action: "allow" }]],
  1801: [["POST /ip_restrictions", { type: "api", ip_policy_ids: ["ipp_gone"] }]],
  1802: twice("/ip_restrictions", { type: "api", ip_policy_ids: ["$1"] }, ["POST /ip_policies", {}]),
  1912: [["POST /certificate_authorities", { ca_pem: "$chain" }]],
  1949: [["POST /ssh_user_certificates", { ssh_certificate_authority_id: "sshca_gone", public_key: "$key" }]],
  1951: [["POST /ssh_host_certificates", { ssh_certificate_authority_id: "sshca_gone", public_key: "$key" }]],
  1964: deleted(
    "/ssh_certificate_authorities/$1",
    ["POST /ssh_certificate_authorities", {}],
    ["POST /ssh_host_certificates", { ssh_certificate_authority_id: "$1", public_key: "$key" }],
  ),
  1965: [["POST /reserved_domains", { ...APP, certificate_id: "cert_gone" }]],
  2201: action("open-door", {}),
  2216: action("restrict-ips", { ip_policies: ["ipp_gone"] }),
  2230: policy({ on_http_request: [{ actions: [{ type: "deny" }] }] }, { url: "tls://app.internal" }),
  2248: [
    ["POST /edges/https", {}],
    [
      "POST /edges/https/$1/routes",
      {
        match_type: "path_prefix",
        match: "/",
        traffic_policy: { value: '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}]}' },
      },
    ],
  ],
  2262: policy({ on_tcp_connect: [{ actions: [{ type: "deny" }] }] }),
  4112: twice("/service_users", { name: "deploy" }),
  5103: [["POST /event_subscriptions", { destination_ids: ["ed_gone"] }]],
  5108: [
    ["POST /event_destinations", DATADOG],
    [
      "PATCH /event_destinations/$1",
      {
        target: {
          kinesis: {
            auth: { role: { role_arn: "arn:aws:iam::1:role/a" } },
            stream_arn: "arn:aws:kinesis:eu-central-1:1:stream/a",
          },
        },
      },
    ],
  ],
  5112: deleted(
    "/event_destinations/$1",
    ["POST /event_destinations", DATADOG],
    ["POST /event_subscriptions", { destination_ids: ["$1"] }],
  ),
  6501: [["POST /backends/failover", { backends: ["bkd_gone"] }]],
  6502: deleted(
    "/backends/tunnel_group/$1",
    ["POST /backends/tunnel_group", {}],
    ["POST /backends/failover", { backends: ["$1"] }],
  ),
  6526: [
    ["POST /ip_policies", {}],
    ["POST /backends/failover", { backends: ["$1"] }],
  ],
  6705: [["POST /agent_ingresses", { domain: "connect.ngrok.app" }]],
  6706: twice("/agent_ingresses", { domain: "connect.example.com" }),
  7007: [["POST /edges/tcp", { ip_restriction: { ip_policy_ids: ["ipp_gone"] } }]],
  7030: [
    ["POST /edges/https", {}],
    [
      "POST /edges/https/$1/routes",
      {
        match_type: "path_prefix",
        match: "/",
        webhook_verification: { provider: "nobody", secret: "s" },
      },
    ],
  ],
  7072: [["POST /edges/tls", { mutual_tls: { certificate_authority_ids: ["ca_gone"] } }]],
  7079: [
    ["POST /edges/https", {}],
    [
      "POST /edges/https/$1/routes",
      {
        match_type: "path_prefix",
        match: "/",
        saml: { idp_metadata: "<a/>" },
        oauth: { provider: { github: {} } },
      },
    ],
  ],
  7113: [["POST /edges/tcp", { hostports: ["1.tcp.eu.ngrok.app:20000"] }]],
  7117: [["POST /edges/tls", SERVED]],
  7120: [
    ["POST /reserved_domains", APP],
    ["POST /edges/tcp", SERVED],
  ],
  7121: [
    ["POST /reserved_addrs", {}],
    ["POST /edges/https", { hostports: ["$1.addr"] }],
  ],
  7122: twice("/edges/tls", SERVED, ["POST /reserved_domains", APP]),
  7126: twice("/edges/https/$1/routes", { match_type: "path_prefix", match: "/" }, ["POST /edges/https", {}]),
  7133: [
    ["POST /reserved_addrs", {}],
    ["POST /edges/tls", { hostports: ["$1.addr"] }],
  ],
  18004: [
    ["POST /endpoints", INTERNAL],
    ["PATCH /endpoints/$1", {}],
  ],
  18005: [
    ["POST /endpoints", INTERNAL],
    ["PATCH /endpoints/$1", { url: "http://app.internal" }],
  ],
  18006: [["POST /endpoints", { ...INTERNAL, url: "https://app.example.com" }]],
  18009: twice("/endpoints", INTERNAL),
  18016: [
    ["POST /endpoints", INTERNAL],
    ["POST /endpoints", { ...INTERNAL, pooling_enabled: true }],
  ],
  18017: [
    ["POST /endpoints", { ...INTERNAL, pooling_enabled: true }],
    ["POST /endpoints", INTERNAL],
  ],
  23000: [["POST /vaults", { name: "a b" }]],
  23003: deleted(
    "/vaults/$1",
    ["POST /vaults", { name: "a" }],
    ["POST /vault_secrets", { vault_id: "$1", name: "a", value: "v" }],
  ),
  23004: twice("/vaults", { name: "a" }),
  24000: [
    ["POST /vaults", { name: "a" }],
    ["POST /vault_secrets", { vault_id: "$1", name: "a b", value: "v" }],
  ],
  24005: twice("/vault_secrets", { vault_id: "$1", name: "a", value: "v" }, ["POST /vaults", { name: "a" }]),
  24006: [["POST /vault_secrets", { vault_id: "vlt_gone", name: "a", value: "v" }]],
  24009: [["POST /vault_secrets", { vault_name: "gone", name: "a", value: "v" }]],
};

type Because = Readonly<Record<string, readonly number[]>>;

/** Left to the service, and why. */
export const LEFT: Because = {
  "the account's standing, plan or rights decide": [
    102, 103, 204, 205, 220, 247, 401, 412, 419, 459, 460, 451, 501, 607, 619, 620, 622, 633, 635, 1805, 1806,
    1807, 1808, 1904, 1905, 1918, 1953, 2256, 2263, 2264, 2265, 5141, 6500, 6529, 7008, 7031, 7041, 7094,
    7095, 7096, 7097, 7098, 7099, 7100, 7101, 7102, 7103, 7108, 7163, 7167, 7194, 7195, 7196, 9023, 9027,
    9043, 18008, 18019,
  ],
  "the account's limit of objects decides": [
    415, 418, 431, 433, 461, 502, 503, 508, 602, 603, 608, 613, 615, 617, 1410, 1411, 1415, 1417, 1800, 1954,
    1956, 1958, 1960, 7009, 7070, 7128, 7129, 18010, 18020, 18021, 23005, 24007,
  ],
  "the pace of all who use the account decides": [225, 226, 432, 509, 614, 7071],
  "the catalogue names no number": [
    423, 504, 1921, 2208, 2209, 2244, 2245, 2246, 2250, 2255, 6503, 6504, 6508, 6509, 6510, 6511, 6513, 7013,
    7014, 7035, 7056, 7057, 7058, 7060, 7061, 7075, 7080, 7087, 7135, 7136, 7137, 7138, 7139, 7140, 7141,
    7142, 7143, 7144, 7145, 7148, 7149, 7150, 7151, 7153, 7154, 7158, 7161, 7162, 23002, 24002, 24004,
  ],
  "the service has the list of what it takes, or sees by itself what is there": [
    215, 404, 405, 429, 447, 450, 511, 512, 1927, 6524, 6525, 7038, 7044, 7045, 7116, 7131, 7165, 7166, 9031,
    9032, 9035, 15010,
  ],
  "other accounts, or what was there before, decide": [
    414, 417, 430, 610, 7019, 7114, 7115, 7118, 7119, 7132,
  ],
  "the service has given the object to the account itself": [458, 601, 637, 1966],
  "it has the forms of its ids, and which of several codes an id of another kind gets": [223, 227, 243, 6527],
  "a setting of this package answers it: the header of the version": [217, 218],
  "which form the authtoken has that is given for a token": [207],
  "the agent's own state decides": [804, 805, 806, 807, 808, 809, 810],
  "the reference lets an IP policy in use be deleted, or routes have one sign-on each": [
    1419, 1420, 7127, 7134, 7155,
  ],
  "it asks more of a traffic policy than is certain; the preview warns of most": [
    2205, 2207, 2213, 2219, 2227, 2235, 2239, 2241, 2242, 2243, 2267, 9026, 18002,
  ],
};

/** What no request of this package can meet, and why. */
export const IMPOSSIBLE: Because = {
  "the client sends JSON with one value for each parameter, and asks for no page size of its own": [
    210, 211, 212, 213, 216, 230, 231, 232, 233, 244,
  ],
  "only agents and the endpoints that they start meet it": [
    307, 309, 310, 312, 313, 314, 315, 318, 319, 320, 321, 7012, 9028, 9039, 15000, 15002,
  ],
  "no property leads there: groups of Google, basic authentication of edges, another owner of what has one": [
    627, 628, 629, 7050, 7055, 7059, 7093, 7146, 7147,
  ],
  "the property has no such value: an authority without an end, a path that the provider takes off, an id that the service chooses, a rule with an action of its own":
    [1423, 1943, 7125, 9038, 1908],
  "it is about a step of the service's own": [2229, 2232, 2233, 2238],
};
