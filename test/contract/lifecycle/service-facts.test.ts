import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

/** Behaviour of the compatible service where the API reference is silent; each was observed there. */
let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount({
    seed: {
      "/backends/tunnel_group": [
        { id: "bkdtg_1", labels: { app: "a" } },
        { id: "bkdtg_2", labels: {} },
      ],
      "/ip_policies": [{ id: "ipp_1" }],
    },
  });
});

describe.each([
  ["WeightedBackend", { bkdtg_1: 1, bkdtg_2: 3 }],
  ["FailoverBackend", ["bkdtg_1", "bkdtg_2"]],
])("%s: the service empties backends in an update without them", (className, backends) => {
  const inputs = { backends, description: "before" };
  const bodiesOf = async (change: (id: string, state: Record<string, unknown>) => Promise<unknown>) => {
    const { id, state } = await bare.of(className).create(bare.account, inputs);
    const calls = await bare.callsOf(() => change(id, state));
    return calls.map(({ method, body }) => ({ method, body }));
  };

  test("an update of the description alone carries them", async () => {
    const sent = await bodiesOf((id, state) =>
      bare.of(className).update(bare.account, id, state, { ...inputs, description: "after" }),
    );
    expect(sent).toEqual([{ method: "PATCH", body: { description: "after", backends } }]);
    const collection = className === "WeightedBackend" ? "/backends/weighted" : "/backends/failover";
    expect(bare.emulator.objects(collection)).toMatchObject([{ backends }]);
  });

  test("an update that takes them away sends none", async () => {
    const sent = await bodiesOf((id, state) =>
      bare.of(className).update(bare.account, id, state, { description: "before" }),
    );
    expect(sent).toEqual([{ method: "PATCH", body: { backends: Array.isArray(backends) ? [] : {} } }]);
  });

  test("an adoption with another description carries them", async () => {
    const sent = await bodiesOf((id) =>
      bare.of(className).create(bare.account, { adoptId: id, backends, description: "adopted" }),
    );
    expect(sent.at(-1)).toEqual({ method: "PATCH", body: { description: "adopted", backends } });
  });
});

test("a tunnel group backend keeps its labels in an update without them, and none are sent", async () => {
  const inputs = { labels: { app: "web" }, description: "before" };
  const { id, state } = await bare.of("TunnelGroupBackend").create(bare.account, inputs);
  const calls = await bare.callsOf(() =>
    bare.of("TunnelGroupBackend").update(bare.account, id, state, { ...inputs, description: "after" }),
  );
  expect(calls.map(({ body }) => body)).toEqual([{ description: "after" }]);
});

describe("IpPolicyRule", () => {
  const inputs = { ipPolicyId: "ipp_1", cidr: "192.0.2.0/24", action: "allow" };
  const replacementOf = async (change: object) => {
    const rule = bare.of("IpPolicyRule");
    const { id, state } = await rule.create(bare.account, inputs);
    return rule.diff(id, state, { ...inputs, ...change });
  };

  test("another action replaces the rule, and the old one goes first: a policy holds a network once", async () => {
    expect(await replacementOf({ action: "deny" })).toMatchObject({
      replaces: ["action"],
      deleteBeforeReplace: true,
    });
  });

  test("with another network as well the new rule is there before the old one goes", async () => {
    expect(await replacementOf({ action: "deny", cidr: "198.51.100.0/24" })).toMatchObject({
      replaces: ["action"],
      deleteBeforeReplace: false,
    });
  });

  test("another network alone is an update", async () => {
    expect(await replacementOf({ cidr: "198.51.100.0/24" })).toMatchObject({ changed: true, replaces: [] });
  });
});

describe("a part of an input that the service fixes", () => {
  const url = (scheme: string, more: object = {}) => ({
    url: `${scheme}://app.internal`,
    trafficPolicy: "{}",
    ...more,
  });
  const datadog = (apiKey: string) => ({ target: { datadog: { apiKey } } });
  const kinesis = {
    target: {
      kinesis: {
        auth: { role: { roleArn: "arn:aws:iam::123456789012:role/a" } },
        streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/a",
      },
    },
  };

  test.each([
    ["another scheme of a URL", "Endpoint", url("https"), url("http"), "url"],
    ["another kind of target", "EventDestination", datadog("one"), kinesis, "target"],
  ])(
    "%s replaces, and the new object is there before the old one goes",
    async (_, name, before, after, key) => {
      const { id, state } = await bare.of(name).create(bare.account, before);
      expect(bare.of(name).diff(id, state, after)).toMatchObject({
        replaces: [key],
        deleteBeforeReplace: false,
      });
      await bare.of(name).create(bare.account, after);
      await bare.of(name).delete(bare.account, id, state);
    },
  );

  test.each([
    ["another host of a URL", "Endpoint", url("https"), url("https", { url: "https://other.internal" })],
    ["the same scheme in capitals", "Endpoint", url("https"), url("HTTPS", { description: "b" })],
    ["the same kind of target", "EventDestination", datadog("one"), datadog("two")],
    [
      "a target of null and another one",
      "EventDestination",
      { target: { kinesis: null, ...datadog("a").target } },
      datadog("b"),
    ],
    ["what is not known yet", "Endpoint", url("https"), url("https", { url: UNKNOWN })],
  ])("%s is an update", (_, name, before, after) => {
    expect(bare.of(name).diff("id_1", before, after)).toMatchObject({ changed: true, replaces: [] });
  });

  test("rules an adoption out, and nothing is written", async () => {
    const { id } = await bare.of("Endpoint").create(bare.account, url("https"));
    const calls = await bare.callsOf(() =>
      expect(bare.of("Endpoint").create(bare.account, { ...url("http"), adoptId: id })).rejects.toThrow(
        `Endpoint ${id} differs in the scheme of url, which only a replacement could change`,
      ),
    );
    expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("headers of one name in two spellings", () => {
  const twice = { "Retry-After": "1", "retry-after": "2" };

  test.each([
    ["HttpResponseBackend", { headers: twice }, "headers.retry-after"],
    [
      "HttpsEdgeRoute",
      { edgeId: "edghts_e", matchType: "path_prefix", match: "/", requestHeaders: { add: twice } },
      "requestHeaders.add.retry-after",
    ],
    [
      "HttpsEdgeRoute",
      { edgeId: "edghts_e", matchType: "path_prefix", match: "/", responseHeaders: { add: twice } },
      "responseHeaders.add.retry-after",
    ],
  ])("%s: are refused", (name, inputs, path) => {
    const reason = expect.stringContaining("is the same header as Retry-After");
    expect(bare.of(name).check({}, inputs).failures).toEqual([{ path, reason }]);
  });
});

test("a URL has no path; a slash alone means nothing", () => {
  const { of } = bare;
  const check = (url: string) => of("Endpoint").check({}, { url, trafficPolicy: "{}" });
  expect(check("https://app.internal/api").failures).toEqual([
    { path: "url", reason: expect.stringContaining("must not have a path") },
  ]);
  expect(check("https://app.internal/")).toMatchObject({
    failures: [],
    inputs: { url: "https://app.internal" },
  });
});

test("an HTTPS edge refuses terminateAt with the reason", () => {
  const { failures } = bare.of("HttpsEdge").check({}, { tlsTermination: { terminateAt: "edge" } });
  expect(failures).toEqual([
    {
      path: "tlsTermination.terminateAt",
      reason: expect.stringMatching(/^is not offered here: .*remove it, or use a TlsEdge$/),
    },
  ]);
});

test("a SAML module without allowIdpInitiated is no drift where the service answers true", async () => {
  const edge = await bare.of("HttpsEdge").create(bare.account, {});
  const inputs = {
    edgeId: edge.id,
    matchType: "path_prefix",
    match: "/",
    saml: { idpMetadata: "<EntityDescriptor/>" },
  };
  const { id, state } = await bare.of("HttpsEdgeRoute").create(bare.account, inputs);
  expect(bare.emulator.objects(`/edges/https/${edge.id}/routes`)).toMatchObject([
    { saml: { allow_idp_initiated: true } },
  ]);
  expect(await bare.of("HttpsEdgeRoute").read(bare.account, id, state)).toMatchObject({ inputs });
});

describe("resolvesTo of a domain", () => {
  const domain = "app.example.com";
  const eu = { value: "eu" };
  const us = { value: "us-cal-1" };
  const changes = (before: object[] | undefined, after: object[] | undefined) => {
    const inputs = (resolvesTo: object[] | undefined) => ({ domain, ...(resolvesTo ? { resolvesTo } : {}) });
    return bare.of("ReservedDomain").diff("rd_1", inputs(before), inputs(after)).changed;
  };

  test("is sent as it is given, and taken away by an empty list", async () => {
    const { id, state } = await bare
      .of("ReservedDomain")
      .create(bare.account, { domain, resolvesTo: [eu, us] });
    const calls = await bare.callsOf(() =>
      bare.of("ReservedDomain").update(bare.account, id, state, { domain }),
    );
    expect(calls.map(({ body }) => body)).toEqual([{ resolves_to: [] }]);
  });

  test("has no order, and global alone is what an empty list means", () => {
    expect(changes([eu, us], [us, eu])).toBe(false);
    expect(changes([{ value: "global" }], undefined)).toBe(false);
    expect(changes([eu], [us])).toBe(true);
    expect(changes([eu], undefined)).toBe(true);
  });
});
