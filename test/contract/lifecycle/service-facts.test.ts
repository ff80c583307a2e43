import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

// Observed behavior of the compatible service that the API reference doesn't specify.

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
])("%s: the service clears backends in an update without them", (className, backends) => {
  const inputs = { backends, description: "before" };
  const recordBodies = async (change: (id: string, state: Record<string, unknown>) => Promise<unknown>) => {
    const { id, state } = await bare.of(className).create(bare.account, inputs);
    const calls = await bare.recordCalls(() => change(id, state));
    return calls.map(({ method, body }) => ({ method, body }));
  };

  test("an update of only the description contains them", async () => {
    const sent = await recordBodies((id, state) =>
      bare.of(className).update(bare.account, id, state, { ...inputs, description: "after" }),
    );
    expect(sent).toEqual([{ method: "PATCH", body: { description: "after", backends } }]);
    const collection = className === "WeightedBackend" ? "/backends/weighted" : "/backends/failover";
    expect(bare.emulator.objects(collection)).toMatchObject([{ backends }]);
  });

  test("an update that removes them sends an empty value", async () => {
    const sent = await recordBodies((id, state) =>
      bare.of(className).update(bare.account, id, state, { description: "before" }),
    );
    expect(sent).toEqual([{ method: "PATCH", body: { backends: Array.isArray(backends) ? [] : {} } }]);
  });

  test("an adoption with another description contains them", async () => {
    const sent = await recordBodies((id) =>
      bare.of(className).create(bare.account, { adoptId: id, backends, description: "adopted" }),
    );
    expect(sent.at(-1)).toEqual({ method: "PATCH", body: { description: "adopted", backends } });
  });
});

describe("a fixed part of an input", () => {
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

  const inPlace: string[] = [];
  const nullTarget = { target: { kinesis: null, ...datadog("one").target } };

  test.each([
    ["another scheme of a URL", "Endpoint", url("https"), url("http"), ["url"]],
    ["another kind of target", "EventDestination", datadog("one"), kinesis, ["target"]],
    ["another host of a URL", "Endpoint", url("https"), url("https", { url: "https://b.internal" }), inPlace],
    ["the same scheme in capitals", "Endpoint", url("https"), url("HTTPS", { description: "b" }), inPlace],
    ["the same kind of target", "EventDestination", datadog("one"), datadog("two"), inPlace],
    ["a target of null and another one", "EventDestination", nullTarget, datadog("two"), inPlace],
    ["an unknown URL", "Endpoint", url("https"), url("https", { url: UNKNOWN }), inPlace],
  ])(
    "%s is a change, and a replacement only if the fixed part differs",
    (_, name, before, after, replaces) => {
      const difference = bare.of(name).diff("id_1", before, after);
      expect(difference).toMatchObject({ changed: true, replaces });
      // The new object exists before the old one is deleted.
      if (replaces.length > 0) expect(difference.deleteBeforeReplace).toBe(false);
    },
  );
});

test.each([
  ["HttpResponseBackend", {}, "headers"],
  ["HttpsEdgeRoute", { edgeId: "edghts_e", matchType: "path_prefix", match: "/" }, "requestHeaders.add"],
])("a %s with a header in two spellings is rejected", (name, inputs, path) => {
  const twice = { "Retry-After": "1", "retry-after": "2" };
  const args = path === "headers" ? { headers: twice } : { requestHeaders: { add: twice } };
  const reason = expect.stringContaining("is the same header as Retry-After");
  const { failures } = bare.of(name).check({}, { ...inputs, ...args });
  expect(failures).toEqual([{ path: `${path}.retry-after`, reason }]);
});

test("a URL must not have a path, except a slash", () => {
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

test("an HTTPS edge rejects terminateAt with the reason", () => {
  const { failures } = bare.of("HttpsEdge").check({}, { tlsTermination: { terminateAt: "edge" } });
  expect(failures).toEqual([
    {
      path: "tlsTermination.terminateAt",
      reason: expect.stringMatching(/^is not available here: .*remove it, or use a TlsEdge$/),
    },
  ]);
});

test("resolvesTo of a domain has no order, and is global if unset", () => {
  const domain = "app.example.com";
  const eu = { value: "eu" };
  const us = { value: "us-cal-1" };
  const changes = (before: object[] | undefined, after: object[] | undefined) => {
    const inputs = (resolvesTo: object[] | undefined) => ({ domain, ...(resolvesTo ? { resolvesTo } : {}) });
    return bare.of("ReservedDomain").diff("rd_1", inputs(before), inputs(after)).changed;
  };
  expect(changes([eu, us], [us, eu])).toBe(false);
  expect(changes([{ value: "global" }], undefined)).toBe(false);
  expect(changes([eu], [us])).toBe(true);
  expect(changes([eu], undefined)).toBe(true);
});

test.each([
  ["a hostname in capitals", "bind:b.example.com.", "bind:team=Blue", false],
  ["another hostname", "bind:c.example.com", "bind:team=Blue", true],
  ["a label in capitals", "bind:b.example.com", "bind:team=blue", true],
])(
  "%s in the rules of a credential is a change only if it changes the meaning",
  (_, host, label, changed) => {
    const acl = (...rules: string[]) => ({ acl: rules });
    const before = acl("bind:B.example.com", "bind:team=Blue", "*");
    for (const name of ["Credential", "SshCredential"])
      expect(bare.of(name).diff("id_1", before, acl(label, host, "*")).changed).toBe(changed);
  },
);

test("SNS in capitals needs no secret", () => {
  const inputs = {
    edgeId: "edghts_e",
    matchType: "exact_path",
    match: "/",
    webhookVerification: { provider: "SNS" },
  };
  expect(bare.of("HttpsEdgeRoute").check({}, inputs).failures).toEqual([]);
});
