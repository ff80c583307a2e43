import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { RESERVED_NAMES } from "../../support/reserved-names";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED_NAMES });
});

afterAll(() => account?.close());

const policy = {
  on_http_request: [
    { name: null, actions: [{ type: "log", config: { metadata: { team: null, tags: [null] } } }] },
  ],
};

test("null within a traffic policy is sent as it is, and is no change afterwards", async () => {
  account.declare([
    { class: "Endpoint", name: "app", inputs: { url: "https://app.example.com", trafficPolicy: policy } },
    { class: "TcpEdge", name: "edge", inputs: { trafficPolicy: { enabled: true, value: policy } } },
  ]);
  await account.up();
  const stored = (name: string) => account.stored(name)?.fields.traffic_policy;
  expect(JSON.parse(String(stored("app")))).toEqual(policy);
  const { enabled, value } = stored("edge") as { enabled: boolean; value: string };
  expect(enabled).toBe(true);
  expect(JSON.parse(value)).toEqual(policy);
  await account.expectSettled();
});
