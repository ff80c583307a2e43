// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { face } from "../support/faces";
import { leaked } from "../support/spellings";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: { "/reserved_domains": [{ domain: "*.example.com" }] } });
});

afterAll(() => account?.close());

const url = "https://app.example.com";
const PASSWORD = "hunter2hunter2";

test("a preview refuses a policy by path and line, warns of what it does not know, and gives no secret away", async () => {
  const text = `on_http_request:\n  - actions:\n      - type: teleport\n      - type: basic-auth\n        config:\n          credentials: ["ops${PASSWORD}"]\n`;
  account.declare([{ class: "Endpoint", name: "app", inputs: { url, trafficPolicy: text } }]);
  const { code, calls, stdout, stderr } = await account.attempt((workspace) => workspace.preview());
  expect(code).not.toBe(0);
  expect(calls).toEqual([]);
  const told = stdout + stderr;
  const place = "trafficPolicy.on_http_request[0].actions";
  expect(told).toContain(`${place}[1].config.credentials[0] (line 6): must be a user name and a password`);
  // The engine itself adds the resource to what the native provider says.
  const who = { dynamic: 'Endpoint "app"', native: "Endpoint" }[face];
  expect(told).toContain(`warning: ${who}: ${place}[0].type (line 3): is "teleport"`);
  expect(leaked(told, { PASSWORD })).toEqual([]);
});

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
  expect(leaked(stdout + stderr + state, { PASSWORD })).toEqual([]);
  const stored = JSON.parse(String(account.stored("app")?.fields.traffic_policy));
  expect(stored.on_http_request[0].actions).toEqual(actions);
  await account.expectSettled();
});
