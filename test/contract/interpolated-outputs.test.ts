import { output } from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { eachObject, getObject } from "../../provider/account/lookups/lookup";
import { configFor } from "../support/config";
import { type HostedProvider, hostFor } from "../support/hosted-provider";

let emulator: Emulator;
let host: HostedProvider;
let interpolated: string;

beforeAll(async () => {
  // With "true", the SDK throws instead of returning a text.
  vi.stubEnv("PULUMI_ERROR_OUTPUT_STRING", "false");
  interpolated = `for ${output("app.example.com")}`;
  emulator = await startEmulator();
  host = hostFor(emulator);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

const ADVICE = "was built from an output";

describe("an output that is interpolated into a string", () => {
  test.each<[string, (text: string) => Record<string, unknown>, string]>([
    ["IpPolicy", (description) => ({ description }), "description"],
    ["TlsEdge", (text) => ({ hostports: ["a.example.com:443", text] }), "hostports[1]"],
    ["TunnelGroupBackend", (text) => ({ labels: { app: text } }), "labels.app"],
    ["TunnelGroupBackend", (text) => ({ labels: { [text]: "a" } }), "labels: has a key that"],
    ["Endpoint", (text) => ({ url: `https://${text}`, trafficPolicy: "{}" }), "url"],
    ["Endpoint", (text) => ({ url: "https://a.internal", trafficPolicy: `# ${text}` }), "trafficPolicy"],
    [
      "Endpoint",
      (body) => ({
        url: "https://a.internal",
        trafficPolicy: {
          on_http_request: [{ actions: [{ type: "custom-response", config: { body } }] }],
        },
      }),
      "trafficPolicy.on_http_request[0].actions[0].config.body",
    ],
    ["TlsEdgeMutualTls", (edgeId) => ({ edgeId, certificateAuthorityIds: [] }), "edgeId"],
    ["TunnelAgentCommand", (sessionId) => ({ command: "stop", sessionId }), "sessionId"],
  ])("is rejected at preview with its path: %s (%#)", async (name, inputs, path) => {
    const { failures = [] } = await host.of(name).check({}, inputs(interpolated));
    const reasons = failures.map(({ reason }) => reason);
    expect(reasons).toEqual([expect.stringContaining(ADVICE)]);
    expect(reasons[0]?.startsWith(path)).toBe(true);
    // Doesn't quote the SDK's text.
    expect(reasons.join()).not.toContain("is not supported");
  });

  test("is rejected in the arguments of a lookup, and no request is sent", async () => {
    const config = configFor(emulator);
    await expect(getObject("ReservedDomain", { domain: interpolated }, config)).rejects.toThrow(ADVICE);
    await expect(getObject("IpPolicy", { id: interpolated }, config)).rejects.toThrow(ADVICE);
    await expect(eachObject("HttpsEdgeRoute", { edgeId: interpolated }, config).next()).rejects.toThrow(
      ADVICE,
    );
    await expect(eachObject("IpPolicy", {}, config, interpolated).next()).rejects.toThrow(ADVICE);
    expect(emulator.requests()).toEqual([]);
  });
});
