import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { type Declared, type JsonInputs, reference } from "../../support/program";

const resource = (className: string, name: string, inputs: JsonInputs): Declared => ({
  class: className,
  name,
  inputs,
});

const mutualTls = { certificateAuthorityIds: [reference("staff")] };
const ipRestriction = { ipPolicyIds: [reference("office")] };
const route = { edgeId: reference("https"), matchType: "path_prefix" };

const shared = [
  resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") }),
  resource("IpPolicy", "office", {}),
  resource("TunnelGroupBackend", "group", {}),
  resource("HttpsEdge", "https", {}),
  resource("TlsEdge", "both", { hostports: ["both.example.com:443"], mutualTls }),
  resource("TlsEdge", "one", { hostports: ["one.example.com:443"], ipRestriction }),
  resource("TcpEdge", "tcp", { hostports: ["1.tcp.example.com:20000"], ipRestriction }),
  resource("HttpsEdgeRoute", "route", { ...route, match: "/", backend: { backendId: reference("group") } }),
];

/** Edges and routes by the id that the single modules use for them. */
const singles = (id: (name: string) => string) => [
  resource("TlsEdgeMutualTls", "module", { edgeId: id("both"), ...mutualTls }),
  resource("TlsEdgeTlsTermination", "termination", { edgeId: id("both"), terminateAt: "edge" }),
  resource("TlsEdgeMutualTls", "alone", { edgeId: id("one"), ...mutualTls }),
  resource("TcpEdgeIpRestriction", "restriction", { edgeId: id("tcp"), ...ipRestriction }),
  resource("HttpsEdgeRouteBackend", "backend", {
    edgeId: id("https"),
    routeId: id("route"),
    backendId: reference("group"),
  }),
];

const expected = [
  'TlsEdgeMutualTls "module" and TlsEdge "both" manage the same module, mutualTls of the TlsEdge: each update of one would undo the other. Keep one of them.',
  'TcpEdgeIpRestriction "restriction" and TcpEdge "tcp" manage the same module, ipRestriction of the TcpEdge: each update of one would undo the other. Keep one of them.',
  'HttpsEdgeRouteBackend "backend" and HttpsEdgeRoute "route" manage the same module, backend of the HttpsEdgeRoute: each update of one would undo the other. Keep one of them.',
].sort();

describe("a module that is managed both ways", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  const warnings = ({ diagnostics }: Run) =>
    diagnostics.filter(({ severity }) => severity === "warning").map(({ message }) => message.trim());

  test("is warned of on the first preview, naming both, and nothing else is", async () => {
    account.declare([...shared, ...singles(reference)]);
    const run = await account.run((workspace) => workspace.preview());
    expect(warnings(run).sort()).toEqual(expected);
  });

  test("is warned of by its known id as well", async () => {
    account.declare(shared);
    expect(warnings(await account.up())).toEqual([]);
    account.declare([...shared, ...singles((name) => account.idOf(name))]);
    const run = await account.run((workspace) => workspace.preview());
    expect(warnings(run).sort()).toEqual(expected);
  });

  test("two resources for one module are warned of", async () => {
    const edgeId = account.idOf("one");
    account.declare([
      ...shared,
      resource("TlsEdgeMutualTls", "first", { edgeId, ...mutualTls }),
      resource("TlsEdgeMutualTls", "second", { edgeId: reference("one"), ...mutualTls }),
    ]);
    const run = await account.run((workspace) => workspace.preview());
    expect(warnings(run)).toEqual([
      expect.stringContaining("manage the same module, mutualTls of the TlsEdge"),
    ]);
  });
});
