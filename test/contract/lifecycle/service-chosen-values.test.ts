import { beforeEach, describe, expect, test } from "vitest";
import { endpoint } from "../../../provider/families/endpoint";
import { httpsEdgeRoute } from "../../../provider/families/https-edge-route";
import { completeObject } from "../../../provider/inspect/complete-object";
import { driftOfObject } from "../../../provider/inspect/property-drift";
import { comparableState, importMark } from "../../../provider/lifecycle";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";
import { RESERVED_NAMES } from "../../support/reserved-names";

type Props = Readonly<Record<string, unknown>>;

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount({ seed: RESERVED_NAMES });
});

async function createAuthority(inputs: Props) {
  const lifecycle = bare.of("SshCertificateAuthority");
  const { id, state } = await lifecycle.create(bare.account, inputs);
  return { lifecycle, id, state };
}

describe("the key of an SSH certificate authority", () => {
  test.each(["rsa", "ecdsa"])("is not replaced when the service chooses %s", async (type) => {
    // Simulates a service whose default is not the emulator's.
    const { lifecycle, id } = await createAuthority({ privateKeyType: type });
    const unset = ["description", "metadata", "privateKeyType"];
    const read = await lifecycle.read(bare.account, id, { __unset: unset, privateKeyType: "ed25519" });
    expect(read).toMatchObject({ inputs: {}, state: { keyType: type, privateKeyType: type } });
    const { state } = read as NonNullable<typeof read>;
    expect(lifecycle.diff(id, state, {})).toMatchObject({ changed: false, replaces: [] });
    expect(lifecycle.diff(id, state, { description: "a" })).toMatchObject({ changed: true, replaces: [] });
  });

  test.each<[string, Props]>([
    ["its type", { privateKeyType: "rsa" }],
    ["its size", { privateKeyType: "rsa", keySize: 4096 }],
    ["its curve", { privateKeyType: "ecdsa", ellipticCurve: "nistp384" }],
  ])("is not replaced when %s is removed and set again", async (_, keyInputs) => {
    const { lifecycle, id, state } = await createAuthority(keyInputs);
    expect(lifecycle.diff(id, state, {})).toMatchObject({ changed: false, replaces: [] });
    const later = await lifecycle.update(bare.account, id, state, { description: "a" });
    expect(lifecycle.diff(id, later, { description: "a" })).toMatchObject({ changed: false });
    expect(lifecycle.diff(id, later, { description: "a", ...keyInputs })).toMatchObject({ changed: false });
    const read = await lifecycle.read(bare.account, id, later);
    expect(read?.inputs).toEqual({ description: "a" });
    expect(lifecycle.diff(id, read?.state ?? {}, { description: "a", ...keyInputs })).toMatchObject({
      changed: false,
    });
  });

  test("is replaced when the program sets another type", async () => {
    const { lifecycle, id, state } = await createAuthority({});
    expect(lifecycle.diff(id, state, { privateKeyType: "ed25519" })).toMatchObject({ changed: false });
    expect(lifecycle.diff(id, state, { privateKeyType: "rsa" }).replaces).toEqual(["privateKeyType"]);
  });
});

describe("outputs that the check adds to the inputs", () => {
  test.each<[string, Props, Props]>([
    ["SshCertificateAuthority", { privateKeyType: "rsa" }, { keyType: "rsa" }],
    [
      "Endpoint",
      { url: "https://a.example.com", trafficPolicy: "on_http_request: [{ actions: [{ type: deny }] }]" },
      { host: "a.example.com", port: 443 },
    ],
  ])("%s: are not treated as inputs when the engine passes them back", (className, inputs, derived) => {
    const lifecycle = bare.of(className);
    const first = lifecycle.check({}, inputs).inputs;
    expect(first).toMatchObject(derived);
    expect(lifecycle.check(first, first)).toEqual({ inputs: first, failures: [] });
    const [[output = "", value] = []] = Object.entries(derived);
    const args = { ...inputs, [output]: value };
    const isOutput = { path: output, reason: expect.stringContaining("is an output") };
    expect(lifecycle.check({}, args).failures).toEqual([isOutput]);
    expect(lifecycle.check(first, { ...first, [output]: "another" }).failures).toEqual([isOutput]);
  });

  test("follow the inputs that the engine keeps", () => {
    const lifecycle = bare.of("Endpoint");
    const first = lifecycle.check(
      {},
      { url: "https://a.example.com", trafficPolicy: "on_http_request: [{ actions: [{ type: deny }] }]" },
    ).inputs;
    const { inputs, failures } = lifecycle.check(first, { ...first, url: "https://b.example.com" });
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject({ url: "https://b.example.com", host: "b.example.com" });
  });
});

describe("the bindings of an endpoint that the program doesn't set", () => {
  const internal = { url: "https://app.internal", trafficPolicy: "{}" };
  const external = { url: "https://app.example.com", trafficPolicy: "{}" };

  async function createEndpoint(inputs: Props) {
    const lifecycle = bare.of("Endpoint");
    const created = await lifecycle.create(bare.account, lifecycle.check({}, inputs).inputs);
    const update = async (state: Props, news: Props) => {
      let after: Props = {};
      const calls = await bare.recordCalls(async () => {
        after = await lifecycle.update(bare.account, created.id, state, lifecycle.check(state, news).inputs);
      });
      return { after, bodies: calls.map(({ body }) => body) };
    };
    return { lifecycle, ...created, update };
  }

  test.each([
    ["internal", internal],
    ["public", external],
  ])("are %s by the hostname, and absent from diffs, drift, and exports", async (binding, inputs) => {
    const { lifecycle, id, state } = await createEndpoint(inputs);
    expect(state.bindings).toEqual([binding]);
    expect(lifecycle.diff(id, state, inputs).changed).toBe(false);
    const read = await lifecycle.read(bare.account, id, state);
    expect(read?.inputs).not.toHaveProperty("bindings");
    expect(lifecycle.diff(id, read?.state ?? {}, inputs).changed).toBe(false);
    const [object] = bare.emulator.objects("/endpoints");
    expect(driftOfObject(endpoint, state, object as Props)).toEqual([]);
    expect(completeObject(endpoint, object as Props, {}).inputs).not.toHaveProperty("bindings");
  });

  test("are never public for an internal hostname, in updates and after their removal", async () => {
    const { state, update } = await createEndpoint({ ...internal, bindings: ["internal"] });
    expect((await update(state, { ...internal, description: "a" })).bodies).toEqual([{ description: "a" }]);
    const { after, bodies } = await update({ ...state, bindings: ["kubernetes"] }, internal);
    expect(bodies).toEqual([{ bindings: ["internal"] }]);
    expect(after.bindings).toEqual(["internal"]);
  });

  test("change with the hostname", async () => {
    const { state, update } = await createEndpoint(external);
    const { after, bodies } = await update(state, internal);
    expect(bodies).toEqual([{ url: internal.url, bindings: ["internal"] }]);
    expect((await update(after, external)).bodies).toEqual([{ url: external.url, bindings: ["public"] }]);
  });

  test("are drift after a change by hand, and are set again", async () => {
    const { lifecycle, id, state, update } = await createEndpoint(external);
    bare.emulator.mutate({ path: `/endpoints/${id}`, set: { bindings: ["kubernetes"] } });
    const read = await lifecycle.read(bare.account, id, state);
    expect(read?.inputs).toMatchObject({ bindings: ["kubernetes"] });
    const [object] = bare.emulator.objects("/endpoints");
    expect(driftOfObject(endpoint, state, object as Props)).toMatchObject([
      { path: "bindings", kind: "changed", actual: ["kubernetes"] },
    ]);
    expect((await update(read?.state ?? {}, external)).bodies).toEqual([{ bindings: ["public"] }]);
  });
});

test("an undocumented default is sent with its module, so that a service with another default gets it", async () => {
  const routeIds = { edgeId: "edghts_saml", matchType: "path_prefix", match: "/" };
  const saml = { idpMetadata: "<EntityDescriptor/>" };
  bare.emulator.seed({ "/edges/https": [{ id: routeIds.edgeId }] });
  const route = bare.of("HttpsEdgeRoute");
  let created: Awaited<ReturnType<typeof route.create>> | undefined;
  const calls = await bare.recordCalls(async () => {
    created = await route.create(bare.account, { ...routeIds, saml });
    await route.update(bare.account, created.id, created.state, {
      ...routeIds,
      saml: { ...saml, maximumDuration: 60 },
    });
  });
  const sent = calls.flatMap(({ method, body }) => (method === "GET" ? [] : [(body as Props).saml]));
  expect(sent).toEqual([
    expect.objectContaining({ allow_idp_initiated: true }),
    expect.objectContaining({ allow_idp_initiated: true, maximum_duration: 60 }),
  ]);
  const found = created && (await route.read(bare.account, created.id, created.state));
  expect(route.diff(created?.id ?? "", created?.state ?? {}, { ...routeIds, saml }).changed).toBe(false);
  expect(found?.inputs.saml).not.toHaveProperty("allowIdpInitiated");
});

describe("settings of a module that the program leaves to the service", () => {
  const ids = { edgeId: "edghts_1", matchType: "path_prefix", match: "/" };
  const google = (organization: string) => ({ provider: { google: { emailDomains: [organization] } } });
  const oauth = {
    inactivity_timeout: 900,
    maximum_duration: 3600,
    provider: { google: { email_domains: ["a.example"] } },
  };
  const path = "/edges/https/edghts_1/routes/edghtsrt_1";

  function seedRoute() {
    bare.emulator.seed({
      "/edges/https": [{ id: ids.edgeId }],
      [`/edges/https/${ids.edgeId}/routes`]: [
        { id: "edghtsrt_1", match: "/", match_type: "path_prefix", oauth },
      ],
    });
    return bare.of("HttpsEdgeRoute");
  }

  const storedOauth = () => {
    const [route] = bare.emulator.objects(`/edges/https/${ids.edgeId}/routes`);
    return route?.oauth as Props;
  };

  test.each([
    ["at the adoption", google("b.example")],
    ["after the adoption", google("a.example")],
  ])("keep their values in a change %s", async (_, declared) => {
    const route = seedRoute();
    const created = await route.create(bare.account, { ...ids, adoptId: "edghtsrt_1", oauth: declared });
    await route.update(bare.account, created.id, created.state, { ...ids, oauth: google("c.example") });
    expect(storedOauth()).toMatchObject({
      inactivity_timeout: 900,
      maximum_duration: 3600,
      provider: { google: { email_domains: ["c.example"] } },
    });
  });

  test("keep their values in a change after an import", async () => {
    const route = seedRoute();
    const imported = await route.read(bare.account, `${ids.edgeId}/edghtsrt_1`, {});
    const inputs = { ...ids, oauth: google("c.example") };
    const state = { ...imported?.state, ...importMark(httpsEdgeRoute) };
    const before = comparableState(httpsEdgeRoute, state, {}, inputs);
    await route.update(bare.account, "edghtsrt_1", before, inputs);
    expect(storedOauth()).toMatchObject({ inactivity_timeout: 900, maximum_duration: 3600 });
  });

  test("keep a value that somebody has set since", async () => {
    const route = seedRoute();
    const created = await route.create(bare.account, {
      ...ids,
      adoptId: "edghtsrt_1",
      oauth: google("a.example"),
    });
    bare.emulator.mutate({ path, set: { oauth: { ...oauth, inactivity_timeout: 60 } } });
    await route.update(bare.account, created.id, created.state, { ...ids, oauth: google("c.example") });
    expect(storedOauth()).toMatchObject({ inactivity_timeout: 60 });
  });

  test("are reset once the program has set and removed them", async () => {
    const route = seedRoute();
    const declared = { ...google("a.example"), inactivityTimeout: 900 };
    const created = await route.create(bare.account, { ...ids, adoptId: "edghtsrt_1", oauth: declared });
    await route.update(bare.account, created.id, created.state, { ...ids, oauth: google("a.example") });
    expect(storedOauth()).toMatchObject({ maximum_duration: 3600 });
    expect(storedOauth().inactivity_timeout).not.toBe(900);
  });

  test("keep their values when the program declares a module that exists", async () => {
    const edge = bare.of("TlsEdge");
    const module = { terminate_at: "edge", min_version: "1.3" };
    bare.emulator.seed({
      "/edges/tls": [{ id: "edgtls_1", hostports: ["a.example.com:443"], tls_termination: module }],
    });
    const hostports = ["a.example.com:443"];
    const { state } = await edge.create(bare.account, { adoptId: "edgtls_1", hostports });
    const update = (terminateAt: string) =>
      bare.recordCalls(() =>
        edge.update(bare.account, "edgtls_1", state, { hostports, tlsTermination: { terminateAt } }),
      );
    expect((await update("edge")).at(-1)?.body).toEqual({ tls_termination: module });
    expect((await update("upstream")).at(-1)?.body).toEqual({
      tls_termination: { terminate_at: "upstream" },
    });
  });

  test.each([
    ["at the adoption", false],
    ["after the adoption", true],
  ])("keep their values in a single-module resource, in a change %s", async (_, enabledBefore) => {
    const module = { terminate_at: "edge", min_version: "1.3" };
    bare.emulator.seed({ "/edges/tls": [{ id: "edgtls_1", tls_termination: module }] });
    const termination = bare.of("TlsEdgeTlsTermination");
    const inputs = { edgeId: "edgtls_1", adoptId: "edgtls_1/tls_termination" };
    const { id, state } = await termination.create(bare.account, { ...inputs, enabled: enabledBefore });
    await termination.update(bare.account, id, state, { ...inputs, enabled: !enabledBefore });
    const [edge] = bare.emulator.objects("/edges/tls");
    expect(edge?.tls_termination).toMatchObject({ enabled: !enabledBefore, min_version: "1.3" });
    await termination.update(bare.account, id, state, { ...inputs, terminateAt: "upstream" });
    expect(bare.emulator.objects("/edges/tls")[0]?.tls_termination).not.toMatchObject({ min_version: "1.3" });
  });
});

describe("a value that the service had before the program declared it", () => {
  test.each([
    ["certificateManagementPolicy", { certificate_management_policy: {} }, {}],
    ["certificateId", { certificate_id: "cert_1" }, "cert_1"],
  ])(
    "%s of a domain is recorded by one update, and detached when it is removed",
    async (key, byHand, value) => {
      const lifecycle = bare.of("ReservedDomain");
      const inputs = { domain: "shop.example.com" };
      const { id, state } = await lifecycle.create(bare.account, inputs);
      bare.emulator.mutate({ path: `/reserved_domains/${id}`, set: byHand });
      const read = await lifecycle.read(bare.account, id, state);
      const declared = { ...inputs, [key]: value };
      expect(lifecycle.diff(id, read?.state ?? {}, inputs)).toMatchObject({ changed: false });
      expect(lifecycle.diff(id, read?.state ?? {}, declared)).toMatchObject({ changed: true, replaces: [] });
      const recorded = await lifecycle.update(bare.account, id, read?.state ?? {}, declared);
      expect(lifecycle.diff(id, recorded, declared)).toMatchObject({ changed: false });
      expect(lifecycle.diff(id, recorded, inputs)).toMatchObject({ changedInputs: [key] });
      const calls = await bare.recordCalls(() => lifecycle.update(bare.account, id, recorded, inputs));
      expect(calls.map(({ method }) => method)).toEqual(["DELETE"]);
    },
  );
});

test("the settings of a module that was set by hand are kept when the program first declares it", async () => {
  const lifecycle = bare.of("TlsEdge");
  const { id, state } = await lifecycle.create(bare.account, {});
  bare.emulator.mutate({ path: `/edges/tls/${id}`, set: { tls_termination: { min_version: "1.3" } } });
  await lifecycle.update(bare.account, id, state, { tlsTermination: {} });
  expect(bare.emulator.objects("/edges/tls").map((edge) => edge.tls_termination)).toMatchObject([
    { min_version: "1.3" },
  ]);
});

test("an empty traffic policy of an edge differs from a module without one", async () => {
  const lifecycle = bare.of("TlsEdge");
  const { id, state } = await lifecycle.create(bare.account, { trafficPolicy: { value: "{}" } });
  expect(lifecycle.diff(id, state, { trafficPolicy: { value: {} } })).toMatchObject({ changed: false });
  expect(lifecycle.diff(id, state, { trafficPolicy: {} })).toMatchObject({ changed: true });
  const imported = await lifecycle.read(bare.account, id, {});
  expect(lifecycle.check({}, { ...imported?.inputs }).failures).toEqual([]);
});
