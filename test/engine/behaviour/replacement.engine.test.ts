import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { type Declared, reference, resource } from "../../support/program";
import { requestOf, writesOf } from "../../support/requests";

const HOUR_MS = 3_600_000;
const ELEVEN_YEARS = 11 * 365 * 24;
/** An end of validity set by the program, in whole seconds as in SSH certificates. */
const inTenHours = new Date(Math.floor(Date.now() / 1000) * 1000 + 10 * HOUR_MS).toISOString();
const text = ({ diagnostics, stdout }: Run) =>
  [...diagnostics.map(({ message }) => message), stdout].join("\n");

describe("replacement", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  const old = tlsKeyPair("a.example.com b.example.com");
  const renewed = tlsKeyPair("b.example.com a.example.com");

  test("a renewed TLS certificate comes first, the domains move over, then the old one goes, in one up", async () => {
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
    const [created, ...rest] = writes.map(requestOf);
    expect(created?.slice(0, 2)).toEqual(["POST", "/tls_certificates"]);
    expect(rest.slice(0, 2).sort()).toEqual(
      ["a", "b"].map((name) => ["PATCH", account.stored(name)?.path, { certificate_id: after }]).sort(),
    );
    expect(rest.slice(2)).toEqual([["DELETE", `/tls_certificates/${before}`]]);
    expect(writes.map(({ status }) => status)).toEqual([201, 200, 200, 204]);
    await account.expectSettled();
  });

  test("the reason is visible, and deleting comes first exactly where the natural key would clash", async () => {
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
    const isOf = (name: string, body: unknown) =>
      (body as { domain: string }).domain === (name === "moves" ? "two.example.com" : "clashes.example.com");
    const order = (name: string, collection: string) =>
      writesOf(replaced)
        .filter(([method, path, body]) =>
          method === "DELETE"
            ? path === `${collection}/${ids.get(name)}`
            : path === collection && (collection !== "/reserved_domains" || isOf(name, body)),
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

  test("nothing is renewed or warned of before it is due", async () => {
    account.declare(program(1));
    await account.up();
    const run = await account.run((workspace) => workspace.preview());
    expect(run.changes).toEqual([]);
    expect(text(run)).not.toContain("warning:");
  });

  test("an SSH certificate that is due is replaced, and the reason is the end of its validity", async () => {
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
    expect(writesOf(renewed).map(([method, path]) => [method, path])).toEqual([
      ["POST", "/ssh_user_certificates"],
      ["DELETE", `/ssh_user_certificates/${before}`],
    ]);
  });

  test("what only the program can renew is warned of, once, also when nothing changes", async () => {
    const [authority, user, fixed, tls] = program(ELEVEN_YEARS) as [Declared, Declared, Declared, Declared];
    // If the service chooses the end, it cannot be due for longer than the validity.
    account.declare([authority, { ...user, inputs: { ...user.inputs, renewBefore: 1 } }, fixed, tls]);
    await account.up();
    const run = await account.run((workspace) => workspace.preview());
    expect(run.changes).toEqual([]);
    // A native provider tells the engine that a line is a warning; that of a dynamic one is text.
    const warnings = (name: string) =>
      run.diagnostics
        .flatMap(({ severity, message }) =>
          message.split("\n").map((line) => (severity === "warning" ? `warning: ${line}` : line)),
        )
        .filter((line) => line.startsWith("warning:") && line.includes(account.idOf(name)));
    expect(warnings("tls")).toEqual([
      expect.stringMatching(/^warning: TlsCertificate .* ends on .*: set a new certificatePem/),
    ]);
    expect(warnings("fixed")).toEqual([
      expect.stringMatching(/^warning: SshUserCertificate .*: validUntil is given by the program/),
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

  test("releaseProtection refuses to replace, at preview", async () => {
    account.declare(guarded(true));
    await account.up();
    for (const one of [
      resource("ReservedDomain", "domain", { domain: "other.example.com", releaseProtection: true }),
      resource("ReservedAddr", "addr", { region: "eu", releaseProtection: true }),
    ]) {
      account.declare([one, ...guarded(true).filter(({ name }) => name !== one.name)]);
      const run = await account.attempt((workspace) => workspace.preview());
      expect(run.code).not.toBe(0);
      expect(text(run)).toMatch(
        /is under releaseProtection and (domain|region) can only change by replacing it/,
      );
      expect(run.calls).toEqual([]);
    }
  });

  test("releaseProtection refuses to delete, and says how to do it", async () => {
    account.declare([]);
    const run = await account.attempt((workspace) => workspace.up({ args: ["--continue-on-error"] }));
    expect(run.code).not.toBe(0);
    expect(text(run)).toContain("guarded.example.com could be taken by someone else");
    expect(text(run)).toContain("Set releaseProtection to false and run `pulumi up`, then delete it");
    expect(run.writes).toEqual([]);

    account.declare(guarded(false));
    const off = await account.up();
    expect(off.changes.sort()).toEqual(["update addr", "update domain"]);
    expect(off.calls).toEqual([]);
    account.declare([]);
    expect((await account.up()).writes.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
  });

  test("the API key that the provider itself uses is not deleted", async () => {
    account.declare([resource("ApiKey", "ci", { description: "ci" })], { token: reference("ci", "token") });
    await account.up();
    const { token } = account.workspace.outputs();
    const before = account.emulator.token;
    account.workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: String(token) });
    const refused = await account.attempt((workspace) => workspace.destroy());
    expect(refused.code).not.toBe(0);
    expect(text(refused)).toContain("the provider itself authenticates with this key");
    expect(text(refused)).not.toContain(String(token));
    expect(refused.writes).toEqual([]);
    account.workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: before });
    expect((await account.run((workspace) => workspace.destroy())).writes).toHaveLength(1);
  });
});
