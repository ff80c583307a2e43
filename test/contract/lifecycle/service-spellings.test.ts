import { beforeEach, expect, test } from "vitest";
import { eachObject } from "../../../provider/account/lookups/lookup";
import { configFor } from "../../support/config";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";
import { RESERVED_NAMES } from "../../support/reserved-names";

// Values that the compatible service returns in a different form than sent. None of them is drift or an error.

type Props = Record<string, unknown>;

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount({
    seed: { ...RESERVED_NAMES, "/edges/https": [{ id: "edghts_1" }] },
  });
});

const route = (module: Props) => ({ edgeId: "edghts_1", matchType: "exact_path", match: "/", ...module });

/** Reads an object right after its creation, with some response fields overridden; undefined removes one. */
async function readBack(className: string, inputs: Props, overrides: Props = {}) {
  const lifecycle = bare.of(className);
  const { inputs: checked, failures } = lifecycle.check({}, inputs);
  expect(failures).toEqual([]);
  const { id, state } = await lifecycle.create(bare.account, checked);
  if (Object.keys(overrides).length > 0) {
    const path = String(new URL(String(state.uri)).pathname);
    const response = await bare.account.api.get(path);
    bare.emulator.faults({
      on: `GET ${path}`,
      kind: "custom",
      body: { ...response, ...overrides } as never,
    });
  }
  const found = await lifecycle.read(bare.account, id, state);
  const recheckedInputs = lifecycle.check(checked, inputs).inputs;
  return { id, found, checked, differs: lifecycle.diff(id, found?.state ?? {}, recheckedInputs).changed };
}

const endpoint = { url: "https://app.example.com", trafficPolicy: "{}" };
const URL_PARTS = ["scheme", "host", "port", "region", "principal"];

const kinesis = {
  auth: { role: { roleArn: "arn:aws:iam::123456789012:role/events" } },
  streamArn: "arn:aws:kinesis:us-east-1:123456789012:stream/a",
};
const twilio = { provider: "TWILIO", secret: "hush" };
const nulls = Object.fromEntries(URL_PARTS.map((key) => [key, null]));

// `test/contract/properties` tests the spellings that the emulator itself changes.
test.each<[string, string, Props, Props]>([
  ["a webhook provider in capitals", "HttpsEdgeRoute", route({ webhookVerification: twilio }), {}],
  ["a format in capitals", "EventDestination", { target: { kinesis } }, { format: "JSON" }],
  ["the id of a user named by email address", "Credential", { ownerId: "owner@example.com" }, {}],
  ["null for no hostports", "TlsEdge", {}, { hostports: null }],
  ["an address in capitals", "TcpEdge", { hostports: ["1.TCP.example.com:5432"] }, {}],
  ["a response without the parts of an endpoint's URL", "Endpoint", endpoint, {}],
  ["a response with null for the parts of an endpoint's URL", "Endpoint", endpoint, nulls],
])("%s isn't drift", async (_, className, inputs, overrides) => {
  const { found, checked, differs } = await readBack(className, inputs, overrides);
  expect(found?.inputs).toEqual(checked);
  expect(differs).toBe(false);
});

test("only unambiguous parts of a URL are derived", async () => {
  const { found } = await readBack("Endpoint", endpoint);
  expect(found?.state).toMatchObject({ proto: "https", host: "app.example.com", port: 443 });
  for (const key of ["scheme", "region", "principal"]) expect(found?.state).not.toHaveProperty(key);
});

test("endpoints of other types are read without uri, and those of edges without url", async () => {
  bare.emulator.seed({
    "/endpoints": [
      { id: "ep_tunnel", type: "ephemeral", url: "https://agent.example.com" },
      { id: "ep_edge", type: "edge", url: "https://edge.example.com" },
    ],
  });
  const endpoints = new Map<unknown, Props>();
  for await (const { value } of eachObject("Endpoint", {}, configFor(bare.emulator)))
    endpoints.set(value.id, value);
  expect(endpoints.get("ep_tunnel")).toMatchObject({ uri: null, url: "https://agent.example.com" });
  expect(endpoints.get("ep_edge")).toMatchObject({ uri: null, url: "https://edge.example.com" });
});
