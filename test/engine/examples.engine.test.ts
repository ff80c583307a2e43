import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, type RequestRecord, startEmulator } from "../../emulator";
import { managed } from "../../provider/families";
import { sorted } from "../../provider/family/sorted";
import { authorityPem, tlsKeyPair } from "../support/crypto";
import { createWorkspace, repository, type Workspace } from "../support/engine";

const folder = join(repository, "examples");

/** One edit of each family's example, and the calls other than reads that the next update makes for it. */
const edits: Readonly<Record<string, { from: string; to: string; calls: readonly string[] }>> = {
  "api-key": {
    from: "CI of the infra repo",
    to: "CI",
    calls: ['PATCH /api_keys/ID {"description":"CI"}'],
  },
  "bot-user": { from: "active: true", to: "active: false", calls: ['PATCH /bot_users/ID {"active":false}'] },
  "certificate-authority": {
    from: "Issues the certificates of internal clients",
    to: "Clients",
    calls: ['PATCH /certificate_authorities/ID {"description":"Clients"}'],
  },
  credential: {
    from: '["bind:shop.example.com"]',
    to: '["bind:*.example.com"]',
    calls: ['PATCH /credentials/ID {"acl":["bind:*.example.com"]}'],
  },
  endpoint: {
    from: "https://status.example.com",
    to: "https://state.example.com",
    calls: ['PATCH /endpoints/ID {"url":"https://state.example.com"}'],
  },
  "failover-backend": {
    from: "[primary.id, standby.id]",
    to: "[primary.id]",
    calls: ['PATCH /backends/failover/ID {"backends":["ID"]}'],
  },
  "https-edge": {
    from: '  tlsTermination: { minVersion: "1.2" },\n',
    to: "",
    calls: ["DELETE /edges/https/ID/tls_termination"],
  },
  "https-edge-route": {
    from: "  compression: {},\n",
    to: '  userAgentFilter: { deny: ["bot"] },\n',
    calls: [
      "DELETE /edges/https/ID/routes/ID/compression",
      'PATCH /edges/https/ID/routes/ID {"user_agent_filter":{"deny":["bot"]}}',
    ],
  },
  "https-edge-route-backend": {
    from: "backendId: app.id",
    to: "backendId: app.id, enabled: false",
    calls: ['PUT /edges/https/ID/routes/ID/backend {"backend_id":"ID","enabled":false}'],
  },
  "ip-policy": {
    from: "Office egress",
    to: "Offices",
    calls: ['PATCH /ip_policies/ID {"description":"Offices"}'],
  },
  "ip-policy-rule": {
    from: '"198.51.100.0/24"',
    to: '"198.51.100.0/25"',
    calls: ['PATCH /ip_policy_rules/ID {"cidr":"198.51.100.0/25"}'],
  },
  "ip-restriction": {
    from: "enforced: false",
    to: "enforced: true",
    calls: ['PATCH /ip_restrictions/ID {"enforced":true}'],
  },
  "reserved-addr": {
    from: "Database tunnel",
    to: "Database",
    calls: ['PATCH /reserved_addrs/ID {"description":"Database"}'],
  },
  "reserved-domain": {
    from: '  certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },\n',
    to: "",
    calls: ["DELETE /reserved_domains/ID/certificate_management_policy"],
  },
  "ssh-certificate-authority": {
    from: "SSH authority of the fleet",
    to: "Fleet",
    calls: ['PATCH /ssh_certificate_authorities/ID {"description":"Fleet"}'],
  },
  "ssh-credential": {
    from: "Laptop of the operator",
    to: "Laptop",
    calls: ['PATCH /ssh_credentials/ID {"description":"Laptop"}'],
  },
  "ssh-host-certificate": {
    from: 'principals: ["bastion.example.com"]',
    to: 'principals: ["jump.example.com"]',
    calls: ["POST /ssh_host_certificates", "DELETE /ssh_host_certificates/ID"],
  },
  "ssh-user-certificate": {
    from: "Deployment user",
    to: "Deployment",
    calls: ['PATCH /ssh_user_certificates/ID {"description":"Deployment"}'],
  },
  "tcp-edge": {
    from: "    ipRestriction: { ipPolicyIds: [office.id] },\n",
    to: "",
    calls: ["DELETE /edges/tcp/ID/ip_restriction"],
  },
  "tcp-edge-ip-restriction": {
    from: "enabled: true",
    to: "enabled: false",
    calls: ['PUT /edges/tcp/ID/ip_restriction {"enabled":false,"ip_policy_ids":["ID"]}'],
  },
  "tls-certificate": {
    from: "Renewed by the platform team",
    to: "Wildcard",
    calls: ['PATCH /tls_certificates/ID {"description":"Wildcard"}'],
  },
  "tls-edge": {
    from: '    ipRestriction: { ipPolicyIds: [office.id] },\n    tlsTermination: { terminateAt: "edge", minVersion: "1.2" },\n',
    to: '    tlsTermination: { terminateAt: "upstream" },\n',
    calls: [
      "DELETE /edges/tls/ID/ip_restriction",
      'PATCH /edges/tls/ID {"tls_termination":{"terminate_at":"upstream"}}',
    ],
  },
  "tls-edge-mutual-tls": {
    from: "enabled: true",
    to: "enabled: false",
    calls: ['PUT /edges/tls/ID/mutual_tls {"certificate_authority_ids":["ID"],"enabled":false}'],
  },
  "tls-edge-tls-termination": {
    from: 'minVersion: "1.2"',
    to: 'minVersion: "1.3"',
    calls: ['PUT /edges/tls/ID/tls_termination {"min_version":"1.3","terminate_at":"edge"}'],
  },
  "tunnel-agent-command": {
    from: "configVersion: 1",
    to: "configVersion: 2",
    calls: ["POST /tunnel_sessions/ID/restart"],
  },
  "tunnel-group-backend": {
    from: 'labels: { app: "shop" }',
    to: 'labels: { app: "shop", zone: "a" }',
    calls: ['PATCH /backends/tunnel_group/ID {"labels":{"app":"shop","zone":"a"}}'],
  },
  "weighted-backend": {
    from: "[green, 10]",
    to: "[green, 90]",
    calls: ['PATCH /backends/weighted/ID {"backends":{"ID":90,"ID":90}}'],
  },
};

const stems = Object.keys(edits).sort();
const source = (stem: string) => readFileSync(join(folder, stem, "index.ts"), "utf8");

/** All examples as one program: an update of each on its own would take minutes. */
function program(text: (stem: string) => string): Record<string, string> {
  const files = stems.map((stem) => [`${stem}/index.ts`, text(stem)] as const);
  return {
    "index.ts": stems.map((stem) => `import "./${stem}";\n`).join(""),
    ...Object.fromEntries(files),
  };
}

const withoutIds = (text: string) => text.replace(/\b[a-z]+_[A-Za-z0-9]{20,}\b/g, "ID");

function call({ method, path, body }: RequestRecord): string {
  const sent = method === "POST" || body === undefined ? "" : ` ${JSON.stringify(sorted(body))}`;
  return withoutIds(`${method} ${path}${sent}`);
}

describe("examples", () => {
  let emulator: Emulator;
  let workspace: Workspace;

  beforeAll(async () => {
    emulator = await startEmulator();
    const { certificatePem, privateKeyPem } = tlsKeyPair("example.com *.example.com");
    workspace = await createWorkspace({
      program: program(source),
      config: {
        "tunnel-edge:baseUrl": emulator.url,
        "tunnel-edge-test:clientCaPem": authorityPem("Example CA"),
        "tunnel-edge-test:certificatePem": certificatePem,
      },
      env: { TUNNEL_EDGE_API_TOKEN: emulator.token },
    });
    await workspace.setConfig("tunnel-edge-test:privateKeyPem", privateKeyPem, { secret: true });
    await workspace.setConfig("tunnel-edge-test:githubClientSecret", "github-secret", { secret: true });
  });

  afterAll(async () => {
    await workspace?.destroy();
    workspace?.remove();
    await emulator?.close();
  });

  test("there is one for each class, with an edit", () => {
    const stemOf = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();
    const classes = managed.map(({ name }) => stemOf(name)).sort();
    expect(stems).toEqual(classes);
    const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));
    expect(classes.filter((stem) => !folders.includes(stem))).toEqual([]);
  });

  test("run, and a second run changes nothing", async () => {
    await workspace.up({ mustSucceed: true });
    await workspace.preview({ mustSucceed: true, expectNoChanges: true });
  });

  test("run again with one edit each, and each edit makes its calls and no others", async () => {
    const edited = (stem: string) => {
      const { from, to } = edits[stem] as { from: string; to: string };
      expect(source(stem)).toContain(from);
      return source(stem).replace(from, to);
    };
    workspace.writeProgram(program(edited));
    const since = emulator.requests().length;
    await workspace.up({ mustSucceed: true });
    const calls = emulator.requests({ since }).filter(({ method }) => method !== "GET");
    const wanted = stems.flatMap((stem) => edits[stem]?.calls ?? []);
    expect(calls.map(call).sort()).toEqual([...wanted].sort());
  });
});
