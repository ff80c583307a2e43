import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { RESERVED_NAMES } from "../support/reserved-names";
import { plain } from "../support/secrets";

/** A dynamic class shows an input that holds a secret below a list: the engine masks all of that list. */

type Props = Record<string, unknown>;

let emulator: Emulator;
let host: HostedProvider;

beforeAll(async () => {
  process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
  emulator = await startEmulator({ seed: RESERVED_NAMES });
  host = hostFor(emulator);
});
afterAll(async () => {
  delete process.env.TUNNEL_EDGE_JOURNAL_DIR;
  await emulator.close();
});

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const AT = ["on_http_request", 0, "actions", 0, "config", "headers", "x-key"];

const policy = (key: unknown, by = "web") => ({
  on_http_request: [
    { actions: [{ type: "add-headers", config: { headers: { "x-key": key, "x-by": by } } }] },
    { actions: [{ type: "verify-webhook", config: { provider: "github", secret: "hush-hush-hush" } }] },
  ],
});

const MASKED = {
  on_http_request: [
    { actions: [{ type: "add-headers", config: { headers: { "x-key": "[secret]", "x-by": "web" } } }] },
    { actions: [{ type: "verify-webhook", config: { provider: "github", secret: "[secret]" } }] },
  ],
};

/** Inputs as a class reports them: an empty text in place of each secret. */
const inputs = (url: string, trafficPolicy: unknown): Props => ({
  url,
  trafficPolicy,
  __secrets: [["trafficPolicy", ...AT]],
  __visible: { trafficPolicy: policy("") },
});

test.each([
  ["with a mask in place of each secret", policy("hush"), { trafficPolicy: MASKED }],
  ["with a mask in place of a secret that is unknown", policy(UNKNOWN), { trafficPolicy: MASKED }],
  ["not after a transform, or `ignoreChanges`, has changed it", policy("hush", "other"), undefined],
  ["not after one has put other rules in its place", { on_http_request: [] }, undefined],
])("check shows the input %s", async (_, trafficPolicy, visible) => {
  const url = "https://checked.example.com";
  const checked = await host.of("Endpoint").check({}, inputs(url, trafficPolicy));
  expect((checked.inputs as Props).__visible).toEqual(visible);
});

test("the state shows the input, until a refresh finds another value in it", async () => {
  const endpoints = host.of("Endpoint");
  const url = "https://shown.example.com";
  const { inputs: checked } = await endpoints.check({}, inputs(url, policy("hush")));
  const { id, outs } = await endpoints.create(plain(checked) as Props);
  const read = async () => (await endpoints.read(id, plain(outs) as Props)) as Props;
  const shown = { __visible: { trafficPolicy: MASKED } };
  expect(await read()).toMatchObject({ inputs: shown, props: shown });
  const set = { traffic_policy: JSON.stringify(policy("hush", "other")) };
  emulator.mutate({ path: `/endpoints/${id}`, set });
  await closeAccounts();
  const { inputs: found, props } = await read();
  expect([found, props].map((values) => (values as Props).__visible)).toEqual([undefined, undefined]);
});
