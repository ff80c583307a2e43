import { beforeEach, describe, expect, test } from "vitest";
import { markdown } from "../../cli/review/render/markdown";
import { type Report, review } from "../../cli/review/report";
import type { Emulator, JsonObject } from "../../emulator";
import { configFor } from "../support/config";
import { rule } from "../support/policies";
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

/** Reviews of objects that other programs use, which the review finds in the account. */

const OFFICE = { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" };
const GUARD = { enabled: true, ip_policy_ids: ["ipp_1"] };
const RESTRICTING = JSON.stringify({ on_http_request: [rule("restrict-ips", { ip_policies: ["ipp_1"] })] });
const URL_OF_SHOP = "https://shop.example.com";

const backendOf = (backend_id: string) => ({ enabled: true, backend_id });
const routeAt = (match: string) => ({ match_type: "path_prefix", match });

const OTHER_STACKS: Readonly<Record<string, JsonObject[]>> = {
  "/endpoints": [{ id: "ep_1", type: "cloud", url: URL_OF_SHOP, traffic_policy: RESTRICTING }],
  "/edges/tcp": [
    {
      id: "edgtcp_1",
      hostports: ["1.tcp.example.com:5432"],
      ip_restriction: GUARD,
      backend: backendOf("bkdhr_2"),
    },
  ],
  "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"] }],
  "/edges/https/edghts_1/routes": [
    { id: "edghtsrt_1", ...routeAt("/"), ip_restriction: GUARD, backend: backendOf("bkdhr_1") },
    { id: "edghtsrt_2", ...routeAt("/open"), backend: backendOf("bkdhr_2") },
  ],
  "/ip_restrictions": [{ id: "ipx_1", type: "endpoints", enforced: false, ip_policy_ids: ["ipp_1"] }],
  "/backends/http_response": [
    { id: "bkdhr_1", body: "ours", status_code: 200 },
    { id: "bkdhr_2", body: "other", status_code: 200 },
  ],
  "/backends/weighted": [{ id: "bkdwd_1", backends: { bkdhr_1: 1 } }],
  "/ip_policies": [{ id: "ipp_1", description: "office" }],
  "/ip_policy_rules": [{ id: "ipr_1", ip_policy_id: "ipp_1", cidr: OFFICE.cidr, action: "allow" }],
};

let emulator: Emulator;
let warnings: readonly string[];
let token: string | undefined;

beforeEach(async () => {
  emulator = await emulatedAccount();
  emulator.seed(OTHER_STACKS);
  warnings = [];
  token = undefined;
});

const reviewAccount = (steps: readonly Step[], isOnline = true): Promise<Report> =>
  review(toPreview(steps), {
    ...(isOnline && {
      openAccount: async () => (key: string) =>
        key === "tunnel-edge:apiToken" ? (token ?? emulator.token) : configFor(emulator)(key),
    }),
    warn: (reasons) => {
      warnings = reasons;
    },
  });

const policy = same("IpPolicy", "office", "ipp_1", { description: "office" });
const berlin = same("IpPolicyRule", "berlin", "ipr_1", OFFICE);
const everybody: Props = { ipPolicyId: "ipp_1", cidr: "0.0.0.0/0", action: "allow" };
const backend = { body: "ours", statusCode: 200 };
const ruleUpdate = [policy, updated("IpPolicyRule", "berlin", "ipr_1", OFFICE, everybody, ["cidr"])];
const policyDeletion = [
  deleted("IpPolicy", "office", "ipp_1", { description: "office" }),
  deleted("IpPolicyRule", "berlin", "ipr_1", OFFICE),
];
const PLACES = ["https://app.example.com/*", "tcp://1.tcp.example.com:5432", URL_OF_SHOP];
const ALL_OPENED = PLACES.map((place) => `high exposure-opens: ${place}`);

const ALL_CUT_OFF = PLACES.map((place) => `medium others-cut-off: ${place}`);

const listUsers = ({ graph }: Report) =>
  graph.nodes.flatMap(({ id, label }) =>
    id.startsWith("others::") ? (label.match(/\w+_\d/)?.[0] ?? []) : [],
  );

describe("objects of other programs that use a changed object", () => {
  const guarded = ["edghtsrt_1", "edgtcp_1", "ep_1"];
  const newRule = created("IpPolicyRule", "all", everybody);
  const ruleDeletion = deleted("IpPolicyRule", "berlin", "ipr_1", OFFICE);
  const backendDeletion = deleted("HttpResponseBackend", "page", "bkdhr_1", backend);
  const backendUpdate = updated("HttpResponseBackend", "page", "bkdhr_1", backend, {
    ...backend,
    body: "new",
  });
  const edgeDeletion = deleted("HttpsEdge", "web", "edghts_1", { hostports: ["app.example.com:443"] });
  const BACKEND_CHANGES = `low backend-changes: ${PLACES[0]}`;
  const cutOff = (path: string) => `medium others-cut-off: https://app.example.com/${path}*`;
  const routes = ["edghtsrt_1", "edghtsrt_2"];
  const IN_USE = "critical edge-ipp-deleted-in-use: IpPolicy office";

  test.each<[string, readonly Step[], readonly string[], readonly string[]]>([
    ["a new rule", [policy, berlin, newRule], ALL_OPENED, guarded],
    ["an updated rule", ruleUpdate, ALL_OPENED, guarded],
    ["a new rule of a policy outside the program", [newRule], ALL_OPENED, ["ipp_1", ...guarded]],
    ["a deleted rule", [policy, ruleDeletion], ALL_CUT_OFF, guarded],
    ["a deleted policy", policyDeletion, [IN_USE, ...ALL_CUT_OFF], ["ipx_1", ...guarded]],
    [
      "a deleted backend",
      [backendDeletion],
      ["high deleted-in-use: HttpResponseBackend page", BACKEND_CHANGES],
      ["bkdwd_1", "edghtsrt_1"],
    ],
    ["an updated backend", [backendUpdate], [BACKEND_CHANGES], ["bkdwd_1", "edghtsrt_1"]],
    [
      "an edge that is deleted with routes of other programs",
      [edgeDeletion],
      ["high deleted-in-use: HttpsEdge web", cutOff(""), cutOff("open")],
      routes,
    ],
  ])("are judged: %s", async (_, steps, findings, users) => {
    const report = await reviewAccount(steps);
    expect(warnings).toEqual([]);
    expect(listFindings(report)).toEqual(findings);
    expect(listUsers(report)).toEqual(expect.arrayContaining([...users]));
    expect(report.unread.filter(({ kind }) => kind !== "perhaps")).toEqual([]);
  });
});

describe("an IP restriction for all endpoints", () => {
  const all = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_1"] };
  const OPEN_ADDRESSES = {
    "/endpoints": [{ id: "ep_2", type: "cloud", url: "https://open.example.com", traffic_policy: "{}" }],
    "/edges/tls": [{ id: "edgtls_1", hostports: ["tls.example.com:443"] }],
  };
  const ENFORCED = { id: "ipx_2", type: "endpoints", enforced: true, ip_policy_ids: ["ipp_1"] };
  const restrictionDeletion = deleted("IpRestriction", "all", "ipx_2", all);
  const unenforced = updated("IpRestriction", "all", "ipx_2", all, { ...all, enforced: false });

  test.each<[string, readonly Step[]]>([
    ["a rule of its policy is updated", ruleUpdate],
    ["it is deleted", [policy, berlin, restrictionDeletion]],
    ["it is no longer enforced", [policy, berlin, unenforced]],
  ])("affects endpoints outside the program if %s", async (_, steps) => {
    emulator.seed({ ...OPEN_ADDRESSES, "/ip_restrictions": [ENFORCED] });
    const findings = listFindings(await reviewAccount(steps)).join();
    expect(findings).toContain("https://open.example.com");
    expect(findings).toContain("tls.example.com");
  });

  test("yields findings about clients that lose access when it is created", async () => {
    emulator.seed(OPEN_ADDRESSES);
    const found = listFindings(await reviewAccount([policy, berlin, created("IpRestriction", "all", all)]));
    expect(found).toEqual([
      // The account already has a restriction of this type.
      "high refused: IpRestriction all",
      "medium others-cut-off: https://app.example.com/open*",
      "medium others-cut-off: https://open.example.com",
      "medium others-cut-off: tls://tls.example.com:443",
    ]);
    const agents = { ...all, type: "agent" };
    expect(
      listFindings(await reviewAccount([policy, berlin, created("IpRestriction", "all", agents)])),
    ).toEqual([]);
  });

  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ["denies everyone", [], []],
    [
      "allows everyone",
      [{ id: "ipr_9", ip_policy_id: "ipp_9", cidr: "0.0.0.0/0", action: "allow" }],
      ["high"],
    ],
  ])("is combined with another restriction, which %s", async (_, rules, severities) => {
    emulator.seed({
      ...OPEN_ADDRESSES,
      "/ip_policies": [{ id: "ipp_9" }],
      "/ip_policy_rules": [...rules],
      "/ip_restrictions": [ENFORCED, { ...ENFORCED, id: "ipx_9", ip_policy_ids: ["ipp_9"] }],
    });
    const report = await reviewAccount([policy, berlin, restrictionDeletion]);
    expect(listFindings(report).filter((found) => found.includes("open.example.com"))).toEqual(
      severities.map((severity) => `${severity} exposure-opens: https://open.example.com`),
    );
  });
});

test.each<[string, (before: Props) => Step]>([
  ["is deleted", (before) => deleted("HttpsEdgeRoute", "open", "edghtsrt_2", before)],
  [
    "moves",
    (before) => updated("HttpsEdgeRoute", "open", "edghtsrt_2", before, { ...before, match: "/new" }),
  ],
])("a route outside the program may take over the path of a route that %s", async (_, step) => {
  emulator.seed({
    "/edges/https/edghts_1/routes": [{ id: "edghtsrt_3", match_type: "path_prefix", match: "/op" }],
  });
  const report = await reviewAccount([
    policy,
    berlin,
    step({
      edgeId: "edghts_1",
      matchType: "path_prefix",
      match: "/open",
      ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] },
    }),
  ]);
  expect(listFindings(report)).toContain("high exposure-may-open: https://app.example.com/open*");
});

test("a finding names the users, and says that some are in other programs", async () => {
  const { findings } = await reviewAccount(policyDeletion);
  expect(findings[0]?.message).toBe(
    `is deleted although Endpoint ${URL_OF_SHOP} (ep_1), HttpsEdgeRoute / (edghtsrt_1), IpRestriction ipx_1 and 1 more refer to it: remove the reference first, in an update of its own, also in other programs`,
  );
});

describe("the review", () => {
  const requests = () => emulator.requests().map(({ method, path }) => `${method} ${path}`);

  test("reads each class that may refer to the object once, and the routes of each edge", async () => {
    await reviewAccount(ruleUpdate);
    const lists = ["/edges/https", "/edges/https/edghts_1", "/edges/tcp", "/edges/tls", "/endpoints"];
    expect(requests().sort()).toEqual(
      [...lists, "/ip_policies", "/ip_policy_rules", "/ip_restrictions"].map((path) => `GET ${path}`).sort(),
    );
  });

  test.each<[string, readonly Step[]]>([
    ["nothing changes", [policy, berlin]],
    ["only a description changes", [updated("IpPolicy", "office", "ipp_1", {}, { description: "new" })]],
    ["all objects are new", [created("IpPolicy", "new", {})]],
    [
      "no other object can refer to the changed one",
      [deleted("ReservedAddr", "db", "ra_1", { region: "eu" })],
    ],
  ])("doesn't read the account if %s", async (_, steps) => {
    await reviewAccount(steps);
    expect(requests()).toEqual([]);
  });

  test("reads the routes of at most 50 edges, and warns that it skips them otherwise", async () => {
    const edges = Array.from({ length: 51 }, (_, n) => ({
      id: `edghts_${n}`,
      hostports: [`h${n}.example.com:443`],
    }));
    emulator.seed({ "/edges/https": edges });
    const report = await reviewAccount(ruleUpdate);
    expect(requests().filter((call) => call.includes("/edges/https/"))).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("HttpsEdgeRoute objects are not read")]);
    expect(report.unread).toContainEqual({ kind: "used outside", count: 1 });
  });
});

describe("uses that weren't looked up", () => {
  test("are mentioned in a report without findings", async () => {
    const report = await reviewAccount([policy, created("IpPolicyRule", "all", everybody)], false);
    expect(markdown(report)).toContain("No findings; 1 changed object was not looked up in other programs.");
  });

  test("are mentioned after the findings", async () => {
    const text =
      "Not looked up: objects of other programs that refer to the changed object or respond at its address, because the account was not read.";
    const inputs = { url: "https://own.example.com", trafficPolicy: RESTRICTING };
    const own = same("Endpoint", "own", "ep_2", inputs);
    for (const isOnline of [false, true]) {
      const report = markdown(await reviewAccount([own, ...ruleUpdate], isOnline));
      expect(report.includes(text)).toBe(!isOnline);
    }
  });

  test("include those in another account, because a preview doesn't contain its token", async () => {
    const provider = "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::staging::0e5e";
    const report = await reviewAccount(
      ruleUpdate.map((step) => ({
        ...step,
        oldState: { ...step.oldState, provider },
        newState: { ...step.newState, provider },
      })),
    );
    expect(report.unread).toEqual([{ kind: "used outside", count: 1 }]);
    expect(emulator.requests()).toEqual([]);
  });

  test("include all uses if the account can't be read", async () => {
    token = "refused";
    const report = await reviewAccount(ruleUpdate);
    expect(report.unread).toEqual([{ kind: "used outside", count: 1 }]);
    expect(warnings).toHaveLength(1);
  });
});
