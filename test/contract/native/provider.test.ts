import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../../emulator";
import { closeAccounts } from "../../../provider/account/account";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import { resources } from "../../../provider/families";
import { UNKNOWN } from "../../../provider/family/unknown";
import { version } from "../../../provider/manifest";
import { type ClassName, samples } from "../../samples";
import { captureReports } from "../../support/captured-reports";
import { authorityPem } from "../../support/crypto";
import { catchError } from "../../support/failures";
import { type NativeProcess, type Unfinished, urnOf, type Values } from "../../support/native-protocol";
import { emulatedAccount, testNative } from "../../support/test-resources";
import { until } from "../../support/until";

let emulator: Emulator;
let native: NativeProcess;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
  native = await testNative();
  await native.configure(account());
});

const account = () => ({ baseUrl: emulator.url, apiToken: emulator.token });
/** The required inputs of a route. */
const ROUTE = { edgeId: "edghts_e", matchType: "exact_path", match: "/" };
const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

async function create(type: string, args: Values) {
  const { inputs, failures } = await native.check(type, {}, args);
  expect(failures).toEqual([]);
  return { inputs, ...(await native.create(type, inputs)) };
}

describe("the configuration of a provider", () => {
  test("is stored unchanged, with its secrets marked", async () => {
    expect(await native.checkConfig({ ...account(), headers: '{"x":"y"}' })).toEqual({
      inputs: { baseUrl: emulator.url, apiToken: secret(emulator.token), headers: secret('{"x":"y"}') },
      failures: [],
    });
  });

  test.each([
    ["another version", { version: "9.9.9" }, /asks for version 9\.9\.9 .* but the running .*: install/],
    ["an unknown key", { apiTokn: "t" }, /^apiTokn: is not a known property; did you mean apiToken\?$/],
    ["no baseUrl", { baseUrl: undefined }, /^no base URL is set: run `pulumi config set tunnel-edge:baseUrl/],
  ])("is rejected with %s", async (_, wrong, reason) => {
    // JSON drops undefined values.
    const { failures } = await native.checkConfig(JSON.parse(JSON.stringify({ ...account(), ...wrong })));
    expect(failures).toEqual([expect.stringMatching(reason)]);
  });

  test("of an explicit provider ignores the environment, even if it is named default", async () => {
    vi.stubEnv("TUNNEL_EDGE_BASE_URL", "https://other.example.com");
    await native.configure({ ...account(), version }, "default");
    await create("IpPolicy", {});
    expect(emulator.objects("/ip_policies")).toHaveLength(1);
  });

  test("accepts the current version, and unknown values", async () => {
    const inputs = { version, baseUrl: UNKNOWN, apiToken: UNKNOWN };
    expect((await native.checkConfig(inputs)).failures).toEqual([]);
  });

  test("never replaces resources when it changes", async () => {
    const { DIFF_SOME, DIFF_NONE } = pb.DiffResponse.DiffChanges;
    const moved = { baseUrl: "https://other.example.com", apiToken: "new" };
    expect(await native.diffConfig(account(), moved)).toMatchObject({
      changes: DIFF_SOME,
      replacesList: [],
      diffsList: ["baseUrl", "apiToken"],
    });
    expect(await native.diffConfig(account(), account())).toMatchObject({
      changes: DIFF_NONE,
      diffsList: [],
    });
  });

  test("that is unknown lets previews succeed with unknown outputs", async () => {
    expect(await native.configure({ baseUrl: UNKNOWN, apiToken: "t" })).toMatchObject({
      supportspreview: true,
    });
    const { inputs, failures } = await native.check("IpPolicy", {}, { description: "office" });
    expect(failures).toEqual([]);
    const { state } = await native.create("IpPolicy", inputs, { preview: true });
    expect(state).toMatchObject({ description: "office", uri: UNKNOWN });
    expect(await native.read("IpPolicy", "ipp_1")).toMatchObject({
      id: "ipp_1",
      state: { description: UNKNOWN },
    });
    expect(await native.invoke("tunnel-edge:index:getIpPolicy", { id: "ipp_1" })).toMatchObject({
      id: UNKNOWN,
      description: UNKNOWN,
    });
    expect(await native.invoke("tunnel-edge:index:listIpPolicies", {})).toEqual({ items: UNKNOWN });
    expect((await native.diff("IpPolicy", "ipp_1", { description: "a" }, { description: "b" })).changed).toBe(
      true,
    );
  });
});

describe("a resource", () => {
  test("is created, read, updated and deleted", async () => {
    const { id, inputs, state } = await create("IpPolicy", { description: "office" });
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id, description: "office" }]);
    const read = await native.read("IpPolicy", id, state);
    expect(read).toEqual({ id, inputs, state });
    const news = { description: "new office" };
    expect(await native.diff("IpPolicy", id, state, news, inputs)).toEqual({
      changed: true,
      replaces: [],
      deleteBeforeReplace: false,
      detailed: { description: "UPDATE" },
    });
    const planned = await native.update("IpPolicy", id, state, news, { preview: true });
    const updated = await native.update("IpPolicy", id, state, news);
    const { __account, ...predictable } = updated;
    expect(planned).toEqual(predictable);
    // Each command of the engine has its own process.
    await closeAccounts();
    await native.delete("IpPolicy", id, updated);
    expect(emulator.objects("/ip_policies")).toEqual([]);
    expect(await native.read("IpPolicy", id, updated)).toBeUndefined();
  });

  test("of an unknown type is rejected with the version", async () => {
    await expect(native.check("Nonsense", {}, {})).rejects.toThrow(
      /has no resource of type "tunnel-edge:index:Nonsense": install a newer version/,
    );
  });

  test.each(["handshake", "start", "attach"] as const)(
    "reports a note next to the resource, to an engine that passes its address by %s",
    async (introduction) => {
      await native.close();
      native = await testNative(introduction);
      await native.configure(account());
      const { id, state } = await create("IpPolicy", { deleteOnDestroy: false });
      await native.delete("IpPolicy", id, state);
      const text = `IpPolicy ${id} is left in place: deleteOnDestroy is false`;
      expect(native.logged).toEqual([{ text, urn: urnOf("IpPolicy"), severity: 1 }]);
    },
  );
});

describe("the detailed diff", () => {
  test("names keys of objects, maps and lists", async () => {
    const olds = {
      ...ROUTE,
      compression: { enabled: true },
      requestHeaders: { add: { "x.y": "1", b: "1" } },
    };
    const news = { ...ROUTE, requestHeaders: { add: { "x.y": "2", c: "1" }, remove: ["d"] } };
    const { detailed } = await native.diff("HttpsEdgeRoute", "edghtsrt_1", olds, news, olds);
    expect(detailed).toEqual({
      compression: "DELETE",
      'requestHeaders.add["x.y"]': "UPDATE",
      "requestHeaders.add.b": "DELETE",
      "requestHeaders.add.c": "ADD",
      "requestHeaders.remove": "ADD",
    });
  });

  test("names the values in a traffic policy, so that a review sees which secrets stay the same", async () => {
    const endpoint = (realm: string, passwords: readonly string[]) => ({
      url: "https://a.example.com",
      trafficPolicy: {
        on_http_request: [
          { actions: [{ type: "basic-auth", config: { realm, credentials: passwords } }] },
          { actions: [{ type: "deny" }] },
        ],
      },
    });
    const olds = endpoint("old", ["a:pass-word-1", "b:pass-word-2"]);
    const { detailed } = await native.diff(
      "Endpoint",
      "ep_1",
      olds,
      endpoint("new", ["a:pass-word-1"]),
      olds,
    );
    const config = "trafficPolicy.on_http_request[0].actions[0].config";
    expect(detailed).toEqual({ [`${config}.realm`]: "UPDATE", [`${config}.credentials[1]`]: "DELETE" });
  });

  test("distinguishes additions from removals, even of empty values", async () => {
    const olds = { ...ROUTE, description: "", compression: {} };
    const args = { ...ROUTE, compression: {} };
    const { detailed } = await native.diff(
      "HttpsEdgeRoute",
      "edghtsrt_1",
      olds,
      { ...ROUTE, description: "a" },
      args,
    );
    expect(detailed).toEqual({ compression: "DELETE", description: "ADD" });
  });

  test("marks replacements, and differences that only the state has", async () => {
    const olds = { domain: "a.example.com", description: "by hand" };
    const news = { domain: "b.example.com", description: "mine" };
    const args = { domain: "a.example.com", description: "mine" };
    expect(await native.diff("ReservedDomain", "rd_1", olds, news, args)).toMatchObject({
      replaces: ["domain"],
      detailed: { domain: "UPDATE_REPLACE", description: "UPDATE, state" },
    });
  });
});

describe("a preview", () => {
  test("has defaults, canonical values and values that the service cannot change", async () => {
    const { inputs } = await native.check("ReservedDomain", {}, { domain: "Shop.Example.com" });
    const { id, state } = await native.create("ReservedDomain", inputs, { preview: true });
    expect(id).toBe("");
    expect(state).toMatchObject({ domain: "shop.example.com", metadata: "", cnameTarget: UNKNOWN });
    const { state: edge } = await native.create("TlsEdge", {}, { preview: true });
    expect(edge).toMatchObject({ unmanagedModules: [], uri: UNKNOWN });
    expect(edge).not.toHaveProperty("mutualTls");
    expect(edge).not.toHaveProperty("adopted");
  });

  test("of an adoption has the id and unknown properties", async () => {
    const { id, state } = await native.create("IpPolicy", { adoptId: "ipp_1" }, { preview: true });
    expect({ id, state }).toEqual({
      id: "ipp_1",
      state: expect.objectContaining({ adopted: true, description: UNKNOWN, metadata: UNKNOWN }),
    });
  });

  test("of a module with its own resource has the module's id", async () => {
    const inputs = { edgeId: "edgtls_1", certificateAuthorityIds: ["ca_1"] };
    expect((await native.create("TlsEdgeMutualTls", inputs, { preview: true })).id).toBe(
      "edgtls_1/mutual_tls",
    );
    const unknown = { ...inputs, edgeId: UNKNOWN };
    expect((await native.create("TlsEdgeMutualTls", unknown, { preview: true })).id).toBe("");
  });

  test("of an update has restored defaults, and derived values", async () => {
    const { id, state } = await create("ReservedDomain", { domain: "a.example.com", description: "old" });
    const planned = await native.update(
      "ReservedDomain",
      id,
      state,
      { domain: "a.example.com" },
      { preview: true },
    );
    expect(planned).toMatchObject({ description: "", cnameTarget: state.cnameTarget });
    const unknown = { domain: "a.example.com", certificateId: UNKNOWN };
    const partlyUnknown = await native.update("ReservedDomain", id, state, unknown, { preview: true });
    expect(partlyUnknown).toMatchObject({
      certificateId: UNKNOWN,
      certificate: UNKNOWN,
      cnameTarget: state.cnameTarget,
    });
  });

  test("marks nested secrets, and keeps unknown ones unknown", async () => {
    const webhook = (value: unknown) => ({
      ...ROUTE,
      webhookVerification: { provider: "github", secret: value },
    });
    const plan = async (value: unknown) =>
      (await native.create("HttpsEdgeRoute", webhook(value), { preview: true })).state.webhookVerification;
    expect(await plan("hunter2")).toEqual({ provider: "github", secret: secret("hunter2") });
    expect(await plan(secret("hunter2"))).toEqual({ provider: "github", secret: secret("hunter2") });
    expect(await plan(UNKNOWN)).toEqual({ provider: "github", secret: UNKNOWN });
  });

  test.each([
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  ])("treats %s, the placeholder of another type, as unknown", async (mark) => {
    const { failures, inputs } = await native.check(
      "IpRestriction",
      {},
      { type: "dashboard", enforced: mark, ipPolicyIds: mark },
    );
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject({ enforced: UNKNOWN, ipPolicyIds: UNKNOWN });
  });
});

test("returns the schema of the package, and rejects subpackages", async () => {
  const requestSchema = (request: pb.GetSchemaRequest) =>
    new Promise<string>((done, fail) => {
      native.client.getSchema(request, (error, response) =>
        error ? fail(error) : done(response.getSchema()),
      );
    });
  expect(JSON.parse(await requestSchema(new pb.GetSchemaRequest()))).toMatchObject({
    name: "tunnel-edge",
    version,
  });
  for (const request of [
    new pb.GetSchemaRequest().setSubpackageName("other"),
    new pb.GetSchemaRequest().setSubpackageVersion("1.0.0"),
  ])
    expect((await catchError(requestSchema(request))).message).toContain("tunnel-edge has no subpackage");
});

test("the schema declares the outputs that check adds to inputs, which policies read at preview", async () => {
  const { packageSchema } = await import("../../../build/generate/native/schema.js");
  const { resources: specs } = packageSchema();
  const context = { id: (of: string, number = 1) => `${of}_${number}`, unique: "c1" };
  for (const { name } of resources) {
    const args = samples[name as ClassName].full(context);
    const { inputs, failures } = await native.check(name, {}, JSON.parse(JSON.stringify(args)));
    expect(failures).toEqual([]);
    const spec = specs[`tunnel-edge:index:${name}`];
    const added = Object.keys(inputs).filter((key) => !(key in (spec?.inputProperties ?? {})));
    expect(Object.keys(spec?.properties ?? {})).toEqual(expect.arrayContaining(added));
  }
});

test("failures begin with their path, and pass no property, whose value the engine would print", async () => {
  const long = "hunter2".repeat(100);
  for (const [type, news, path] of [
    ["ReservedDomain", {}, "domain"],
    [
      "HttpsEdgeRoute",
      { ...ROUTE, webhookVerification: { provider: "github" } },
      "webhookVerification.secret",
    ],
    ["IpPolicy", { description: long }, "description"],
    ["IpPolicy", { description: 7 }, "description"],
    ["SshCredential", { publicKey: "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2" }, "publicKey"],
    ["Endpoint", { url: "https://user:hunter2@app.internal/path", trafficPolicy: {} }, "url"],
    ["IpPolicy", { description: secret(long) }, "description"],
    ["IpPolicy", { descripton: "hunter2" }, "descripton"],
    ["HttpsEdgeRoute", { ...ROUTE, compression: { enabled: "no" } }, "compression.enabled"],
    ["HttpsEdgeRoute", { ...ROUTE, compression: { enabled: secret("no") } }, "compression.enabled"],
    ["HttpsEdgeRoute", { ...ROUTE, compression: { enabld: true } }, "compression.enabld"],
    ["Secret", { vaultId: "vault_1", name: "a", value: 7 }, "value"],
  ] as const) {
    const { failures, properties } = await native.check(type, {}, news);
    expect([properties, failures]).toEqual([[""], [expect.stringMatching(`^${path}: `)]]);
    expect(failures.join()).not.toContain("hunter2");
  }
});

describe("a password of a traffic policy", () => {
  const policyWithPassword = (credential: unknown) => ({
    on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials: [credential] } }] }],
  });
  const warningsFor = async (trafficPolicy: unknown) => {
    const lines = captureReports();
    const args = { url: "https://app.example.com", trafficPolicy } as Values;
    for (let n = 0; n < 2; n++) await native.check("Endpoint", {}, args);
    return lines.filter((line) => /opens-the-door|plain/.test(line));
  };

  test("in plain text is reported once", async () => {
    const lines = await warningsFor(policyWithPassword("ann:opens-the-door"));
    expect(lines).toEqual([
      expect.stringMatching(/^warning: Endpoint: trafficPolicy\.on_http_request.* in plain/),
    ]);
    expect(lines[0]).not.toContain("opens-the-door");
  });

  test.each<[string, unknown]>([
    ["as a secret", policyWithPassword(secret("ann:opens-the-door"))],
    ["in a secret policy", secret(JSON.stringify(policyWithPassword("ann:opens-the-door")))],
    ["that is unknown", policyWithPassword(UNKNOWN)],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
    ["from a vault", policyWithPassword("ann:${secrets.get('app', 'password')}")],
  ])("%s is not reported", async (_, policy) => {
    expect(await warningsFor(policy)).toEqual([]);
  });
});

test("failures do not show names in a secret policy", async () => {
  const lines = captureReports();
  const policy = {
    on_http_request: [{ actions: [{ type: "hush-hush", config: { "hush-key": 1 } }] }],
    hushes: [],
  };
  for (const whole of [secret(policy), secret(JSON.stringify(policy))]) {
    const args = { url: "https://app.example.com", trafficPolicy: whole } as Values;
    const { failures } = await native.check("Endpoint", {}, args);
    lines.push(...failures);
  }
  expect(lines.join()).toContain("is hidden");
  expect(lines.join()).not.toContain("hush");
});

describe("hostile values", () => {
  test("that are nested too deeply are rejected, and later calls succeed", async () => {
    let deep: unknown = "end";
    for (let n = 0; n < 200; n++) deep = { deep };
    const error = await catchError(native.check("IpPolicy", {}, { description: deep }));
    expect(error.message).toContain("values are nested more than 100 levels deep: flatten them");
    expect((await native.check("IpPolicy", {}, {})).failures).toEqual([]);
  });

  test("that are assets are rejected with an explanation", async () => {
    // Pulumi's signature of assets.
    const asset = { [SIGNATURE_KEY]: "c44067f5952c0a294b673a41bacd8c17", text: "hunter2" };
    const { message } = await catchError(native.check("IpPolicy", {}, { description: asset }));
    expect(message).toMatch(/the value is an asset, an archive or a resource/);
    expect(message).not.toContain("hunter2");
  });

  test("with a lone surrogate are readable", async () => {
    const { id, inputs } = await create("IpPolicy", {});
    emulator.mutate({ path: `/ip_policies/${id}`, set: { description: "half \ud83d a" } });
    expect((await native.read("IpPolicy", id, inputs))?.state.description).toBe("half \ufffd a");
  });

  test("that are huge are rejected for their length only", async () => {
    const metadata = "x".repeat(6 * 1024 * 1024);
    const { failures } = await native.check("IpPolicy", {}, { metadata });
    expect(failures).toEqual([expect.stringMatching(/^metadata: /)]);
  });
});

describe("the functions", () => {
  test("read one object, and all objects of a collection", async () => {
    const first = await create("IpPolicy", { description: "a" });
    const second = await create("IpPolicy", { description: "b" });
    expect(await native.invoke("tunnel-edge:index:getIpPolicy", { id: first.id })).toMatchObject({
      id: first.id,
      description: "a",
    });
    const { items } = await native.invoke("tunnel-edge:index:listIpPolicies", {});
    expect((items as Values[]).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await native.list("IpPolicy")).toHaveLength(2);
    expect(await native.list("IpPolicy", {}, 1)).toHaveLength(1);
  });

  test("list page by page, and continue after the last object of a page", async () => {
    const all: string[] = [];
    for (let n = 0; n < 5; n++) all.push((await create("IpPolicy", { description: `${n}` })).id);
    const listed = (await native.list("IpPolicy")).map(({ id }) => id);
    const first = await native.listPage("IpPolicy", 2);
    expect(first.ids).toEqual(listed.slice(0, 2));
    const second = await native.listPage("IpPolicy", 2, first.next);
    expect(second.ids).toEqual(listed.slice(2, 4));
    const third = await native.listPage("IpPolicy", 2, second.next);
    expect(third).toEqual({ ids: listed.slice(4), next: undefined });
    expect(await native.listPage("IpPolicy", 5)).toEqual({ ids: listed, next: undefined });
    expect((await catchError(native.listPage("IpPolicy", 2, "ipp_gone"))).message).toContain(
      "no longer exists: start the list again",
    );
    expect(listed.toSorted()).toEqual(all.toSorted());
  });

  test("reject unknown arguments with a suggestion, and send nothing", async () => {
    const sent = emulator.requests().length;
    const token = (name: string) => `tunnel-edge:index:${name}`;
    const rejectionMessage = async (call: Promise<unknown>) => (await catchError(call)).message;
    expect(
      await rejectionMessage(native.invoke(token("getReservedDomain"), { domian: "a.example.com" })),
    ).toContain("not by { domian }; did you mean domain?");
    expect(
      await rejectionMessage(
        native.invoke(token("listHttpsEdgeRoutes"), { edgeId: "edghts_e", edgId: "edghts_e" }),
      ),
    ).toContain("HttpsEdgeRoute objects are listed by { edgeId }, not by edgId: did you mean edgeId?");
    expect(await rejectionMessage(native.invoke(token("listIpPolicies"), { filtr: "x" }))).toContain(
      "did you mean filter?",
    );
    expect(
      await rejectionMessage(native.list("HttpsEdgeRoute", { edgeId: "edghts_e", match: "/" })),
    ).toContain("not by match: leave it out");
    expect(emulator.requests()).toHaveLength(sent);
  });

  test("that do not exist are rejected by name", async () => {
    await expect(native.invoke("tunnel-edge:index:getNonsense", {})).rejects.toThrow(
      'there is no function "tunnel-edge:index:getNonsense" in this package',
    );
    await expect(native.list("TlsEdgeMutualTls")).rejects.toThrow(/cannot be listed/);
  });
});

describe("a run that ends early", () => {
  const failureWithObject = catchError<Error & { unfinished?: Unfinished }>;
  const slowDomain = {
    domain: "slow.example.com",
    certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
    waitForCertificate: true,
  };

  test("stores the object of a canceled creation, and starts no other", async () => {
    const { inputs } = await native.check("ReservedDomain", {}, slowDomain);
    const creating = failureWithObject(native.create("ReservedDomain", inputs));
    await until(() => expect(emulator.objects("/reserved_domains")).toHaveLength(1));
    await until(() => expect(native.logged.length).toBeGreaterThan(0));
    await native.cancel();
    const { unfinished } = await creating;
    expect(unfinished?.id).toBe(emulator.objects("/reserved_domains")[0]?.id);
    expect(unfinished?.reasons).toEqual([
      expect.stringMatching(/exists but is not ready: the engine canceled/),
    ]);
    expect((await failureWithObject(native.create("IpPolicy", {}))).message).toContain(
      "the engine canceled the run",
    );
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });

  test("ends a wait when the custom timeout expires", async () => {
    const metadata = "x".repeat(4000);
    const { inputs } = await native.check("ReservedDomain", {}, { ...slowDomain, metadata });
    const { unfinished } = await failureWithObject(native.create("ReservedDomain", inputs, { timeout: 0.5 }));
    expect(unfinished?.reasons).toEqual([expect.stringMatching(/the custom timeout of 0.5 s has expired/)]);
    expect(unfinished?.properties).toMatchObject({ domain: "slow.example.com", metadata });
  });

  const check = async (type: string, args: Values) => (await native.check(type, {}, args)).inputs;
  const posts = (path: string) =>
    emulator.requests({ method: "POST" }).filter((outcome) => outcome.path === path);

  test("ends the wait for another operation of the run, with the reason for the wait", async () => {
    const domain = failureWithObject(
      native.create("ReservedDomain", await check("ReservedDomain", slowDomain)),
    );
    await until(() => expect(native.logged.length).toBeGreaterThan(0));
    const edge = await check("TlsEdge", { hostports: ["nobody.example.com:443"] });
    const late = await failureWithObject(native.create("TlsEdge", edge, { timeout: 0.5, name: "late" }));
    expect(late.message).toMatch(/ERR_NGROK_7117.*; the custom timeout of 0.5 s has expired/s);
    const sent = posts("/edges/tls").length;
    const canceled = failureWithObject(native.create("TlsEdge", edge));
    await until(() => expect(posts("/edges/tls").length).toBeGreaterThan(sent));
    await native.cancel();
    expect((await canceled).message).toMatch(/ERR_NGROK_7117.*; the engine canceled the run/s);
    expect((await domain).unfinished).toBeDefined();
    expect(emulator.objects("/edges/tls")).toEqual([]);
  });

  test("ends the wait for the rate limit only of the request whose timeout expires", async () => {
    emulator.faults({ on: "POST /ip_policies", status: 429, retryAfter: 3, times: 1 });
    const policy = await check("IpPolicy", {});
    const late = failureWithObject(native.create("IpPolicy", policy, { timeout: 1, name: "late" }));
    await until(() => expect(posts("/ip_policies")).toHaveLength(1));
    const patient = native.create("IpPolicy", policy, { name: "patient" });
    expect((await late).message).toMatch(
      /POST \/ip_policies: the API limits the rate of requests \(429\); the custom timeout of 1 s has expired/,
    );
    expect(posts("/ip_policies")).toHaveLength(1);
    const { id } = await patient;
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id }]);
  });

  test("ends the waits of all requests for the rate limit, including functions", async () => {
    emulator.faults({ on: "*", status: 429, retryAfter: 120 });
    const policy = await check("IpPolicy", {});
    const creating = ["one", "two"].map((name) =>
      failureWithObject(native.create("IpPolicy", policy, { name })),
    );
    const reading = failureWithObject(native.invoke("tunnel-edge:index:listIpPolicies", {}));
    await until(() => expect(emulator.requests().length).toBeGreaterThan(0));
    await native.cancel();
    for (const outcome of await Promise.all([...creating, reading]))
      expect(outcome.message).toContain("the engine canceled the run");
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });

  test("ends the wait for the command that prints the token", async () => {
    await native.close();
    native = await testNative();
    await native.configure({ baseUrl: emulator.url, apiTokenCommand: "sleep 30" });
    const creating = failureWithObject(
      native.create("IpPolicy", await check("IpPolicy", {}), { timeout: 0.2 }),
    );
    expect((await creating).message).toMatch(
      /apiTokenCommand has not ended; the custom timeout of 0\.2 s has expired/,
    );
  });

  test("restores modules that it removed before the timeout", async () => {
    const authority = await create("CertificateAuthority", { caPem: authorityPem("Staff") });
    const mutualTls = { certificateAuthorityIds: [authority.id] };
    const { id, state } = await create("TlsEdge", { mutualTls });
    const news = await check("TlsEdge", { tlsTermination: { terminateAt: "upstream" } });
    emulator.faults([
      { on: "DELETE /edges/tls/*/mutual_tls", latencyMs: 1500 },
      { on: "PATCH /edges/tls/*", status: 400, body: { msg: "terminate_at excludes it" }, times: 2 },
      { on: "PATCH /edges/tls/*", status: 429, retryAfter: 1, times: 1 },
    ]);
    const { message } = await failureWithObject(native.update("TlsEdge", id, state, news, { timeout: 1 }));
    expect(message).toContain("mutualTls was removed for this change and has been restored");
    expect(emulator.objects("/edges/tls")).toMatchObject([{ mutual_tls: { enabled: true } }]);
  });
});
