import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { outputOf } from "../../support/engine";
import { type Declared, reference, resource } from "../../support/program";
import { formatRequest, formatWrites } from "../../support/requests";

const HOUR_MS = 3_600_000;
const ELEVEN_YEARS = 11 * 365 * 24;
/** End of validity in whole seconds, as in SSH certificates. */
const inTenHours = new Date(Math.floor(Date.now() / 1000) * 1000 + 10 * HOUR_MS).toISOString();
describe("replacement", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  const old = tlsKeyPair("a.example.com b.example.com");
  const renewed = tlsKeyPair("b.example.com a.example.com");

  test("creates a renewed TLS certificate, moves its domains, and deletes the old one, in one up", async () => {
    const program = ({ certificatePem, privateKeyPem }: typeof old) => [
      resource("TlsCertificate", "certificate", { certificatePem, privateKeyPem }),
      ...["a", "b"].map((name) =>
        resource("ReservedDomain", name, {
          domain: `${name}.example.com`,
          certificateId: reference("certificate"),
        }),
      ),
    ];
    account.declare(program(old));
    await account.up();
    const before = account.idOf("certificate");

    account.declare(program(renewed));
    const previewed = await account.run((workspace) => workspace.preview());
    expect(previewed.changes.sort()).toEqual([
      "create-replacement certificate",
      "delete-replaced certificate",
      "replace certificate",
      "update a",
      "update b",
    ]);
    const { writes } = await account.up();
    const after = account.stored("a")?.fields.certificate_id;
    expect(after).not.toBe(before);
    const [created, ...rest] = writes.map(formatRequest);
    expect(created?.slice(0, 2)).toEqual(["POST", "/tls_certificates"]);
    expect(rest.slice(0, 2).sort()).toEqual(
      ["a", "b"].map((name) => ["PATCH", account.stored(name)?.path, { certificate_id: after }]).sort(),
    );
    expect(rest.slice(2)).toEqual([["DELETE", `/tls_certificates/${before}`]]);
    expect(writes.map(({ status }) => status)).toEqual([201, 200, 200, 204]);
    await account.expectSettled();
  });

  test("shows the reason, and deletes first only if the natural key would conflict", async () => {
    const program = (region: string, hostname: string, type: string) => [
      resource("ReservedDomain", "clashes", { domain: "clashes.example.com", region }),
      resource("ReservedDomain", "moves", { domain: hostname }),
      resource("ReservedAddr", "addr", { region }),
      resource("IpPolicy", "policy", {}),
      resource("IpRestriction", "restriction", { type, ipPolicyIds: [reference("policy")] }),
    ];
    account.declare(program("us", "one.example.com", "dashboard"));
    await account.up();
    const ids = new Map(
      ["clashes", "moves", "addr", "restriction"].map((name) => [name, account.idOf(name)]),
    );

    account.declare(program("eu", "two.example.com", "agent"));
    const previewed = await account.run((workspace) => workspace.preview());
    const reasons = previewed.steps
      .filter(({ op }) => op === "replace")
      .map(({ name, replaceReasons }) => [name, replaceReasons]);
    expect(Object.fromEntries(reasons)).toEqual({
      clashes: ["region"],
      moves: ["domain"],
      addr: ["region"],
      restriction: ["type"],
    });
    const replaced = await account.up();
    const isWrite = (name: string, body: unknown) =>
      (body as { domain: string }).domain === (name === "moves" ? "two.example.com" : "clashes.example.com");
    const order = (name: string, collection: string) =>
      formatWrites(replaced)
        .filter(([method, path, body]) =>
          method === "DELETE"
            ? path === `${collection}/${ids.get(name)}`
            : path === collection && (collection !== "/reserved_domains" || isWrite(name, body)),
        )
        .map(([method]) => method);
    expect(order("clashes", "/reserved_domains")).toEqual(["DELETE", "POST"]);
    expect(order("moves", "/reserved_domains")).toEqual(["POST", "DELETE"]);
    expect(order("addr", "/reserved_addrs")).toEqual(["POST", "DELETE"]);
    expect(order("restriction", "/ip_restrictions")).toEqual(["POST", "DELETE"]);
    await account.expectSettled();
  });
});

describe("renewal", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  const pem = tlsKeyPair("renewed.example.com");
  const ssh = { sshCertificateAuthorityId: reference("authority"), publicKey: sshPublicKey("renewed") };
  const program = (renewBefore: number) => [
    resource("SshCertificateAuthority", "authority", {}),
    resource("SshUserCertificate", "user", { ...ssh, renewBefore }),
    resource("SshUserCertificate", "fixed", { ...ssh, validUntil: inTenHours, renewBefore }),
    resource("TlsCertificate", "tls", {
      certificatePem: pem.certificatePem,
      privateKeyPem: pem.privateKeyPem,
      renewBefore,
    }),
  ];

  test("does nothing before it is due", async () => {
    account.declare(program(1));
    await account.up();
    const run = await account.run((workspace) => workspace.preview());
    expect(run.changes).toEqual([]);
    expect(outputOf(run)).not.toContain("warning:");
  });

  test("replaces an SSH certificate that is due, with the end of its validity as the reason", async () => {
    const before = account.idOf("user");
    const inHalfAnHour = new Date(Date.now() + HOUR_MS / 2).toISOString();
    account.emulator.mutate({ path: `/ssh_user_certificates/${before}`, set: { valid_until: inHalfAnHour } });
    await account.run((workspace) => workspace.refresh());
    const previewed = await account.run((workspace) => workspace.preview());
    expect(previewed.steps.find(({ op }) => op === "replace")).toMatchObject({
      name: "user",
      replaceReasons: ["validUntil"],
    });
    const renewed = await account.up();
    expect(formatWrites(renewed).map(([method, path]) => [method, path])).toEqual([
      ["POST", "/ssh_user_certificates"],
      ["DELETE", `/ssh_user_certificates/${before}`],
    ]);
  });

  test("warns once about certificates that only the program can renew, even if nothing changes", async () => {
    const [authority, user, fixed, tls] = program(ELEVEN_YEARS) as [Declared, Declared, Declared, Declared];
    // renewBefore must be shorter than a validity that the service chooses.
    account.declare([authority, { ...user, inputs: { ...user.inputs, renewBefore: 1 } }, fixed, tls]);
    await account.up();
    const run = await account.run((workspace) => workspace.preview());
    expect(run.changes).toEqual([]);
    // A native provider logs warnings; a dynamic one prints them.
    const warnings = (name: string) =>
      run.diagnostics
        .flatMap(({ severity, message }) =>
          message.split("\n").map((line) => (severity === "warning" ? `warning: ${line}` : line)),
        )
        .filter((line) => line.startsWith("warning:") && line.includes(account.idOf(name)));
    expect(warnings("tls")).toEqual([
      expect.stringMatching(/^warning: TlsCertificate .* expires on .*: set a new certificatePem/),
    ]);
    expect(warnings("fixed")).toEqual([
      expect.stringMatching(/^warning: SshUserCertificate .*: the program sets validUntil/),
    ]);
  });
});

describe("guards", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  const guarded = (releaseProtection: boolean) => [
    resource("ReservedDomain", "domain", { domain: "guarded.example.com", releaseProtection }),
    resource("ReservedAddr", "addr", { region: "us", releaseProtection }),
  ];

  test("releaseProtection rejects a replacement at preview", async () => {
    account.declare(guarded(true));
    await account.up();
    for (const changed of [
      resource("ReservedDomain", "domain", { domain: "other.example.com", releaseProtection: true }),
      resource("ReservedAddr", "addr", { region: "eu", releaseProtection: true }),
    ]) {
      account.declare([changed, ...guarded(true).filter(({ name }) => name !== changed.name)]);
      const run = await account.attempt((workspace) => workspace.preview());
      expect(run.code).not.toBe(0);
      expect(outputOf(run)).toMatch(
        /is under releaseProtection and (domain|region) can only be changed by replacing the resource/,
      );
      expect(run.calls).toEqual([]);
    }
  });

  test("releaseProtection rejects a deletion and says how to delete the object", async () => {
    account.declare([]);
    const run = await account.attempt((workspace) => workspace.up({ args: ["--continue-on-error"] }));
    expect(run.code).not.toBe(0);
    expect(outputOf(run)).toContain("guarded.example.com could be taken by someone else");
    expect(outputOf(run)).toContain("Set releaseProtection to false and run `pulumi up`, then delete it");
    expect(run.writes).toEqual([]);

    account.declare(guarded(false));
    const off = await account.up();
    expect(off.changes.sort()).toEqual(["update addr", "update domain"]);
    expect(off.calls).toEqual([]);
    account.declare([]);
    expect((await account.up()).writes.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
  });

  test("the provider rejects the deletion of its own API key", async () => {
    account.declare([resource("ApiKey", "ci", { description: "ci" })], { token: reference("ci", "token") });
    await account.up();
    const { token } = account.workspace.outputs();
    const before = account.emulator.token;
    account.workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: String(token) });
    const rejected = await account.attempt((workspace) => workspace.destroy());
    expect(rejected.code).not.toBe(0);
    expect(outputOf(rejected)).toContain("the provider itself authenticates with this key");
    expect(outputOf(rejected)).not.toContain(String(token));
    expect(rejected.writes).toEqual([]);
    account.workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: before });
    expect((await account.run((workspace) => workspace.destroy())).writes).toHaveLength(1);
  });
});
