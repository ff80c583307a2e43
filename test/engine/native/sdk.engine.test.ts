import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { version } from "../../../provider/manifest";
import { createWorkspace, type Workspace } from "../../support/engine";

const PREAMBLE = `
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-tunnel-edge/native");
`;

/** Resources, functions, and a second account. */
const program = (url: string, token: string) => `${PREAMBLE}
const office = new edge.IpPolicy("office", { description: "office" });
new edge.IpPolicyRule("rule", { ipPolicyId: office.id, cidr: "198.51.100.0/24", action: "allow" });
const bot = new edge.BotUser("bot", { name: "deploy" });
const key = new edge.ApiKey("key", { ownerId: bot.id, description: "deploy" });
const shop = new edge.ReservedDomain("shop", { domain: "shop.example.com" });
const staging = new edge.Provider("staging", {
  baseUrl: ${JSON.stringify(url)}, apiToken: ${JSON.stringify(token)}, requestTimeout: 20, headers: { "x-number": 1 },
});
const other = new edge.IpPolicy("other", { description: "other" }, { provider: staging });
const https = new edge.HttpsEdge("https", { hostports: [pulumi.interpolate\`\${shop.domain}:443\`] });
const route = new edge.HttpsEdgeRoute("route", { edgeId: https.id, matchType: "path_prefix", match: "/" });

const policy = edge.getIpPolicyOutput({ id: office.id });
exports.found = policy.description;
exports.rules = edge.listIpPolicyRulesOutput({ dependsOn: [office] }).apply((rules) => rules.length);
exports.others = edge.listIpPoliciesOutput({ provider: staging, dependsOn: [other] }).apply((all) => all.map(({ description }) => description));
exports.routeAgain = pulumi
  .all([https.id, route.id])
  .apply(([edgeId, id]) => edge.HttpsEdgeRoute.get("again", edgeId + "/" + id).id);
exports.routeId = route.id;
exports.key = key.token;
exports.certificate = shop.certificate;
exports.certificateFound = edge.getReservedDomainOutput({ domain: shop.domain }).certificate;
exports.isInstance = edge.IpPolicy.isInstance(office);
exports.signedIn = edge.getApplicationSessionOutput({ id: "as_1" });
exports.labels = edge.listTunnelsOutput().apply((all) => all.map(({ labels }) => labels));
exports.users = edge.listApplicationUsersOutput().apply((all) => all.map(({ email }) => email));
`;

describe("the classes of the native provider", () => {
  let first: Emulator;
  let second: Emulator;
  let workspace: Workspace;
  beforeAll(async () => {
    first = await startEmulator({
      seed: {
        "/app/users": [{ id: "au_1", email: "ann@example.com" }],
        "/app/sessions": [{ id: "as_1", application_user_id: "au_1", public_url: "https://app.example.com" }],
        "/tunnels": [{ labels: { "x-Zone": "a" } }, {}],
      },
    });
    second = await startEmulator();
    workspace = await createWorkspace({
      program: program(second.url, second.token),
      nativeProvider: true,
      config: { "tunnel-edge:baseUrl": first.url, "tunnel-edge:apiToken": first.token },
    });
  });
  afterAll(async () => {
    workspace.remove();
    await first.close();
    await second.close();
  });

  test("create objects that functions can read, and change nothing when they run again", async () => {
    await workspace.preview({ mustSucceed: true });
    await workspace.up({ mustSucceed: true });
    const outputs = workspace.outputs();
    expect(outputs).toMatchObject({ found: "office", others: ["other"], isInstance: true });
    expect(outputs).toMatchObject({
      signedIn: { publicUrl: "https://app.example.com", applicationUser: { id: "au_1" }, endpoint: null },
      labels: [null, { "x-Zone": "a" }],
      users: ["ann@example.com"],
    });
    expect(outputs.routeAgain).toBe(outputs.routeId);
    expect(first.objects("/ip_policies")).toMatchObject([{ description: "office" }]);
    expect(second.objects("/ip_policies")).toMatchObject([{ description: "other" }]);
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.up({ expectNoChanges: true, mustSucceed: true });
    expect(workspace.outputs().rules).toBe(1);
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
  });

  // The engine rewrites the whole state at each step, so every byte costs time.
  test("store only documented properties, the unset inputs, and the account", async () => {
    const { resources } = workspace.exportStack();
    const office = resources.find(({ urn }) => urn.endsWith("::office"));
    expect(office?.inputs).toEqual({ description: "office" });
    expect(office?.outputs).toEqual({
      description: "office",
      metadata: "",
      createdAt: expect.any(String),
      uri: expect.any(String),
      __unset: ["metadata"],
      __account: expect.stringMatching(/^[\w-]{12}$/),
    });
  });

  test("encrypt secrets that are returned once, configured, or passed on", async () => {
    const { text, resources } = workspace.exportStack();
    const { key } = workspace.outputs();
    expect(text).not.toContain(String(key));
    expect(text).not.toContain(second.token);
    const staging = resources.find(({ urn }) => urn.endsWith("::staging"));
    expect(staging?.inputs).toMatchObject({ requestTimeout: "20", version });
  });

  test("return null if the service has no value", async () => {
    const { resources } = workspace.exportStack();
    const shop = resources.find(({ type }) => type.endsWith(":ReservedDomain"));
    expect(shop?.outputs).toMatchObject({ certificate: null });
    expect(workspace.outputs()).toMatchObject({ certificate: null, certificateFound: null });
  });

  test("reject a provider of another version", async () => {
    workspace.writeProgram(
      `${PREAMBLE} new edge.IpPolicy("office", { description: "office" }, { version: "9.9.9" });`,
    );
    const preview = await workspace.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.stdout + preview.stderr).toContain("asks for version 9.9.9 of tunnel-edge, but");
  });
});

describe("a failed lookup", () => {
  let emulator: Emulator;
  let workspace: Workspace;
  beforeAll(async () => {
    emulator = await startEmulator();
    workspace = await createWorkspace({
      program: "",
      nativeProvider: true,
      ownProcesses: true,
      config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
    });
  });
  afterAll(async () => {
    workspace.remove();
    await emulator.close();
  });

  test.each([
    [
      "awaited",
      'module.exports = async () => edge.getIpPolicy({ id: "ipp_x" });',
      /^there is no IpPolicy with id "ipp_x" \(index\.js:4:\d+\)$/,
    ],
    [
      "in a list",
      'exports.all = edge.listHttpsEdgeRoutesOutput({ edgeId: "e", edgId: "e" });',
      /not by edgId: did you mean edgeId\? \(index\.js:4:\d+\)$/,
    ],
    [
      "by a secret",
      'edge.getIpPolicyOutput({ description: pulumi.secret("HIDDENVALUE1") });',
      /^there is no IpPolicy with description "\[secret\]".* \(index\.js:4:\d+\)$/,
    ],
  ])("%s is reported in one line with its location", async (_, line, message) => {
    workspace.writeProgram(`${PREAMBLE}${line}\n`);
    const { code, diagnostics, stdout, stderr } = await workspace.preview();
    expect(code).not.toBe(0);
    const errors = diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ message }) => message.trim());
    expect(errors).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
    expect(stdout + stderr).not.toMatch(/unhandled|node_modules|\n\s+at |invocation of|HIDDENVALUE/);
  });
});
