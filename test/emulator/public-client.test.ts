import { readFileSync } from "node:fs";
import { Ngrok } from "@ngrok/ngrok-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index";
import { type Issued, selfSigned, sshPair } from "./support/keys";
import { servedOperations } from "./support/operations";

/**
 * Calls every operation that a third-party client supports, despite bugs of the client: it reports
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
let ngrokForService: Ngrok;
let issued: Issued;
const ids: Record<string, string> = {};

const idOf = (values: Values | undefined) => String(values?.id);

/** The client reports a 204 as invalid JSON; other failures fail the test. */
const expectNoContent = (call: Promise<unknown>) => expect(call).rejects.toThrow(SyntaxError);

const collectionOf = (service: object) => service as Collection;

beforeAll(async () => {
  // The client sends empty parameters of other families, which the service refuses as unknown.
  emulator = await startEmulator({ reference: true, absentModules: "empty" });
  ngrok = new Ngrok({ baseUrl: emulator.url, apiToken: emulator.token });
  service = await startEmulator();
  ngrokForService = new Ngrok({ baseUrl: service.url, apiToken: service.token });
  issued = await selfSigned();
  ids.policy = idOf(await collectionOf(ngrok.ipPolicies).create({}));
  ids.ca = idOf(await collectionOf(ngrok.certificateAuthorities).create({ caPem: issued.certificate }));
  ids.sshCa = idOf(await collectionOf(ngrok.sshCertificateAuthorities).create({}));
  // This client changes map keys with capitals or underscores, so this id has none.
  emulator.seed({ "/backends/tunnel_group": [{ id: "child" }] });
});

afterAll(() => Promise.all([emulator.close(), service.close()]));

/** A service of the client, the parameters of an object, and those that differ for a second one. */
type Row = readonly [service: () => object, create: () => Values, second?: Values];

const kinesis = {
  auth: { role: { roleArn: "arn:aws:iam::123456789012:role/events" } },
  streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/events",
};
const signed = (type: "rsa" | "ed25519") => ({
  sshCertificateAuthorityId: ids.sshCa,
  publicKey: sshPair(type).publicKey,
  principals: ["host.example.com"],
});
const onePolicy = () => ({ type: "dashboard", ipPolicyIds: [ids.policy] });
const oneRule = () => ({ cidr: "203.0.113.0/24", ipPolicyId: ids.policy, action: "allow" });
const managed = { domain: "client.example.com", certificateManagementPolicy: { privateKeyType: "rsa" } };
const certificate = () => ({ certificatePem: issued.certificate, privateKeyPem: issued.key });
const sshKey = () => ({ acl: [], publicKey: sshPair("ecdsa").publicKey });
const authority = { privateKeyType: "ecdsa", ellipticCurve: "nistp384", keySize: 0 };
const tlsEdge = { hostports: ["client.example.com:443"], backend: { backendId: "child" } };
const noHostports = { hostports: [] };
const response = { body: "back soon", headers: { accept: "text/plain" }, statusCode: 503 };

const rows: Readonly<Record<string, Row>> = {
  "API keys": [() => ngrok.apiKeys, () => ({})],
  "bot users": [() => ngrok.botUsers, () => ({ name: "ci" })],
  "IP policies": [() => ngrok.ipPolicies, () => ({})],
  "IP policy rules": [() => ngrok.ipPolicyRules, oneRule],
  "IP restrictions": [() => ngrok.ipRestrictions, onePolicy],
  "reserved addresses": [() => ngrok.reservedAddrs, () => ({ region: "eu" })],
  "reserved domains": [() => ngrok.reservedDomains, () => managed, { domain: "second.example.com" }],
  "SSH certificate authorities": [() => ngrok.sshCertificateAuthorities, () => authority],
  "SSH user certificates": [() => ngrok.sshUserCertificates, () => signed("rsa")],
  "SSH host certificates": [() => ngrok.sshHostCertificates, () => signed("ed25519")],
  "TLS certificates": [() => ngrok.tlsCertificates, certificate],
  "certificate authorities": [() => ngrok.certificateAuthorities, () => ({ caPem: issued.certificate })],
  credentials: [() => ngrok.credentials, () => ({ acl: ["bind:*"] })],
  "SSH credentials": [() => ngrok.sshCredentials, sshKey],
  "weighted backends": [() => ngrok.backends.weightedBackends, () => ({ backends: { child: 10_000 } })],
  "failover backends": [() => ngrok.backends.failoverBackends, () => ({ backends: ["child"] })],
  "tunnel group backends": [() => ngrok.backends.tunnelGroupBackends, () => ({ labels: { app: "web" } })],
  "TLS edges": [() => ngrok.edges.edgesTls, () => tlsEdge, noHostports],
  "TCP edges": [() => ngrok.edges.edgesTcp, () => ({ hostports: ["1.tcp.example.com:12345"] }), noHostports],
  "HTTPS edges": [() => ngrok.edges.edgesHttps, () => ({ hostports: ["a.example.com:443"] }), noHostports],
  "event destinations": [
    () => ngrokForService.eventDestinations,
    () => ({ format: "json", target: { kinesis } }),
  ],
  "agent ingresses": [
    () => ngrokForService.agentIngresses,
    () => ({ domain: "connect.example.com" }),
    { domain: "other.example.com" },
  ],
  "static backends": [
    () => ngrokForService.backends.staticBackends,
    () => ({ address: "origin.example.com:443", tls: { enabled: true } }),
  ],
  "HTTP response backends": [() => ngrokForService.backends.httpResponseBackends, () => response],
  "event subscriptions": [
    () => ngrokForService.eventSubscriptions,
    () => ({ sources: [{ type: "ip_policy_created.v0" }] }),
  ],
};

test.each(Object.entries(rows))("%s", async (name, [service, create, other]) => {
  const collection = collectionOf(service());
  const texts = name !== "bot users" && { description: "a description", metadata: "some metadata" };
  const created = await collection.create({ ...texts, ...create() });
  const { token, ...kept } = created;
  expect(await collection.get(idOf(created))).toMatchObject({
    ...kept,
    ...(token !== undefined && { token: null }),
  });
  const second = await collection.create({ ...create(), ...other });
  const listed = (await collection.list(undefined, "1")).map(idOf);
  expect(listed.slice(0, 2)).toEqual([idOf(second), idOf(created)]);
  expect(new Set(listed).size).toBe(listed.length);
  const change = "name" in created ? { name: "cd" } : { description: "another", metadata: "" };
  expect(await collection.update({ id: created.id, ...change })).toMatchObject(change);
  for (const id of [created, second].map(idOf)) {
    await expectNoContent(collection.delete(id));
    await expect(collection.get(id)).rejects.toMatchObject({
      statusCode: 404,
      errorCode: expect.stringMatching(/^ERR_/),
      msg: expect.stringContaining(id),
      details: new Map([["operationId", expect.stringMatching(/^op_/)]]),
    });
  }
});

describe("modules", () => {
  const backend = () => ({ backendId: "child" });
  const restriction = () => ({ enabled: false, ipPolicyIds: [ids.policy] });
  const mutual = () => ({ certificateAuthorityIds: [ids.ca] });
  const headers = () => ({ add: { accept: "text/plain" }, remove: ["X-Debug"] });
  const github = { clientId: "id", clientSecret: "s", teams: ["org/t"] };
  const oidc = { issuer: "https://id.example.com", clientId: "id", clientSecret: "s", scopes: ["openid"] };

  const findModuleClient = (name: string): Module => {
    const services = ngrok.edgeModules as unknown as Readonly<Record<string, Module>>;
    const calls = services[name];
    if (!calls) throw new Error(`the client has no ${name}`);
    return calls;
  };

  async function testModule(name: string, at: Values | string, module: Values): Promise<void> {
    const calls = findModuleClient(name);
    const set = await calls.replace({ ...(typeof at === "string" ? { id: at } : at), module });
    expect(set).toMatchObject({ enabled: module.enabled ?? true });
    expect(await calls.get(at)).toEqual(set);
    await expectNoContent(calls.delete(at));
    expect(await calls.get(at)).toBeNull();
  }

  test.each<readonly [name: string, edges: "edgesTls" | "edgesTcp" | "edgesHttps", module: () => Values]>([
    ["tlsEdgeBackendModule", "edgesTls", backend],
    ["tlsEdgeIpRestrictionModule", "edgesTls", restriction],
    ["tlsEdgeMutualTlsModule", "edgesTls", mutual],
    ["tlsEdgeTlsTerminationModule", "edgesTls", () => ({ terminateAt: "edge", minVersion: "1.3" })],
    ["tcpEdgeBackendModule", "edgesTcp", backend],
    ["tcpEdgeIpRestrictionModule", "edgesTcp", restriction],
    ["httpsEdgeMutualTlsModule", "edgesHttps", mutual],
    ["httpsEdgeTlsTerminationModule", "edgesHttps", () => ({ minVersion: "1.2" })],
  ])("%s", async (name, kind, module) => {
    const edges = collectionOf(ngrok.edges[kind]);
    const id = idOf(await edges.create({}));
    await testModule(name, id, module());
    await expectNoContent(edges.delete(id));
  });

  test.each<readonly [name: string, module: () => Values]>([
    ["edgeRouteBackendModule", backend],
    ["edgeRouteIpRestrictionModule", restriction],
    ["edgeRouteRequestHeadersModule", headers],
    ["edgeRouteResponseHeadersModule", headers],
    ["edgeRouteCompressionModule", () => ({})],
    ["edgeRouteCircuitBreakerModule", () => ({ numBuckets: 3 })],
    ["edgeRouteWebhookVerificationModule", () => ({ provider: "slack", secret: "shh" })],
    ["edgeRouteOAuthModule", () => ({ provider: { github } })],
    ["edgeRouteSamlModule", () => ({ idpMetadata: "<x/>", forceAuthn: true })],
    ["edgeRouteOidcModule", () => oidc],
    ["edgeRouteWebsocketTcpConverterModule", () => ({})],
    ["edgeRouteUserAgentFilterModule", () => ({ allow: ["(a)"], deny: ["(b)"] })],
  ])("%s", async (name, module) => {
    const edgeId = idOf(await collectionOf(ngrok.edges.edgesHttps).create({}));
    const routes = ngrok.edges.edgesHttpsRoutes as unknown as Record<
      string,
      (values: Values) => Promise<Values>
    >;
    const created = await routes.create?.({ edgeId, matchType: "path_prefix", match: "/" });
    const at = { edgeId, id: idOf(created) };
    await testModule(name, at, module());
    expect(await routes.update?.({ ...at, match: "/new" })).toMatchObject({ match: "/new" });
    expect(await routes.get?.(at)).toMatchObject({ match: "/new" });
    await expectNoContent(routes.delete?.(at) ?? Promise.resolve());
    await expect(routes.get?.(at)).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe("families that only the service has", () => {
  test("supports users and sessions of applications", async () => {
    service.seed({
      "/app/users": [{ id: "au_1", email: "ann@example.com", name: "Ann" }],
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "path_prefix", match: "/" }],
      "/app/sessions": [
        { id: "as_1", application_user_id: "au_1", edge_id: "edghts_1", route_id: "edghtsrt_1" },
        { id: "as_2", browser_session: { ip_address: "203.0.113.9", location: { country_code: "NL" } } },
      ],
    });
    expect(await ngrokForService.applicationUsers.get("au_1")).toMatchObject({
      email: "ann@example.com",
      identityProvider: { name: "Google", url: "https://accounts.google.com" },
      lastLogin: expect.anything(),
    });
    expect((await ngrokForService.applicationUsers.list()).map(({ id }) => id)).toEqual(["au_1"]);
    expect(await ngrokForService.applicationSessions.get("as_1")).toMatchObject({
      applicationUser: { id: "au_1", uri: `${service.url}/app/users/au_1` },
      browserSession: { userAgent: { browserName: "Chrome" }, location: null },
      edge: { id: "edghts_1" },
      route: { id: "edghtsrt_1", uri: `${service.url}/edges/https/edghts_1/routes/edghtsrt_1` },
      endpoint: null,
    });
    const [second, first] = await ngrokForService.applicationSessions.list(undefined, "1");
    expect([first?.id, second?.id]).toEqual(["as_1", "as_2"]);
    expect(second?.browserSession).toMatchObject({
      ipAddress: "203.0.113.9",
      location: { countryCode: "NL", latitude: null },
    });
    await expectNoContent(ngrokForService.applicationSessions.delete("as_1"));
    await expect(ngrokForService.applicationSessions.get("as_1")).rejects.toMatchObject({ statusCode: 404 });
    await expectNoContent(ngrokForService.applicationUsers.delete("au_1"));
    await expect(ngrokForService.applicationUsers.get("au_1")).rejects.toMatchObject({ statusCode: 404 });
  });

  test("supports tunnels of tunnel groups and of endpoints", async () => {
    service.seed({
      "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "web" } }],
      "/tunnel_sessions": [{ id: "ts_1", agent: { tunnels: [{ id: "tn_1", labels: { app: "web" } }] } }],
      "/endpoints": [{ id: "ep_1", type: "ephemeral", url: "https://x.example.com", tunnel_id: "tn_2" }],
      "/tunnels": [{ id: "tn_2", public_url: "https://x.example.com", proto: "https", endpoint_id: "ep_1" }],
    });
    const [own, labeled] = await ngrokForService.tunnels.list();
    expect(labeled).toMatchObject({
      id: "tn_1",
      tunnelSession: { id: "ts_1" },
      backends: [{ id: "bkdtg_1" }],
      endpoint: null,
    });
    expect(own).toMatchObject({ id: "tn_2", endpoint: { id: "ep_1" }, labels: null, backends: null });
    expect(await ngrokForService.tunnels.get("tn_2")).toEqual(own);
    await expectNoContent(ngrokForService.tunnelSessions.stop("ts_1"));
    expect((await ngrokForService.tunnels.list()).map(({ id }) => id)).toEqual(["tn_2"]);
  });

  test("supports single sources of an event subscription", async () => {
    const subscription = await ngrokForService.eventSubscriptions.create({
      sources: [{ type: "ip_policy_created.v0" }],
      destinationIds: [],
    });
    const sources = ngrokForService.eventSources;
    const at = { subscriptionId: subscription.id, type: "ip_policy_deleted.v0" };
    const added = { type: at.type, uri: expect.stringContaining(`/sources/${at.type}`) };
    expect(await sources.create(at)).toEqual(added);
    await expect(sources.create(at)).rejects.toMatchObject({ statusCode: 400, errorCode: "ERR_NGROK_5127" });
    expect(await sources.get(at)).toEqual(added);
    expect(await sources.update(at)).toEqual(added);
    const types = async () => (await ngrokForService.eventSubscriptions.get(subscription.id)).sources;
    expect((await types()).map(({ type }) => type)).toEqual(["ip_policy_created.v0", at.type]);
    await expectNoContent(sources.delete(at));
    await expect(sources.get(at)).rejects.toMatchObject({ statusCode: 404 });
    expect((await types()).map(({ type }) => type)).toEqual(["ip_policy_created.v0"]);
    const listed = await sources.list({ subscriptionId: subscription.id });
    expect(listed.sources.map(({ type }) => type)).toEqual(["ip_policy_created.v0"]);
  });
});

test("detaches certificates", async () => {
  const domains = ngrok.reservedDomains;
  const managed = { domain: "detach.example.com", certificateManagementPolicy: {} };
  const { id } = await collectionOf(domains).create(managed);
  await expectNoContent(domains.deleteCertificateManagementPolicy(id));
  await expectNoContent(domains.deleteCertificate(id));
  expect(await domains.get(id)).toMatchObject({ certificate: null, certificateManagementPolicy: null });
});

test("lists tunnel sessions and commands their agents", async () => {
  const sessions = await ngrok.tunnelSessions.list();
  const [linux, windows] = ["linux", "windows"].map((name) => sessions.find(({ os }) => os === name));
  const id = idOf(linux as Values | undefined);
  const refused = { statusCode: 400 };
  expect(await ngrok.tunnelSessions.get(id)).toEqual(linux);
  await expectNoContent(ngrok.tunnelSessions.update({ id }));
  await expect(ngrok.tunnelSessions.update({ id })).rejects.toMatchObject(refused);
  await expectNoContent(ngrok.tunnelSessions.restart(id));
  await expect(ngrok.tunnelSessions.restart(windows?.id)).rejects.toMatchObject(refused);
  await expectNoContent(ngrok.tunnelSessions.stop(windows?.id));
  expect(await ngrok.tunnelSessions.list()).toHaveLength(1);
});

test("lists and reads endpoints", async () => {
  emulator.seed({ "/endpoints": [{ url: "https://seen.example.com", type: "ephemeral" }] });
  const [endpoint] = await ngrok.endpoints.list();
  expect(endpoint).toMatchObject({ publicUrl: "https://seen.example.com", type: "ephemeral" });
  expect(await ngrok.endpoints.get(endpoint?.id)).toEqual(endpoint);
});

/** The operations that this client supports, in the form `GET /ip_policies/{}`. */
const supportedCalls = new Set(
  [
    ...readFileSync(require.resolve("@ngrok/ngrok-api/lib/services.js"), "utf8").matchAll(
      /\.url\(`([^`]+)`\)(?:\s*\.query\([^)]*\))?\s*\.(\w+)\(/g,
    ),
  ].map(([, url = "", method = ""]) => `${method.toUpperCase()} ${url.replace(/\$\{[^}]+\}/g, "{}")}`),
);

test("every operation that the client supports has succeeded", () => {
  expect(supportedCalls.size).toBeGreaterThan(150);
  const served = servedOperations();
  const reached = served.filter(({ method, path, status }) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
    return [...emulator.requests(), ...service.requests()].some(
      (request) => request.method === method && pattern.test(request.path) && request.status === status,
    );
  });
  const callOf = ({ method, path }: (typeof served)[number]) => `${method} ${path.replace(/:\w+/g, "{}")}`;
  const callable = served.map(callOf).filter((call) => supportedCalls.has(call));
  expect(reached.map(callOf).sort()).toEqual(callable.sort());
});
