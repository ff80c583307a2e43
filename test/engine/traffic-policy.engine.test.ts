// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { findLeaks } from "../support/leaks";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: { "/reserved_domains": [{ domain: "*.example.com" }] } });
});

afterAll(() => account?.close());

const url = "https://app.example.com";
const PASSWORD = "hunter2hunter2";

test("secrets in a policy are encrypted in the state, and the rest of it is not; null is sent unchanged", async () => {
  const credentials = [`ops:${PASSWORD}`, "dev:${secrets.get('app', 'dev')}"];
  const actions = [
    { type: "basic-auth", config: { credentials, realm: "workshop" } },
    { type: "log", config: { metadata: { team: null, tags: [null] } } },
    { type: "deny" },
  ];
  account.declare([
    {
      class: "Endpoint",
      name: "app",
      inputs: { url, trafficPolicy: { on_http_request: [{ name: null, actions }] } },
    },
  ]);
  const { stdout, stderr } = await account.up();
  const { text: state } = account.workspace.exportStack();
  expect(state).toContain("workshop");
  expect(findLeaks(new Map(Object.entries({ stdout, stderr, state })), { PASSWORD })).toEqual([]);
  const stored = JSON.parse(String(account.stored("app")?.fields.traffic_policy));
  expect(stored.on_http_request[0].actions).toEqual(actions);
  await account.expectSettled();
});
