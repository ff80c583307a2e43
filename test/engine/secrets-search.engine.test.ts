import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { tlsKeyPair } from "../support/crypto";
import { createWorkspace, type Workspace } from "../support/engine";
import { edgeModule } from "../support/faces";
import { type Bytes, filesBelow, findLeaks } from "../support/leaks";
import { RESERVED_NAMES } from "../support/reserved-names";

/** Characters that each encoding writes differently. */
const odd = (name: string) => `${name}-"\\é<&>/+= ~0123456789`;

const pair = tlsKeyPair("secrets.example.com");
const canary = odd("canary");

/** Values passed to the program through its environment, so that no file holds them. */
const given = {
  apiToken: "api-token-0123456789abcdef0123456789",
  accountHeader: "account-header-0123456789abcdef",
  privateKey: pair.privateKeyPem,
  oauth: odd("oauth"),
  oidc: odd("oidc"),
  webhook: odd("webhook"),
  header: odd("header"),
};

const program = `
const pulumi = require("@pulumi/pulumi");
const edge = require("${edgeModule}");
const { given, canary, description } = JSON.parse(process.env.GIVEN);
console.log(canary);
console.log(JSON.stringify({ canary }));
console.log(Buffer.from("x" + canary + "x").toString("base64"));
console.log(encodeURIComponent(canary));
const bot = new edge.BotUser("bot", { name: "bot" });
const key = new edge.ApiKey("key", { ownerId: bot.id, description });
const credential = new edge.Credential("credential", { description });
const certificate = new edge.TlsCertificate("certificate", {
  certificatePem: process.env.CERTIFICATE, privateKeyPem: given.privateKey, description,
});
const https = new edge.HttpsEdge("https", { hostports: ["secrets.example.com:443"] });
new edge.HttpsEdgeRoute("route", {
  edgeId: https.id, matchType: "path_prefix", match: "/", description,
  oauth: { provider: { github: { clientId: "app", clientSecret: given.oauth, scopes: ["user"] } } },
  oidc: {
    enabled: false, issuer: "https://issuer.example.com", clientId: "app", clientSecret: given.oidc, scopes: ["openid"],
  },
  webhookVerification: { provider: "github", secret: given.webhook },
  requestHeaders: { add: { "x-upstream": pulumi.secret(given.header) } },
});
exports.token = key.token;
`;

let emulator: Emulator;
let workspace: Workspace;
/** The engine's own home, where it keeps logs. */
let home: string;
let printed: Map<string, string>;
let shown: Record<string, string>;

async function keep(
  name: string,
  command: Promise<{ code: number; stdout: string; stderr: string }>,
): Promise<number> {
  const { code, stdout, stderr } = await command;
  // The same form as the files are read in: one character per byte.
  for (const [stream, text] of Object.entries({ stdout, stderr })) {
    printed.set(`${name} ${stream}`, Buffer.from(text, "utf8").toString("latin1"));
  }
  return code;
}

function give(description: string): void {
  workspace.setEnv({ GIVEN: JSON.stringify({ given, canary, description }) });
}

beforeAll(async () => {
  emulator = await startEmulator({ token: given.apiToken, seed: RESERVED_NAMES });
  home = mkdtempSync(join(tmpdir(), "tunnel-edge-home-"));
  workspace = await createWorkspace({
    ownProcesses: true,
    program,
    env: {
      PULUMI_HOME: home,
      CERTIFICATE: pair.certificatePem,
      TUNNEL_EDGE_BASE_URL: emulator.url,
      TUNNEL_EDGE_HEADERS: JSON.stringify({ "x-account": given.accountHeader }),
    },
  });
  // The account's settings come from every possible source, including a secret in the configuration and a command.
  workspace.setConfig("tunnel-edge:apiToken", given.apiToken, { secret: true });
  printed = new Map();

  give("first");
  expect(await keep("passing up", workspace.up({ preview: true, args: ["--diff"] }))).toBe(0);
  const { resources } = workspace.exportStack({ showSecrets: true });
  const tokenOf = (name: string): string => {
    const { outputs = {} } = resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
    return JSON.parse((outputs.token as { plaintext: string }).plaintext);
  };
  // The engine writes them in the order in which they were created, which differs from run to run.
  const [keyToken, credentialToken] = [tokenOf("key"), tokenOf("credential")];
  shown = { ...given, keyToken, credentialToken };

  // A service that echoes everything it received, in every possible form.
  const { apiToken, accountHeader, privateKey, oauth, oidc, webhook, header } = given;
  const refusal = (...secrets: (string | undefined)[]) => {
    const said = [apiToken, accountHeader, ...secrets].flatMap((value = "") => [
      value,
      JSON.stringify(value),
      Buffer.from(value).toString("base64"),
      encodeURIComponent(value),
    ]);
    return {
      error_code: "ERR_1",
      status_code: 400,
      msg: said.join(" "),
      details: { operation_id: said.join(" ") },
    };
  };
  give("second");
  const refused = { status: 400, commit: false } as const;
  emulator.faults([
    { on: "PATCH /edges/https/*", ...refused, body: refusal(oauth, oidc, webhook, header) },
    { on: "PATCH /tls_certificates/*", ...refused, body: refusal(privateKey) },
    { on: "PATCH /api_keys/*", ...refused, body: refusal(keyToken) },
    { on: "PATCH /credentials/*", ...refused, body: refusal(credentialToken) },
  ]);
  expect(await keep("failing up", workspace.up({ args: ["--continue-on-error"] }))).not.toBe(0);
  emulator.faults([{ on: "PATCH|POST *", kind: "html", status: 500 }]);
  expect(await keep("up with a failing service", workspace.up({ args: ["--diff"] }))).not.toBe(0);
  emulator.faults({ clear: true });
  workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: `${given.apiToken}-wrong` });
  expect(await keep("up with a wrong token", workspace.up())).not.toBe(0);
  workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: undefined });
  expect(await keep("preview", workspace.preview({ args: ["--diff", "--json"] }))).toBe(0);
  expect(await keep("refresh", workspace.refresh())).toBe(0);
  expect(await keep("export", workspace.run(["stack", "export"]))).toBe(0);
});

afterAll(async () => {
  workspace?.remove();
  rmSync(home, { recursive: true, force: true });
  await emulator?.close();
});

/**
 * Everything that was printed or written: state, journal, event logs, configuration, the engine's logs. Event logs are
 * searched without debug messages, which the engine shows with `--debug` only: its SDK writes every secret of every
 * provider there.
 */
function everything(): Bytes {
  const all = new Map([...printed, ...filesBelow(workspace.root), ...filesBelow(home)]);
  for (const [where, content] of all) {
    if (where.endsWith(".jsonl")) all.set(where, withoutDebugMessages(content));
  }
  return all;
}

function withoutDebugMessages(events: string): string {
  const isDebug = (line: string) =>
    (JSON.parse(line) as { diagnosticEvent?: { severity?: string } }).diagnosticEvent?.severity === "debug";
  return events
    .split("\n")
    .filter((line) => line !== "" && !isDebug(line))
    .join("\n");
}

describe("the search", () => {
  test("finds a canary in every spelling", () => {
    const spellings = findLeaks(everything(), { canary }).map(({ spelling }) => spelling);
    expect(spellings).toEqual(expect.arrayContaining(["plain", "JSON", "URL", "base64 at 1"]));
  });

  test("goes through state, event logs, journal and output", () => {
    const places = [...everything().keys()].join("\n");
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

test("no secret stands in anything that was printed or written", () => {
  expect(findLeaks(everything(), shown)).toEqual([]);
});
