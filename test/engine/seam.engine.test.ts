import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator";
import { openAccount, type TestAccount } from "../support/account";
import { tlsKeyPair } from "../support/crypto";
import type { ExportedResource } from "../support/engine";
import { type Declared, programOf, reference } from "../support/program";
import { leaked, spellings } from "../support/spellings";

describe("in a bare environment", () => {
  const { certificatePem, privateKeyPem } = tlsKeyPair("internal.example.com");
  const secrets: Record<string, string> = {
    "private key": privateKeyPem,
    "body of the private key": privateKeyPem.split("\n")[1] ?? "",
    "webhook secret": 'webhook "secret" of the shop',
    "OAuth secret": "oauth-secret-of-the-shop",
    "OpenID secret": "openid+secret/of the shop",
  };
  const program: readonly Declared[] = [
    { class: "IpPolicy", name: "office", inputs: {} },
    { class: "ApiKey", name: "deployer", inputs: { description: "CI" } },
    { class: "Credential", name: "agents", inputs: {} },
    { class: "TlsCertificate", name: "internal", inputs: { certificatePem, privateKeyPem } },
    { class: "TunnelAgentCommand", name: "restart", inputs: { command: "restart", filter: { os: "linux" } } },
    { class: "HttpsEdge", name: "shop", inputs: {} },
    {
      class: "HttpsEdgeRoute",
      name: "root",
      inputs: {
        edgeId: reference("shop"),
        matchType: "path_prefix",
        match: "/",
        webhookVerification: { provider: "github", secret: secrets["webhook secret"] },
        oauth: { provider: { google: { clientId: "shop", clientSecret: secrets["OAuth secret"] } } },
      },
    },
    {
      class: "HttpsEdgeRoute",
      name: "staff",
      inputs: {
        edgeId: reference("shop"),
        matchType: "path_prefix",
        match: "/staff",
        oidc: { issuer: "https://id.example.com", clientId: "shop", clientSecret: secrets["OpenID secret"] },
      },
    },
  ];
  let account: TestAccount;
  let exported: { text: string; resources: ExportedResource[] };
  let printed = "";

  beforeAll(async () => {
    account = await openAccount({}, { settings: "configuration", bareEnvironment: true });
    const outputs = { keyToken: reference("deployer", "token"), agentToken: reference("agents", "token") };
    account.declare(program, outputs);
    const up = await account.up();
    const refresh = await account.run((workspace) => workspace.refresh({ expectNoChanges: true }));
    printed = [up, refresh].map(({ stdout, stderr }) => stdout + stderr).join("\n");
    const { keyToken, agentToken } = account.workspace.outputs();
    Object.assign(secrets, {
      "API token": account.emulator.token,
      "token of the key": String(keyToken),
      "token of the credential": String(agentToken),
    });
    exported = account.workspace.exportStack();
  });

  afterAll(() => account?.close());

  test("up, refresh and destroy work", async () => {
    expect(exported.resources.filter(({ urn }) => urn.includes("tunnel-edge:"))).toHaveLength(program.length);
    const { changes } = await account.run((workspace) => workspace.destroy());
    expect(changes.sort()).toEqual(program.map(({ name }) => `delete ${name}`).sort());
    expect(Object.keys(account.emulator.objects()).sort()).toEqual(["/api_keys", "/tunnel_sessions"]);
  });

  test("the state names what runs a command by a constant text, as it does for objects", () => {
    const restart = exported.resources.find(({ urn }) => urn.endsWith("::restart"));
    const text = 'exports.handler=()=>require("pulumi-tunnel-edge/host").provider("TunnelAgentCommand")';
    expect([restart?.inputs?.__provider, restart?.outputs?.__provider]).toEqual([text, text]);
    expect(Buffer.byteLength(text)).toBeLessThan(100);
  });

  test("neither the exported state nor the output holds a secret in plain", () => {
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(10);
    expect(leaked(exported.text, secrets)).toEqual([]);
    expect(leaked(printed, secrets)).toEqual([]);
  });

  test("the search would find them in every spelling", () => {
    for (const [name, secret] of Object.entries(secrets)) {
      for (const spelling of spellings(secret)) expect(leaked(`x${spelling}y`, secrets)).toContain(name);
      const inside = Buffer.from(`user:${secret}:rest`).toString("base64");
      expect(leaked(inside, secrets)).toContain(name);
    }
  });

  test("an IpPolicy takes at most 1.1 KB of exported state", () => {
    const office = exported.resources.find(({ urn }) => urn.endsWith("::office"));
    expect(office?.type).toContain("IpPolicy");
    // The resource's location in the program comes from the engine.
    const own = { ...office, stackTrace: undefined, sourcePosition: undefined };
    expect(Buffer.byteLength(JSON.stringify(own))).toBeLessThanOrEqual(1_100);
  });
});

describe("accounts", () => {
  let account: TestAccount;
  let staging: Awaited<ReturnType<typeof startEmulator>>;

  beforeAll(async () => {
    account = await openAccount();
    staging = await startEmulator();
    // The environment takes precedence for the default account only.
    account.workspace.configure({
      "tunnel-edge:baseUrl": "http://127.0.0.1:1",
      "tunnel-edge:apiToken": "stale",
    });
  });

  afterAll(async () => {
    await account?.close();
    await staging?.close();
  });

  test("a further provider is an account of its own, and its token stays a secret", async () => {
    const provider = { baseUrl: staging.url, apiToken: staging.token, headers: { "x-version": 2 } };
    account.declare([
      { class: "Provider", name: "staging", inputs: provider },
      { class: "IpPolicy", name: "there", inputs: { description: "staging" }, provider: "staging" },
      { class: "IpPolicy", name: "here", inputs: { description: "production" } },
    ]);
    await account.up();
    const described = (emulator: typeof staging) =>
      emulator.objects("/ip_policies").map(({ description }) => description);
    expect([described(account.emulator), described(staging)]).toEqual([["production"], ["staging"]]);
    await account.expectSettled();
    const { text } = account.workspace.exportStack();
    expect(leaked(text, { staging: staging.token, default: account.emulator.token })).toEqual([]);
    await account.run((workspace) => workspace.destroy());
    expect([described(account.emulator), described(staging)]).toEqual([[], []]);
  });
});

describe("get", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  test("reads an object that somebody else manages, and leaves it alone", async () => {
    const { emulator } = account;
    const policy = emulator.seed({ "/ip_policies": [{ description: "theirs" }] })["/ip_policies"]?.[0] ?? "";
    const edge = emulator.seed({ "/edges/https": [{ hostports: ["a.example.com:443"] }] })[
      "/edges/https"
    ]?.[0];
    const routes = `/edges/https/${edge}/routes`;
    const route = emulator.seed({
      [routes]: [{ match_type: "path_prefix", match: "/", compression: { enabled: true } }],
    })[routes]?.[0];
    const before = emulator.objects();

    account.declare(
      [
        { class: "IpPolicy", name: "theirs", inputs: {}, get: policy },
        { class: "HttpsEdgeRoute", name: "root", inputs: {}, get: `${edge}/${route}` },
      ],
      {
        description: reference("theirs", "description"),
        match: reference("root", "match"),
        compression: reference("root", "compression"),
        routeId: reference("root"),
        edgeId: reference("root", "edgeId"),
      },
    );
    const { writes } = await account.up();
    expect(writes).toEqual([]);
    expect(account.workspace.outputs()).toEqual({
      description: "theirs",
      match: "/",
      compression: { enabled: true },
      routeId: route,
      edgeId: edge,
    });
    await account.expectSettled();
    await account.run((workspace) => workspace.destroy());
    expect(emulator.objects()).toEqual(before);
  });

  test("says which object is not there", async () => {
    account.workspace.writeProgram(
      programOf([{ class: "IpPolicy", name: "gone", inputs: {}, get: "ipp_none" }]),
    );
    const { code, diagnostics } = await account.attempt((workspace) => workspace.up());
    expect(code).not.toBe(0);
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain("ipp_none");
  });
});
