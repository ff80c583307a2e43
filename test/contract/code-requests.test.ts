import { expect, test } from "vitest";
import { leafPem, sshPublicKey, tlsKeyPair } from "../support/crypto";
import { openBareAccount } from "../support/lifecycle";

const pair = tlsKeyPair("app.example.com");
type Inputs = Record<string, unknown>;
const LONG = "x".repeat(256);
const LONG_IN_BYTES = "é".repeat(200);
const MORE = "x".repeat(4097);
const MORE_IN_BYTES = "é".repeat(2100);

/** Code, class and inputs of requests that the preview and the emulator refuse. */
const rows: (readonly [code: string, of: string, inputs: Inputs])[] = [];

/** Those of them that no preview knows. */
const unforeseen = new Set<Inputs>();

function add(code: string, of: string, ...all: Inputs[]): void {
  for (const inputs of all) rows.push([code, of, inputs]);
}

function later(code: string, of: string, ...all: Inputs[]): void {
  for (const inputs of all) unforeseen.add(inputs);
  add(code, of, ...all);
}

const domains = (...names: string[]) => names.map((domain) => ({ domain }));
add("402", "ReservedDomain", ...domains("a.*.com", "*.*.example.com"));
add("403", "ReservedDomain", ...domains("**.example.com", "*a.example.com"));
add(
  "406",
  "ReservedDomain",
  ...domains("a b.example.com", "a/b.example.com", "app.example.com:443", "a@example.com", "a,b.example.com"),
);
add("407", "ReservedDomain", ...domains("app.-example.com"));
add("408", "ReservedDomain", ...domains("app.example-.com"));
add("409", "ReservedDomain", ...domains(".example.com", "app.example..com"));
add("410", "ReservedDomain", ...domains("xy--z.example.com"));
add("411", "ReservedDomain", ...domains("app.localhost", "app.onion"));
add("416", "ReservedDomain", ...domains("*.dev"));
add("448", "ReservedDomain", ...domains("localhost"));
add(
  "6704",
  "AgentIngress",
  ...domains("*.example.com", "connect_1.example.com", "-c.example.com", "connect"),
);
const rule = (cidr: string) => ({ ipPolicyId: "$P", action: "allow", cidr });
add(
  "1406",
  "IpPolicyRule",
  ...["office", "192.0.2.0/", "192.0.2.0/-1", "300.0.0.0/8", "2001:db8::/129", "fe80::1%eth0/64"].map(rule),
);
add("1405", "IpPolicyRule", rule(""));
add("1409", "IpPolicyRule", ...["10.0.0.1/8", "2001:db8::1/32"].map(rule));
add("1413", "IpPolicyRule", ...["2001:db8::1", "0.0.0.0"].map(rule));
add(
  "1804",
  "IpRestriction",
  { type: "agent", ipPolicyIds: [] },
  { type: "dashboard", ipPolicyIds: [], enforced: true },
);
const route = (m: object) => ({ edgeId: "$E", matchType: "path_prefix", match: "/", ...m });
const oauth = (provider: object, more: object = {}) => route({ oauth: { provider, ...more } });
add(
  "7039",
  "HttpsEdgeRoute",
  oauth({ google: { emailDomains: ["https://example.com"] } }),
  oauth({ google: { emailDomains: ["a b.com"] } }),
  oauth({ google: { emailDomains: ["example.com."] } }),
);
add(
  "7043",
  "HttpsEdgeRoute",
  oauth({ microsoft: { emailAddresses: ["a@b@c"] } }),
  oauth({ facebook: { emailAddresses: ["Ada <ada@example.com>"] } }),
  oauth({ gitlab: { emailAddresses: ["@example.com"] } }),
);
add("7040", "HttpsEdgeRoute", oauth({ github: { teams: ["a/b/c"] } }), oauth({ github: { teams: ["a/"] } }));
add("7048", "HttpsEdgeRoute", oauth({ github: { teams: ["a/b", "c/d", "a/b"] } }));
add("7046", "HttpsEdgeRoute", oauth({ amazon: { emailAddresses: ["a@b.c", "d@b.c", "a@b.c"] } }));
add("7067", "HttpsEdgeRoute", oauth({ twitch: { emailAddresses: ["ada@Example.com"] } }));
add("7068", "HttpsEdgeRoute", oauth({ linkedin: { emailDomains: ["EXAMPLE.COM"] } }));
add(
  "7042",
  "HttpsEdgeRoute",
  oauth({ github: {} }, { cookiePrefix: "app_" }),
  oauth({ github: {} }, { cookiePrefix: "é" }),
);
add(
  "7092",
  "HttpsEdgeRoute",
  oauth({ github: {} }, { inactivityTimeout: 31_622_401 }),
  route({ saml: { idpMetadata: "<EntityDescriptor/>", inactivityTimeout: 99_999_999 } }),
);
add("7037", "HttpsEdgeRoute", route({ oauth: { provider: {}, enabled: false } }));
add("7033", "HttpsEdgeRoute", oauth({ amazon: { clientId: "a", clientSecret: "" } }));
add("7034", "HttpsEdgeRoute", oauth({ gitlab: { scopes: ["a"], clientId: "" } }));
add(
  "7023",
  "HttpsEdgeRoute",
  route({ requestHeaders: { remove: ["a:b"] } }),
  route({ responseHeaders: { add: { "": "x" } } }),
  route({ responseHeaders: { remove: ["é"] } }),
);
add(
  "7024",
  "HttpsEdgeRoute",
  route({ requestHeaders: { add: { a: "x\r\ny" } } }),
  route({ requestHeaders: { add: { a: "\u0000" } } }),
);
add("7069", "HttpsEdgeRoute", route({ responseHeaders: { add: { "X-A": "1", "x-a": "1" } } }));
add("7025", "HttpsEdgeRoute", route({ ipRestriction: {} }));
add("7025", "TlsEdge", { ipRestriction: { enabled: true, ipPolicyIds: [] } });
add("7025", "TcpEdge", { ipRestriction: {} });
add("7026", "HttpsEdgeRoute", route({ webhookVerification: { provider: "AWS_SNS", secret: "x" } }));
add("7027", "HttpsEdgeRoute", route({ webhookVerification: { provider: "GitHub", secret: "" } }));
add(
  "7083",
  "HttpsEdgeRoute",
  route({ saml: { idpMetadata: "{}" } }),
  route({ saml: { idpMetadata: "./metadata.xml" } }),
);
add("7091", "HttpsEdgeRoute", route({ saml: { idpMetadata: "" } }), route({ saml: { idpMetadata: "  " } }));
add("7088", "HttpsEdgeRoute", route({ oidc: {} }));
add("7090", "HttpsEdgeRoute", route({ oidc: { issuer: "https://a.b", clientId: "a" } }));
add(
  "7011",
  "HttpsEdgeRoute",
  route({ circuitBreaker: { errorThresholdPercentage: -0.1 } }),
  route({ circuitBreaker: { errorThresholdPercentage: 1.1 } }),
);
add("7018", "HttpsEdgeRoute", route({ circuitBreaker: { numBuckets: 1000 } }));
add(
  "6506",
  "StaticBackend",
  ...[
    "origin.example.com",
    "origin.example.com:",
    "origin.example.com:0",
    "origin.example.com:65536",
    "tcp://a:1",
    "a b:1",
    "a:1/path",
    "2001:db8::1:443",
    "user@host:1",
  ].map((address) => ({ address })),
);
add("6531", "TunnelGroupBackend", { labels: { "=": "" } }, { labels: { a: "=", b: "c" } });
add("6512", "WeightedBackend", { backends: { $G: -1 } }, { backends: { $G: 1.5 } });
const aws = (target: object) => ({ target });
const kinesis = (roleArn: string) => ({
  auth: { role: { roleArn } },
  streamArn: "arn:aws:kinesis:eu-west-1:123456789012:stream/x",
});
add(
  "5104",
  "EventDestination",
  ...[
    "arn:aws:iam::123456789012:user/x",
    "arn:aws:sts::1:role/x",
    "arn:aws:iam::1:role/",
    "role/x",
    "arn:aws:iam:eu-west-1:1:role/x",
  ].map((r) => aws({ kinesis: kinesis(r) })),
);
const auth = { role: { roleArn: "arn:aws:iam::1:role/x" } };
add(
  "5129",
  "EventDestination",
  aws({ firehose: { auth, deliveryStreamArn: "arn:aws:kinesis:eu-west-1:1:stream/x" } }),
  aws({ cloudwatchLogs: { auth, logGroupArn: "arn:aws:s3:::x" } }),
);
add(
  "5130",
  "EventDestination",
  aws({ firehose: { auth, deliveryStreamArn: "arn:aws:firehose:eu-west-1:1:stream/x" } }),
  aws({ cloudwatchLogs: { auth, logGroupArn: "arn:aws:logs:eu-west-1:1:destination:x" } }),
);
add(
  "5120",
  "EventDestination",
  aws({ kinesis: { auth, streamArn: "arn:aws:kinesis:a:x:stream/x" } }),
  aws({ firehose: { auth, deliveryStreamArn: "x y" } }),
);
add("5127", "EventSubscription", { sources: [{ type: "a.v0" }, { type: "b.v0" }, { type: "a.v0" }] });
add("600", "Credential", { acl: ["*", "app"] }, { acl: ["Bind:app"] });
add("600", "SshCredential", { publicKey: "$K", acl: [""] });
add("612", "SshCredential", { publicKey: "ssh-ed25519" });
add(
  "1941",
  "SshCertificateAuthority",
  { privateKeyType: "ecdsa", ellipticCurve: "P-256" },
  { privateKeyType: "ecdsa", ellipticCurve: "nistp192" },
);
add("1913", "CertificateAuthority", { caPem: "$L\n" });
add(
  "1926",
  "TlsCertificate",
  { certificatePem: "$C\n$D", privateKeyPem: "$S" },
  { certificatePem: "$C\n$L", privateKeyPem: "$S" },
);
const endpoint = (m: object) => ({ url: "https://a.internal", trafficPolicy: "{}", ...m });
add("15005", "Endpoint", endpoint({ bindings: ["Public"] }), endpoint({ bindings: [""] }));
add("15006", "Endpoint", endpoint({ url: "http://a.internal", bindings: ["kubernetes", "kubernetes"] }));
add("9029", "Endpoint", endpoint({ url: "tcp://a.example.com:1", bindings: ["internal"] }));
add(
  "9037",
  "Endpoint",
  endpoint({ url: "https://a.internal?x=1" }),
  endpoint({ url: "https://a.internal/#x" }),
);
add("18003", "Endpoint", endpoint({ url: "tcp://a.internal" }));
const policy = (t: unknown, m: object = {}) =>
  endpoint({ trafficPolicy: typeof t === "string" ? t : JSON.stringify(t), ...m });
const action = (type: string, config: unknown, phase = "on_http_request") =>
  policy({ [phase]: [{ actions: [{ type, config }] }] });
add("2236", "Endpoint", policy("[]"), policy("hello"), policy("{"), policy({ on_http_request: "x" }));
add("2230", "Endpoint", policy({ on_request: [] }));
add("2202", "Endpoint", action("redirect", { to: "/" }, "on_http_response"), action("terminate-tls", {}));
add("2206", "Endpoint", policy({ on_http_request: [{}] }));
add("2201", "Endpoint", action("Deny", {}));
add("2217", "Endpoint", action("restrict-ips", { deny: ["1.2.3.4/40"] }));
add("2215", "Endpoint", action("custom-response", { status_code: 99 }));
add(
  "2234",
  "Endpoint",
  action("forward-internal", {}),
  action("rate-limit", { name: "a" }),
  action("set-vars", {}),
);
add("2200", "Endpoint", policy({ on_http_request: [{ expressions: ["((("], actions: [{ type: "deny" }] }] }));
add("2252", "Endpoint", action("set-vars", { vars: { a: "b" } }));
add("2214", "Endpoint", action("compress-response", { algorithms: ["gzip", "7z"] }, "on_http_response"));
const APP = { domain: "app.example.com" };
add("403", "ReservedDomain", { domain: "*-app.example.com" });
add("402", "ReservedDomain", { domain: "app.example.*" });
add(
  "406",
  "ReservedDomain",
  { domain: "app!.example.com" },
  { domain: "app%20.example.com" },
  { domain: "münchen.de" },
);
add("409", "ReservedDomain", { domain: "a.b..c.example.com" });
add("407", "ReservedDomain", { domain: "*.-app.example.com" });
add("408", "ReservedDomain", { domain: "*.app-.example.com" });
add("410", "ReservedDomain", { domain: "*.aa--bb.example.com" });
add("513", "ReservedDomain", { domain: `*.${"x".repeat(64)}.com` });
add("514", "ReservedDomain", { domain: `${"a.".repeat(125)}example.com` });
add("420", "ReservedDomain", { ...APP, description: LONG });
add("421", "ReservedDomain", { ...APP, metadata: MORE }, { ...APP, metadata: MORE_IN_BYTES });
add("438", "ReservedDomain", { domain: "_dmarc.example.com" }, { domain: "*.a_b.example.com" });
add("435", "ReservedDomain", { ...APP, certificateManagementPolicy: { authority: "zerossl" } });
add("1909", "ReservedDomain", { ...APP, certificateManagementPolicy: { privateKeyType: "ed25519" } });
add("456", "ReservedDomain", { ...APP, resolvesTo: [{ value: "us" }, { value: "eu" }, { value: "us" }] });
add("505", "ReservedAddr", { metadata: MORE_IN_BYTES });
add("604", "SshCredential", { publicKey: "$K", description: LONG });
add("605", "SshCredential", { publicKey: "$K", metadata: MORE });
add("604", "Credential", { description: LONG_IN_BYTES });
add("604", "ApiKey", { description: LONG });
add(
  "1406",
  "IpPolicyRule",
  { ipPolicyId: "$P", action: "deny", cidr: "010.0.0.0/8" },
  { ipPolicyId: "$P", action: "deny", cidr: "1.2.3/24" },
  { ipPolicyId: "$P", action: "deny", cidr: "::g/64" },
);
add(
  "1409",
  "IpPolicyRule",
  { ipPolicyId: "$P", action: "allow", cidr: "::ffff:10.0.0.1/104" },
  { ipPolicyId: "$P", action: "allow", cidr: "fe80::1/10" },
);
add("1413", "IpPolicyRule", { ipPolicyId: "$P", action: "allow", cidr: "::" });
add("1422", "IpPolicyRule", { ipPolicyId: "$P", action: "ALLOW", cidr: "10.0.0.0/8" });
add("1803", "IpRestriction", { type: "API", ipPolicyIds: ["$P"] });
later("1801", "IpRestriction", { type: "agent", ipPolicyIds: ["ipp_x", "$P"] });
add("1920", "CertificateAuthority", {
  caPem: "-----BEGIN CERTIFICATE-----\nno nonsense?\n-----END CERTIFICATE-----",
});
const EMPTY_BLOCK = "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----";
add("1900", "CertificateAuthority", { caPem: EMPTY_BLOCK });
add("1900", "TlsCertificate", { certificatePem: EMPTY_BLOCK, privateKeyPem: "$S" });
add("1914", "CertificateAuthority", { caPem: "$C", description: LONG_IN_BYTES });
later("1912", "CertificateAuthority", { caPem: "$C\n$D" });
add("1922", "TlsCertificate", { certificatePem: "", privateKeyPem: "$S" });
add("1901", "TlsCertificate", { certificatePem: "$C", privateKeyPem: "" });
add("1923", "TlsCertificate", { certificatePem: "$D", privateKeyPem: "$S" });
add("1925", "TlsCertificate", { certificatePem: "$S", privateKeyPem: "$S" });
add("1916", "TlsCertificate", { certificatePem: "$C", privateKeyPem: "$S", description: LONG_IN_BYTES });
add("1936", "SshCertificateAuthority", { privateKeyType: "RSA" });
add(
  "1939",
  "SshCertificateAuthority",
  { privateKeyType: "rsa", keySize: 1024 },
  { privateKeyType: "rsa", keySize: 8192 },
);
add("1940", "SshCertificateAuthority", { privateKeyType: "ed25519", keySize: 2048 });
add("1942", "SshCertificateAuthority", { privateKeyType: "ed25519", ellipticCurve: "p256" });
add("1937", "SshCertificateAuthority", { description: LONG_IN_BYTES });
const signed = { sshCertificateAuthorityId: "$A", publicKey: "$K" };
add("1945", "SshUserCertificate", { ...signed, description: LONG_IN_BYTES });
add("1948", "SshHostCertificate", { ...signed, metadata: MORE_IN_BYTES });
for (const time of [
  "2027-02-30T00:00:00Z",
  "2027-06-31T00:00:00+01:00",
  "2027-01-01T24:00:00Z",
  "2027-01-01 00:00:00Z",
  "2027-01-01T00:00:00+24:00",
])
  add("241", "SshHostCertificate", { ...signed, validUntil: time }, { ...signed, validAfter: time });
add("1962", "SshUserCertificate", {
  ...signed,
  validAfter: "2040-01-01T00:00:00Z",
  validUntil: "2040-01-01T00:00:00Z",
});
add("1963", "SshHostCertificate", {
  ...signed,
  validAfter: "2040-01-01T00:00:01+01:00",
  validUntil: "2039-12-31T23:00:00Z",
});
add("1934", "SshUserCertificate", { ...signed, publicKey: "ssh-rsa" });
later("1949", "SshUserCertificate", { ...signed, sshCertificateAuthorityId: "sshca_x" });
add("5100", "EventDestination", { format: "json" });
add("5116", "EventDestination", {
  target: {
    firehose: {
      auth: {
        role: { roleArn: "arn:aws:iam::1:role/x" },
        creds: { awsAccessKeyId: "a", awsSecretAccessKey: "b" },
      },
      deliveryStreamArn: "arn:aws:firehose:eu-west-1:1:deliverystream/x",
    },
  },
});
add("5107", "EventDestination", {
  target: { cloudwatchLogs: { auth: {}, logGroupArn: "arn:aws:logs:eu-west-1:1:log-group:x" } },
});
add("5130", "EventDestination", {
  target: {
    kinesis: {
      auth: { role: { roleArn: "arn:aws:iam::1:role/x" } },
      streamArn: "arn:aws:kinesis:eu-west-1:1:stream/",
    },
  },
});
later("5103", "EventSubscription", { destinationIds: ["ed_x"] });
add("6507", "StaticBackend", { address: ":80" });
add(
  "6506",
  "StaticBackend",
  { address: "http://10.0.0.1" },
  { address: "[::1]" },
  { address: "a:b:80" },
  { address: "a:-1" },
  { address: "a:80?x" },
);
add("6512", "WeightedBackend", { backends: { $G: 10_000.5 } }, { backends: { $G: 20_000 } });
add("6531", "TunnelGroupBackend", { labels: { "a=b": "c" } });
later("6501", "WeightedBackend", { backends: { bkdtg_x: 1 } });
later("6501", "FailoverBackend", { backends: ["$G", "bkdtg_x"] });
add("6700", "AgentIngress", { domain: "connect.example.com", description: LONG_IN_BYTES });
add(
  "6704",
  "AgentIngress",
  { domain: "" },
  { domain: "a b.example.com" },
  { domain: "connect.example.com:443" },
  { domain: "https://connect.example.com" },
);
add("7104", "TlsEdge", { hostports: [""] }, { hostports: ["https://app.example.com:443"] });
add("7112", "HttpsEdge", { hostports: ["app.example.com:0"] });
add("7112", "TcpEdge", { hostports: ["1.tcp.example.com:65536"] });
later("7117", "HttpsEdge", { hostports: ["other.example.com:443"] });
add("7073", "TlsEdge", { description: LONG_IN_BYTES });
later("7072", "HttpsEdge", { mutualTls: { certificateAuthorityIds: ["ca_x"] } });
later("7007", "TlsEdge", { ipRestriction: { ipPolicyIds: ["ipp_x"] } });
add("7130", "HttpsEdgeRoute", route({ matchType: "exact" }));
add("7011", "HttpsEdgeRoute", route({ circuitBreaker: { errorThresholdPercentage: 2 } }));
for (const provider of ["google", "github"])
  add("7033", "HttpsEdgeRoute", route({ oauth: { provider: { [provider]: { clientSecret: "s" } } } }));
add(
  "7046",
  "HttpsEdgeRoute",
  route({ oauth: { provider: { gitlab: { emailAddresses: ["x@y.z", "x@y.z"] } } } }),
);
add(
  "7047",
  "HttpsEdgeRoute",
  route({ oauth: { provider: { microsoft: { emailDomains: ["a.b", "c.d", "a.b"] } } } }),
);
add("7036", "HttpsEdgeRoute", route({ oauth: { provider: { twitch: {}, amazon: {}, gitlab: {} } } }));
add("7024", "HttpsEdgeRoute", route({ requestHeaders: { add: { a: "x\u007f" } } }));
add("7023", "HttpsEdgeRoute", route({ responseHeaders: { remove: [""] } }));
const inner = (m: object) => ({ url: "https://b.internal", trafficPolicy: "{}", ...m });
add("9036", "Endpoint", inner({ url: "udp://b.internal:1" }), inner({ url: "ws://b.internal" }));
add("9030", "Endpoint", inner({ url: "https://b.internal:0" }), inner({ url: "tcp://b.internal:99999" }));
add("9037", "Endpoint", inner({ url: "https://b.internal/a?b" }));
add("18001", "Endpoint", inner({ url: "https://a b.internal" }));
add("18012", "Endpoint", inner({ description: LONG }));
add("18013", "Endpoint", inner({ metadata: MORE }));
add("15005", "Endpoint", inner({ bindings: ["INTERNAL"] }));
const act = (type: string, config: unknown, phase = "on_http_request") =>
  inner({ trafficPolicy: JSON.stringify({ [phase]: [{ actions: [{ type, config }] }] }) });
add(
  "2202",
  "Endpoint",
  act(
    "rate-limit",
    { name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s", bucket_key: [] },
    "on_http_response",
  ),
);
add("2215", "Endpoint", act("deny", { status_code: 0 }), act("custom-response", { status_code: 1000 }));
add(
  "2222",
  "Endpoint",
  act("rate-limit", { name: "a", algorithm: "token", capacity: 1, rate: "60s", bucket_key: [] }),
);
add(
  "2234",
  "Endpoint",
  act("url-rewrite", {}),
  act("basic-auth", {}),
  act("verify-webhook", {}),
  act("oauth", {}),
  act("openid-connect", {}),
  act("jwt-validation", {}),
  act("http-request", {}),
);
add("2203", "Endpoint", act("deny", ["x"]), act("oauth", 1));
add("2204", "Endpoint", act("basic-auth", { credentials: ["a:password1", "b"] }));
later("2216", "Endpoint", act("restrict-ips", { ip_policies: ["$P", "ipp_x"] }));
add(
  "2217",
  "Endpoint",
  act("restrict-ips", { allow: ["1.2.3.0/24", "300.0.0.0/8"] }),
  act("restrict-ips", { allow: [""] }),
);
add(
  "2200",
  "Endpoint",
  inner({
    trafficPolicy: JSON.stringify({
      on_http_request: [{ expressions: ["req.method = 'GET'"], actions: [{ type: "deny" }] }],
    }),
  }),
  inner({
    trafficPolicy: JSON.stringify({ on_http_request: [{ expressions: [""], actions: [{ type: "deny" }] }] }),
  }),
);
add("2236", "Endpoint", inner({ trafficPolicy: "on_http_request:\n\t- x" }), inner({ trafficPolicy: "42" }));
add(
  "2210",
  "Endpoint",
  act("add-headers", { headers: { "": "x" } }),
  act("remove-headers", { headers: ["a b"] }),
);
add("2211", "Endpoint", act("add-headers", { headers: { a: "\u0000" } }, "on_http_response"));
add(
  "2262",
  "Endpoint",
  inner({
    url: "https://b.internal",
    trafficPolicy: JSON.stringify({
      on_tcp_connect: [{ actions: [{ type: "custom-response", config: {} }] }],
    }),
  }),
);
add("23000", "Vault", { name: "ä" }, { name: "a b" });
add("23001", "Vault", { name: "" });
add("24000", "Secret", { vaultId: "$V", name: "a.b/c d", value: "v" });
later("24006", "Secret", { vaultId: "vault_x", name: "a", value: "v" });
later("634", "Credential", { ownerId: "usr_x" });

later("1940", "SshCertificateAuthority", { keySize: 4096 });
later("1942", "SshCertificateAuthority", { ellipticCurve: "nistp256" });
add(
  "2234",
  "Endpoint",
  act("log", {}),
  act("rate-limit", { name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s" }),
);

/** What no preview knows: what a policy has in a newer version. */
const PASS = new Set(['{"on_request":[]}', "Deny"]);

test("kinds of requests that the catalogue says are refused", async () => {
  const bare = await openBareAccount();
  const made = async (name: string) => (await bare.of(name).create(bare.account, {})).id;
  const values: Record<string, string> = {
    $P: await made("IpPolicy"),
    $E: await made("HttpsEdge"),
    $G: await made("TunnelGroupBackend"),
    $A: await made("SshCertificateAuthority"),
    $V: (await bare.of("Vault").create(bare.account, { name: "requests" })).id,
    $K: sshPublicKey("requests"),
    $L: leafPem(),
    $C: pair.certificatePem,
    $D: tlsKeyPair("other.example.com").certificatePem,
    $S: pair.privateKeyPem,
  };
  expect(rows.length).toBeGreaterThan(250);
  for (const [code, of, row] of rows) {
    const text = JSON.stringify(row);
    const inputs = JSON.parse(
      text.replace(/\$[A-Z]\b/g, (name) => JSON.stringify(values[name]).slice(1, -1)),
    );
    const { failures } = bare.of(of).check({}, inputs);
    const passes = unforeseen.has(row) || [...PASS].some((part) => text.replaceAll("\\", "").includes(part));
    expect([code, text, failures.length > 0]).toEqual([code, text, !passes]);
    const answer = await bare
      .of(of)
      .create(bare.account, inputs)
      .then(() => "accepted", String);
    expect([text, answer]).toEqual([text, expect.stringContaining(`ERR_NGROK_${code}`)]);
  }
});
