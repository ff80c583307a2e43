import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { HostedProvider } from "../support/hosted";
import { findLeaks } from "../support/leaks";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

/** A provider with these settings in the place of those of the account; undefined leaves one out. */
const configured = (settings: Readonly<Record<string, string | undefined>> = {}) => {
  const all = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
    ...settings,
  };
  return new HostedProvider(
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
  );
};

const WRONG_TOKEN = "wrong-token-0123456789";

test.each([
  [
    "a wrong token",
    { "tunnel-edge:apiToken": WRONG_TOKEN },
    ["the API token was refused (401", "tunnel-edge:apiToken", "TUNNEL_EDGE_API_TOKEN"],
  ],
  [
    "no token",
    { "tunnel-edge:apiToken": undefined },
    ["no API token is set: run `pulumi config set --secret tunnel-edge:apiToken <token>`"],
  ],
  [
    "no base URL",
    { "tunnel-edge:baseUrl": undefined },
    ["no base URL is set: run `pulumi config set tunnel-edge:baseUrl <url>`"],
  ],
  [
    "nobody listens",
    { "tunnel-edge:baseUrl": "http://127.0.0.1:1" },
    ["cannot reach http://127.0.0.1:1 (connection refused): check tunnel-edge:baseUrl"],
  ],
  ["a proxy answers with a page", {}, ["403", "HTML"]],
])("an account that cannot be reached is one readable error: %s", async (about, settings, parts) => {
  if (about.startsWith("a proxy")) emulator.faults({ on: "POST /ip_policies", kind: "html", status: 403 });
  const error = await configured(settings)
    .create("IpPolicy", {})
    .then(
      () => undefined,
      (failure: unknown) => failure as Error,
    );
  emulator.faults({ clear: true });
  const message = error?.message ?? "";
  for (const part of parts) expect(message).toContain(part);
  expect(message).not.toContain("<html");
  // No stack trace: the message is for people who have not written this code.
  expect(message).not.toMatch(/^ +at /m);
  expect(findLeaks(new Map([["message", message]]), { wrong: WRONG_TOKEN, right: emulator.token })).toEqual(
    [],
  );
});
