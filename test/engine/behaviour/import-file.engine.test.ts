import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, TestAccount } from "../../support/account";
import { accountOf, runCli } from "../../support/cli";
import { authorityPem, sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { createWorkspace } from "../../support/engine";
import { type Declared, reference, resource, secret } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";

const pem = tlsKeyPair("imported.example.com");
const SECRETS = [
  "oauth-client-secret",
  "webhook-secret",
  pem.privateKeyPem.split("\n")[1] as string,
  "vault-password",
  "datadog-key",
];

const program: readonly Declared[] = [
  resource("IpPolicy", "office", { description: "Office egress", metadata: "m" }),
  resource("IpPolicyRule", "berlin", {
    ipPolicyId: reference("office"),
    cidr: "192.0.2.0/24",
    action: "allow",
  }),
  resource("TunnelGroupBackend", "group", { labels: { "app.example.com/name": "web" } }),
  resource("WeightedBackend", "weighted", { backends: { [reference("group")]: 10 } }),
  resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") }),
  resource("TlsCertificate", "certificate", {
    certificatePem: pem.certificatePem,
    privateKeyPem: secret(pem.privateKeyPem),
  }),
  resource("ReservedDomain", "uploaded", {
    domain: "imported.example.com",
    certificateId: reference("certificate"),
    releaseProtection: true,
  }),
  resource("ReservedDomain", "managed", { domain: "managed.example.com", certificateManagementPolicy: {} }),
  resource("TlsEdge", "edge", {
    hostports: ["imported.example.com:443"],
    tlsTermination: { minVersion: "1.2" },
    ipRestriction: { ipPolicyIds: [reference("office")] },
    trafficPolicy: { value: { on_tcp_connect: [] } },
  }),
  resource("TlsEdgeMutualTls", "mutual", {
    edgeId: reference("edge"),
    certificateAuthorityIds: [reference("staff")],
  }),
  resource("HttpsEdge", "routes", { hostports: ["routes.example.com:443"] }),
  resource("HttpsEdgeRoute", "api", {
    edgeId: reference("routes"),
    matchType: "path_prefix",
    match: "/api",
    oauth: {
      provider: { github: { clientId: "id", clientSecret: secret(SECRETS[0]), scopes: ["read:org"] } },
    },
    webhookVerification: { provider: "github", secret: secret(SECRETS[1]) },
    compression: {},
  }),
  resource("SshCertificateAuthority", "authority", { privateKeyType: "ecdsa", ellipticCurve: "nistp384" }),
  resource("SshUserCertificate", "ssh", {
    sshCertificateAuthorityId: reference("authority"),
    publicKey: sshPublicKey("imported"),
    principals: ["ubuntu"],
  }),
  resource("BotUser", "bot", { name: "deploy" }),
  resource("ApiKey", "key", { description: "ci", ownerId: reference("bot") }),
  resource("Endpoint", "endpoint", {
    url: "https://cloud.example.com",
    trafficPolicy: "on_http_request: []",
  }),
  resource("Vault", "vault", { name: "imported", description: "What policies use" }),
  resource("Secret", "password", {
    vaultId: reference("vault"),
    name: "ops-password",
    value: secret(SECRETS[3]),
  }),
  resource("EventDestination", "audit", {
    target: { datadog: { apiKey: secret(SECRETS[4]), ddsite: "datadoghq.eu" } },
  }),
];

describe("import-file", () => {
  let account: TestAccount;
  let other: TestAccount;
  let ids: Map<string, string>;

  /** Runs the command against the account, in the folder of the importing program. */
  const importFile = async (...args: string[]) => {
    const { folder, environment } = other.workspace;
    return runCli(["import-file", ...args], { cwd: folder, env: environment });
  };

  const importId = ({ class: className, name, inputs }: Declared) => {
    const id = account.idOf(name);
    return className === "HttpsEdgeRoute" ? `${account.resolved(inputs).edgeId}/${id}` : id;
  };

  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES });
    account.declare(program);
    await account.up();
    ids = new Map(program.map((declared) => [declared.name, importId(declared)]));
    other = new TestAccount(
      account.emulator,
      await createWorkspace({ program: {}, env: accountOf(account.emulator) }),
    );
    other.declare(program);
  });

  afterAll(async () => {
    other?.workspace.remove();
    await account?.close();
  });

  test("writes a file that leads to an empty preview after the import", async () => {
    const objects = program.map((declared) => `${declared.class}=${ids.get(declared.name)}:${declared.name}`);
    const file = join(other.workspace.folder, "import.json");
    const written = await importFile(...objects, "--out", file);
    expect(written.stdout).toContain(`${program.length} objects`);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", other.workspace.stack];
    await other.workspace.run(["import", "--file", file, ...flags], { mustSucceed: true });
    const requests = account.emulator.requests().length;
    const previewed = await other.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect(previewed.changes).toEqual([]);
    expect(account.emulator.requests()).toHaveLength(requests);
  });

  test("encrypts the secrets of imported objects, which count as adopted and don't change", async () => {
    const { text, resources } = other.workspace.exportStack();
    for (const value of SECRETS) expect(text).not.toContain(value);
    for (const { urn, custom, type, outputs } of resources)
      if (custom && !type.startsWith("pulumi:")) expect(outputs?.adopted, urn).toBe(true);
    const before = account.emulator.requests().length;
    await other.up();
    const refreshed = await other.run((workspace) => workspace.refresh({ expectNoChanges: true }));
    expect(refreshed.changes).toEqual([]);
    const sent = account.emulator
      .requests()
      .slice(before)
      .filter(({ method }) => method !== "GET");
    expect(sent).toEqual([]);
    expect((await other.run((workspace) => workspace.preview({ expectNoChanges: true }))).changes).toEqual(
      [],
    );
  });
});
