import { expect, test } from "vitest";
import { openAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";

interface Case {
  /** Path within a module. */
  readonly ignored: string;
  readonly before: JsonInputs;
  readonly after: JsonInputs;
  /** Expected object while the path is ignored. */
  readonly whileIgnored: object;
  /** Expected object once `ignoreChanges` is removed. */
  readonly final: object;
}

const CASES: Readonly<Record<string, Case>> = {
  TlsEdge: {
    ignored: "mutualTls.enabled",
    before: { mutualTls: { enabled: true, certificateAuthorityIds: [reference("a")] } },
    after: { mutualTls: { enabled: false, certificateAuthorityIds: [reference("b")] } },
    whileIgnored: { mutual_tls: { enabled: true, certificate_authority_ids: [reference("b")] } },
    final: { mutual_tls: { enabled: false, certificate_authority_ids: [reference("b")] } },
  },
  TcpEdge: {
    ignored: "ipRestriction.ipPolicyIds[0]",
    before: { ipRestriction: { enabled: true, ipPolicyIds: [reference("p")] } },
    after: { ipRestriction: { enabled: false, ipPolicyIds: [reference("q")] } },
    whileIgnored: { ip_restriction: { enabled: false, ip_policy_ids: [reference("p")] } },
    final: { ip_restriction: { enabled: false, ip_policy_ids: [reference("q")] } },
  },
  HttpsEdgeRoute: {
    ignored: 'requestHeaders.add["x.one"]',
    before: { requestHeaders: { add: { "x.one": "first", two: "first" } } },
    after: { requestHeaders: { add: { "x.one": "second", two: "second" } } },
    whileIgnored: { request_headers: { add: { "x.one": "first", two: "second" } } },
    final: { request_headers: { add: { "x.one": "second", two: "second" } } },
  },
};

const PATHS: Readonly<Record<string, string>> = {
  TlsEdge: "/edges/tls",
  TcpEdge: "/edges/tcp",
  HttpsEdgeRoute: `/edges/https/${reference("shop")}/routes`,
};

const dependencies: readonly Declared[] = [
  resource("CertificateAuthority", "a", { caPem: authorityPem("a.example.com") }),
  resource("CertificateAuthority", "b", { caPem: authorityPem("b.example.com") }),
  resource("IpPolicy", "p", {}),
  resource("IpPolicy", "q", {}),
  resource("HttpsEdge", "shop", {}),
];

test("ignoreChanges keeps a value within a module until the option is removed", async () => {
  const account = await openAccount({ seed: RESERVED_NAMES });
  const declare = (which: "before" | "after", isIgnored: boolean) =>
    account.declare([
      ...dependencies,
      ...Object.entries(CASES).map(([className, { [which]: inputs, ignored }]) => ({
        ...resource(className, className, {
          ...(className === "HttpsEdgeRoute" && {
            edgeId: reference("shop"),
            matchType: "path_prefix",
            match: "/",
          }),
          ...inputs,
        }),
        ...(isIgnored && { ignoreChanges: [ignored] }),
      })),
    ]);
  const objects = () =>
    Object.keys(CASES).map((name) => account.emulator.objects(account.resolved(PATHS[name] ?? ""))[0]);
  const cases = Object.values(CASES);
  const updates = Object.keys(CASES).map((name) => `update ${name}`);
  try {
    declare("before", true);
    await account.up();
    expect((await account.up()).calls).toEqual([]);

    declare("after", true);
    expect([...(await account.up()).changes].sort()).toEqual([...updates].sort());
    expect(objects()).toMatchObject(cases.map(({ whileIgnored }) => account.resolved(whileIgnored)));
    await account.expectSettled();

    declare("after", false);
    expect([...(await account.up()).changes].sort()).toEqual([...updates].sort());
    expect(objects()).toMatchObject(cases.map(({ final }) => account.resolved(final)));
    await account.expectSettled();
  } finally {
    await account.close();
  }
});
