// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/account/values/secrets";
import { UNKNOWN } from "../../provider/family/unknown";
import { face } from "../support/faces";
import { type HostedProvider, hostFor } from "../support/hosted";
import { recordStderr } from "../support/stderr";
import { emulatedAccount } from "../support/test-resources";

let emulator: Emulator;
let host: HostedProvider;
const stderr = recordStderr();

beforeEach(async () => {
  emulator = await emulatedAccount({ seed: { "/reserved_domains": [{ domain: "*.example.com" }] } });
  host = hostFor(emulator);
});

const url = "https://app.example.com";
const PASSWORD = "hunter2hunter2";
const signature = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

const guarded = (credentials: unknown) => ({
  on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials } }, { type: "deny" }] }],
});

/** Creates as the engine does, which hands over in plain what check has marked. */
const create = (inputs: Record<string, unknown>) => host.of("Endpoint").create(inputs);

const reasons = async (name: string, inputs: Record<string, unknown>) =>
  (await host.of(name).check({}, inputs)).failures?.map(({ property, reason }) => [property, reason]);

describe("a policy that the service surely refuses is refused at preview", () => {
  /** Only the native provider sees what is no secret, and may name it: of a named property the engine prints the value. */
  const named = (property: string) => (face === "native" ? property : "");

  test("by its path, on every class with a policy", async () => {
    const value = guarded([PASSWORD]);
    const at = "on_http_request[0].actions[0].config.credentials[0]";
    const reason = `${at}: must be a user name and a password, separated by a colon`;
    expect(await reasons("Endpoint", { url, trafficPolicy: value })).toEqual([
      [named(`trafficPolicy.${at}`), `trafficPolicy.${reason}`],
    ]);
    for (const edge of ["TcpEdge", "TlsEdge"])
      expect(await reasons(edge, { trafficPolicy: { value } })).toContainEqual([
        named(`trafficPolicy.value.${at}`),
        `trafficPolicy.value.${reason}`,
      ]);
    const route = { edgeId: "edghts_1", matchType: "exact_path", match: "/", trafficPolicy: { value } };
    expect(await reasons("HttpsEdgeRoute", route)).toEqual([
      [named(`trafficPolicy.value.${at}`), `trafficPolicy.value.${reason}`],
    ]);
  });

  test("by its line in text", async () => {
    const text =
      "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: none\n";
    expect(await reasons("Endpoint", { url, trafficPolicy: text })).toEqual([
      [
        named("trafficPolicy.on_http_request[0].actions[0].config.status_code"),
        "trafficPolicy.on_http_request[0].actions[0].config.status_code (line 5): must be a whole number, not a string",
      ],
    ]);
    expect(emulator.requests()).toEqual([]);
  });

  test("only as far as it is known", async () => {
    expect(await reasons("Endpoint", { url, trafficPolicy: UNKNOWN })).toEqual([]);
    expect(await reasons("Endpoint", { url, trafficPolicy: guarded([UNKNOWN]) })).toEqual([]);
    expect(await reasons("Endpoint", { url, trafficPolicy: { on_http_request: UNKNOWN } })).toEqual([]);
  });
});

test("what this version does not know is warned about once, with its place, and sent", async () => {
  const trafficPolicy = { on_http_request: [{ actions: [{ type: "teleport", config: { to: "mars" } }] }] };
  await emulator.faults([]);
  const inputs = { url, trafficPolicy };
  for (const _ of ["preview", "up"])
    expect(
      (await host.of("Endpoint").check({}, { ...inputs, __resource: "acme/edge/prod/app" })).failures,
    ).toEqual([]);
  // The engine adds the name to what the native provider says of a resource.
  const who = face === "native" ? "Endpoint" : 'Endpoint "app"';
  const lines = stderr.warnings();
  expect(lines).toEqual([
    `warning: ${who}: trafficPolicy.on_http_request[0].actions[0].type: is "teleport", an unknown action`,
  ]);
});

describe("a phase that the service does not take where the policy stands", () => {
  const connecting = { on_tcp_connect: [{ actions: [{ type: "deny" }] }] };
  const requesting = { on_http_request: [{ actions: [{ type: "deny" }] }] };
  const route = { edgeId: "edghts_1", matchType: "exact_path", match: "/" };

  test.each([
    ["tcp://1.tcp.example.com:20001", requesting, "on_http_request", "a tcp endpoint", "on_tcp_connect"],
    ["TLS://app.example.com", requesting, "on_http_request", "a tls endpoint", "on_tcp_connect"],
    ["tls://app.internal", requesting, "on_http_request", "a tls endpoint", "on_tcp_connect"],
    [
      "https://app.internal",
      connecting,
      "on_tcp_connect",
      "an internal https endpoint",
      "on_http_request, on_http_response, on_event_stream_message",
    ],
  ])("is refused at the preview of the Endpoint %s", async (address, trafficPolicy, phase, name, taken) => {
    const reason = `is a phase that ${name} doesn't support (it supports ${taken}): `;
    expect(await reasons("Endpoint", { url: address, trafficPolicy })).toEqual([
      [expect.anything(), expect.stringContaining(`trafficPolicy.${phase}: ${reason}`)],
    ]);
    const text = JSON.stringify(trafficPolicy, null, 2);
    expect(await reasons("Endpoint", { url: address, trafficPolicy: text })).toEqual([
      [expect.anything(), expect.stringContaining(`trafficPolicy.${phase} (line 2): ${reason}`)],
    ]);
  });

  test.each([
    ["TcpEdge", {}, requesting, "a TCP edge"],
    ["TlsEdge", {}, requesting, "a TLS edge"],
    ["HttpsEdgeRoute", route, connecting, "an HTTPS edge"],
  ])("is refused at the preview of the module of %s", async (name, rest, value, what) => {
    const [phase = ""] = Object.keys(value);
    expect(await reasons(name, { ...rest, trafficPolicy: { value } })).toEqual([
      [expect.anything(), expect.stringContaining(`value.${phase}: is a phase that ${what} doesn't support`)],
    ]);
  });

  const internal = "tcp://app.internal:22";

  test.each<[url: string, policy: unknown]>([
    [url, connecting],
    [url, requesting],
    ["http://app.example.com", connecting],
    ["https://app.internal", requesting],
    [internal, connecting],
    ["tls://app.example.com", connecting],
    [UNKNOWN, connecting],
    [internal, UNKNOWN],
    [internal, { ...connecting, on_http_request: [] }],
    [internal, { ...connecting, on_http_request: UNKNOWN }],
  ])("is none of the Endpoint %s with %j", async (address, trafficPolicy) => {
    expect(await reasons("Endpoint", { url: address, trafficPolicy })).toEqual([]);
  });

  test.each([
    ["TcpEdge", {}, connecting],
    ["TlsEdge", {}, connecting],
    ["HttpsEdgeRoute", route, requesting],
    ["HttpsEdgeRoute", route, UNKNOWN],
  ])("is none of the module of %s", async (name, rest, value) => {
    expect(await reasons(name, { ...rest, trafficPolicy: { value } })).toEqual([]);
  });
});

describe("secrets in a policy", () => {
  test("are secrets in the inputs and in the state, one by one", async () => {
    const trafficPolicy = guarded([`ops:${PASSWORD}`, "dev:${secrets.get('app', 'dev')}"]);
    const wanted = guarded([signature(`ops:${PASSWORD}`), "dev:${secrets.get('app', 'dev')}"]);
    const { inputs } = await host.of("Endpoint").check({}, { url, trafficPolicy });
    expect(inputs).toMatchObject({ trafficPolicy: wanted });
    const { id, outs } = await create({ url, trafficPolicy });
    expect(outs?.trafficPolicy).toEqual(wanted);
    const stored = emulator.requests().find(({ method }) => method === "POST")?.body;
    const { traffic_policy: sent } = stored as { traffic_policy: string };
    expect(JSON.parse(sent)).toEqual(trafficPolicy);
    const read = await host.of("Endpoint").read(id, { url, trafficPolicy });
    expect(JSON.stringify(read.props).split(SECRET_SIGNATURE)).toHaveLength(2);
    expect(read.props).toMatchObject({ trafficPolicy: wanted });
  });

  test("are secrets in the inputs and in the state of a module", async () => {
    const provider = host.of("HttpsEdgeRoute");
    const { id: edgeId } = await host.of("HttpsEdge").create({ hostports: ["app.example.com:443"] });
    const place = { edgeId, matchType: "exact_path", match: "/" };
    const module = (credentials: unknown) => ({ enabled: true, value: guarded(credentials) });
    const news = { ...place, trafficPolicy: module([`ops:${PASSWORD}`]) };
    const wanted = { trafficPolicy: { value: guarded([signature(`ops:${PASSWORD}`)]) } };
    expect((await provider.check({}, news)).inputs).toMatchObject(wanted);
    const { id, outs } = await provider.create(news);
    expect(outs).toMatchObject(wanted);
    const read = await provider.read(id, { ...news });
    expect(read.props).toMatchObject(wanted);
    const other = { ...place, trafficPolicy: module([`ops:${PASSWORD}2`]) };
    const { outs: updated } = await provider.update(id, { ...outs, ...news }, other);
    expect(updated).toMatchObject({ trafficPolicy: { value: guarded([signature(`ops:${PASSWORD}2`)]) } });
    expect(JSON.stringify([outs, read, updated]).split(PASSWORD).length).toBe(
      JSON.stringify([outs, read, updated]).split(SECRET_SIGNATURE).length,
    );
  });

  test("make the whole text secret, also a text that was set by others", async () => {
    const text = `on_http_request: [{ actions: [{ type: verify-webhook, config: { provider: github, secret: ${PASSWORD} } }, { type: deny }] }]`;
    const { id, outs } = await create({ url, trafficPolicy: text });
    expect(outs?.trafficPolicy).toEqual(signature(text));
    const read = await host.of("Endpoint").read(id, { url, trafficPolicy: "{}" });
    expect(read.props).toMatchObject({ trafficPolicy: signature(text) });
    expect(read.inputs).toMatchObject({ trafficPolicy: signature(text) });
  });

  test("are in no error, whatever the service repeats of them", async () => {
    const msg = `Invalid basic auth credential ${PASSWORD} of ops:${PASSWORD}`;
    await emulator.faults([{ on: "POST *", status: 400, body: { error_code: "ERR_NGROK_2258", msg } }]);
    const creating = create({ url, trafficPolicy: guarded([`ops:${PASSWORD}`]) });
    const error = await creating.then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toContain("Invalid basic auth credential");
    expect(`${error?.message} ${error?.stack} ${stderr.text()}`).not.toContain(PASSWORD);
  });
});
