import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { openAccount, type TestAccount } from "../support/account";
import { runCli } from "../support/cli";
import { resource, secret } from "../support/program";
import { RESERVED_NAMES } from "../support/reserved-names";
import { declareRows, type Rows, readTable } from "../support/rows";

const SECRETS = ["declared-hush", "changed-hush", "header-hush", "policy-hush"];

interface Report {
  readonly drifted: number;
  readonly compared: number;
  readonly resources: readonly {
    readonly class: string;
    readonly name: string;
    readonly verdict: string;
    readonly properties: readonly { readonly path: string; readonly kind: string }[];
  }[];
  readonly unmanaged: readonly { readonly class: string; readonly declaration: string }[] | null;
}

/** Uses a state that the engine has written. unit/drift and contract/drift-* have the other cases. */
describe("tunnel-edge drift", () => {
  let account: TestAccount;
  let staging: Emulator;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES }, { settings: "configuration" });
    staging = await startEmulator();
    account.declare([
      resource("Provider", "staging", { baseUrl: staging.url, apiToken: secret(staging.token) }),
      ...declareRows(readTable<Rows>(join(__dirname, "drift.yaml"))),
    ]);
    await account.up();
  });

  afterAll(async () => {
    await account.close();
    await staging.close();
  });

  const drift = (...args: string[]) =>
    runCli(["drift", ...args], { cwd: account.workspace.folder, env: account.workspace.environment });

  async function report(...args: string[]): Promise<{ code: number; report: Report; text: string }> {
    const { code, stdout, stderr } = await drift("--json", ...args);
    if (stdout === "") throw new Error(stderr);
    return { code, report: JSON.parse(stdout), text: stdout };
  }

  test("reports no drift after an update, in any account, and writes nothing", async () => {
    const before = account.emulator.objects();
    expect(await report()).toMatchObject({ code: 0, report: { drifted: 0, compared: 5 } });
    expect(account.emulator.objects()).toEqual(before);
  });

  test("reports changed properties and deleted objects, without a secret", async () => {
    account.emulator.mutate([
      { path: `/ip_policies/${account.idOf("office")}`, set: { metadata: "by hand" } },
      { path: `/ip_policy_rules/${account.idOf("berlin")}`, delete: true },
      {
        path: `/edges/https/${account.idOf("web")}/routes/${account.idOf("docs")}/oidc`,
        set: { issuer: "https://idp.example.com", client_id: "docs", client_secret: SECRETS[1] as string },
      },
    ]);
    staging.mutate({ path: `/ip_policies/${account.idOf("abroad")}`, set: { description: "elsewhere" } });
    const { code, report: found, text } = await report();
    expect(code).toBe(3);
    const drifted = found.resources.filter(({ verdict }) => verdict !== "same");
    expect(
      drifted.map(({ class: className, name, verdict, properties }) => [
        `${className} ${name} ${verdict}`,
        ...properties.filter(({ kind }) => kind === "changed").map(({ path }) => path),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["HttpsEdgeRoute docs drifted", "oidc.clientSecret"],
        ["IpPolicy abroad drifted", "description"],
        ["IpPolicyRule berlin gone"],
      ]),
    );
    expect(drifted).toHaveLength(3);
    const { stdout } = await drift("--all");
    expect(stdout).toContain('metadata: "m" -> "by hand" (ignored by the program)');
    for (const output of [text, stdout])
      for (const hidden of [...SECRETS, account.emulator.token, staging.token])
        expect(output).not.toContain(hidden);
  });

  test("lists what the stack does not manage, with declarations that adopt it", async () => {
    account.emulator.seed({
      "/ip_policies": [{ id: "ipp_by_hand", description: "Made by hand" }],
      "/endpoints": [
        { url: "https://hand.example.com", traffic_policy: `on_tcp_connect: [] # ${SECRETS[3]}` },
      ],
      [`/edges/https/${account.idOf("web")}/routes`]: [
        {
          match_type: "path_prefix",
          match: "/hand",
          request_headers: { add: { "X-Team": SECRETS[2] as string } },
        },
      ],
    });
    staging.seed({ "/ip_policies": [{ id: "ipp_far", description: "Far" }] });
    const { report: found, text } = await report();
    const policies = (found.unmanaged ?? []).filter(({ class: className }) => className === "IpPolicy");
    expect(policies.map(({ declaration }) => declaration).sort()).toEqual([
      'new edge.IpPolicy("far", { adoptId: "ipp_far", description: "Far" }, { provider: staging });',
      'new edge.IpPolicy("made-by-hand", { adoptId: "ipp_by_hand", description: "Made by hand" });',
    ]);
    const { stdout } = await drift("--declare");
    for (const output of [text, stdout]) for (const hidden of SECRETS) expect(output).not.toContain(hidden);
    expect((await drift("--show-values", "--declare")).stdout).toContain(SECRETS[3]);
    expect((await report("--no-unmanaged")).report.unmanaged).toBeNull();
  });

  test("fails with unmanaged objects on request, and if the account cannot be read", async () => {
    await account.run((workspace) => workspace.up({ args: ["--refresh"] }));
    expect(await report()).toMatchObject({ code: 0, report: { drifted: 0 } });
    expect((await report("--fail-on-unmanaged")).code).toBe(3);
    account.emulator.faults({ on: "GET /ip_policies*", status: 403 });
    const unreadable = await drift();
    account.emulator.faults({ clear: true });
    expect(unreadable).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("403") });
  });
});
