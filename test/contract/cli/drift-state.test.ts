import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { compareResources } from "../../../cli/drift/findings";
import { readSiblings, readStack, siblingsIn } from "../../../cli/drift/state";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import { dynamicType, nativeType, PROVIDER_TYPE } from "../../../provider/engine/native/tokens";
import { settingsOf } from "../../../provider/inspect";
import { writeFakeEngine } from "../../support/fake-engine";
import { posix } from "../../support/needs";
import { emulatedAccount } from "../../support/test-resources";

const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext: JSON.stringify(value) });
const urn = (type: string, name: string) => `urn:pulumi:prod::infra::${type}::${name}`;

/** A provider in the state, and the reference to it that its resources contain. */
function provider(type: string, name: string, id: string, inputs: object, more: object = {}) {
  const resource = { urn: urn(type, name), type, id, inputs, ...more };
  return { resource, reference: `${resource.urn}::${id}` };
}

const policy = (type: string, name: string, provider: string, more: object = {}) => {
  const outputs = { description: name, metadata: secret("hush") };
  return { urn: urn(type, name), type, id: `ipp_${name}`, provider, inputs: outputs, outputs, ...more };
};

const DYNAMIC = "pulumi:providers:pulumi-nodejs";
const dynamicDefault = provider(DYNAMIC, "default", "1", {});
const dynamicStaging = provider(DYNAMIC, "staging", "2", {
  "tunnel-edge:account": "staging",
  "tunnel-edge:baseUrl": "https://old.example.com",
  "tunnel-edge:apiToken": secret("old-token"),
});
const nativeDefault = provider(PROVIDER_TYPE, "default_0_1_0", "3", { baseUrl: "https://stale.example.com" });
const nativeStaging = provider(PROVIDER_TYPE, "staging", "4", {
  baseUrl: "https://new.example.com",
  apiToken: secret("new-token"),
  // The generated SDKs pass everything except strings as JSON.
  headers: secret('{"api-version":"2"}'),
  requestsPerMinute: "60",
});
const olderSettings = { baseUrl: "https://older.example.com", apiToken: secret("older-token") };
const replacedStaging = provider(PROVIDER_TYPE, "staging", "5", olderSettings, { delete: true });

const [dynamic, native] = [dynamicType("IpPolicy"), nativeType("IpPolicy")];
const resources = [
  ...[dynamicDefault, dynamicStaging, nativeDefault, nativeStaging, replacedStaging].map(
    ({ resource }) => resource,
  ),
  policy(dynamic, "a", dynamicDefault.reference),
  policy(dynamic, "b", dynamicStaging.reference),
  policy(native, "c", nativeDefault.reference),
  policy(native, "d", nativeStaging.reference, { ignoreChanges: ["labels.a"] }),
  policy(native, "pending", replacedStaging.reference, { delete: true }),
  policy(native, "read", nativeDefault.reference, { external: true }),
  policy("tunnel-edge:other:IpPolicy", "stranger", nativeDefault.reference),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-state-"));
  writeFakeEngine(folder, JSON.stringify({ deployment: { resources } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  vi.stubEnv("TUNNEL_EDGE_BASE_URL", "https://env.example.com");
  vi.stubEnv("TUNNEL_EDGE_API_TOKEN", "env-token");
  return () => vi.unstubAllEnvs();
});

test("finds the resources of both providers, with the account of their provider", posix, async () => {
  const stack = await readStack({ cwd: folder });
  const read = stack.resources.map(({ className, name, account }) => {
    const { account: accountName, baseUrl, token } = settingsOf(account.config);
    return [`${className} ${name}`, accountName, baseUrl, token];
  });
  expect(read).toEqual([
    ["IpPolicy a", undefined, "https://env.example.com", { value: "env-token" }],
    ["IpPolicy b", "staging", "https://old.example.com", { value: "old-token" }],
    ["IpPolicy c", undefined, "https://env.example.com", { value: "env-token" }],
    ["IpPolicy d", "staging", "https://new.example.com", { value: "new-token" }],
  ]);
  const settings = settingsOf(stack.resources[3]?.account.config ?? (() => undefined));
  expect(settings).toMatchObject({ headers: { "api-version": "2" }, requestsPerMinute: 60 });
});

test("reads ignoreChanges and the secrets of both providers", posix, async () => {
  const { resources: read } = await readStack({ cwd: folder });
  expect(read.map(({ ignoreChanges }) => ignoreChanges)).toEqual([[], [], [], ["labels.a"]]);
  for (const { outputs, secrets } of read) {
    expect(outputs.metadata).toBe("hush");
    expect(secrets).toContainEqual(["metadata"]);
  }
});

test.each<[string, (name: string) => string, string, object, string?]>([
  ["the program's", nativeType, "IpPolicy", { metadata: secret("hush") }],
  ["a host", dynamicType, "Credential", { acl: [secret("bind:hush.example.com")] }, "hush.example.com"],
  [
    "a string of a policy",
    nativeType,
    "TlsEdge",
    { trafficPolicy: { value: secret("on_tcp_connect: [{ name: hush-0815, actions: [{ type: deny }] }]") } },
    "hush-0815",
  ],
  ["the class's, unmarked", dynamicType, "EventDestination", { target: { datadog: { apiKey: "hush" } } }],
])(
  "redacts secrets from the service's errors: %s",
  posix,
  async (_, typeOf, className, outputs, quoted = "hush") => {
    const emulator = await emulatedAccount();
    const type = typeOf(className);
    const resource = { urn: urn(type, "own"), type, id: "id_1", outputs };
    const own = mkdtempSync(join(tmpdir(), "tunnel-edge-secrets-"));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    writeFakeEngine(own, JSON.stringify({ deployment: { resources: [resource] } }));
    vi.stubEnv("PATH", `${own}${delimiter}${process.env.PATH}`);
    vi.stubEnv("TUNNEL_EDGE_BASE_URL", emulator.url);
    vi.stubEnv("TUNNEL_EDGE_API_TOKEN", emulator.token);
    const body = { error_code: "ERR_NGROK_1", msg: `the value ${quoted} was refused` };
    emulator.faults({ on: "GET *", status: 403, body });
    await expect(compareResources(await readStack({ cwd: own }))).rejects.toThrow(
      "the value [secret] was refused",
    );
  },
);

test("reads the objects of a sibling, another stack of the same account", posix, async () => {
  const [sibling] = await readSiblings({ identity: "another" }, ["network"], folder);
  expect(sibling?.stack).toBe("network");
  const keys = ["a", "b", "c", "d"].map((name) => `IpPolicy ipp_${name}`);
  expect([...(sibling?.managedKeys ?? [])]).toEqual(keys);
});

describe("siblings by name", posix, () => {
  let siblings: string;
  const state = (name: string) => JSON.stringify({ deployment: { resources: [policy(dynamic, name, "")] } });

  beforeEach(() => {
    siblings = mkdtempSync(join(tmpdir(), "tunnel-edge-siblings-"));
    vi.stubEnv("PATH", `${siblings}${delimiter}${process.env.PATH}`);
    // The engine accepts several names for a stack.
    const script = `case "$*" in
      *"--stack prod"*|*infra/prod) printf %s '${state("own")}';;
      *"--stack network") echo "error: no stack named that found" >&2; exit 255;;
      *people/prod) printf %s '${state("people")}';;
      *network/prod) printf %s '${state("network")}';;
    esac`;
    writeFakeEngine(siblings, "", script);
    return () => rmSync(siblings, { recursive: true, force: true });
  });

  test("are read once each, without the stack itself", async () => {
    const names = ["prod", "acme/network/prod", "acme/infra/prod", "network/prod", "people/prod"];
    const { identity } = await readStack({ cwd: siblings, stack: "prod" });
    const read = await readSiblings({ identity }, names, siblings);
    expect(read.map(({ stack }) => stack)).toEqual(["acme/network/prod", "people/prod"]);
  });

  test.each([
    [
      "network",
      /the stack network cannot be read: .* as organization\/project\/stack; `pulumi stack ls --all`/s,
    ],
    [" ", "--with-stack needs the name of a stack"],
  ])("cause an error that explains stack names if %j cannot be read", async (name, message) => {
    await expect(readSiblings({ identity: "own" }, [name], siblings)).rejects.toThrow(message);
  });
});

const SIBLINGS = ["network", "acme/people/prod"];

test.each([
  [undefined, []],
  ["network, acme/people/prod,", SIBLINGS],
  [SIBLINGS, SIBLINGS],
])("parses the siblings %j in the configuration", (given, names) => {
  const config = (key: string) => (key === "tunnel-edge-drift:withStack" ? given : undefined);
  expect(siblingsIn({ defaultAccount: { provider: undefined, config } })).toEqual(names);
});

test("refuses an invalid list of siblings", () => {
  const stack = { defaultAccount: { provider: undefined, config: () => [{}] } };
  expect(() => siblingsIn(stack)).toThrow("tunnel-edge-drift:withStack must be a list of stack names");
});
