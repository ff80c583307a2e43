import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { eachObject, getObject } from "../../provider/account/lookups/lookup";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/account/values/secrets";
import { provider } from "../../provider/engine/dynamic";
import { UNKNOWN } from "../../provider/family/unknown";
import { configFor } from "../support/config";
import { sshPublicKey, tlsKeyPair } from "../support/crypto";
import { HostedProvider, hostFor } from "../support/hosted-provider";
import { recordStderr } from "../support/stderr";
import { emulatedAccount } from "../support/test-resources";

type Props = Record<string, unknown>;

let emulator: Emulator;
let host: HostedProvider;
const stderr = recordStderr();

beforeEach(async () => {
  // A test connects to 0.0.0.0, which reaches this machine but doesn't count as loopback.
  emulator = await emulatedAccount({ allowedHosts: ["0.0.0.0"] });
  host = hostFor(emulator);
});

const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

describe("warnings", () => {
  const lines = () => stderr.warnings();

  test("report an unencrypted connection once, with the first request of any class", async () => {
    const exposed = emulator.url.replace("127.0.0.1", "0.0.0.0");
    const exposedHost = hostFor(emulator, { "tunnel-edge:baseUrl": exposed });
    await exposedHost.of("IpPolicy").check({}, {});
    expect(lines()).toEqual([]);
    const created = await Promise.all([
      exposedHost.create("IpPolicy", {}),
      exposedHost.create("BotUser", { name: "ci" }),
    ]);
    await exposedHost.of("IpPolicy").read(created[0].id, created[0].outs);
    expect(lines()).toEqual([
      `warning: ${exposed} is plain http: the API token crosses the network unencrypted; use https`,
    ]);
  });

  test("report an expiring certificate once, although the engine calls diff several times", async () => {
    // More hours than the certificate is valid.
    const inputs = { ...tlsKeyPair("a.example.com"), renewBefore: 11 * 365 * 24 };
    const certificates = host.of("TlsCertificate");
    const { inputs: state } = await certificates.check({}, inputs);
    for (const _ of ["preview", "up"]) {
      expect(await certificates.diff("cert_1", { ...state, ...inputs }, inputs)).toEqual({ changes: false });
    }
    expect(lines()).toEqual([
      expect.stringMatching(/^warning: TlsCertificate cert_1 expires on .*: set a new certificatePem/),
    ]);
  });
});

test("a missing object is removed from the state by a refresh, and an error for `get`", async () => {
  const { id, outs } = await host.create("IpPolicy", { description: "office" });
  emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
  expect(await host.of("IpPolicy").read(id, outs)).toEqual({});
  const message = `there is no IpPolicy with the id ${id}: correct the id`;
  // `get` passes no state, or only the provider's text.
  await expect(host.of("IpPolicy").read(id)).rejects.toThrow(message);
  await expect(host.of("IpPolicy").read(id, { __provider: "text" })).rejects.toThrow(message);
});

const readToken = ({ outs }: { outs: Props }) => String((outs.token as { value: string }).value);

test("the provider's own API key is not deleted, whether it is set or printed by a command", async () => {
  const ownKey = await host.create("ApiKey", { description: "ci" });
  const otherKey = await host.create("ApiKey", { description: "other" });
  const token = readToken(ownKey);
  for (const setting of [{ apiToken: token }, { apiToken: undefined, apiTokenCommand: `echo ${token}` }]) {
    const config = Object.entries(setting).map(([key, value]) => [`tunnel-edge:${key}`, value]);
    const keys = hostFor(emulator, Object.fromEntries(config)).of("ApiKey");
    // No request has run the command yet.
    const refused = keys.delete(ownKey.id, { ...ownKey.outs, token });
    await expect(refused).rejects.toThrow(
      `ApiKey ${ownKey.id} is not deleted: the provider itself authenticates with this key`,
    );
    await expect(refused).rejects.not.toThrow(token);
  }
  expect(emulator.objects("/api_keys").map(({ id }) => id)).toContain(ownKey.id);
  await host.of("ApiKey").delete(otherKey.id, { ...otherKey.outs, token: readToken(otherKey) });
  expect(emulator.objects("/api_keys").map(({ id }) => id)).not.toContain(otherKey.id);
});

test("an expiring certificate is a change although no input changed", async () => {
  const certificates = host.of("SshUserCertificate");
  const inputs = { sshCertificateAuthorityId: "sshca_1", publicKey: sshPublicKey("ann"), renewBefore: 2 };
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const diff = (hours: number) => {
    const state = { ...inputs, validUntil: inHours(hours), __unset: ["validUntil"] };
    return certificates.diff("sshucrt_1", state, inputs);
  };
  // Without `changes: true`, the engine would ignore the replacement.
  expect(await diff(1)).toMatchObject({ changes: true, replaces: ["validUntil"] });
  expect(await diff(3)).toEqual({ changes: false });
});

describe("a lookup", () => {
  const read = (name: string, key: Props) => getObject(name, key, configFor(emulator));
  const readFirst = (name: string) => eachObject(name, {}, configFor(emulator)).next();

  test("rejects names that have no collection", async () => {
    await expect(read("Nonsense", { id: "x_1" })).rejects.toThrow(
      "there is no collection of Nonsense objects",
    );
    await expect(read("TunnelAgentCommand", { id: "x_1" })).rejects.toThrow("there is no collection");
    await expect(readFirst("TlsEdgeMutualTls")).rejects.toThrow("TlsEdgeMutualTls is not a collection");
    expect(emulator.requests()).toEqual([]);
  });

  test("finds an object by its address", async () => {
    const { id, outs } = await host.create("ReservedAddr", { region: "eu" });
    await host.create("ReservedAddr", { region: "us" });
    expect((await read("ReservedAddr", { addr: outs.addr })).value).toMatchObject({ id, region: "eu" });
  });

  test("fails if the object may not be read", async () => {
    emulator.faults({ on: "GET *", status: 403 });
    await expect(read("IpPolicy", { id: "ipp_1" })).rejects.toThrow("not allowed (403");
    await expect(read("TlsEdgeMutualTls", { edgeId: "edgtls_1" })).rejects.toThrow("not allowed (403");
  });
});

describe("secrets", () => {
  test("are marked at any depth unless they are unknown or unset", async () => {
    const route = host.of("HttpsEdgeRoute");
    const checkWebhook = async (webhook: Props) => {
      const webhookVerification = { provider: "github", ...webhook };
      const args = { edgeId: "edghts_e", matchType: "exact_path", match: "/", webhookVerification };
      return (await route.check({}, args)).inputs?.webhookVerification;
    };
    expect(await checkWebhook({ secret: "hunter2" })).toEqual({
      provider: "github",
      secret: secret("hunter2"),
    });
    expect(await checkWebhook({ secret: UNKNOWN })).toEqual({ provider: "github", secret: UNKNOWN });
    expect(await checkWebhook({ provider: "sns", secret: null })).toEqual({ provider: "sns" });
  });

  test("are marked without changing rejected inputs", async () => {
    const edge = await host.of("TlsEdge").check({}, { nonsense: { a: 1 }, tlsTermination: UNKNOWN });
    expect(edge.inputs).toEqual({ nonsense: { a: 1 }, tlsTermination: UNKNOWN });
    expect(edge.failures).toEqual([
      { property: "", reason: expect.stringContaining("nonsense: is not a known property") },
    ]);
  });
});

describe("configuration", () => {
  test("that is missing is reported at preview without a property for the engine to print", async () => {
    vi.stubEnv("TUNNEL_EDGE_BASE_URL", "");
    const { failures } = await new HostedProvider({}).of("IpPolicy").check({}, {});
    expect(failures).toEqual([
      { property: "", reason: expect.stringContaining("no base URL is set: run `pulumi config set") },
    ]);
  });

  test.each([
    ["apiToken", "Bearer trial", "the API token contains white space"],
    ["headers", { authorization: "Bearer trial" }, 'header "authorization" comes from the API token'],
  ])("that no request could use is rejected at preview: %s %j", async (key, value, reason) => {
    const config = { [`tunnel-edge:${key}`]: value };
    const { failures } = await hostFor(emulator, config).of("IpPolicy").check({}, {});
    expect(failures).toEqual([{ property: "", reason: expect.stringContaining(reason) }]);
    expect(JSON.stringify(failures)).not.toContain("trial");
  });

  test("may arrive after the first call", async () => {
    const configuredLater = provider("IpPolicy") as Required<ReturnType<typeof provider>>;
    const checked = configuredLater.check({}, { description: "office" });
    const settings: Props = { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": "t" };
    await configuredLater.configure({ config: { get: (key: string) => settings[key] } } as never);
    expect(await checked).toEqual({ inputs: { description: "office" }, failures: [] });
  });
});

test("rejects a class of a newer version", () => {
  expect(() => provider("Nonsense")).toThrow(
    "this version of pulumi-tunnel-edge doesn't know Nonsense: a newer version wrote this state; install that one",
  );
});
