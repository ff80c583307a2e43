import { beforeEach, describe, expect, test } from "vitest";
import { markdown } from "../../cli/review/render/markdown";
import { type Report, review } from "../../cli/review/report";
import type { Emulator, JsonObject } from "../../emulator";
import { configFor } from "../support/config";
import { ANSWER, addHeader, forward, password, rule } from "../support/policies";
import {
  created,
  deleted,
  listFindings,
  type Props,
  type Step,
  same,
  toPreview,
  updated,
} from "../support/previews";
import { emulatedAccount } from "../support/test-resources";

/** Reviews of addresses that objects of other programs serve, too. */

const OPEN = JSON.stringify({ on_http_request: [ANSWER] });
const restrictTo = (id: string) => rule("restrict-ips", { ip_policies: [id] });
const guardedBy = (id: string) => JSON.stringify({ on_http_request: [restrictTo(id), ANSWER] });
const OFFICE = guardedBy("ipp_1");
const OTHER_NETWORK = guardedBy("ipp_9");

const URL_OF_A = "https://a.example.com";
const WILDCARD = "https://*.example.com";

/** IP policies of other stacks in the account; tests add more objects. */
const POLICIES: Readonly<Record<string, JsonObject[]>> = {
  "/ip_policies": [{ id: "ipp_8" }, { id: "ipp_9" }],
  "/ip_policy_rules": [
    { id: "ipr_8", ip_policy_id: "ipp_8", cidr: "0.0.0.0/0", action: "allow" },
    { id: "ipr_9", ip_policy_id: "ipp_9", cidr: "198.51.100.0/24", action: "allow" },
  ],
};
const otherEndpoint = (url: string, trafficPolicy: string): Record<string, JsonObject[]> => ({
  "/endpoints": [{ id: "ep_9", type: "cloud", url, pooling_enabled: true, traffic_policy: trafficPolicy }],
});

let emulator: Emulator;
let warnings: readonly string[];

beforeEach(async () => {
  emulator = await emulatedAccount();
  emulator.seed(POLICIES);
  warnings = [];
});

const reviewAccount = (steps: readonly Step[], isOnline = true): Promise<Report> =>
  review(toPreview(steps), {
    ...(isOnline && { openAccount: async () => configFor(emulator) }),
    warn: (reasons) => {
      warnings = reasons;
    },
  });

const ownPolicy = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "berlin", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const endpoint = (trafficPolicy: string, url = URL_OF_A) => ({ url, poolingEnabled: true, trafficPolicy });
const create = (policy: string, url = URL_OF_A) => [
  ...ownPolicy,
  created("Endpoint", "own", endpoint(policy, url)),
];
const remove = (policy: string) => [...ownPolicy, deleted("Endpoint", "own", "ep_1", endpoint(policy))];
const change = (from: Props, to: Props) => [...ownPolicy, updated("Endpoint", "own", "ep_1", from, to)];
const edge = { hostports: ["a.example.com:443"] };
const route = { edgeId: "edghts_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkdhr_1" } };
const office = { ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] } };
const wildcardEdge: Readonly<Record<string, JsonObject[]>> = {
  "/edges/https": [
    { id: "edghts_9", hostports: ["*.example.com:443"] },
    { id: "edghts_8", hostports: ["elsewhere.example.net:443"] },
  ],
  "/backends/http_response": [{ id: "bkdhr_9", body: "other" }],
  "/edges/https/edghts_9/routes": [
    {
      id: "edghtsrt_9",
      match_type: "path_prefix",
      match: "/",
      backend: { enabled: true, backend_id: "bkdhr_9" },
    },
  ],
};

const CUT_OFF = `medium others-cut-off: ${URL_OF_A}`;

const OPENS = `high exposure-opens: ${URL_OF_A}`;
const edgeDeletion = [
  ...ownPolicy,
  deleted("HttpsEdge", "own", "edghts_1", edge),
  deleted("HttpsEdgeRoute", "own", "edghtsrt_1", { ...route, ...office }),
];
const edgeMove = [
  ...ownPolicy,
  updated("HttpsEdge", "own", "edghts_1", edge, { hostports: ["b.example.net:443"] }),
  same("HttpsEdgeRoute", "own", "edghtsrt_1", { ...route, ...office }),
];
const tlsEdgeDeletion = deleted("TlsEdge", "own", "edgtls_1", {
  ...edge,
  ...office,
  backend: { backendId: "bkdhr_1" },
});
const tlsWildcard = otherEndpoint(
  "tls://*.example.com",
  JSON.stringify({ on_tcp_connect: [restrictTo("ipp_8")] }),
);
const endpointWithBinding = (binding: string) => ({ ...endpoint(OFFICE), bindings: [binding] });
const routeOnOtherEdge = created("HttpsEdgeRoute", "own", {
  ...route,
  ...office,
  edgeId: "edghts_9",
  match: "/admin",
});
const AT_ADMIN = "https://*.example.com/admin*";

test.each<[string, Readonly<Record<string, JsonObject[]>>, readonly Step[], readonly string[]]>([
  ["an open wildcard behind a deleted endpoint", otherEndpoint(WILDCARD, OPEN), remove(OFFICE), [OPENS]],
  ["a wildcard with the same guard", otherEndpoint(WILDCARD, OFFICE), remove(OFFICE), []],
  ["a wildcard with another guard", otherEndpoint(WILDCARD, OTHER_NETWORK), remove(OFFICE), [OPENS]],
  ["a wildcard edge behind a deleted edge", wildcardEdge, edgeDeletion, [`${OPENS}/*`]],
  [
    "a wildcard edge behind a moved edge",
    wildcardEdge,
    edgeMove,
    [`${OPENS}/*`, "medium exposure-new: https://b.example.net/*"],
  ],
  [
    "an endpoint behind a deleted edge",
    tlsWildcard,
    [...ownPolicy, tlsEdgeDeletion],
    ["high exposure-opens: tls://a.example.com"],
  ],
  [
    "an open endpoint next to a guarded one",
    otherEndpoint(URL_OF_A, OTHER_NETWORK),
    create(OPEN),
    [OPENS, CUT_OFF],
  ],
  ["a guarded endpoint next to an open one", otherEndpoint(URL_OF_A, OPEN), create(OFFICE), [CUT_OFF]],
  ["a guarded endpoint below an open wildcard", otherEndpoint(WILDCARD, OPEN), create(OFFICE), [CUT_OFF]],
  [
    "an open endpoint below a guarded wildcard",
    otherEndpoint(WILDCARD, OTHER_NETWORK),
    create(OPEN),
    [OPENS, CUT_OFF],
  ],
  ["an open endpoint below an open wildcard", otherEndpoint(WILDCARD, OPEN), create(OPEN), [CUT_OFF]],
  [
    "an open wildcard above a guarded endpoint",
    otherEndpoint(URL_OF_A, OTHER_NETWORK),
    create(OPEN, WILDCARD),
    [`medium exposure-new: ${WILDCARD}`],
  ],
  [
    "a removed public binding",
    otherEndpoint(WILDCARD, OPEN),
    change(endpointWithBinding("public"), endpointWithBinding("kubernetes")),
    [OPENS],
  ],
  [
    "a shared URL that is already open",
    otherEndpoint(URL_OF_A, OPEN),
    change(endpoint(OFFICE), endpoint(OPEN)),
    [],
  ],
  [
    "a new route on an edge outside the program",
    wildcardEdge,
    [...ownPolicy, routeOnOtherEdge],
    [`medium others-cut-off: ${AT_ADMIN}`, `low backend-changes: ${AT_ADMIN}`],
  ],
])("a shared address is judged with the objects of other programs: %s", async (_, seed, steps, findings) => {
  emulator.seed(seed);
  const report = await reviewAccount(steps);
  expect(warnings).toEqual([]);
  expect(listFindings(report)).toEqual(findings);
});

test("a finding names the replaced object of another program and the clients that lose access", async () => {
  emulator.seed(otherEndpoint(WILDCARD, OPEN));
  const messages = async (policy: string) =>
    (await reviewAccount(create(policy))).findings.map(({ message }) => message);
  const cutOffMessage = `responds instead of Endpoint ${WILDCARD} (ep_9), which another program manages`;
  expect(await messages(OPEN)).toEqual([cutOffMessage]);
  expect(await messages(OFFICE)).toEqual([
    `${cutOffMessage}; no longer allows requests from outside 203.0.113.0/24, answered by the policy itself; now blocked by rule on_http_request[0] (restrict-ips)`,
  ]);
});

test("the review reads policies outside the program that a changed object refers to, with their rules", async () => {
  const own = (id: string) => ({ url: URL_OF_A, trafficPolicy: guardedBy(id) });
  const open = await reviewAccount([updated("Endpoint", "own", "ep_1", own("ipp_9"), own("ipp_8"))]);
  expect([listFindings(open), open.unread]).toEqual([[`high exposure-opens: ${URL_OF_A}`], []]);
  expect(emulator.requests().map(({ path }) => path)).toEqual(["/ip_policies", "/ip_policy_rules"]);
  const closed = await reviewAccount([updated("Endpoint", "own", "ep_1", own("ipp_8"), own("ipp_9"))]);
  expect(markdown(closed)).toContain("Nothing to worry about.");
});

describe("the review", () => {
  const requestedPaths = () =>
    emulator
      .requests()
      .map(({ path }) => path)
      .sort();
  const SERVING_COLLECTIONS = [
    "/edges/https",
    "/edges/tcp",
    "/edges/tls",
    "/endpoints",
    "/ip_policies",
    "/ip_policy_rules",
  ];

  test("reads classes that serve hosts, IP policies, and the routes of edges that serve the address", async () => {
    emulator.seed(wildcardEdge);
    await reviewAccount(remove(OPEN));
    expect(requestedPaths()).toEqual([...SERVING_COLLECTIONS, "/edges/https/edghts_9"].sort());
  });

  test("reads only the routes of the edge whose routes change", async () => {
    emulator.seed(wildcardEdge);
    await reviewAccount([created("HttpsEdgeRoute", "own", { ...route, edgeId: "edghts_9" })]);
    expect(requestedPaths()).toEqual([
      "/edges/https",
      "/edges/https/edghts_9",
      "/ip_policies",
      "/ip_policy_rules",
    ]);
  });

  const tcp = (backendId: string) => ({ hostports: ["db.example.com:5432"], backend: { backendId } });
  const notPooled = (trafficPolicy: string) => ({ url: URL_OF_A, trafficPolicy });
  const retained = deleted("Endpoint", "own", "ep_1", { ...endpoint(OPEN), deleteOnDestroy: false });
  test.each<[string, readonly Step[]]>([
    [
      "references to objects without parts change",
      [updated("TcpEdge", "own", "edgtcp_1", tcp("bkdhr_9"), tcp("bkdhr_8"))],
    ],
    ["an unshared address keeps its endpoint", change(notPooled(OPEN), notPooled(OFFICE))],
    ["the object of a removed resource stays", [...ownPolicy, retained]],
  ])("doesn't read the account if %s", async (_, steps) => {
    await reviewAccount(steps);
    expect(requestedPaths()).toEqual([]);
  });
});

describe("objects that other programs use", () => {
  const domain = { domain: "*.example.com" };
  /** Seed of an endpoint whose policy names a secret. */
  const secretUse = (name: string, ...before: readonly object[]) => {
    const added = addHeader("x-key", `\${secrets.get('shop', '${name}')}`);
    return otherEndpoint(URL_OF_A, JSON.stringify({ on_http_request: [...before, added, ANSWER] }));
  };
  const vault = same("Vault", "shop", "vault_1", { name: "shop" });
  const key = { vaultId: "vault_1", name: "key" };
  const deletedSecret = deleted("Secret", "key", "secret_1", key);
  const renamedSecret = updated("Secret", "key", "secret_1", key, { ...key, name: "token" });
  const rotateSecret = (name: string) => {
    const own = { vaultId: "vault_1", name, value: "[secret]" };
    return updated("Secret", name, `secret_${name}`, own, own, ["value"]);
  };
  const renamedVault = updated("Vault", "shop", "vault_1", { name: "shop" }, { name: "store" });
  const secretOfVault = { id: "secret_9", name: "key", vault_id: "vault_1" };
  const otherPassword = password("user:password-of-another");
  const ITS_POLICY = `Endpoint ${URL_OF_A} (ep_9)`;
  const [DELETED, CHANGED] = [`high secret-deleted: ${ITS_POLICY}`, `low secret-changes: ${ITS_POLICY}`];
  const inUse = (name: string) => ["deleted-in-use", "name-released"].map((rule) => `high ${rule}: ${name}`);
  const reserved = deleted("ReservedDomain", "apps", "rd_1", domain);
  const alsoReserved = { "/reserved_domains": [{ id: "rd_9", domain: "a.example.com" }] };
  const addr = { addr: "1.tcp.example.com:20000" };
  const forwarder = otherEndpoint(
    URL_OF_A,
    JSON.stringify({ on_http_request: [forward("https://api.internal")] }),
  );
  const internal = (policy: string) => endpoint(policy, "https://api.internal");

  test.each<[string, Readonly<Record<string, JsonObject[]>>, readonly Step[], readonly string[]]>([
    ["a deleted reserved domain", otherEndpoint(URL_OF_A, OPEN), [reserved], inUse("ReservedDomain apps")],
    [
      "a deleted reserved domain that another program reserves, too",
      { ...otherEndpoint(URL_OF_A, OPEN), ...alsoReserved },
      [reserved],
      ["high name-released: ReservedDomain apps"],
    ],
    [
      "a reserved domain whose resource is removed",
      otherEndpoint(URL_OF_A, OPEN),
      [deleted("ReservedDomain", "apps", "rd_1", { ...domain, deleteOnDestroy: false })],
      [],
    ],
    [
      "a deleted reserved address",
      { "/edges/tcp": [{ id: "edgtcp_9", hostports: [addr.addr] }] },
      [deleted("ReservedAddr", "db", "ra_1", { region: "eu" }, addr)],
      inUse("ReservedAddr db"),
    ],
    ["a deleted secret", secretUse("key"), [vault, deletedSecret], [DELETED]],
    ["a renamed secret", secretUse("key"), [vault, renamedSecret], [DELETED]],
    ["a secret with a new value", secretUse("key"), [vault, rotateSecret("key")], [CHANGED]],
    [
      "a renamed vault",
      { ...secretUse("key"), "/vault_secrets": [secretOfVault] },
      [renamedVault],
      [DELETED],
    ],
    [
      "one of two changed secrets, in a policy with a password",
      secretUse("key", otherPassword),
      [vault, rotateSecret("key"), rotateSecret("other")],
      [CHANGED],
    ],
    ["a deleted secret that isn't used", secretUse("other"), [vault, deletedSecret], []],
    ["an internal endpoint that opens", forwarder, change(internal(OFFICE), internal(OPEN)), [OPENS]],
    ["an internal endpoint that closes", forwarder, change(internal(OPEN), internal(OFFICE)), [CUT_OFF]],
  ])("are reported if the change affects them: %s", async (_, seed, steps, findings) => {
    emulator.seed(seed);
    const report = await reviewAccount(steps);
    expect(warnings).toEqual([]);
    expect(listFindings(report)).toEqual(findings);
  });

  test("are judged even if their policy has a password, which stays masked", async () => {
    const guards = [otherPassword, restrictTo("ipp_1"), ANSWER];
    emulator.seed(otherEndpoint(URL_OF_A, JSON.stringify({ on_http_request: guards })));
    const report = await reviewAccount([
      ...ownPolicy,
      created("IpPolicyRule", "all", { ipPolicyId: "ipp_1", cidr: "0.0.0.0/0", action: "allow" }),
    ]);
    expect(listFindings(report)).toEqual([OPENS]);
    expect(JSON.stringify(report)).not.toContain("password-of-another");
  });

  test.each<[string, readonly Step[], boolean]>([
    ["an IP policy", [updated("IpPolicy", "office", "ipp_1", {}, { name: "new" })], true],
    ["a secret", [vault, deletedSecret], true],
    ["a new object", [created("IpPolicy", "new", {})], false],
  ])(
    "may include those in an unreadable policy, which counts only if it may refer to the changed object: %s",
    async (_, steps, isCounted) => {
      emulator.seed(otherEndpoint(URL_OF_A, "on_http_request: ["));
      const text = markdown(await reviewAccount(steps));
      expect(text.includes("No findings; 1 traffic policy outside the program could not be read.")).toBe(
        isCounted,
      );
    },
  );

  test("are reported with the names of their users", async () => {
    emulator.seed(otherEndpoint(URL_OF_A, OPEN));
    const { findings, deletions } = await reviewAccount([deleted("ReservedDomain", "apps", "rd_1", domain)]);
    expect(findings[0]?.message).toBe(
      `is deleted although Endpoint ${URL_OF_A} (ep_9) refers to it: remove the reference first, in an update of its own, also in other programs`,
    );
    expect(deletions[0]?.usedBy.map(({ name }) => name)).toEqual([`${URL_OF_A} (ep_9)`]);
  });
});

describe("a review without the account", () => {
  test.each<[string, readonly Step[]]>([
    ["created", create(OPEN)],
    ["deleted", remove(OPEN)],
    ["moved", [updated("Endpoint", "own", "ep_1", endpoint(OPEN), endpoint(OPEN, "https://b.example.com"))]],
  ])("notes that the address of a %s endpoint wasn't looked up", async (_, steps) => {
    const report = await reviewAccount(steps, false);
    expect(report.unread).toContainEqual({ kind: "used outside", count: 1 });
    expect(markdown(report).match(/not looked up in other programs|^Not looked up: /gm)).toHaveLength(1);
  });

  test("counts hidden hosts as not looked up", async () => {
    const hidden = { ...endpoint(OPEN), url: "[secret]" };
    const { unread } = await reviewAccount([created("Endpoint", "own", hidden)]);
    expect(unread).toContainEqual({ kind: "used outside", count: 1 });
  });
});
