import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { reference, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";

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

/** Resources for single modules. @param id - Returns the id of an edge or route. */
const singleModules = (id: (name: string) => string) => [
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

const warning = (single: string, owner: string, module: string) =>
  `${single} and ${owner} manage the same module, ${module}: each update of one would undo the other. Remove one of them; the module is kept. If a run fails after removing the module from ${owner}, \`pulumi up --refresh\` lets ${single} set it again.`;

const expected = [
  warning('TlsEdgeMutualTls "module"', 'TlsEdge "both"', "mutualTls of the TlsEdge"),
  warning('TcpEdgeIpRestriction "restriction"', 'TcpEdge "tcp"', "ipRestriction of the TcpEdge"),
  warning('HttpsEdgeRouteBackend "backend"', 'HttpsEdgeRoute "route"', "backend of the HttpsEdgeRoute"),
].sort();

describe("a module that two resources manage", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });

  afterAll(() => account?.close());

  const warnings = ({ diagnostics }: Run) =>
    diagnostics.filter(({ severity }) => severity === "warning").map(({ message }) => message.trim());

  test("causes a warning on the first preview that names both resources", async () => {
    account.declare([...shared, ...singleModules(reference)]);
    const run = await account.run((workspace) => workspace.preview());
    expect(warnings(run).sort()).toEqual(expected);
  });

  test("causes a warning if the owner's id is already known", async () => {
    account.declare(shared);
    expect(warnings(await account.up())).toEqual([]);
    account.declare([...shared, ...singleModules((name) => account.idOf(name))]);
    const run = await account.run((workspace) => workspace.preview());
    expect(warnings(run).sort()).toEqual(expected);
  });

  test("causes a warning if both resources have a single-module class", async () => {
    const modules = [account.idOf("one"), reference("one")].map((edgeId, n) =>
      resource("TlsEdgeMutualTls", `module-${n}`, { edgeId, ...mutualTls }),
    );
    account.declare([...shared, ...modules]);
    const run = await account.run((workspace) => workspace.preview());
    expect(warnings(run)).toEqual([
      expect.stringContaining("manage the same module, mutualTls of the TlsEdge"),
    ]);
  });
});
