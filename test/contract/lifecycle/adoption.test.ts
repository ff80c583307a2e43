import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { tlsKeyPair } from "../../support/crypto";
import { type BareAccount, formatCalls, openBareAccount } from "../../support/lifecycle";

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount({
    seed: {
      "/ip_policies": [{ id: "ipp_1", description: "office", metadata: "kept" }],
      "/ip_restrictions": [{ id: "ipx_1", type: "dashboard", ip_policy_ids: ["ipp_1"] }],
      "/endpoints": [
        { id: "ep_1", type: "ephemeral", url: "https://agent.example.com", traffic_policy: "" },
        { id: "ep_2", type: "cloud", url: "https://cloud.example.com", traffic_policy: "{}" },
      ],
      "/reserved_domains": [{ id: "rd_1", domain: "app.example.com", region: "eu" }],
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "path_prefix", match: "/api" }],
      "/edges/tls": [
        {
          id: "edgtls_1",
          hostports: ["a.example.com:443"],
          ip_restriction: { ip_policy_ids: ["ipp_1"] },
          tls_termination: { terminate_at: "edge", min_version: "1.3" },
        },
      ],
    },
  });
});

const adopt = (className: string, inputs: object) => bare.of(className).create(bare.account, { ...inputs });

const kinesis = {
  auth: { role: { roleArn: "arn:aws:iam::123456789012:role/events" } },
  streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/events",
};
const datadog = { apiKey: "datadog-key" };

test.each([
  [{ kinesis }, { datadog }],
  [{ datadog }, { kinesis }],
])("an adoption fails without a write if the target is of another kind: %#", async (existing, target) => {
  const { id } = await adopt("EventDestination", { format: "json", target: existing });
  const calls = await bare.recordCalls(async () => {
    await expect(adopt("EventDestination", { adoptId: id, format: "json", target })).rejects.toThrow(
      "differs in the kind of target, which only a replacement could change",
    );
  });
  expect(formatCalls(calls)).toEqual([`GET /event_destinations/${id}`]);
});

describe("the adoption of an object", () => {
  test("writes nothing if it is equal", async () => {
    const inputs = { adoptId: "ipp_1", description: "office", metadata: "kept" };
    const calls = await bare.recordCalls(async () => {
      const { id, state } = await adopt("IpPolicy", inputs);
      expect(id).toBe("ipp_1");
      expect(state).toEqual({
        ...inputs,
        adopted: true,
        uri: `${bare.emulator.url}/ip_policies/ipp_1`,
        createdAt: expect.any(String),
      });
    });
    expect(formatCalls(calls)).toEqual(["GET /ip_policies/ipp_1"]);
  });

  test("sends one PATCH with the differences, which the state then has", async () => {
    const calls = await bare.recordCalls(async () => {
      const { state } = await adopt("IpPolicy", {
        adoptId: "ipp_1",
        description: "by program",
        metadata: "kept",
      });
      expect(state).toMatchObject({ description: "by program", metadata: "kept", adopted: true });
      expect(state).not.toHaveProperty("__unset");
    });
    expect(calls.map(({ method, body }) => [method, body])).toEqual([
      ["GET", undefined],
      ["PATCH", { description: "by program" }],
    ]);
  });

  test("resets unset inputs, except for parts and values that the service chooses", async () => {
    const edge = { adoptId: "edgtls_1", hostports: ["A.example.com:443"], tlsTermination: {} };
    const calls = await bare.recordCalls(async () => {
      const { state } = await adopt("TlsEdge", edge);
      expect(state.unmanagedModules).toEqual(["ipRestriction"]);
      expect((await adopt("IpPolicy", { adoptId: "ipp_1" })).state).toMatchObject({
        description: "",
        metadata: "",
        __unset: ["description", "metadata"],
      });
      await adopt("ReservedDomain", { adoptId: "rd_1", domain: "App.example.com." });
    });
    const writes = calls.filter(({ method }) => method !== "GET");
    expect(writes.map(({ path, body }) => [path, body])).toEqual([
      ["/ip_policies/ipp_1", { description: "", metadata: "" }],
    ]);
  });

  test("trusts the program for a value that is never returned", async () => {
    const pem = tlsKeyPair("adopted.example.com");
    bare.emulator.seed({
      "/tls_certificates": [
        { id: "cert_1", certificate_pem: pem.certificatePem, private_key_pem: pem.privateKeyPem },
      ],
    });
    const certificate = { adoptId: "cert_1", certificatePem: pem.certificatePem };
    const lifecycle = bare.of("TlsCertificate");
    const { privateKeyPem } = pem;
    const created = { certificatePem: pem.certificatePem, privateKeyPem };
    const rejectedPaths = (before: object, inputs: object) =>
      lifecycle.check({ ...before }, { ...inputs }).failures.map(({ path }) => path);
    expect(rejectedPaths({}, certificate)).toEqual([]);
    expect(rejectedPaths({}, { ...certificate, adoptId: null })).toEqual(["privateKeyPem"]);
    expect(rejectedPaths({}, { adoptId: "cert_1" })).toEqual(["certificatePem"]);
    expect(rejectedPaths(created, certificate)).toEqual([]);
    expect(rejectedPaths(created, { certificatePem: pem.certificatePem })).toEqual(["privateKeyPem"]);
    const calls = await bare.recordCalls(async () => {
      const { id, state } = await adopt("TlsCertificate", certificate);
      expect(state).not.toHaveProperty("privateKeyPem");
      const { adoptId, ...later } = certificate;
      expect(lifecycle.check({ ...certificate }, later).failures).toEqual([]);
      expect(lifecycle.diff(id, state, { ...later, privateKeyPem: pem.privateKeyPem })).toMatchObject({
        changed: false,
      });
      await adopt("TlsCertificate", { ...certificate, privateKeyPem: pem.privateKeyPem });
    });
    expect(calls.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test("accepts an id prefixed with the ids of the parents", async () => {
    const route = { edgeId: "edghts_1", matchType: "path_prefix", match: "/api" };
    const { id, state } = await adopt("HttpsEdgeRoute", { ...route, adoptId: "edghts_1/edghtsrt_1" });
    expect(id).toBe("edghtsrt_1");
    expect(state).toMatchObject(route);
    const another = { ...route, adoptId: "edghts_2/edghtsrt_1" };
    const reason = "must be the id alone, or <edgeId>/<id> with the resource's edgeId";
    expect(bare.of("HttpsEdgeRoute").check({}, another).failures).toEqual([{ path: "adoptId", reason }]);
    expect(bare.of("HttpsEdgeRoute").check({}, { ...another, edgeId: UNKNOWN }).failures).toEqual([]);
  });
});

test.each([
  [
    "an unknown id",
    "IpPolicy",
    { adoptId: "ipp_gone" },
    "adoptId: there is no IpPolicy with the id ipp_gone: correct the id, or remove adoptId to create one",
  ],
  [
    "a difference that only a replacement could change",
    "IpRestriction",
    { adoptId: "ipx_1", type: "api", ipPolicyIds: ["ipp_1"] },
    "adoptId: IpRestriction ipx_1 differs in type, which only a replacement could change: make the program equal to the object, or remove adoptId to create a new one; nothing was written",
  ],
  [
    "an object of another kind",
    "Endpoint",
    { adoptId: "ep_1", url: "https://agent.example.com", trafficPolicy: "" },
    "adoptId: ep_1 exists but is not of the kind that Endpoint manages",
  ],
])("an adoption is rejected without a write: %s", async (_, className, inputs, message) => {
  const calls = await bare.recordCalls(() => expect(adopt(className, inputs)).rejects.toThrow(message));
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
});

describe("deleting", () => {
  const policy = { description: "office", metadata: "kept" };
  const exists = () => bare.emulator.objects("/ip_policies").some(({ id }) => id === "ipp_1");

  test.each([
    ["an adopted object", { adopted: true }, "it was adopted and deleteOnDestroy is not true"],
    ["an object with deleteOnDestroy: false", { deleteOnDestroy: false }, "deleteOnDestroy is false"],
    [
      "an adopted object with deleteOnDestroy: false",
      { adopted: true, deleteOnDestroy: false },
      "it was adopted and deleteOnDestroy is not true",
    ],
    ["an adopted object with deleteOnDestroy: true", { adopted: true, deleteOnDestroy: true }, undefined],
    ["an object with deleteOnDestroy: true", { deleteOnDestroy: true }, undefined],
    ["a created object", {}, undefined],
  ])("%s leaves it in place if there is a reason", async (_, inputs, reason) => {
    await bare.of("IpPolicy").delete(bare.account, "ipp_1", { ...policy, ...inputs });
    expect(exists()).toBe(reason !== undefined);
    const lines = bare.lines.filter((line) => !line.startsWith("warning: IpPolicy ipp_1 is deleted"));
    expect(lines).toEqual(reason === undefined ? [] : [`IpPolicy ipp_1 is left in place: ${reason}`]);
  });

  test("is rejected with releaseProtection", async () => {
    const domain = { domain: "app.example.com", releaseProtection: true };
    await expect(bare.of("ReservedDomain").delete(bare.account, "rd_1", domain)).rejects.toThrow(
      "ReservedDomain rd_1 is not deleted: releaseProtection is on",
    );
    expect(bare.emulator.requests()).toEqual([]);
  });
});

describe("the object of a restriction", () => {
  const inputs = { adoptId: "ipx_1", type: "dashboard", ipPolicyIds: ["ipp_1"] };
  const replacement = { ...inputs, type: "agent" };
  const { adoptId: _, ...plain } = replacement;
  const state = { ...inputs, adopted: true };
  const restrictions = () => bare.emulator.objects("/ip_restrictions").map(({ id }) => id);

  // The columns after the title: id and state before, the program of each diff, that of the creation, and isAdopted.
  test.each([
    ["created if the program replaces the adopted one", "ipx_1", state, [replacement], replacement, false],
    ["created if a later diff replaces it", "ipx_1", state, [inputs, replacement], replacement, false],
    ["adopted if it is no longer replaced", "ipx_1", state, [replacement, inputs], inputs, true],
    ["adopted if the old one was created", "ipx_1", { ...plain, type: "dashboard" }, [plain], inputs, true],
    [
      "adopted if the program names another one",
      "ipx_0",
      { ...state, adoptId: "ipx_0" },
      [inputs],
      inputs,
      true,
    ],
  ])("is %s", async (_, id, olds, programs, news, isAdopted) => {
    const lifecycle = bare.of("IpRestriction");
    // Without the check, the diffs are those of a refresh.
    if (!isAdopted) lifecycle.check(olds, programs[0] ?? {});
    for (const program of programs) lifecycle.diff(id, olds, program);
    const result = await lifecycle.create(bare.account, news);
    expect([result.id === "ipx_1", result.state.adopted ?? false]).toEqual([isAdopted, isAdopted]);
    expect(restrictions()).toHaveLength(isAdopted ? 1 : 2);
  });

  test.each([
    ["the engine replaces it without a diff", true],
    ["it moves to a resource with another name after a refresh", false],
  ])("is adopted again and not deleted if %s", async (_, isForced) => {
    const lifecycle = bare.of("IpRestriction");
    if (isForced) lifecycle.check(inputs, inputs);
    else lifecycle.diff("ipx_1", state, inputs);
    lifecycle.check({}, inputs);
    expect((await lifecycle.create(bare.account, inputs)).id).toBe("ipx_1");
    await lifecycle.delete(bare.account, "ipx_1", state);
    expect(restrictions()).toEqual(["ipx_1"]);
  });

  test("is not deleted after a partly failed adoption", async () => {
    const lifecycle = bare.of("IpRestriction");
    bare.emulator.faults({ on: "PATCH *", status: 400 });
    const news = { ...inputs, description: "new" };
    await expect(lifecycle.create(bare.account, news)).rejects.toThrow("400");
    await lifecycle.delete(bare.account, "ipx_1", { ...inputs, adopted: undefined });
    expect(restrictions()).toEqual(["ipx_1"]);
  });
});

test("rejects a path with a missing id, which might delete another object", async () => {
  const message = "edgeId cannot be used in the path /edges/tls/{edgeId}/mutual_tls: it is missing";
  const module = bare.of("TlsEdgeMutualTls");
  await expect(module.delete(bare.account, "edgtls_1/mutual_tls", { enabled: true })).rejects.toThrow(
    message,
  );
  const route = bare.of("HttpsEdgeRoute");
  await expect(route.delete(bare.account, "edghtsrt_1", { match: "/" })).rejects.toThrow("it is missing");
  expect(bare.emulator.requests()).toEqual([]);
});
