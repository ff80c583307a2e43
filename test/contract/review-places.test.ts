import { beforeEach, describe, expect, test } from "vitest";
import { markdown } from "../../cli/review/render/markdown";
import { type Report, review } from "../../cli/review/report";
import type { Emulator, JsonObject } from "../../emulator";
import { configFor } from "../support/config";
import { ANSWER, addHeader, forward, password, rule } from "../support/policies";
import {
  created,
  deleted,
  type Props,
  previewOf,
  rulesOf,
  type Step,
  same,
  updated,
} from "../support/previews";
import { emulatedAccount } from "../support/test-resources";

/** The review of a place where objects of other programs answer too, or next. */

const OPEN = JSON.stringify({ on_http_request: [ANSWER] });
const restricted = (id: string) => rule("restrict-ips", { ip_policies: [id] });
const guardedBy = (id: string) => JSON.stringify({ on_http_request: [restricted(id), ANSWER] });
const OFFICE = guardedBy("ipp_1");
const THEIRS = guardedBy("ipp_9");

const URL_OF_A = "https://a.example.com";
const WILDCARD = "https://*.example.com";

/** What the other stacks of the account have: policies, and what a test adds. */
const POLICIES: Readonly<Record<string, JsonObject[]>> = {
  "/ip_policies": [{ id: "ipp_8" }, { id: "ipp_9" }],
  "/ip_policy_rules": [
    { id: "ipr_8", ip_policy_id: "ipp_8", cidr: "0.0.0.0/0", action: "allow" },
    { id: "ipr_9", ip_policy_id: "ipp_9", cidr: "198.51.100.0/24", action: "allow" },
  ],
};
const theirs = (url: string, trafficPolicy: string): Record<string, JsonObject[]> => ({
  "/endpoints": [{ id: "ep_9", type: "cloud", url, pooling_enabled: true, traffic_policy: trafficPolicy }],
});

let emulator: Emulator;
let warnings: readonly string[];

beforeEach(async () => {
  emulator = await emulatedAccount();
  emulator.seed(POLICIES);
  warnings = [];
});

const reviewed = (steps: readonly Step[], isOnline = true): Promise<Report> =>
  review(previewOf(steps), {
    ...(isOnline && { openAccount: async () => configFor(emulator) }),
    warn: (told) => {
      warnings = told;
    },
  });

const mine = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "berlin", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const endpoint = (trafficPolicy: string, url = URL_OF_A) => ({ url, poolingEnabled: true, trafficPolicy });
const comes = (policy: string, url = URL_OF_A) => [
  ...mine,
  created("Endpoint", "own", endpoint(policy, url)),
];
const goes = (policy: string) => [...mine, deleted("Endpoint", "own", "ep_1", endpoint(policy))];
const changes = (from: Props, to: Props) => [...mine, updated("Endpoint", "own", "ep_1", from, to)];
const edge = { hostports: ["a.example.com:443"] };
const route = { edgeId: "edghts_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkdhr_1" } };
const office = { ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] } };
const wildcardEdge: Readonly<Record<string, JsonObject[]>> = {
  "/edges/https": [
    { id: "edghts_9", hostports: ["*.example.com:443"] },
    { id: "edghts_8", hostports: ["elsewhere.example.net:443"] },
  ],
  "/backends/http_response": [{ id: "bkdhr_9", body: "theirs" }],
  "/edges/https/edghts_9/routes": [
    {
      id: "edghtsrt_9",
      match_type: "path_prefix",
      match: "/",
      backend: { enabled: true, backend_id: "bkdhr_9" },
    },
  ],
};

const CUT = `medium others-cut-off: ${URL_OF_A}`;

const OPENS = `high exposure-opens: ${URL_OF_A}`;
const edgeGoes = [
  ...mine,
  deleted("HttpsEdge", "own", "edghts_1", edge),
  deleted("HttpsEdgeRoute", "own", "edghtsrt_1", { ...route, ...office }),
];
const edgeMoves = [
  ...mine,
  updated("HttpsEdge", "own", "edghts_1", edge, { hostports: ["b.example.net:443"] }),
  same("HttpsEdgeRoute", "own", "edghtsrt_1", { ...route, ...office }),
];
const tlsGoes = deleted("TlsEdge", "own", "edgtls_1", {
  ...edge,
  ...office,
  backend: { backendId: "bkdhr_1" },
});
const tlsWildcard = theirs("tls://*.example.com", JSON.stringify({ on_tcp_connect: [restricted("ipp_8")] }));
const bound = (binding: string) => ({ ...endpoint(OFFICE), bindings: [binding] });
const theirRoute = created("HttpsEdgeRoute", "own", {
  ...route,
  ...office,
  edgeId: "edghts_9",
  match: "/admin",
});
const AT_ADMIN = "https://*.example.com/admin*";

describe("what other programs have at a place is judged with it", () => {
  test.each<[string, Readonly<Record<string, JsonObject[]>>, readonly Step[], readonly string[]]>([
    ["an open wildcard answers where an endpoint goes", theirs(WILDCARD, OPEN), goes(OFFICE), [OPENS]],
    ["a wildcard with the same guard opens nothing", theirs(WILDCARD, OFFICE), goes(OFFICE), []],
    ["a wildcard with another guard opens for its clients", theirs(WILDCARD, THEIRS), goes(OFFICE), [OPENS]],
    ["a wildcard edge answers where an edge goes", wildcardEdge, edgeGoes, [`${OPENS}/*`]],
    [
      "and where it moves",
      wildcardEdge,
      edgeMoves,
      [`${OPENS}/*`, "medium exposure-new: https://b.example.net/*"],
    ],
    [
      "an endpoint of another kind answers where an edge goes",
      tlsWildcard,
      [...mine, tlsGoes],
      ["high exposure-opens: tls://a.example.com"],
    ],
    ["an open endpoint beside a guarded one", theirs(URL_OF_A, THEIRS), comes(OPEN), [OPENS, CUT]],
    ["a guarded endpoint beside an open one", theirs(URL_OF_A, OPEN), comes(OFFICE), [CUT]],
    ["a guarded endpoint below an open wildcard", theirs(WILDCARD, OPEN), comes(OFFICE), [CUT]],
    ["an open endpoint below a guarded wildcard", theirs(WILDCARD, THEIRS), comes(OPEN), [OPENS, CUT]],
    ["an open endpoint below an open wildcard", theirs(WILDCARD, OPEN), comes(OPEN), [CUT]],
    [
      "an open wildcard above a guarded endpoint",
      theirs(URL_OF_A, THEIRS),
      comes(OPEN, WILDCARD),
      [`medium exposure-new: ${WILDCARD}`],
    ],
    ["a binding that goes", theirs(WILDCARD, OPEN), changes(bound("public"), bound("kubernetes")), [OPENS]],
    [
      "a shared URL that is open already",
      theirs(URL_OF_A, OPEN),
      changes(endpoint(OFFICE), endpoint(OPEN)),
      [],
    ],
    [
      "a route that comes on an edge of others",
      wildcardEdge,
      [...mine, theirRoute],
      [`medium others-cut-off: ${AT_ADMIN}`, `low backend-changes: ${AT_ADMIN}`],
    ],
  ])("%s", async (_, seed, steps, rules) => {
    emulator.seed(seed);
    const report = await reviewed(steps);
    expect(warnings).toEqual([]);
    expect(rulesOf(report)).toEqual(rules);
  });
});

test("a finding says what comes in place of theirs, and whom it keeps out", async () => {
  emulator.seed(theirs(WILDCARD, OPEN));
  const messages = async (policy: string) =>
    (await reviewed(comes(policy))).findings.map(({ message }) => message);
  const instead = `responds instead of Endpoint ${WILDCARD} (ep_9), which another program manages`;
  expect(await messages(OPEN)).toEqual([instead]);
  expect(await messages(OFFICE)).toEqual([
    `${instead}; no longer allows requests from outside 203.0.113.0/24, answered by the policy itself; blocked now by rule on_http_request[0] (restrict-ips)`,
  ]);
});

test("what a changed object names of others is read with its rules", async () => {
  const own = (id: string) => ({ url: URL_OF_A, trafficPolicy: guardedBy(id) });
  const open = await reviewed([updated("Endpoint", "own", "ep_1", own("ipp_9"), own("ipp_8"))]);
  expect([rulesOf(open), open.unread]).toEqual([[`high exposure-opens: ${URL_OF_A}`], []]);
  expect(emulator.requests().map(({ path }) => path)).toEqual(["/ip_policies", "/ip_policy_rules"]);
  const closed = await reviewed([updated("Endpoint", "own", "ep_1", own("ipp_8"), own("ipp_9"))]);
  expect(markdown(closed)).toContain("Nothing to worry about.");
});

describe("the account is asked", () => {
  const asked = () =>
    emulator
      .requests()
      .map(({ path }) => path)
      .sort();
  const SERVING = [
    "/edges/https",
    "/edges/tcp",
    "/edges/tls",
    "/endpoints",
    "/ip_policies",
    "/ip_policy_rules",
  ];

  test("for what serves hosts, for policies, and for the routes of edges at the place alone", async () => {
    emulator.seed(wildcardEdge);
    await reviewed(goes(OPEN));
    expect(asked()).toEqual([...SERVING, "/edges/https/edghts_9"].sort());
  });

  test("for the routes of an edge that gets or loses one, and of no other", async () => {
    emulator.seed(wildcardEdge);
    await reviewed([created("HttpsEdgeRoute", "own", { ...route, edgeId: "edghts_9" })]);
    expect(asked()).toEqual(["/edges/https", "/edges/https/edghts_9", "/ip_policies", "/ip_policy_rules"]);
  });

  const tcp = (backendId: string) => ({ hostports: ["db.example.com:5432"], backend: { backendId } });
  const alone = (trafficPolicy: string) => ({ url: URL_OF_A, trafficPolicy });
  const retained = deleted("Endpoint", "own", "ep_1", { ...endpoint(OPEN), deleteOnDestroy: false });
  test.each<[string, readonly Step[]]>([
    [
      "where what is named has no parts",
      [updated("TcpEdge", "own", "edgtcp_1", tcp("bkdhr_9"), tcp("bkdhr_8"))],
    ],
    ["where nothing comes or goes", changes(alone(OPEN), alone(OFFICE))],
    ["where what leaves the program stays", [...mine, retained]],
  ])("not %s", async (_, steps) => {
    await reviewed(steps);
    expect(asked()).toEqual([]);
  });
});

describe("what other programs name is told", () => {
  const domain = { domain: "*.example.com" };
  const keyed = (name: string, ...before: readonly object[]) => {
    const added = addHeader("x-key", `\${secrets.get('shop', '${name}')}`);
    return theirs(URL_OF_A, JSON.stringify({ on_http_request: [...before, added, ANSWER] }));
  };
  const vault = same("Vault", "shop", "vault_1", { name: "shop" });
  const held = { vaultId: "vault_1", name: "key" };
  const goneSecret = deleted("Secret", "key", "secret_1", held);
  const renamed = updated("Secret", "key", "secret_1", held, { ...held, name: "token" });
  const rotated = (name: string) => {
    const own = { vaultId: "vault_1", name, value: "[secret]" };
    return updated("Secret", name, `secret_${name}`, own, own, ["value"]);
  };
  const renamedVault = updated("Vault", "shop", "vault_1", { name: "shop" }, { name: "store" });
  const secretOfVault = { id: "secret_9", name: "key", vault_id: "vault_1" };
  const theirPassword = password("user:password-of-theirs");
  const ITS_POLICY = `Endpoint ${URL_OF_A} (ep_9)`;
  const [DELETED, CHANGES] = [`high secret-deleted: ${ITS_POLICY}`, `low secret-changes: ${ITS_POLICY}`];
  const inUse = (name: string) => ["deleted-in-use", "name-released"].map((rule) => `high ${rule}: ${name}`);
  const reserved = deleted("ReservedDomain", "apps", "rd_1", domain);
  const alsoReserved = { "/reserved_domains": [{ id: "rd_9", domain: "a.example.com" }] };
  const addr = { addr: "1.tcp.example.com:20000" };
  const forwards = theirs(URL_OF_A, JSON.stringify({ on_http_request: [forward("https://api.internal")] }));
  const api = (policy: string) => endpoint(policy, "https://api.internal");

  test.each<[string, Readonly<Record<string, JsonObject[]>>, readonly Step[], readonly string[]]>([
    ["a reserved domain that goes", theirs(URL_OF_A, OPEN), [reserved], inUse("ReservedDomain apps")],
    [
      "a reserved domain that goes while others reserve the name too",
      { ...theirs(URL_OF_A, OPEN), ...alsoReserved },
      [reserved],
      ["high name-released: ReservedDomain apps"],
    ],
    [
      "a reserved domain that stays",
      theirs(URL_OF_A, OPEN),
      [deleted("ReservedDomain", "apps", "rd_1", { ...domain, deleteOnDestroy: false })],
      [],
    ],
    [
      "a reserved address that goes",
      { "/edges/tcp": [{ id: "edgtcp_9", hostports: [addr.addr] }] },
      [deleted("ReservedAddr", "db", "ra_1", { region: "eu" }, addr)],
      inUse("ReservedAddr db"),
    ],
    ["a secret that goes", keyed("key"), [vault, goneSecret], [DELETED]],
    ["a secret that is renamed", keyed("key"), [vault, renamed], [DELETED]],
    ["a secret that gets another value", keyed("key"), [vault, rotated("key")], [CHANGES]],
    ["a renamed vault", { ...keyed("key"), "/vault_secrets": [secretOfVault] }, [renamedVault], [DELETED]],
    [
      "one of two secrets, beside a password of theirs",
      keyed("key", theirPassword),
      [vault, rotated("key"), rotated("other")],
      [CHANGES],
    ],
    ["another secret", keyed("other"), [vault, goneSecret], []],
    ["an internal endpoint that is opened", forwards, changes(api(OFFICE), api(OPEN)), [OPENS]],
    ["an internal endpoint that closes", forwards, changes(api(OPEN), api(OFFICE)), [CUT]],
  ])("%s", async (_, seed, steps, rules) => {
    emulator.seed(seed);
    const report = await reviewed(steps);
    expect(warnings).toEqual([]);
    expect(rulesOf(report)).toEqual(rules);
  });

  test("also beside a password, which is not shown", async () => {
    const guards = [theirPassword, restricted("ipp_1"), ANSWER];
    emulator.seed(theirs(URL_OF_A, JSON.stringify({ on_http_request: guards })));
    const report = await reviewed([
      ...mine,
      created("IpPolicyRule", "all", { ipPolicyId: "ipp_1", cidr: "0.0.0.0/0", action: "allow" }),
    ]);
    expect(rulesOf(report)).toEqual([OPENS]);
    expect(JSON.stringify(report)).not.toContain("password-of-theirs");
  });

  test.each<[string, readonly Step[], boolean]>([
    ["an object that it may name", [updated("IpPolicy", "office", "ipp_1", {}, { name: "new" })], true],
    ["a secret that it may name", [vault, goneSecret], true],
    ["nothing that it may name", [created("IpPolicy", "new", {})], false],
  ])("a policy of theirs that cannot be read is counted beside %s", async (_, steps, isCounted) => {
    emulator.seed(theirs(URL_OF_A, "on_http_request: ["));
    const text = markdown(await reviewed(steps));
    expect(text.includes("No finding; 1 traffic policy outside the program could not be read.")).toBe(
      isCounted,
    );
  });

  test("in a sentence with their names", async () => {
    emulator.seed(theirs(URL_OF_A, OPEN));
    const { findings, deletions } = await reviewed([deleted("ReservedDomain", "apps", "rd_1", domain)]);
    expect(findings[0]?.message).toBe(
      `is deleted although Endpoint ${URL_OF_A} (ep_9) refers to it: remove the reference first, in an update of its own, also in other programs`,
    );
    expect(deletions[0]?.usedBy.map(({ name }) => name)).toEqual([`${URL_OF_A} (ep_9)`]);
  });
});

describe("without the account", () => {
  test.each<[string, readonly Step[]]>([
    ["comes", comes(OPEN)],
    ["goes", goes(OPEN)],
    ["moves", [updated("Endpoint", "own", "ep_1", endpoint(OPEN), endpoint(OPEN, "https://b.example.com"))]],
  ])("one line says that nobody looked at the place where something %s", async (_, steps) => {
    const report = await reviewed(steps, false);
    expect(report.unread).toContainEqual({ kind: "used outside", count: 1 });
    expect(markdown(report).match(/not looked up in other programs|^Not looked up: /gm)).toHaveLength(1);
  });

  test("a host that is not shown counts as well", async () => {
    const hidden = { ...endpoint(OPEN), url: "[secret]" };
    const { unread } = await reviewed([created("Endpoint", "own", hidden)]);
    expect(unread).toContainEqual({ kind: "used outside", count: 1 });
  });
});
