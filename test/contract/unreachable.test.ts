import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { catchMessage } from "../support/failures";
import { HostedProvider } from "../support/hosted-provider";
import { findLeaks } from "../support/leaks";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

type Settings = { readonly baseUrl?: string; readonly apiToken?: string };

/** Returns a provider with other settings. An empty setting counts as unset. */
const configure = ({ baseUrl = emulator.url, apiToken = emulator.token }: Settings) =>
  new HostedProvider({
    ...(baseUrl && { "tunnel-edge:baseUrl": baseUrl }),
    ...(apiToken && { "tunnel-edge:apiToken": apiToken }),
  });

const WRONG_TOKEN = "wrong-token-0123456789";

const UNREACHABLE = "http://127.0.0.1:1";
const REFUSED = "cannot reach http://127.0.0.1:1 (connection refused): check tunnel-edge:baseUrl";
const SET_TOKEN = "run `pulumi config set --secret tunnel-edge:apiToken <token>`";

test.each<[string, Settings, string[]]>([
  ["a wrong token", { apiToken: WRONG_TOKEN }, ["refused (401", ":apiToken", "TUNNEL_EDGE_API_TOKEN"]],
  ["no token", { apiToken: "" }, [`no API token is set: ${SET_TOKEN}`]],
  ["no base URL", { baseUrl: "" }, ["no base URL is set: run `pulumi config set tunnel-edge:baseUrl <url>`"]],
  ["a refused connection", { baseUrl: UNREACHABLE }, [REFUSED]],
  ["a proxy that responds with a page", {}, ["403", "HTML"]],
])("reports an unreachable account with one readable error: %s", async (problem, settings, parts) => {
  if (problem.startsWith("a proxy")) emulator.faults({ on: "POST /ip_policies", kind: "html", status: 403 });
  const message = await catchMessage(configure(settings).create("IpPolicy", {}));
  emulator.faults({ clear: true });
  for (const part of parts) expect(message).toContain(part);
  expect(message).not.toContain("<html");
  // No stack trace, because the message is for users.
  expect(message).not.toMatch(/^ +at /m);
  expect(findLeaks(new Map([["message", message]]), { wrong: WRONG_TOKEN, right: emulator.token })).toEqual(
    [],
  );
});
