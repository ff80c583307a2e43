import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../../emulator";
import { OUTPUT_SIGNATURE, SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import { nativeType } from "../../../provider/engine/native/tokens";
import { UNKNOWN } from "../../../provider/family/unknown";
import { type NativeProcess, urnOf, type Values } from "../../support/native-protocol";
import { emulatedAccount, testNative } from "../../support/test-resources";

// The provider passes on the fields of the engine's messages, and marks secrets in responses.

let emulator: Emulator;
let native: NativeProcess;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
  emulator.seed({
    "/vaults": [{ id: "vault_1", name: "prod" }],
    "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"] }],
    "/edges/https/edghts_1/routes": [
      {
        id: "edghtsrt_1",
        match_type: "path_prefix",
        match: "/",
        webhook_verification: { provider: "github", secret: "hunter2" },
        request_headers: { add: { authorization: "Bearer s3cret-1" } },
      },
    ],
  });
  native = await testNative();
  await native.configure({ baseUrl: emulator.url, apiToken: emulator.token });
});

const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });
const struct = (given: Values) => Struct.fromJavaScript(given as never);
const token = (name: string) => `tunnel-edge:index:${name}`;

const check = (request: pb.CheckRequest) =>
  new Promise<Values>((resolve, reject) =>
    native.client.check(request, (error, response) =>
      error ? reject(error) : resolve((response.getInputs()?.toJavaScript() ?? {}) as Values),
    ),
  );

test("the engine's random seed determines the hash of a secret, so a preview and its update have the same", async () => {
  const value = async (seed: number) => {
    const request = new pb.CheckRequest()
      .setUrn(urnOf("Secret"))
      .setNews(struct({ vaultId: "vault_1", name: "key", value: secret("hunter2") }))
      .setRandomseed(new Uint8Array(32).fill(seed));
    return JSON.stringify((await check(request)).value);
  };
  const [preview, update, another] = [await value(1), await value(1), await value(2)];
  expect(preview).toContain("scrypt:");
  expect(update).toBe(preview);
  expect(another).not.toBe(preview);
});

test.each<[string, unknown, unknown]>([
  ["an output without a value is unknown", { [SIGNATURE_KEY]: OUTPUT_SIGNATURE }, UNKNOWN],
  ["an output with a value is that value", { [SIGNATURE_KEY]: OUTPUT_SIGNATURE, value: "a" }, "a"],
  ["a secret stays a secret", secret("a"), secret("a")],
  ["a secret output is a secret", secret({ [SIGNATURE_KEY]: OUTPUT_SIGNATURE, value: "a" }), secret("a")],
  [
    "an output of a secret is a secret",
    { [SIGNATURE_KEY]: OUTPUT_SIGNATURE, value: secret("a") },
    secret("a"),
  ],
  ["a secret null is unset", secret(null), undefined],
])("%s", async (_name, given, expected) => {
  const { inputs, failures } = await native.check("IpPolicy", {}, { description: given });
  expect(failures).toEqual([]);
  expect(inputs.description).toEqual(expected);
});

test("uses the resource's own type, whatever its parents", async () => {
  const request = new pb.CheckRequest()
    .setUrn(`urn:pulumi:test::project::my:index:Edges$${nativeType("TlsEdge")}$${nativeType("IpPolicy")}::it`)
    .setNews(struct({ description: "office" }));
  expect(await check(request)).toEqual({ description: "office" });
});

test("reports a warning with its severity and resource", async () => {
  const trafficPolicy = { on_http_request: [{ actions: [{ type: "log", config: { metadata: {} } }] }] };
  await native.check("Endpoint", {}, { url: "https://app.example.com", trafficPolicy });
  expect(native.logged).toMatchObject([
    { text: expect.stringMatching(/^Endpoint: trafficPolicy/), urn: urnOf("Endpoint"), severity: 2 },
  ]);
});

describe("functions", () => {
  test("mark secrets in objects that they read and list", async () => {
    const marked = {
      webhookVerification: { provider: "github", secret: secret("hunter2") },
      requestHeaders: { add: { authorization: secret("Bearer s3cret-1") } },
    };
    const result = await native.invoke(token("getHttpsEdgeRoute"), { edgeId: "edghts_1", id: "edghtsrt_1" });
    expect(result).toMatchObject(marked);
    const { items } = await native.invoke(token("listHttpsEdgeRoutes"), { edgeId: "edghts_1" });
    expect(items).toMatchObject([marked]);
  });

  test("with unknown arguments return unknown values and send nothing", async () => {
    const result = await native.invoke(token("getIpPolicy"), { id: UNKNOWN });
    expect(result).toMatchObject({ id: UNKNOWN, description: UNKNOWN });
    expect(await native.invoke(token("listHttpsEdgeRoutes"), { edgeId: UNKNOWN })).toEqual({
      items: UNKNOWN,
    });
    expect(emulator.requests()).toEqual([]);
    await expect(native.invoke(token("getIpPolicy"), { id: "ipp_none" })).rejects.toThrow(
      /there is no IpPolicy/,
    );
  });

  test("list nested objects with the ids for an import", async () => {
    const [found, ...more] = await native.list("HttpsEdgeRoute", { edgeId: "edghts_1" });
    expect(more).toEqual([]);
    expect(found?.id).toBe("edghts_1/edghtsrt_1");
    expect((await native.read("HttpsEdgeRoute", found?.id ?? ""))?.state).toMatchObject({
      edgeId: "edghts_1",
    });
  });
});

describe("a custom timeout", () => {
  const deletions = () => emulator.requests({ method: "DELETE" });

  test("ends the wait of a deletion, and keeps the object in the state", async () => {
    const { id, state } = await native.create("IpPolicy", {});
    emulator.faults({ on: "DELETE *", status: 429, retryAfter: 60 });
    const request = new pb.DeleteRequest()
      .setUrn(urnOf("IpPolicy"))
      .setId(id)
      .setProperties(struct(state))
      .setTimeout(0.3);
    const error = await new Promise((done) => native.client.delete(request, done));
    expect(String(error)).toContain("the custom timeout of 0.3 s has expired");
    expect(deletions()).toHaveLength(1);
    expect(emulator.objects("/ip_policies")).toHaveLength(1);
  });

  // As milliseconds, the first two exceed a signed and an unsigned integer of 32 bits.
  test.each([2_147_484, 4_294_968, 1e12])("of %d seconds does not end early", async (timeout) => {
    emulator.faults({ on: "POST *", status: 429, retryAfter: 1, times: 1 });
    const { id } = await native.create("IpPolicy", {}, { timeout });
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id }]);
  });
});

test("reports a replacement for another account although no input changes", async () => {
  const { id, state } = await native.create("IpPolicy", { description: "a" });
  const otherAccount = await emulatedAccount();
  await native.configure({ baseUrl: otherAccount.url, apiToken: otherAccount.token }, "staging");
  const found = await native.diff("IpPolicy", id, state, { description: "a" }, { description: "a" });
  expect(found).toMatchObject({ changed: true, replaces: ["provider"] });
  expect(found.detailed).toEqual({ provider: "UPDATE_REPLACE, state" });
});

describe("an object with another resource's ownership mark", () => {
  beforeEach(() => {
    emulator.seed({ "/ip_policies": [{ id: "ipp_1", metadata: `m [tunnel-edge:${"m".repeat(22)}]` }] });
  });
  const importObject = async () => {
    const found = await native.read("IpPolicy", "ipp_1");
    expect(found?.state).toMatchObject({ metadata: "m" });
    return native.diff("IpPolicy", "ipp_1", found?.state ?? {}, found?.inputs ?? {}, found?.inputs);
  };

  test("can be read but not imported", async () => {
    await expect(importObject()).rejects.toThrow(
      /import: IpPolicy ipp_1 carries the ownership mark of another resource, .*`pulumi state delete`.*TUNNEL_EDGE_TAKE_MARKED=on/,
    );
  });

  test("is imported if the user confirms that no state contains it", async () => {
    vi.stubEnv("TUNNEL_EDGE_TAKE_MARKED", "on");
    expect(await importObject()).toMatchObject({ changed: false });
  });
});
