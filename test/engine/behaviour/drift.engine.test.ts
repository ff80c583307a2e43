import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { authorityPem, sshPublicKey } from "../../support/crypto";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { inAnyOrder, requestOf } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";

const [blue, green, office] = ["blue", "green", "office"].map((name) => reference(name));

const program: readonly Declared[] = [
  resource("TunnelGroupBackend", "blue", { labels: { team: "edge", "app.kubernetes.io/name": "web" } }),
  resource("TunnelGroupBackend", "green", {}),
  resource("WeightedBackend", "weighted", { backends: { [blue as string]: 1, [green as string]: 2 } }),
  resource("IpPolicy", "office", { description: "office" }),
  resource("IpPolicy", "deleted", { description: "deleted" }),
  resource("IpRestriction", "restriction", { type: "dashboard", ipPolicyIds: [office] }),
  resource("TlsEdge", "edge", {
    hostports: ["a.example.com:443", "b.example.com:443"],
    tlsTermination: { minVersion: "1.2" },
    ipRestriction: { ipPolicyIds: [office] },
    backend: { backendId: blue },
  }),
  resource("HttpsEdge", "routes", { hostports: ["routes.example.com:443"] }),
  resource("HttpsEdgeRoute", "route", {
    edgeId: reference("routes"),
    matchType: "path_prefix",
    match: "/",
    requestHeaders: { add: { "X-Team": "edge", "X-Zone": "eu" }, remove: ["Referer"] },
    oauth: {
      provider: {
        github: { clientId: "id", clientSecret: "s3cret", scopes: ["read:org"], teams: ["acme/edge"] },
      },
    },
    userAgentFilter: { allow: ["curl/.*"] },
  }),
  resource("ReservedDomain", "domain", { domain: "automatic.example.com", certificateManagementPolicy: {} }),
  resource("SshCertificateAuthority", "authority", {}),
  resource("SshUserCertificate", "ssh", {
    sshCertificateAuthorityId: reference("authority"),
    publicKey: sshPublicKey("drift"),
    principals: ["ubuntu", "admin"],
  }),
  resource("Endpoint", "endpoint", {
    url: "https://endpoint.example.com",
    trafficPolicy: "on_http_request: []",
    metadata: "m",
  }),
  resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") }),
  resource("ApiKey", "key", {}),
];

/** A change made by hand: path below the object and value, and the paths that a refresh reports. */
interface HandMade {
  readonly below?: string;
  readonly set: JsonInputs;
  readonly seen: Readonly<Record<string, string>>;
  readonly repair: JsonInputs;
}

const changedByHand: Readonly<Record<string, HandMade>> = {
  blue: {
    set: { labels: { team: "core", "app.kubernetes.io/name": "web", extra: "1" } },
    seen: { "labels.extra": "add", "labels.team": "update" },
    repair: { labels: { team: "edge", "app.kubernetes.io/name": "web" } },
  },
  office: {
    set: { description: "changed" },
    seen: { description: "update" },
    repair: { description: "office" },
  },
  edge: {
    set: { tls_termination: { terminate_at: "edge", min_version: "1.3" }, metadata: "by hand" },
    seen: { metadata: "add", "tlsTermination.minVersion": "update" },
    repair: { metadata: "", tls_termination: { min_version: "1.2" } },
  },
  route: {
    set: {
      request_headers: { add: { "X-Team": "core", "X-Zone": "eu" }, remove: ["Referer"] },
      user_agent_filter: { enabled: false, allow: ["curl/.*"], deny: [] },
    },
    seen: { 'requestHeaders.add["X-Team"]': "update", "userAgentFilter.enabled": "add" },
    repair: {
      request_headers: { add: { "X-Team": "edge", "X-Zone": "eu" }, remove: ["Referer"] },
      user_agent_filter: { allow: ["curl/.*"] },
    },
  },
};

describe("drift in an account that answers in the shapes of live services", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({
      provisioningSeconds: 0,
      seed: RESERVED_NAMES,
      hideSecrets: true,
      liveShapes: true,
    });
    account.declare(program);
    await account.up();
  });

  afterAll(() => account?.close());

  const drift = ({ steps }: Run) =>
    Object.fromEntries(
      steps
        .filter(({ op }) => op === "update" || op === "delete")
        .map(({ name, op, detailedDiff }) => [name, op === "delete" ? op : detailedDiff]),
    );

  test("what the service picks and what changes by itself is no drift", async () => {
    await account.expectSettled();
    const domain = account.stored("domain")?.path ?? "";
    const certificates = () => account.emulator.objects("/tls_certificates").length;
    const issued = certificates();
    const domains = account.emulator.objects("/reserved_domains").length;
    account.emulator.mutate({ path: domain, provisioning: "renew" });
    account.emulator.clock({ advance: 60 });
    expect(account.emulator.objects("/reserved_domains")).toHaveLength(domains);
    const route = account.stored("route")?.path ?? "";
    account.emulator.mutate({ path: route, set: { compression: { enabled: true } } });
    account.emulator.mutate({
      path: account.stored("edge")?.path ?? "",
      set: { mutual_tls: { enabled: true, certificate_authority_ids: [account.idOf("staff")] } },
    });
    await account.expectSettled();
    expect(certificates()).toBeGreaterThan(issued);
  });

  test("a refresh names exactly what was changed, by module and key", async () => {
    for (const [name, { set }] of Object.entries(changedByHand)) {
      account.emulator.mutate({
        path: account.stored(name)?.path ?? "",
        set: account.resolved(set) as never,
      });
    }
    account.emulator.mutate({ path: account.stored("deleted")?.path ?? "", delete: true });
    account.emulator.mutate({ path: `${account.stored("edge")?.path}/backend`, delete: true });
    const run = await account.run((workspace) => workspace.refresh({ previewOnly: true }));
    const named = Object.fromEntries(Object.entries(changedByHand).map(([name, { seen }]) => [name, seen]));
    expect(drift(run)).toEqual({
      ...named,
      edge: { ...changedByHand.edge?.seen, backend: "delete" },
      deleted: "delete",
    });
    expect(run.writes).toEqual([]);
  });

  test("up repairs what was changed and nothing else, and creates again what was deleted", async () => {
    await account.run((workspace) => workspace.refresh());
    const { changes, writes } = await account.up();
    const changed = Object.keys(changedByHand).map((name) => `update ${name}`);
    expect(changes.sort()).toEqual(["create deleted", ...changed].sort());
    const calls = Object.entries(changedByHand).map(([name, { repair }]) => [
      "PATCH",
      account.stored(name)?.path,
      name === "edge" ? { ...repair, backend: { backend_id: account.idOf("blue") } } : repair,
    ]);
    expect(inAnyOrder(writes.map(requestOf))).toEqual(
      inAnyOrder([...calls, ["POST", "/ip_policies", { description: "deleted" }]]),
    );
    await account.expectSettled();
  });
});
