import { readFileSync } from "node:fs";
import { Ngrok } from "@ngrok/ngrok-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CatalogueOperation, catalogue, type Emulator, startEmulator } from "../../emulator/index";
import { type Issued, selfSigned, sshPair } from "./support/keys";

/**
 * A third party's client goes through every operation that it can reach. Its own faults are worked around: it reports
 * each 204 as a SyntaxError, sends `beforeId`, and rewrites the keys of maps in both directions.
 */

type Values = { readonly [key: string]: unknown };

interface Collection {
  create(values: Values): Promise<Values>;
  get(id: string): Promise<Values>;
  list(beforeId?: string, limit?: string): Promise<Values[]>;
  update(values: Values): Promise<Values>;
  delete(id: string): Promise<void>;
}

interface Module {
  replace(values: Values): Promise<Values>;
  get(id: unknown): Promise<Values>;
  delete(id: unknown): Promise<void>;
}

let emulator: Emulator;
let ngrok: Ngrok;
/** The emulator of the service, which has families that the API reference lacks, and a client of it. */
let service: Emulator;
let ngrokOfService: Ngrok;
let issued: Issued;
const known: Record<string, string> = {};

const idOf = (values: Values | undefined) => String(values?.id);

/** The client takes a 204 for broken JSON; anything else that fails would fail the test. */
const expectNoContent = (call: Promise<unknown>) => expect(call).rejects.toThrow(SyntaxError);

const collectionOf = (service: object) => service as Collection;
const moduleOf = (service: object) => service as Module;

beforeAll(async () => {
  // The client repeats parameters of other families, which it leaves empty: the service refuses what it does not know.
  emulator = await startEmulator({ reference: true, absentModules: "empty" });
  ngrok = new Ngrok({ baseUrl: emulator.url, apiToken: emulator.token });
  service = await startEmulator();
  ngrokOfService = new Ngrok({ baseUrl: service.url, apiToken: service.token });
  issued = await selfSigned();
  known.policy = idOf(await collectionOf(ngrok.ipPolicies).create({}));
  known.ca = idOf(await collectionOf(ngrok.certificateAuthorities).create({ caPem: issued.certificate }));
  known.sshCa = idOf(await collectionOf(ngrok.sshCertificateAuthorities).create({}));
  // An id without capitals and underscores survives being the key of a map in this client.
  emulator.seed({ "/backends/tunnel_group": [{ id: "child" }] });
});

afterAll(() => Promise.all([emulator.close(), service.close()]));

interface Row {
  readonly service: () => object;
  readonly create: () => Values;
  /** What the answer has; by default what was given. */
  readonly created?: () => Values;
  /** By default other texts alone. */
  readonly update?: Values;
  readonly updated?: Values;
  /** What another object has to have otherwise. */
  readonly second?: Values;
}

const noted = { description: "a description", metadata: "some metadata" };
const kinesis = {
  auth: { role: { roleArn: "arn:aws:iam::1:role/events" } },
  streamArn: "arn:aws:kinesis:eu-central-1:1:stream/events",
};
const changed = { description: "another", metadata: "" };

const rows: Readonly<Record<string, Row>> = {
  "API keys": {
    service: () => ngrok.apiKeys,
    create: () => noted,
    created: () => ({ ...noted, token: expect.any(String), ownerId: expect.stringMatching(/^usr_/) }),
    updated: { ...changed, token: null },
  },
  "bot users": {
    service: () => ngrok.botUsers,
    create: () => ({ name: "ci" }),
    created: () => ({ name: "ci", active: true }),
    update: { name: "cd", active: false },
  },
  "IP policies": {
    service: () => ngrok.ipPolicies,
    create: () => noted,
  },
  "IP policy rules": {
    service: () => ngrok.ipPolicyRules,
    create: () => ({ ...noted, cidr: "203.0.113.0/24", ipPolicyId: known.policy, action: "allow" }),
    created: () => ({ ...noted, cidr: "203.0.113.0/24", ipPolicy: { id: known.policy }, action: "allow" }),
    update: { ...changed, cidr: "2001:db8::/32" },
  },
  "IP restrictions": {
    service: () => ngrok.ipRestrictions,
    create: () => ({ ...noted, type: "dashboard", ipPolicyIds: [known.policy] }),
    created: () => ({ ...noted, type: "dashboard", enforced: false, ipPolicies: [{ id: known.policy }] }),
    update: { ...changed, enforced: true, ipPolicyIds: [] },
    updated: { ...changed, enforced: true, ipPolicies: [] },
  },
  "reserved addresses": {
    service: () => ngrok.reservedAddrs,
    create: () => ({ ...noted, region: "eu" }),
    created: () => ({ ...noted, region: "eu", addr: expect.stringMatching(/:\d+$/) }),
  },
  "reserved domains": {
    service: () => ngrok.reservedDomains,
    create: () => ({
      ...noted,
      domain: "client.example.com",
      region: "us",
      certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "rsa" },
    }),
    second: { domain: "second.example.com" },
    created: () => ({
      ...noted,
      domain: "client.example.com",
      region: "us",
      certificate: null,
      cnameTarget: expect.any(String),
      acmeChallengeCnameTarget: null,
      certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "rsa" },
      certificateManagementStatus: { provisioningJob: { startedAt: expect.any(String) } },
    }),
  },
  "SSH certificate authorities": {
    service: () => ngrok.sshCertificateAuthorities,
    create: () => ({ ...noted, privateKeyType: "ecdsa", ellipticCurve: "nistp384", keySize: 0 }),
    created: () => ({
      ...noted,
      keyType: "ecdsa",
      publicKey: expect.stringMatching(/^ecdsa-sha2-nistp384 /),
    }),
  },
  "SSH user certificates": {
    service: () => ngrok.sshUserCertificates,
    create: () => ({
      ...noted,
      sshCertificateAuthorityId: known.sshCa,
      publicKey: sshPair("rsa").publicKey,
      principals: ["root"],
      criticalOptions: { "force-command": "true" },
      validUntil: "2040-01-01T00:00:00Z",
    }),
    created: () => ({
      ...noted,
      sshCertificateAuthorityId: known.sshCa,
      keyType: "rsa",
      principals: ["root"],
      criticalOptions: { forceCommand: "true" },
      extensions: { permitPty: "", permitUserRc: "" },
      validUntil: "2040-01-01T00:00:00Z",
      certificate: expect.stringMatching(/^ssh-rsa-cert-v01@openssh.com /),
    }),
  },
  "SSH host certificates": {
    service: () => ngrok.sshHostCertificates,
    create: () => ({
      ...noted,
      sshCertificateAuthorityId: known.sshCa,
      publicKey: sshPair("ed25519").publicKey,
      principals: ["host.example.com"],
    }),
    created: () => ({
      ...noted,
      keyType: "ed25519",
      principals: ["host.example.com"],
      certificate: expect.stringMatching(/^ssh-ed25519-cert-v01@openssh.com /),
    }),
  },
  "TLS certificates": {
    service: () => ngrok.tlsCertificates,
    create: () => ({ ...noted, certificatePem: issued.certificate, privateKeyPem: issued.key }),
    created: () => ({
      ...noted,
      subjectCommonName: "app.example.com",
      subjectAlternativeNames: { dnsNames: ["app.example.com", "*.app.example.com"], ips: ["203.0.113.7"] },
      issuedAt: null,
      privateKeyType: "ecdsa",
    }),
  },
  "certificate authorities": {
    service: () => ngrok.certificateAuthorities,
    create: () => ({ ...noted, caPem: issued.certificate }),
    created: () => ({ ...noted, caPem: issued.certificate, subjectCommonName: "app.example.com" }),
  },
  credentials: {
    service: () => ngrok.credentials,
    create: () => ({ ...noted, acl: ["bind:*"] }),
    created: () => ({ ...noted, acl: ["bind:*"], token: expect.any(String) }),
    update: { ...changed, acl: [] },
    updated: { ...changed, acl: [], token: null },
  },
  "SSH credentials": {
    service: () => ngrok.sshCredentials,
    create: () => ({ ...noted, acl: [], publicKey: sshPair("ecdsa").publicKey }),
    created: () => ({ ...noted, publicKey: expect.stringMatching(/^ecdsa-sha2-nistp256 /) }),
    update: { ...changed, acl: ["bind:*"] },
  },
  "weighted backends": {
    service: () => ngrok.backends.weightedBackends,
    create: () => ({ ...noted, backends: { child: 10_000 } }),
    update: { ...changed, backends: { child: 0 } },
  },
  "failover backends": {
    service: () => ngrok.backends.failoverBackends,
    create: () => ({ ...noted, backends: ["child"] }),
    update: { ...changed, backends: [] },
  },
  "tunnel group backends": {
    service: () => ngrok.backends.tunnelGroupBackends,
    create: () => ({ ...noted, labels: { app: "web" } }),
    created: () => ({ ...noted, labels: { app: "web" }, tunnels: [] }),
    update: { ...changed, labels: { app: "api" } },
  },
  "TLS edges": {
    service: () => ngrok.edges.edgesTls,
    create: () => ({ ...noted, hostports: ["client.example.com:443"], backend: { backendId: "child" } }),
    created: () => ({
      ...noted,
      hostports: ["client.example.com:443"],
      backend: { enabled: true, backend: { id: "child" } },
      mutualTls: null,
    }),
    second: { hostports: [] },
    update: { ...changed, hostports: [], tlsTermination: { terminateAt: "upstream" } },
    updated: {
      ...changed,
      hostports: [],
      backend: { enabled: true, backend: { id: "child" } },
      tlsTermination: { enabled: true, terminateAt: "upstream", minVersion: null },
    },
  },
  "TCP edges": {
    service: () => ngrok.edges.edgesTcp,
    create: () => ({ ...noted, hostports: ["1.tcp.example.com:12345"] }),
    created: () => ({ ...noted, hostports: ["1.tcp.example.com:12345"], ipRestriction: null }),
    second: { hostports: [] },
  },
  "HTTPS edges": {
    service: () => ngrok.edges.edgesHttps,
    create: () => ({ ...noted, hostports: ["https.example.com:443"] }),
    created: () => ({ ...noted, hostports: ["https.example.com:443"], routes: [] }),
    second: { hostports: [] },
    update: { ...changed, tlsTermination: { minVersion: "1.3" } },
    updated: { ...changed, tlsTermination: { enabled: true, minVersion: "1.3" } },
  },
  "event destinations": {
    service: () => ngrokOfService.eventDestinations,
    create: () => ({ ...noted, format: "json", target: { kinesis } }),
    update: { ...changed, target: { kinesis: { ...kinesis, streamArn: `${kinesis.streamArn}-2` } } },
  },
  "agent ingresses": {
    service: () => ngrokOfService.agentIngresses,
    create: () => ({ ...noted, domain: "connect.example.com" }),
    created: () => ({
      ...noted,
      domain: "connect.example.com",
      regionDomains: ["tunnel.us.connect.example.com"],
    }),
    second: { domain: "other.example.com" },
  },
  "static backends": {
    service: () => ngrokOfService.backends.staticBackends,
    create: () => ({ ...noted, address: "origin.example.com:443", tls: { enabled: true } }),
    update: { ...changed, address: "other.example.com:80", tls: { enabled: false } },
  },
  "HTTP response backends": {
    service: () => ngrokOfService.backends.httpResponseBackends,
    create: () => ({ ...noted, body: "back soon", headers: { accept: "text/plain" }, statusCode: 503 }),
    update: { ...changed, body: "gone", statusCode: 410 },
  },
  "event subscriptions": {
    service: () => ngrokOfService.eventSubscriptions,
    create: () => ({ ...noted, sources: [{ type: "ip_policy_created.v0" }] }),
    created: () => ({
      ...noted,
      sources: [{ type: "ip_policy_created.v0", uri: expect.stringMatching(/ip_policy_created\.v0$/) }],
      destinations: [],
    }),
    update: { ...changed, sources: [] },
  },
};

test.each(Object.entries(rows))("%s", async (_name, row) => {
  const service = collectionOf(row.service());
  const { update = changed, updated = update } = row;
  const made = await service.create(row.create());
  expect(made).toMatchObject({
    id: expect.any(String),
    uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
    ...(row.created ?? row.create)(),
  });
  expect(await service.get(idOf(made))).toMatchObject({
    ...made,
    ...("token" in made ? { token: null } : {}),
  });
  const second = await service.create({ ...row.create(), ...row.second });
  const listed = (await service.list(undefined, "1")).map(idOf);
  expect(listed.slice(0, 2)).toEqual([idOf(second), idOf(made)]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(await service.update({ id: made.id, ...update })).toMatchObject(updated);
  expect(await service.get(idOf(made))).toMatchObject(updated);
  for (const id of [made, second].map(idOf)) {
    await expectNoContent(service.delete(id));
    await expect(service.get(id)).rejects.toMatchObject({
      statusCode: 404,
      errorCode: expect.stringMatching(/^ERR_/),
      msg: expect.stringContaining(id),
      details: new Map([["operationId", expect.stringMatching(/^op_/)]]),
    });
  }
});

describe("modules", () => {
  const backend = { module: { backendId: "child" }, shown: { enabled: true, backend: { id: "child" } } };
  const restriction = () => ({
    module: { enabled: false, ipPolicyIds: [known.policy] },
    shown: { enabled: false, ipPolicies: [{ id: known.policy }] },
  });
  const mutual = () => ({
    module: { certificateAuthorityIds: [known.ca] },
    shown: { enabled: true, certificateAuthorities: [{ id: known.ca }] },
  });
  const same = (module: Values) => ({ module, shown: { enabled: true, ...module } });
  const headers = same({ add: { accept: "text/plain" }, remove: ["X-Debug"] });

  type Case = readonly [
    name: string,
    service: () => object,
    () => { readonly module: Values; readonly shown: Values },
  ];

  const onEdges: readonly (readonly [() => object, readonly Case[]])[] = [
    [
      () => ngrok.edges.edgesTls,
      [
        ["TLS backend", () => ngrok.edgeModules.tlsEdgeBackendModule, () => backend],
        ["TLS IP restriction", () => ngrok.edgeModules.tlsEdgeIpRestrictionModule, restriction],
        ["TLS mutual TLS", () => ngrok.edgeModules.tlsEdgeMutualTlsModule, mutual],
        [
          "TLS termination",
          () => ngrok.edgeModules.tlsEdgeTlsTerminationModule,
          () => same({ terminateAt: "edge", minVersion: "1.3" }),
        ],
      ],
    ],
    [
      () => ngrok.edges.edgesTcp,
      [
        ["TCP backend", () => ngrok.edgeModules.tcpEdgeBackendModule, () => backend],
        ["TCP IP restriction", () => ngrok.edgeModules.tcpEdgeIpRestrictionModule, restriction],
      ],
    ],
    [
      () => ngrok.edges.edgesHttps,
      [
        ["HTTPS mutual TLS", () => ngrok.edgeModules.httpsEdgeMutualTlsModule, mutual],
        [
          "HTTPS termination",
          () => ngrok.edgeModules.httpsEdgeTlsTerminationModule,
          () => same({ minVersion: "1.2" }),
        ],
      ],
    ],
  ];

  const edgeCases = onEdges.flatMap(([edges, cases]) =>
    cases.map((one) => [one[0], edges, one[1], one[2]] as const),
  );

  test.each(edgeCases)("%s", async (_name, edges, service, values) => {
    const id = idOf(await collectionOf(edges()).create({}));
    const { module, shown } = values();
    const calls = moduleOf(service());
    expect(await calls.replace({ id, module })).toMatchObject(shown);
    expect(await calls.get(id)).toMatchObject(shown);
    await expectNoContent(calls.delete(id));
    expect(await calls.get(id)).toBeNull();
    await expectNoContent(collectionOf(edges()).delete(id));
  });

  const onRoutes: readonly Case[] = [
    ["backend", () => ngrok.edgeModules.edgeRouteBackendModule, () => backend],
    ["IP restriction", () => ngrok.edgeModules.edgeRouteIpRestrictionModule, restriction],
    ["request headers", () => ngrok.edgeModules.edgeRouteRequestHeadersModule, () => headers],
    ["response headers", () => ngrok.edgeModules.edgeRouteResponseHeadersModule, () => headers],
    ["compression", () => ngrok.edgeModules.edgeRouteCompressionModule, () => same({})],
    [
      "circuit breaker",
      () => ngrok.edgeModules.edgeRouteCircuitBreakerModule,
      () =>
        same({
          trippedDuration: 1,
          rollingWindow: 2,
          numBuckets: 3,
          volumeThreshold: 4,
          errorThresholdPercentage: 0.5,
        }),
    ],
    [
      "webhook verification",
      () => ngrok.edgeModules.edgeRouteWebhookVerificationModule,
      () => same({ provider: "slack", secret: "shh" }),
    ],
    [
      "OAuth",
      () => ngrok.edgeModules.edgeRouteOAuthModule,
      () =>
        same({
          optionsPassthrough: true,
          cookiePrefix: "mine.",
          inactivityTimeout: 1,
          maximumDuration: 2,
          authCheckInterval: 3,
          provider: { github: { clientId: "id", clientSecret: "s", scopes: ["a"], teams: ["org/t"] } },
        }),
    ],
    [
      "SAML",
      () => ngrok.edgeModules.edgeRouteSamlModule,
      () => same({ idpMetadata: "<x/>", forceAuthn: true }),
    ],
    [
      "OIDC",
      () => ngrok.edgeModules.edgeRouteOidcModule,
      () => same({ issuer: "https://id.example.com", clientId: "id", clientSecret: "s", scopes: ["openid"] }),
    ],
    ["WebSocket converter", () => ngrok.edgeModules.edgeRouteWebsocketTcpConverterModule, () => same({})],
    [
      "user agent filter",
      () => ngrok.edgeModules.edgeRouteUserAgentFilterModule,
      () => same({ allow: ["(a)"], deny: ["(b)"] }),
    ],
  ];

  test.each(onRoutes)("route %s", async (_name, service, values) => {
    const edgeId = idOf(await collectionOf(ngrok.edges.edgesHttps).create({}));
    const routes = ngrok.edges.edgesHttpsRoutes as unknown as Record<
      string,
      (values: Values) => Promise<Values>
    >;
    const made = await routes.create?.({ edgeId, matchType: "path_prefix", match: "/" });
    expect(made).toMatchObject({ edgeId, matchType: "path_prefix", match: "/" });
    const at = { edgeId, id: idOf(made) };
    const { module, shown } = values();
    const calls = moduleOf(service());
    expect(await calls.replace({ ...at, module })).toMatchObject(shown);
    expect(await calls.get(at)).toMatchObject(shown);
    await expectNoContent(calls.delete(at));
    expect(await calls.get(at)).toBeNull();
    expect(await routes.update?.({ ...at, match: "/new", description: "d" })).toMatchObject({
      match: "/new",
    });
    expect(await routes.get?.(at)).toMatchObject({ match: "/new", description: "d" });
    await expectNoContent(routes.delete?.(at) ?? Promise.resolve());
    await expect(routes.get?.(at)).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe("what only the service has", () => {
  test("users and sessions of applications", async () => {
    service.seed({
      "/app/users": [{ id: "au_1", email: "ann@example.com", name: "Ann" }],
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "path_prefix", match: "/" }],
      "/app/sessions": [
        { id: "as_1", application_user_id: "au_1", edge_id: "edghts_1", route_id: "edghtsrt_1" },
        { id: "as_2", browser_session: { ip_address: "203.0.113.9", location: { country_code: "NL" } } },
      ],
    });
    expect(await ngrokOfService.applicationUsers.get("au_1")).toMatchObject({
      email: "ann@example.com",
      identityProvider: { name: "Google", url: "https://accounts.google.com" },
      lastLogin: expect.anything(),
    });
    expect((await ngrokOfService.applicationUsers.list()).map(({ id }) => id)).toEqual(["au_1"]);
    expect(await ngrokOfService.applicationSessions.get("as_1")).toMatchObject({
      applicationUser: { id: "au_1", uri: `${service.url}/app/users/au_1` },
      browserSession: { userAgent: { browserName: "Chrome" }, location: null },
      edge: { id: "edghts_1" },
      route: { id: "edghtsrt_1", uri: `${service.url}/edges/https/edghts_1/routes/edghtsrt_1` },
      endpoint: null,
    });
    const [second, first] = await ngrokOfService.applicationSessions.list(undefined, "1");
    expect([first?.id, second?.id]).toEqual(["as_1", "as_2"]);
    expect(second?.browserSession).toMatchObject({
      ipAddress: "203.0.113.9",
      location: { countryCode: "NL", latitude: null },
    });
    await expectNoContent(ngrokOfService.applicationSessions.delete("as_1"));
    await expect(ngrokOfService.applicationSessions.get("as_1")).rejects.toMatchObject({ statusCode: 404 });
    await expectNoContent(ngrokOfService.applicationUsers.delete("au_1"));
    await expect(ngrokOfService.applicationUsers.get("au_1")).rejects.toMatchObject({ statusCode: 404 });
  });

  test("tunnels, by the labels of tunnel groups and by their own endpoints", async () => {
    service.seed({
      "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "web" } }],
      "/tunnel_sessions": [{ id: "ts_1", agent: { tunnels: [{ id: "tn_1", labels: { app: "web" } }] } }],
      "/endpoints": [{ id: "ep_1", type: "ephemeral", url: "https://x.example.com", tunnel_id: "tn_2" }],
      "/tunnels": [{ id: "tn_2", public_url: "https://x.example.com", proto: "https", endpoint_id: "ep_1" }],
    });
    const [own, labelled] = await ngrokOfService.tunnels.list();
    expect(labelled).toMatchObject({
      id: "tn_1",
      tunnelSession: { id: "ts_1" },
      backends: [{ id: "bkdtg_1" }],
      endpoint: null,
    });
    expect(own).toMatchObject({ id: "tn_2", endpoint: { id: "ep_1" }, labels: null, backends: null });
    expect(await ngrokOfService.tunnels.get("tn_2")).toEqual(own);
    await expectNoContent(ngrokOfService.tunnelSessions.stop("ts_1"));
    expect((await ngrokOfService.tunnels.list()).map(({ id }) => id)).toEqual(["tn_2"]);
  });

  test("the sources of an event subscription, one by one", async () => {
    const subscription = await ngrokOfService.eventSubscriptions.create({
      sources: [{ type: "ip_policy_created.v0" }],
      destinationIds: [],
    });
    const sources = ngrokOfService.eventSources;
    const at = { subscriptionId: subscription.id, type: "ip_policy_deleted.v0" };
    const added = { type: at.type, uri: expect.stringContaining(`/sources/${at.type}`) };
    expect(await sources.create(at)).toEqual(added);
    await expect(sources.create(at)).rejects.toMatchObject({ statusCode: 400, errorCode: "ERR_NGROK_5127" });
    expect(await sources.get(at)).toEqual(added);
    expect(await sources.update(at)).toEqual(added);
    const types = async () => (await ngrokOfService.eventSubscriptions.get(subscription.id)).sources;
    expect((await types()).map(({ type }) => type)).toEqual(["ip_policy_created.v0", at.type]);
    await expectNoContent(sources.delete(at));
    await expect(sources.get(at)).rejects.toMatchObject({ statusCode: 404 });
    expect((await types()).map(({ type }) => type)).toEqual(["ip_policy_created.v0"]);
    const listed = await sources.list({ subscriptionId: subscription.id });
    expect(listed.sources.map(({ type }) => type)).toEqual(["ip_policy_created.v0"]);
  });
});

test("detaching certificates", async () => {
  const domains = ngrok.reservedDomains;
  const { id } = await collectionOf(domains).create({
    domain: "detach.example.com",
    certificateManagementPolicy: {},
  });
  await expectNoContent(domains.deleteCertificateManagementPolicy(id));
  await expectNoContent(domains.deleteCertificate(id));
  expect(await domains.get(id)).toMatchObject({ certificate: null, certificateManagementPolicy: null });
});

test("tunnel sessions and their agents", async () => {
  const sessions = await ngrok.tunnelSessions.list();
  const linux = sessions.find(({ os }) => os === "linux");
  const windows = sessions.find(({ os }) => os === "windows");
  expect(await ngrok.tunnelSessions.get(linux?.id)).toEqual(linux);
  await expectNoContent(ngrok.tunnelSessions.update({ id: linux?.id ?? "" }));
  await expect(ngrok.tunnelSessions.update({ id: linux?.id ?? "" })).rejects.toMatchObject({
    statusCode: 400,
  });
  await expectNoContent(ngrok.tunnelSessions.restart(linux?.id));
  await expect(ngrok.tunnelSessions.restart(windows?.id)).rejects.toMatchObject({ statusCode: 400 });
  await expectNoContent(ngrok.tunnelSessions.stop(windows?.id));
  expect(await ngrok.tunnelSessions.list()).toHaveLength(1);
});

test("endpoints", async () => {
  emulator.seed({ "/endpoints": [{ url: "https://seen.example.com", type: "ephemeral" }] });
  const [endpoint] = await ngrok.endpoints.list();
  expect(endpoint).toMatchObject({ publicUrl: "https://seen.example.com", type: "ephemeral" });
  expect(await ngrok.endpoints.get(endpoint?.id)).toEqual(endpoint);
});

/** The operations that this client has a call for, as its code spells them: `GET /ip_policies/{}`. */
const calls = new Set(
  [
    ...readFileSync(require.resolve("@ngrok/ngrok-api/lib/services.js"), "utf8").matchAll(
      /\.url\(`([^`]+)`\)(?:\s*\.query\([^)]*\))?\s*\.(\w+)\(/g,
    ),
  ].map(([, url = "", method = ""]) => `${method.toUpperCase()} ${url.replace(/\$\{[^}]+\}/g, "{}")}`),
);

test("the client's calls are found in its code", () => {
  expect(calls.size).toBeGreaterThan(150);
  expect(calls).toContain("PATCH /edges/https/{}/routes/{}");
});

test("every operation that the client has a call for was reached with success", () => {
  const { families, detach, commands } = catalogue();
  const served = [
    ...Object.values(families).flatMap((family) => [
      ...Object.values(family.operations),
      ...Object.values(family.below),
      ...Object.values(family.modules).flatMap(({ operations }) => Object.values(operations)),
    ]),
    ...detach,
    ...commands,
  ];
  const reached = served.filter(({ method, path, status }) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return [...emulator.requests(), ...service.requests()].some(
      (request) => request.method === method && pattern.test(request.path) && request.status === status,
    );
  });
  const callOf = ({ method, path }: CatalogueOperation) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
  expect(reached.map(callOf).sort()).toEqual(
    served
      .map(callOf)
      .filter((call) => calls.has(call))
      .sort(),
  );
});
