// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.

import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/account/values/secrets";
import { UNKNOWN } from "../../provider/family/unknown";
import { catchError } from "../support/failures";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { testedProvider } from "../support/provider-under-test";
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
const markSecret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

const withCredentials = (credentials: unknown) => ({
  on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials } }, { type: "deny" }] }],
});

/** Creates an endpoint with plain inputs; the engine also unwraps the secrets that check() marks. */
const create = (inputs: Record<string, unknown>) => host.of("Endpoint").create(inputs);

const reasons = async (name: string, inputs: Record<string, unknown>) =>
  (await host.of(name).check({}, inputs)).failures?.map(({ reason }) => reason);

describe("errors in a policy", () => {
  test("are reported with the path for every class with a policy", async () => {
    const value = withCredentials([PASSWORD]);
    const at = "on_http_request[0].actions[0].config.credentials[0]";
    const reason = `${at}: must be a user name and a password, separated by a colon`;
    expect(await reasons("Endpoint", { url, trafficPolicy: value })).toEqual([`trafficPolicy.${reason}`]);
    for (const edge of ["TcpEdge", "TlsEdge"])
      expect(await reasons(edge, { trafficPolicy: { value } })).toContain(`trafficPolicy.value.${reason}`);
    const route = { edgeId: "edghts_1", matchType: "exact_path", match: "/", trafficPolicy: { value } };
    expect(await reasons("HttpsEdgeRoute", route)).toEqual([`trafficPolicy.value.${reason}`]);
  });

  test("are reported with the line in text", async () => {
    const text =
      "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: none\n";
    expect(await reasons("Endpoint", { url, trafficPolicy: text })).toEqual([
      "trafficPolicy.on_http_request[0].actions[0].config.status_code (line 5): must be a whole number, not a string",
    ]);
    expect(emulator.requests()).toEqual([]);
  });

  test("are not reported for unknown parts", async () => {
    expect(await reasons("Endpoint", { url, trafficPolicy: UNKNOWN })).toEqual([]);
    expect(await reasons("Endpoint", { url, trafficPolicy: withCredentials([UNKNOWN]) })).toEqual([]);
    expect(await reasons("Endpoint", { url, trafficPolicy: { on_http_request: UNKNOWN } })).toEqual([]);
  });
});

test("warns about an unknown action once, with its path", async () => {
  const trafficPolicy = { on_http_request: [{ actions: [{ type: "teleport", config: { to: "mars" } }] }] };
  const inputs = { url, trafficPolicy };
  for (const _ of ["preview", "up"])
    expect(
      (await host.of("Endpoint").check({}, { ...inputs, __resource: "acme/edge/prod/app" })).failures,
    ).toEqual([]);
  // For the native provider, the engine adds the name of the resource.
  const label = testedProvider === "native" ? "Endpoint" : 'Endpoint "app"';
  const lines = stderr.warnings();
  expect(lines).toEqual([
    `warning: ${label}: trafficPolicy.on_http_request[0].actions[0].type: is "teleport", an unknown action`,
  ]);
});

describe("phases", () => {
  const connectionPolicy = { on_tcp_connect: [{ actions: [{ type: "deny" }] }] };
  const requestPolicy = { on_http_request: [{ actions: [{ type: "deny" }] }] };
  const route = { edgeId: "edghts_1", matchType: "exact_path", match: "/" };

  test.each([
    ["tcp://1.tcp.example.com:20001", requestPolicy, "on_http_request", "a tcp endpoint", "on_tcp_connect"],
    ["TLS://app.example.com", requestPolicy, "on_http_request", "a tls endpoint", "on_tcp_connect"],
    ["tls://app.internal", requestPolicy, "on_http_request", "a tls endpoint", "on_tcp_connect"],
    [
      "https://app.internal",
      connectionPolicy,
      "on_tcp_connect",
      "an internal https endpoint",
      "on_http_request, on_http_response, on_event_stream_message",
    ],
  ])(
    "are rejected if the endpoint %s doesn't support them",
    async (address, trafficPolicy, phase, name, supported) => {
      const reason = `is a phase that ${name} doesn't support (it supports ${supported}): `;
      expect(await reasons("Endpoint", { url: address, trafficPolicy })).toEqual([
        expect.stringContaining(`trafficPolicy.${phase}: ${reason}`),
      ]);
      const text = JSON.stringify(trafficPolicy, null, 2);
      expect(await reasons("Endpoint", { url: address, trafficPolicy: text })).toEqual([
        expect.stringContaining(`trafficPolicy.${phase} (line 2): ${reason}`),
      ]);
    },
  );

  test.each([
    ["TcpEdge", {}, requestPolicy, "a TCP edge"],
    ["TlsEdge", {}, requestPolicy, "a TLS edge"],
    ["HttpsEdgeRoute", route, connectionPolicy, "an HTTPS edge"],
  ])("are rejected if %s doesn't support them", async (name, inputs, value, attachment) => {
    const [phase = ""] = Object.keys(value);
    expect(await reasons(name, { ...inputs, trafficPolicy: { value } })).toEqual([
      expect.stringContaining(`value.${phase}: is a phase that ${attachment} doesn't support`),
    ]);
  });

  const internal = "tcp://app.internal:22";

  test.each<[url: string, policy: unknown]>([
    [url, connectionPolicy],
    [url, requestPolicy],
    ["http://app.example.com", connectionPolicy],
    ["https://app.internal", requestPolicy],
    [internal, connectionPolicy],
    ["tls://app.example.com", connectionPolicy],
    [UNKNOWN, connectionPolicy],
    [internal, UNKNOWN],
    [internal, { ...connectionPolicy, on_http_request: [] }],
    [internal, { ...connectionPolicy, on_http_request: UNKNOWN }],
  ])("are accepted by the endpoint %s: %j", async (address, trafficPolicy) => {
    expect(await reasons("Endpoint", { url: address, trafficPolicy })).toEqual([]);
  });

  test.each([
    ["TcpEdge", {}, connectionPolicy],
    ["TlsEdge", {}, connectionPolicy],
    ["HttpsEdgeRoute", route, requestPolicy],
    ["HttpsEdgeRoute", route, UNKNOWN],
  ])("are accepted by %s if it supports them", async (name, inputs, value) => {
    expect(await reasons(name, { ...inputs, trafficPolicy: { value } })).toEqual([]);
  });
});

describe("secrets in a policy", () => {
  test("are marked separately in inputs and state", async () => {
    const trafficPolicy = withCredentials([`ops:${PASSWORD}`, "dev:${secrets.get('app', 'dev')}"]);
    const marked = withCredentials([markSecret(`ops:${PASSWORD}`), "dev:${secrets.get('app', 'dev')}"]);
    const { inputs } = await host.of("Endpoint").check({}, { url, trafficPolicy });
    expect(inputs).toMatchObject({ trafficPolicy: marked });
    const { id, outs } = await create({ url, trafficPolicy });
    expect(outs?.trafficPolicy).toEqual(marked);
    const stored = emulator.requests().find(({ method }) => method === "POST")?.body;
    const { traffic_policy: sent } = stored as { traffic_policy: string };
    expect(JSON.parse(sent)).toEqual(trafficPolicy);
    const read = await host.of("Endpoint").read(id, { url, trafficPolicy });
    // Exactly one value is marked.
    expect(JSON.stringify(read.props).split(SECRET_SIGNATURE)).toHaveLength(2);
    expect(read.props).toMatchObject({ trafficPolicy: marked });
  });

  test("are marked in the inputs and state of a module", async () => {
    const provider = host.of("HttpsEdgeRoute");
    const { id: edgeId } = await host.of("HttpsEdge").create({ hostports: ["app.example.com:443"] });
    const location = { edgeId, matchType: "exact_path", match: "/" };
    const module = (credentials: unknown) => ({ enabled: true, value: withCredentials(credentials) });
    const news = { ...location, trafficPolicy: module([`ops:${PASSWORD}`]) };
    const marked = { trafficPolicy: { value: withCredentials([markSecret(`ops:${PASSWORD}`)]) } };
    expect((await provider.check({}, news)).inputs).toMatchObject(marked);
    const { id, outs } = await provider.create(news);
    expect(outs).toMatchObject(marked);
    const read = await provider.read(id, { ...news });
    expect(read.props).toMatchObject(marked);
    const changed = { ...location, trafficPolicy: module([`ops:${PASSWORD}2`]) };
    const { outs: updated } = await provider.update(id, { ...outs, ...news }, changed);
    expect(updated).toMatchObject({
      trafficPolicy: { value: withCredentials([markSecret(`ops:${PASSWORD}2`)]) },
    });
    // Each occurrence of the password is marked as a secret.
    expect(JSON.stringify([outs, read, updated]).split(PASSWORD).length).toBe(
      JSON.stringify([outs, read, updated]).split(SECRET_SIGNATURE).length,
    );
  });

  test("make the whole YAML text secret, even if it was set outside of Pulumi", async () => {
    const text = `on_http_request: [{ actions: [{ type: verify-webhook, config: { provider: github, secret: ${PASSWORD} } }, { type: deny }] }]`;
    const { id, outs } = await create({ url, trafficPolicy: text });
    expect(outs?.trafficPolicy).toEqual(markSecret(text));
    const read = await host.of("Endpoint").read(id, { url, trafficPolicy: "{}" });
    expect(read.props).toMatchObject({ trafficPolicy: markSecret(text) });
    expect(read.inputs).toMatchObject({ trafficPolicy: markSecret(text) });
  });

  test("are redacted in errors that repeat them", async () => {
    const msg = `Invalid basic auth credential ${PASSWORD} of ops:${PASSWORD}`;
    await emulator.faults([{ on: "POST *", status: 400, body: { error_code: "ERR_NGROK_2258", msg } }]);
    const creation = create({ url, trafficPolicy: withCredentials([`ops:${PASSWORD}`]) });
    const { message, stack } = await catchError(creation);
    expect(message).toContain("Invalid basic auth credential");
    expect(`${message} ${stack} ${stderr.text()}`).not.toContain(PASSWORD);
  });
});
