import { beforeEach, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { UNKNOWN } from "../../provider/family/unknown";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { RESERVED_NAMES } from "../support/reserved-names";
import { unwrap } from "../support/secrets";
import { emulatedAccount } from "../support/test-resources";

/** A dynamic class reports the visible parts of an input with a secret in a list, because the engine masks the whole list. */

type Props = Record<string, unknown>;

let emulator: Emulator;
let host: HostedProvider;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount({ seed: RESERVED_NAMES });
  host = hostFor(emulator);
});

const SECRET_PATH = ["on_http_request", 0, "actions", 0, "config", "headers", "x-key"];

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

/** Inputs as a class reports them, with an empty string for each secret. */
const reportedInputs = (url: string, trafficPolicy: unknown): Props => ({
  url,
  trafficPolicy,
  __secrets: [["trafficPolicy", ...SECRET_PATH]],
  __visible: { trafficPolicy: policy("") },
});

test.each([
  ["with each secret masked", policy("hush"), { trafficPolicy: MASKED }],
  ["with an unknown secret masked", policy(UNKNOWN), { trafficPolicy: MASKED }],
  ["none after a transform or `ignoreChanges` has changed it", policy("hush", "other"), undefined],
  ["none after a transform has replaced its rules", { on_http_request: [] }, undefined],
])("check returns the visible parts of the input: %s", async (_, trafficPolicy, visible) => {
  const url = "https://checked.example.com";
  const checked = await host.of("Endpoint").check({}, reportedInputs(url, trafficPolicy));
  expect((checked.inputs as Props).__visible).toEqual(visible);
});

test("the state contains the visible parts until a refresh finds another value", async () => {
  const endpoints = host.of("Endpoint");
  const url = "https://shown.example.com";
  const { inputs: checked } = await endpoints.check({}, reportedInputs(url, policy("hush")));
  const { id, outs } = await endpoints.create(unwrap(checked) as Props);
  const read = async () => (await endpoints.read(id, unwrap(outs) as Props)) as Props;
  const shown = { __visible: { trafficPolicy: MASKED } };
  expect(await read()).toMatchObject({ inputs: shown, props: shown });
  const set = { traffic_policy: JSON.stringify(policy("hush", "other")) };
  emulator.mutate({ path: `/endpoints/${id}`, set });
  await closeAccounts();
  const { inputs: found, props } = await read();
  expect([found, props].map((values) => (values as Props).__visible)).toEqual([undefined, undefined]);
});
