import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { hostFor } from "../support/hosted-provider";
import { testedProvider } from "../support/provider-under-test";
import { recordStderr } from "../support/stderr";
import { emulatedAccount } from "../support/test-resources";

let emulator: Emulator;
const stderr = recordStderr();

beforeEach(async () => {
  emulator = await emulatedAccount();
});

const EDGES = "ngrok has deprecated edges, routes, their modules, and backends";

/** Checks inputs twice, for a preview and for an update, and returns all warnings. */
async function warnings(
  name: string,
  inputs: Record<string, unknown>,
  config: Record<string, unknown> = {},
): Promise<string[]> {
  const host = hostFor(emulator, config);
  for (const _ of ["preview", "up"]) {
    const { failures } = await host.of(name).check({}, { ...inputs, __resource: "acme/edge/prod/app" });
    expect(failures).toEqual([]);
  }
  return stderr.warnings();
}

const WARN_CONFIG = { "tunnel-edge:warnDeprecated": true };
/** Returns the subject of a warning. The engine itself adds the resource's name to messages of the native provider. */
const subject = (name: string) => (testedProvider === "native" ? name : `${name} "app"`);

describe("a deprecated class or input", () => {
  test.each([
    ["TlsEdge", {}],
    ["HttpsEdgeRoute", { edgeId: "edghts_1", matchType: "exact_path", match: "/" }],
    ["HttpsEdgeRouteBackend", { edgeId: "edghts_1", routeId: "edghtsrt_1", backendId: "bkdtg_1" }],
    ["TcpEdgeIpRestriction", { edgeId: "edgtcp_1", ipPolicyIds: ["ipp_1"] }],
    ["BotUser", { name: "deployer" }],
  ])("causes one warning if the configuration enables it: %s", async (name, inputs) => {
    expect(await warnings(name, inputs)).toEqual([]);
    const [warning, ...more] = await warnings(name, inputs, WARN_CONFIG);
    expect(warning).toMatch(
      new RegExp(`^warning: ${subject(name)}: ngrok has deprecated .* This class is for services`),
    );
    expect(more).toEqual([]);
  });

  test("causes one warning for each of two resources with equal inputs", async () => {
    const host = hostFor(emulator, WARN_CONFIG);
    for (const resource of ["app", "other", "app"])
      await host.of("TcpEdge").check({}, { __resource: `acme/edge/prod/${resource}` });
    expect(stderr.warnings()).toHaveLength(2);
  });

  test("causes a warning with the path of the input", async () => {
    expect(await warnings("ReservedDomain", { domain: "app.example.com" }, WARN_CONFIG)).toEqual([]);
    expect(
      await warnings("ReservedDomain", { domain: "app.example.com", region: "eu" }, WARN_CONFIG),
    ).toEqual([
      `warning: ${subject("ReservedDomain")}: region is deprecated: Traffic is handled globally; the API reference deprecates the field.`,
    ]);
  });

  test("causes warnings as TUNNEL_EDGE_WARN_DEPRECATED says for the default account", async () => {
    vi.stubEnv("TUNNEL_EDGE_WARN_DEPRECATED", "on");
    expect(await warnings("TlsEdge", {})).toEqual([expect.stringContaining(EDGES)]);
    stderr.clear();
    vi.stubEnv("TUNNEL_EDGE_WARN_DEPRECATED", "off");
    expect(await warnings("TlsEdge", {}, WARN_CONFIG)).toEqual([]);
  });
});
