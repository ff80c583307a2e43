import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { tlsKeyPair } from "../support/crypto";
import { createWorkspace, type Workspace } from "../support/engine";
import { type Bytes, filesBelow, findLeaks } from "../support/leaks";
import { edgeModule } from "../support/provider-under-test";
import { RESERVED_NAMES } from "../support/reserved-names";

/** Adds characters that each encoding writes differently. */
const oddSecret = (name: string) => `${name}-"\\é<&>/+= ~0123456789`;

const pair = tlsKeyPair("secrets.example.com");
const canary = oddSecret("canary");

/** Values passed to the program through its environment, so no file contains them. */
const values = {
  apiToken: "api-token-0123456789abcdef0123456789",
  accountHeader: "account-header-0123456789abcdef",
  privateKey: pair.privateKeyPem,
  oauth: oddSecret("oauth"),
  oidc: oddSecret("oidc"),
  webhook: oddSecret("webhook"),
  header: oddSecret("header"),
};

const program = `
const pulumi = require("@pulumi/pulumi");
const edge = require("${edgeModule}");
const { values, canary, description } = JSON.parse(process.env.VALUES);
console.log(canary);
console.log(JSON.stringify({ canary }));
console.log(Buffer.from("x" + canary + "x").toString("base64"));
console.log(encodeURIComponent(canary));
const bot = new edge.BotUser("bot", { name: "bot" });
const key = new edge.ApiKey("key", { ownerId: bot.id, description });
const credential = new edge.Credential("credential", { description });
const certificate = new edge.TlsCertificate("certificate", {
  certificatePem: process.env.CERTIFICATE, privateKeyPem: values.privateKey, description,
});
const https = new edge.HttpsEdge("https", { hostports: ["secrets.example.com:443"] });
new edge.HttpsEdgeRoute("route", {
  edgeId: https.id, matchType: "path_prefix", match: "/", description,
  oauth: { provider: { github: { clientId: "app", clientSecret: values.oauth, scopes: ["user"] } } },
  oidc: {
    enabled: false, issuer: "https://issuer.example.com", clientId: "app", clientSecret: values.oidc, scopes: ["openid"],
  },
  webhookVerification: { provider: "github", secret: values.webhook },
  requestHeaders: { add: { "x-upstream": pulumi.secret(values.header) } },
});
exports.token = key.token;
`;

let emulator: Emulator;
let workspace: Workspace;
/** PULUMI_HOME, with the engine's logs. */
let home: string;
let output: Map<string, string>;
let secrets: Record<string, string>;

async function recordOutput(
  name: string,
  command: Promise<{ code: number; stdout: string; stderr: string }>,
): Promise<number> {
  const { code, stdout, stderr } = await command;
  // In the form in which files are read: one character per byte.
  for (const [stream, text] of Object.entries({ stdout, stderr })) {
    output.set(`${name} ${stream}`, Buffer.from(text, "utf8").toString("latin1"));
  }
  return code;
}

function setValues(description: string): void {
  workspace.setEnv({ VALUES: JSON.stringify({ values, canary, description }) });
}

beforeAll(async () => {
  emulator = await startEmulator({ token: values.apiToken, seed: RESERVED_NAMES });
  home = mkdtempSync(join(tmpdir(), "tunnel-edge-home-"));
  workspace = await createWorkspace({
    ownProcesses: true,
    program,
    env: {
      PULUMI_HOME: home,
      CERTIFICATE: pair.certificatePem,
      TUNNEL_EDGE_BASE_URL: emulator.url,
      TUNNEL_EDGE_HEADERS: JSON.stringify({ "x-account": values.accountHeader }),
    },
  });
  // The account's settings come from every possible source, including a secret in the configuration and a command.
  workspace.setConfig("tunnel-edge:apiToken", values.apiToken, { secret: true });
  output = new Map();

  setValues("first");
  expect(await recordOutput("passing up", workspace.up({ preview: true, args: ["--diff"] }))).toBe(0);
  const { resources } = workspace.exportStack({ showSecrets: true });
  const readToken = (name: string): string => {
    const { outputs = {} } = resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
    return JSON.parse((outputs.token as { plaintext: string }).plaintext);
  };
  const [keyToken, credentialToken] = [readToken("key"), readToken("credential")];
  secrets = { ...values, keyToken, credentialToken };

  // The service echoes every received secret in several encodings.
  const { apiToken, accountHeader, privateKey, oauth, oidc, webhook, header } = values;
  const errorBody = (...received: (string | undefined)[]) => {
    const text = [apiToken, accountHeader, ...received].flatMap((value = "") => [
      value,
      JSON.stringify(value),
      Buffer.from(value).toString("base64"),
      encodeURIComponent(value),
    ]);
    return {
      error_code: "ERR_1",
      status_code: 400,
      msg: text.join(" "),
      details: { operation_id: text.join(" ") },
    };
  };
  setValues("second");
  const rejection = { status: 400, commit: false } as const;
  emulator.faults([
    { on: "PATCH /edges/https/*", ...rejection, body: errorBody(oauth, oidc, webhook, header) },
    { on: "PATCH /tls_certificates/*", ...rejection, body: errorBody(privateKey) },
    { on: "PATCH /api_keys/*", ...rejection, body: errorBody(keyToken) },
    { on: "PATCH /credentials/*", ...rejection, body: errorBody(credentialToken) },
  ]);
  expect(await recordOutput("failing up", workspace.up({ args: ["--continue-on-error"] }))).not.toBe(0);
  emulator.faults([{ on: "PATCH|POST *", kind: "html", status: 500 }]);
  expect(await recordOutput("up with a failing service", workspace.up({ args: ["--diff"] }))).not.toBe(0);
  emulator.faults({ clear: true });
  workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: `${values.apiToken}-wrong` });
  expect(await recordOutput("up with a wrong token", workspace.up())).not.toBe(0);
  workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: undefined });
  expect(await recordOutput("preview", workspace.preview({ args: ["--diff", "--json"] }))).toBe(0);
  expect(await recordOutput("refresh", workspace.refresh())).toBe(0);
  expect(await recordOutput("export", workspace.run(["stack", "export"]))).toBe(0);
});

afterAll(async () => {
  workspace?.remove();
  rmSync(home, { recursive: true, force: true });
  await emulator?.close();
});

/**
 * All output and files: state, journal, event logs, configuration, and the engine's logs. Debug events are removed from
 * event logs: with or without `--debug`, they contain the secrets of all providers.
 */
function searchedContents(): Bytes {
  const all = new Map([...output, ...filesBelow(workspace.root), ...filesBelow(home)]);
  for (const [where, content] of all) {
    if (where.endsWith(".jsonl")) all.set(where, withoutDebugEvents(content));
  }
  return all;
}

function withoutDebugEvents(events: string): string {
  const isDebug = (line: string) =>
    (JSON.parse(line) as { diagnosticEvent?: { severity?: string } }).diagnosticEvent?.severity === "debug";
  return events
    .split("\n")
    .filter((line) => line !== "" && !isDebug(line))
    .join("\n");
}

describe("the search", () => {
  test("must omit debug events, because they contain secrets", () => {
    const logs = [...filesBelow(workspace.root)].filter(([where]) => where.endsWith(".jsonl"));
    expect(findLeaks(new Map(logs), secrets)).not.toEqual([]);
  });

  test("finds a canary in every spelling that the program prints", () => {
    const spellings = findLeaks(searchedContents(), { canary }).map(({ spelling }) => spelling);
    expect(spellings).toEqual(expect.arrayContaining(["plain", "JSON", "URL", "base64 at 1"]));
  });

  test("covers state, event logs, journal, and output", () => {
    const places = [...searchedContents().keys()].join("\n");
    for (const place of [
      "stacks/",
      "history/",
      "events-",
      "journal/",
      "failing up stderr",
      "preview stdout",
    ]) {
      expect(places).toContain(place);
    }
  });
});

test("no output or file contains a secret, except for debug events", () => {
  expect(findLeaks(searchedContents(), secrets)).toEqual([]);
});
