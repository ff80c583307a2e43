import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../../emulator";
import { OUTPUT_SIGNATURE, SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import { configuration } from "../../../provider/engine/native/configuration";
import { managed } from "../../../provider/families";
import { UNKNOWN } from "../../../provider/family/unknown";
import { catchMessage } from "../../support/failures";
import { type NativeProcess, urnOf, type Values } from "../../support/native-protocol";
import { emulatedAccount, testNative } from "../../support/test-resources";
import { until } from "../../support/until";

// Messages that no engine sends, or that only programs in other languages can send.

let emulator: Emulator;
let native: NativeProcess;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
  native = await testNative();
});

const account = () => ({ baseUrl: emulator.url, apiToken: emulator.token });

const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });
const output = (value: unknown) => ({ [SIGNATURE_KEY]: OUTPUT_SIGNATURE, value, secret: true });

describe("calls out of order", () => {
  test("before Configure are rejected, and later calls succeed", async () => {
    const calls = [
      native.check("IpPolicy", {}, {}),
      native.diff("IpPolicy", "ipp_1", {}, {}),
      native.create("IpPolicy", {}),
      native.read("IpPolicy", "ipp_1"),
      native.update("IpPolicy", "ipp_1", {}, {}),
      native.delete("IpPolicy", "ipp_1", {}),
      native.invoke("tunnel-edge:index:listIpPolicies", {}),
      native.list("IpPolicy"),
    ];
    for (const call of calls)
      expect(await catchMessage(call)).toContain("the provider is not configured: call Configure first");
    await native.configure(account());
    expect((await native.create("IpPolicy", {})).id).toMatch(/^ipp_/);
  });

  test("after a second Configure use the new account", async () => {
    const otherAccount = await emulatedAccount();
    await native.configure(account());
    emulator.faults({ on: "POST /ip_policies", latencyMs: 300 });
    const first = native.create("IpPolicy", {});
    await until(() => expect(emulator.requests({ method: "POST" })).toHaveLength(1));
    await native.configure({ baseUrl: otherAccount.url, apiToken: otherAccount.token });
    const second = await native.create("IpPolicy", {});
    expect(otherAccount.objects("/ip_policies")).toMatchObject([{ id: second.id }]);
    const { id } = await first;
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id }]);
  });

  test("of Cancel while creations start: each creation is rejected or succeeds, and the next run works", async () => {
    await native.configure(account());
    const creating = Array.from({ length: 20 }, (_, n) =>
      native.create("IpPolicy", {}, { name: `policy-${n}` }).then(
        ({ id }) => id,
        (error: Error) => error.message,
      ),
    );
    await Promise.all([native.cancel(), native.cancel()]);
    const results = await Promise.all(creating);
    const refused = results.filter((result) => result.includes("the engine canceled the run"));
    const ids = emulator.objects("/ip_policies").map(({ id }) => id);
    expect(results.filter((result) => !refused.includes(result)).sort()).toEqual(ids.sort());
    await native.attach();
    await native.configure(account());
    await native.create("IpPolicy", {});
  });
});

describe("keys that the message library loses", () => {
  const prototypeKeys = Object.getOwnPropertyNames(Object.prototype);

  /** Stands for the key `__proto__` until the message is encoded. It must have the same length. */
  const PLACEHOLDER = "__pr0t0__";

  /** Sends a check whose message contains the key `__proto__`, as programs in other languages can. */
  function send(request: pb.CheckRequest): Promise<pb.CheckResponse> {
    const bytes = Buffer.from(request.serializeBinary()).toString("latin1");
    const { path, responseDeserialize } = ResourceProviderService.check;
    return new Promise((resolve, reject) => {
      native.client.makeUnaryRequest(
        path,
        (message: Buffer) => message,
        responseDeserialize,
        Buffer.from(bytes.replaceAll(PLACEHOLDER, "__proto__"), "latin1"),
        (error, response) => (error ? reject(error) : resolve(response as pb.CheckResponse)),
      );
    });
  }

  const check = (type: string, news: Values) =>
    send(
      new pb.CheckRequest()
        .setUrn(urnOf(type))
        .setOlds(new Struct())
        .setNews(Struct.fromJavaScript(news as never)),
    );

  test.each([
    ["TunnelGroupBackend", { labels: { app: "web", [PLACEHOLDER]: "x" } }, "labels.__proto__"],
    ["IpPolicy", { [PLACEHOLDER]: { description: "a" } }, "__proto__"],
    [
      "Endpoint",
      { url: "https://a.example.com", trafficPolicy: { on_http_request: [{}, { [PLACEHOLDER]: [] }] } },
      "trafficPolicy.on_http_request[1].__proto__",
    ],
    ["IpPolicy", { metadata: secret({ "a.b": { [PLACEHOLDER]: null } }) }, 'metadata.value["a.b"].__proto__'],
  ])("are rejected with their path: %s", async (type, news, place) => {
    await native.configure(account());
    expect(await catchMessage(check(type, news))).toContain(
      `${place}: Pulumi loses keys of this name on the way to the provider`,
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototypeKeys);
    expect((await check("TunnelGroupBackend", { labels: { toString: "x" } })).getFailuresList()).toEqual([]);
  });
});

const HOSTILE: Readonly<Record<string, unknown>> = {
  null: null,
  // A longer text would exceed the maximum length of a path.
  "a long text": "x".repeat(1_000),
  "control characters": "a\u0000\u001b[31m\r\n\u2028b",
  "half a character": "half \ud83d",
  "a path": "../../api_keys/ak_1?x=1#y",
  "not a number": Number.NaN,
  "a negative fraction": -0.5,
  "a list of null": [null],
  "lists in lists": [[[[]]]],
  "an object of null": { a: null, enabled: null },
  "inherited keys": { constructor: "x", toString: null, hasOwnProperty: {}, valueOf: [] },
  unknown: UNKNOWN,
  "an output of a list of unknown secrets": output([secret(UNKNOWN), secret(output(UNKNOWN))]),
  "a secret of nothing": { [SIGNATURE_KEY]: SECRET_SIGNATURE },
  "an output that is unknown": { [SIGNATURE_KEY]: OUTPUT_SIGNATURE, secret: true },
};

/** Matches messages that explain nothing. */
const BUG = /internal error|\[object|is not a function|Cannot read/;

describe.each(Object.entries(HOSTILE))("%s as every value", (_, value) => {
  let messages: string[];
  beforeEach(() => {
    messages = [];
  });

  const attempt = async (call: Promise<{ failures?: string[] } | unknown>) => {
    const result = await call.then(
      (response) => (response as { failures?: string[] } | undefined)?.failures ?? [],
      (error: Error) => [error.message],
    );
    messages.push(...result);
  };

  test("of a configuration is accepted, or rejected with an explanation", async () => {
    for (const key of Object.keys(configuration)) {
      const args = { ...account(), [key]: value };
      await attempt(native.checkConfig(args));
      await attempt(native.diffConfig(account(), args));
      await attempt(native.configure(args));
      await attempt(native.check("IpPolicy", {}, {}));
      await attempt(native.read("IpPolicy", "ipp_1"));
      await attempt(native.invoke("tunnel-edge:index:listIpPolicies", {}));
    }
    expect(messages.filter((message) => BUG.test(message))).toEqual([]);
    await native.configure(account());
    expect((await native.create("IpPolicy", {})).id).toMatch(/^ipp_/);
  });

  test("of a program and a state is accepted, or rejected with an explanation", async () => {
    await native.configure(account());
    for (const family of managed) {
      const fields = { ...family.outputs, ...family.inputs };
      const values = Object.fromEntries(Object.keys(fields).map((key) => [key, value]));
      const inputs = Object.fromEntries(Object.keys(family.inputs).map((key) => [key, value]));
      const { name } = family;
      const id = family.kind === "module" ? "a/b/c" : "x_1";
      await attempt(native.check(name, values, inputs));
      await attempt(native.create(name, inputs, { preview: true }));
      // The engine creates resources only after a successful check.
      await attempt(
        native.check(name, {}, inputs).then(async (checked) => {
          if (checked.failures.length > 0) return checked;
          await attempt(native.update(name, id, values, checked.inputs));
          return native.create(name, checked.inputs);
        }),
      );
      await attempt(native.diff(name, id, values, inputs, inputs));
      await attempt(native.diff(name, id, values, {}, inputs));
      await attempt(native.update(name, id, values, inputs, { preview: true }));
      await attempt(native.update(name, id, values, {}));
      await attempt(native.read(name, id, values));
      await attempt(native.delete(name, id, values));
      await attempt(native.invoke(`tunnel-edge:index:get${name}`, values));
    }
    expect(messages.filter((message) => BUG.test(message))).toEqual([]);
    expect(messages.filter((message) => message.length > 4_000)).toEqual([]);
    expect((await native.check("IpPolicy", {}, {})).failures).toEqual([]);
  });
});
