import { beforeEach, describe, expect, test } from "vitest";
import { type BareAccount, formatCalls, openBareAccount } from "../../support/lifecycle";

let bare: BareAccount;

const route = { edgeId: "edghts_1", matchType: "path_prefix", match: "/api" };

beforeEach(async () => {
  bare = await openBareAccount({
    seed: {
      "/ip_policies": [{ id: "ipp_1", description: "office" }],
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [
        {
          id: "edghtsrt_1",
          match_type: "path_prefix",
          match: "/api",
          circuit_breaker: { num_buckets: 10 },
        },
      ],
      "/edges/tls": [
        {
          id: "edgtls_1",
          hostports: ["b.example.com:443", "a.example.com:443"],
          tls_termination: { terminate_at: "edge", min_version: "1.2" },
        },
      ],
    },
  });
});

const read = (className: string, id: string, state: object = {}) =>
  bare.of(className).read(bare.account, id, { ...state });

describe("without a state, as import and get do", () => {
  test.each([{}, { __provider: "text" }])("everything except defaults counts as set: %o", async (state) => {
    const found = await read("IpPolicy", "ipp_1", state);
    expect(found).toEqual({
      id: "ipp_1",
      inputs: { description: "office" },
      state: {
        description: "office",
        metadata: "",
        uri: `${bare.emulator.url}/ip_policies/ipp_1`,
        createdAt: expect.any(String),
        __unset: ["metadata"],
      },
    });
  });

  test("gets the parents' ids of a nested object from its id", async () => {
    const found = await read("HttpsEdgeRoute", "edghts_1/edghtsrt_1");
    expect(found?.id).toBe("edghtsrt_1");
    // A value that the service may have chosen counts as set.
    expect(found?.inputs).toEqual({ ...route, circuitBreaker: { numBuckets: 10 } });
    expect(found?.state).toMatchObject(route);
  });

  test.each(["edghtsrt_1", "x/edghts_1/edghtsrt_1"])(
    "rejects an id with a wrong number of parts: %s",
    async (id) => {
      await expect(read("HttpsEdgeRoute", id)).rejects.toThrow(
        `the id of HttpsEdgeRoute is <edgeId>/<id>, not "${id}"`,
      );
      expect(bare.emulator.requests()).toEqual([]);
    },
  );

  test("rejects the id of another class", async () => {
    const message = "ipp_1 must be the id of a TlsEdge, not of an IpPolicy";
    await expect(read("TlsEdge", "ipp_1")).rejects.toThrow(message);
    expect(bare.emulator.requests()).toEqual([]);
  });

  test("includes values that the service filled in", async () => {
    const found = await read("TlsEdge", "edgtls_1");
    const tlsTermination = { enabled: true, terminateAt: "edge", minVersion: "1.2" };
    expect(found?.state).toMatchObject({ tlsTermination, unmanagedModules: [] });
    expect(found?.inputs).toEqual({
      hostports: ["b.example.com:443", "a.example.com:443"],
      tlsTermination: { minVersion: "1.2" },
    });
  });
});

test("rejects a prefix in the id of an object without parents", async () => {
  const reading = read("IpPolicy", "x/ipp_1");
  await expect(reading).rejects.toThrow('the id of IpPolicy is <id>, not "x/ipp_1"');
});

describe("with a state", () => {
  test("keeps the program's spelling and excludes undeclared modules", async () => {
    const before = { hostports: ["a.example.com:443", "B.example.com:443"], __provider: "text" };
    const found = await read("TlsEdge", "edgtls_1", before);
    expect(found?.inputs).toEqual({ hostports: before.hostports });
    expect(found?.state).toMatchObject({
      hostports: before.hostports,
      description: "",
      unmanagedModules: ["tlsTermination"],
      __unset: ["description", "metadata"],
    });
  });

  test("includes changes that were made on the service", async () => {
    const state = { ...route, description: "mine", circuitBreaker: { numBuckets: 20 } };
    const found = await read("HttpsEdgeRoute", "edghtsrt_1", state);
    expect(found?.inputs).toEqual({ ...route, description: "", circuitBreaker: { numBuckets: 10 } });
    expect(found?.state).toMatchObject({ description: "", metadata: "", __unset: ["metadata"] });
    expect(formatCalls(bare.emulator.requests())).toEqual(["GET /edges/https/edghts_1/routes/edghtsrt_1"]);
  });

  test("keeps local inputs", async () => {
    const state = { description: "office", deleteOnDestroy: false, adopted: true, adoptId: "ipp_1" };
    const found = await read("IpPolicy", "ipp_1", state);
    expect(found?.inputs).toEqual({ description: "office", deleteOnDestroy: false, adoptId: "ipp_1" });
    expect(found?.state).toMatchObject(state);
  });

  test("keeps the ids of the path regardless of the response", async () => {
    const body = { id: "edghtsrt_1", match_type: "path_prefix", match: "/api" };
    bare.emulator.faults({ on: "GET *", kind: "custom", status: 200, body });
    const found = await read("HttpsEdgeRoute", "edghtsrt_1", route);
    expect(found?.inputs).toEqual(route);
    expect(found?.state).toMatchObject(route);
  });
});

describe("one of two inputs that name the same object", () => {
  const secret = { name: "password", vault_id: "vault_1" };

  beforeEach(() =>
    bare.emulator.seed({
      "/vaults": [{ id: "vault_1", name: "renamed" }],
      "/vault_secrets": [{ id: "secret_1", ...secret }],
    }),
  );

  test.each([
    ["the name", { vaultName: "app" }, { vaultName: "renamed" }],
    ["the id", { vaultId: "vault_1" }, { vaultId: "vault_1" }],
    ["the id, without a program", undefined, { vaultId: "vault_1" }],
  ])("is read back as the program has set it: %s", async (_, programInputs, expected) => {
    const found = await read(
      "Secret",
      "secret_1",
      programInputs ? { name: "password", ...programInputs } : {},
    );
    expect(found?.inputs).toEqual({ name: "password", ...expected });
    expect(found?.state).toMatchObject({ vaultId: "vault_1", vaultName: "renamed" });
  });
});

test("keeps a secret that is shown once in the state", async () => {
  const lifecycle = bare.of("ApiKey");
  const { id, state } = await lifecycle.create(bare.account, { description: "ci" });
  expect(state.token).toEqual(expect.stringMatching(/^api_/));
  const found = await lifecycle.read(bare.account, id, state);
  expect(found?.state.token).toBe(state.token);
  const updated = await lifecycle.update(bare.account, id, state, { description: "new" });
  expect(updated).toMatchObject({ description: "new", token: state.token });
});
