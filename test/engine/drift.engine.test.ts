import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { openAccount, type TestAccount } from "../support/account";
import { runCli } from "../support/cli";
import { authorityPem } from "../support/crypto";
import { type Declared, reference, secret } from "../support/program";
import { RESERVED_NAMES } from "../support/reserved-names";

const SECRETS = [
  "declared-hush",
  "changed-hush",
  "Bearer hush",
  "Bearer changed-hush",
  "metadata-hush",
  "metadata-changed-hush",
  "policy-hush",
  "header-of-nobody-hush",
  "policy-of-nobody-hush",
];

interface Report {
  readonly drifted: number;
  readonly compared: number;
  readonly resources: readonly {
    readonly class: string;
    readonly name: string;
    readonly verdict: string;
    readonly properties: readonly { readonly path: string; readonly kind: string }[];
  }[];
  readonly unmanaged:
    | readonly { readonly class: string; readonly declaration: string; readonly provider: string | null }[]
    | null;
}

describe("tunnel-edge drift", () => {
  let account: TestAccount;
  let other: Emulator;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES }, { settings: "configuration" });
    other = await startEmulator();
    const program: readonly Declared[] = [
      { class: "Provider", name: "staging", inputs: { baseUrl: other.url, apiToken: secret(other.token) } },
      { class: "IpPolicy", name: "abroad", inputs: { description: "there" }, provider: "staging" },
      {
        class: "IpPolicy",
        name: "office",
        inputs: { description: "Office", metadata: "m" },
        ignoreChanges: ["metadata"],
      },
      {
        class: "IpPolicyRule",
        name: "berlin",
        inputs: { ipPolicyId: reference("office"), cidr: "192.0.2.0/24", action: "allow" },
      },
      { class: "CertificateAuthority", name: "staff", inputs: { caPem: authorityPem("staff.example.com") } },
      {
        class: "TlsEdge",
        name: "edge",
        inputs: { hostports: ["drift.example.com:443"], tlsTermination: {} },
      },
      {
        class: "TlsEdgeMutualTls",
        name: "mutual",
        inputs: { edgeId: reference("edge"), certificateAuthorityIds: [reference("staff")] },
      },
      { class: "HttpsEdge", name: "web", inputs: { hostports: ["web.example.com:443"] } },
      {
        class: "HttpsEdgeRoute",
        name: "docs",
        inputs: {
          edgeId: reference("web"),
          matchType: "path_prefix",
          match: "/docs",
          oidc: { issuer: "https://idp.example.com", clientId: "docs", clientSecret: secret(SECRETS[0]) },
          requestHeaders: { add: { Authorization: secret(SECRETS[2]) } },
          metadata: secret(SECRETS[4]),
        },
      },
    ];
    account.declare(program);
    await account.up();
  });

  afterAll(async () => {
    await account.close();
    await other.close();
  });

  const drift = (...args: string[]) =>
    runCli(["drift", ...args], { cwd: account.workspace.folder, env: account.workspace.environment });

  const report = async (...args: string[]): Promise<{ code: number; report: Report; text: string }> => {
    const { code, stdout, stderr } = await drift("--json", ...args);
    if (stdout === "") throw new Error(stderr);
    return { code, report: JSON.parse(stdout), text: stdout };
  };

  const changed = ({ resources }: Report) =>
    resources
      .filter(({ verdict }) => verdict !== "same")
      .map(({ class: className, name, verdict, properties }) => [
        `${className} ${name} ${verdict}`,
        ...properties.filter(({ kind }) => kind === "changed").map(({ path }) => path),
      ])
      .sort();

  test("finds none after an update, in any account, and writes nothing", async () => {
    const before = account.emulator.objects();
    const { code, report: found } = await report();
    expect(code).toBe(0);
    expect(found).toMatchObject({ drifted: 0, compared: 8 });
    // The module is a separate resource, so the edge does not report it as missing.
    const edge = found.resources.find(({ name }) => name === "edge");
    expect(edge?.properties.filter(({ kind }) => kind === "unmanaged")).toEqual([]);
    expect(account.emulator.objects()).toEqual(before);
  });

  test("names what changed on the service, and what is gone, without a secret", async () => {
    const edgeId = account.idOf("edge");
    const web = account.idOf("web");
    account.emulator.mutate([
      { path: `/edges/tls/${edgeId}`, set: { description: "by hand" } },
      { path: `/ip_policies/${account.idOf("office")}`, set: { metadata: "by hand" } },
      {
        path: `/edges/tls/${edgeId}/mutual_tls`,
        set: { enabled: false, certificate_authority_ids: [account.idOf("staff")] },
      },
      { path: `/ip_policy_rules/${account.idOf("berlin")}`, delete: true },
      {
        path: `/edges/https/${web}/routes/${account.idOf("docs")}/oidc`,
        set: { issuer: "https://idp.example.com", client_id: "docs", client_secret: SECRETS[1] as string },
      },
      {
        path: `/edges/https/${web}/routes/${account.idOf("docs")}/request_headers`,
        set: { add: { Authorization: SECRETS[3] as string } },
      },
      {
        path: `/edges/https/${web}/routes/${account.idOf("docs")}`,
        set: {
          compression: { enabled: true },
          metadata: SECRETS[5] as string,
          traffic_policy: { enabled: true, value: `on_http_request: [] # ${SECRETS[6]}` },
        },
      },
    ]);
    other.mutate({ path: `/ip_policies/${account.idOf("abroad")}`, set: { description: "elsewhere" } });

    const { code, report: found, text } = await report();
    expect(code).toBe(3);
    expect(changed(found)).toEqual([
      ["HttpsEdgeRoute docs drifted", "metadata", "requestHeaders.add.Authorization", "oidc.clientSecret"],
      ["IpPolicy abroad drifted", "description"],
      ["IpPolicyRule berlin gone"],
      ["TlsEdge edge drifted", "description"],
      ["TlsEdgeMutualTls mutual drifted", "enabled"],
    ]);
    const drawn = await drift("--all");
    const markdown = await drift("--format", "markdown");
    expect([drawn.code, markdown.code]).toEqual([3, 3]);
    const file = join(account.workspace.folder, "drift.md");
    expect(await drift("--out", file, "--json")).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^\{/),
    });
    expect(readFileSync(file, "utf8")).toBe(markdown.stdout);
    rmSync(file);
    expect(drawn.stdout).toContain('metadata: "m" -> "by hand" (ignored by the program)');
    expect(drawn.stdout).toContain('description: not declared -> "by hand" (changed out of band)');
    expect(drawn.stdout).toContain("oidc.clientSecret: [secret] -> [another secret] (changed out of band)");
    expect(drawn.stdout).toMatch(/compression: not declared -> .* \(not managed here\)/);
    expect(drawn.stdout).toMatch(/tlsTermination.minVersion: not declared -> .* \(server default\)/);
    expect(markdown.stdout).toContain("| IpPolicyRule `berlin` | | | | the object is gone |");
    for (const output of [text, drawn.stdout, markdown.stdout])
      for (const hidden of [...SECRETS, account.emulator.token, other.token])
        expect(output).not.toContain(hidden);
  });

  test("lists what the stack does not manage, with declarations that adopt it", async () => {
    account.emulator.seed({
      "/ip_policies": [{ id: "ipp_by_hand", description: "Made by hand" }],
      "/endpoints": [
        {
          id: "ep_by_hand",
          url: "https://hand.example.com",
          traffic_policy: `on_tcp_connect: [] # ${SECRETS[8]}`,
        },
      ],
      [`/edges/https/${account.idOf("web")}/routes`]: [
        {
          id: "edghtsrt_by_hand",
          match_type: "path_prefix",
          match: "/hand",
          request_headers: { add: { "X-Team": SECRETS[7] as string } },
        },
      ],
    });
    other.seed({ "/ip_policies": [{ id: "ipp_far", description: "Far" }] });
    const { report: found } = await report();
    const policies = (found.unmanaged ?? []).filter(({ class: className }) => className === "IpPolicy");
    expect(policies.map(({ declaration }) => declaration).sort()).toEqual([
      'new edge.IpPolicy("far", { adoptId: "ipp_far", description: "Far" }, { provider: staging });',
      'new edge.IpPolicy("made-by-hand", { adoptId: "ipp_by_hand", description: "Made by hand" });',
    ]);
    const endpoint = 'trafficPolicy: config.requireSecret("handExampleComTrafficPolicy"),';
    const declarations = (found.unmanaged ?? []).map(({ declaration }) => declaration).join("\n");
    expect(declarations).toContain(endpoint);
    expect(declarations).toContain('"x-team": config.requireSecret("');
    const outputs = await Promise.all([drift("--declare"), drift("--declare", "--format", "markdown")]);
    for (const output of [declarations, ...outputs.map(({ stdout }) => stdout)])
      for (const hidden of SECRETS) expect(output).not.toContain(hidden);
    const { stdout } = await drift("--show-values", "--declare");
    expect(stdout).toContain(`on_tcp_connect: [] # ${SECRETS[8]}`);
    expect((await report("--no-unmanaged")).report.unmanaged).toBeNull();
    expect((await drift("--no-unmanaged", "--fail-on-unmanaged")).code).toBe(2);
  });

  test("is gone after the next update; what is not managed fails only when that is asked for", async () => {
    await account.run((workspace) => workspace.up({ args: ["--refresh"] }));
    expect(await report()).toMatchObject({ code: 0, report: { drifted: 0 } });
    expect((await report("--fail-on-unmanaged")).code).toBe(3);
  });

  test("needs a stack that is there, and says so", async () => {
    const { code, stderr } = await drift("--stack", "nowhere");
    expect(code).toBe(1);
    expect(stderr).toContain("nowhere");
  });

  test("fails when the account cannot be read, instead of finding nothing", async () => {
    account.emulator.faults({ on: "GET /edges/tls*", status: 403 });
    const { code, stdout, stderr } = await drift();
    account.emulator.faults({ clear: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("403");
  });
});
