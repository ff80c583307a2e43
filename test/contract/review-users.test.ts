import { beforeEach, describe, expect, test } from "vitest";
import { markdown } from "../../cli/review/render/markdown";
import { type Report, review } from "../../cli/review/report";
import type { Emulator, JsonObject } from "../../emulator";
import { configFor } from "../support/config";
import { rule } from "../support/policies";
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

/** The review of objects that other programs use: the account tells who does. */

const OFFICE = { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" };
const GUARD = { enabled: true, ip_policy_ids: ["ipp_1"] };
const RESTRICTING = JSON.stringify({ on_http_request: [rule("restrict-ips", { ip_policies: ["ipp_1"] })] });
const URL_OF_SHOP = "https://shop.example.com";

const backendOf = (backend_id: string) => ({ enabled: true, backend_id });
const routeAt = (match: string) => ({ match_type: "path_prefix", match });

/** What the other stacks of the account have. */
const THEIRS: Readonly<Record<string, JsonObject[]>> = {
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
    { id: "bkdhr_2", body: "theirs", status_code: 200 },
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
  emulator.seed(THEIRS);
  [warnings, token] = [[], undefined];
});

const reviewed = (steps: readonly Step[], isOnline = true): Promise<Report> =>
  review(previewOf(steps), {
    ...(isOnline && {
      openAccount: async () => (key: string) =>
        key === "tunnel-edge:apiToken" ? (token ?? emulator.token) : configFor(emulator)(key),
    }),
    warn: (told) => {
      warnings = told;
    },
  });

const policy = same("IpPolicy", "office", "ipp_1", { description: "office" });
const berlin = same("IpPolicyRule", "berlin", "ipr_1", OFFICE);
const everybody: Props = { ipPolicyId: "ipp_1", cidr: "0.0.0.0/0", action: "allow" };
const backend = { body: "ours", statusCode: 200 };
const changed = [policy, updated("IpPolicyRule", "berlin", "ipr_1", OFFICE, everybody, ["cidr"])];
const gone = [
  deleted("IpPolicy", "office", "ipp_1", { description: "office" }),
  deleted("IpPolicyRule", "berlin", "ipr_1", OFFICE),
];
const PLACES = ["https://app.example.com/*", "tcp://1.tcp.example.com:5432", URL_OF_SHOP];
const ALL_OPENED = PLACES.map((place) => `high exposure-opens: ${place}`);

const ALL_CUT_OFF = PLACES.map((place) => `medium others-cut-off: ${place}`);

const usersIn = ({ graph }: Report) =>
  graph.nodes.flatMap(({ id, label }) =>
    id.startsWith("others::") ? (label.match(/\w+_\d/)?.[0] ?? []) : [],
  );

describe("what other programs of the account use is judged as theirs", () => {
  const guarded = ["edghtsrt_1", "edgtcp_1", "ep_1"];
  const all = created("IpPolicyRule", "all", everybody);
  const ruleGone = deleted("IpPolicyRule", "berlin", "ipr_1", OFFICE);
  const backendGone = deleted("HttpResponseBackend", "page", "bkdhr_1", backend);
  const answers = updated("HttpResponseBackend", "page", "bkdhr_1", backend, { ...backend, body: "new" });
  const edgeGone = deleted("HttpsEdge", "web", "edghts_1", { hostports: ["app.example.com:443"] });
  const ANSWERS = `low backend-changes: ${PLACES[0]}`;
  const cutOff = (at: string) => `medium others-cut-off: https://app.example.com/${at}*`;
  const routes = ["edghtsrt_1", "edghtsrt_2"];
  const IN_USE = "critical edge-ipp-deleted-in-use: IpPolicy office";

  test.each<[string, readonly Step[], readonly string[], readonly string[]]>([
    ["a new rule", [policy, berlin, all], ALL_OPENED, guarded],
    ["a changed rule", changed, ALL_OPENED, guarded],
    ["a rule of their policy", [all], ALL_OPENED, ["ipp_1", ...guarded]],
    ["a rule that goes and opens nothing", [policy, ruleGone], ALL_CUT_OFF, guarded],
    ["a policy that goes", gone, [IN_USE, ...ALL_CUT_OFF], ["ipx_1", ...guarded]],
    [
      "a backend that goes",
      [backendGone],
      ["high deleted-in-use: HttpResponseBackend page", ANSWERS],
      ["bkdwd_1", "edghtsrt_1"],
    ],
    ["a backend that answers otherwise", [answers], [ANSWERS], ["bkdwd_1", "edghtsrt_1"]],
    [
      "an edge that goes with their routes",
      [edgeGone],
      ["high deleted-in-use: HttpsEdge web", cutOff(""), cutOff("open")],
      routes,
    ],
  ])("%s", async (_, steps, rules, users) => {
    const report = await reviewed(steps);
    expect(warnings).toEqual([]);
    expect(rulesOf(report)).toEqual(rules);
    expect(usersIn(report)).toEqual(expect.arrayContaining([...users]));
    expect(report.unread.filter(({ kind }) => kind !== "perhaps")).toEqual([]);
  });
});

describe("what a restriction of all endpoints guards without being named is judged", () => {
  const all = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_1"] };
  const OPEN_HOST = {
    "/endpoints": [{ id: "ep_2", type: "cloud", url: "https://open.example.com", traffic_policy: "{}" }],
    "/edges/tls": [{ id: "edgtls_1", hostports: ["tls.example.com:443"] }],
  };
  const ENFORCED = { id: "ipx_2", type: "endpoints", enforced: true, ip_policy_ids: ["ipp_1"] };
  const restrictionGone = deleted("IpRestriction", "all", "ipx_2", all);
  const unenforced = updated("IpRestriction", "all", "ipx_2", all, { ...all, enforced: false });

  test.each<[string, readonly Step[]]>([
    ["by a rule of its policy", changed],
    ["that goes", [policy, berlin, restrictionGone]],
    ["that is enforced no more", [policy, berlin, unenforced]],
  ])("%s", async (_, steps) => {
    emulator.seed({ ...OPEN_HOST, "/ip_restrictions": [ENFORCED] });
    const rules = rulesOf(await reviewed(steps)).join();
    expect(rules).toContain("https://open.example.com");
    expect(rules).toContain("tls.example.com");
  });

  test("whom one keeps out that comes", async () => {
    emulator.seed(OPEN_HOST);
    const found = rulesOf(await reviewed([policy, berlin, created("IpRestriction", "all", all)]));
    expect(found).toEqual([
      // The account has one of this type.
      "high refused: IpRestriction all",
      "medium others-cut-off: https://app.example.com/open*",
      "medium others-cut-off: https://open.example.com",
      "medium others-cut-off: tls://tls.example.com:443",
    ]);
    const agents = { ...all, type: "agent" };
    expect(rulesOf(await reviewed([policy, berlin, created("IpRestriction", "all", agents)]))).toEqual([]);
  });

  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ["nobody in", [], []],
    ["everybody in", [{ id: "ipr_9", ip_policy_id: "ipp_9", cidr: "0.0.0.0/0", action: "allow" }], ["high"]],
  ])("with what another one lets %s", async (_, rules, severities) => {
    emulator.seed({
      ...OPEN_HOST,
      "/ip_policies": [{ id: "ipp_9" }],
      "/ip_policy_rules": [...rules],
      "/ip_restrictions": [ENFORCED, { ...ENFORCED, id: "ipx_9", ip_policy_ids: ["ipp_9"] }],
    });
    const report = await reviewed([policy, berlin, restrictionGone]);
    expect(rulesOf(report).filter((found) => found.includes("open.example.com"))).toEqual(
      severities.map((severity) => `${severity} exposure-opens: https://open.example.com`),
    );
  });
});

test.each<[string, (was: Props) => Step]>([
  ["goes", (was) => deleted("HttpsEdgeRoute", "open", "edghtsrt_2", was)],
  ["moves", (was) => updated("HttpsEdgeRoute", "open", "edghtsrt_2", was, { ...was, match: "/new" })],
])("a route of others answers where a route beside it %s", async (_, step) => {
  emulator.seed({
    "/edges/https/edghts_1/routes": [{ id: "edghtsrt_3", match_type: "path_prefix", match: "/op" }],
  });
  const report = await reviewed([
    policy,
    berlin,
    step({
      edgeId: "edghts_1",
      matchType: "path_prefix",
      match: "/open",
      ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] },
    }),
  ]);
  expect(rulesOf(report)).toContain("high exposure-may-open: https://app.example.com/open*");
});

test("a finding names them, and says where they are managed", async () => {
  const { findings } = await reviewed(gone);
  expect(findings[0]?.message).toBe(
    `is deleted although Endpoint ${URL_OF_SHOP} (ep_1), HttpsEdgeRoute / (edghtsrt_1), IpRestriction ipx_1 and 1 more refer to it: remove the reference first, in an update of its own, also in other programs`,
  );
});

describe("the account is asked", () => {
  const asked = () => emulator.requests().map(({ method, path }) => `${method} ${path}`);

  test("once for each class that may name the object, and for the routes of each edge", async () => {
    await reviewed(changed);
    const lists = ["/edges/https", "/edges/https/edghts_1", "/edges/tcp", "/edges/tls", "/endpoints"];
    expect(asked().sort()).toEqual(
      [...lists, "/ip_policies", "/ip_policy_rules", "/ip_restrictions"].map((path) => `GET ${path}`).sort(),
    );
  });

  test.each<[string, readonly Step[]]>([
    ["where nothing changes", [policy, berlin]],
    [
      "where only a description changes",
      [updated("IpPolicy", "office", "ipp_1", {}, { description: "new" })],
    ],
    ["where all is new", [created("IpPolicy", "new", {})]],
    ["where no other object can name it", [deleted("ReservedAddr", "db", "ra_1", { region: "eu" })]],
  ])("not %s", async (_, steps) => {
    await reviewed(steps);
    expect(asked()).toEqual([]);
  });

  test("for the routes of fifty edges at most, and the report says so", async () => {
    const edges = Array.from({ length: 51 }, (_, n) => ({
      id: `edghts_${n}`,
      hostports: [`h${n}.example.com:443`],
    }));
    emulator.seed({ "/edges/https": edges });
    const report = await reviewed(changed);
    expect(asked().filter((call) => call.includes("/edges/https/"))).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("HttpsEdgeRoute objects are not read")]);
    expect(report.unread).toContainEqual({ kind: "used outside", count: 1 });
  });
});

describe("what was not asked is said", () => {
  test("in place of findings", async () => {
    const report = await reviewed([policy, created("IpPolicyRule", "all", everybody)], false);
    expect(markdown(report)).toContain("No finding; 1 changed object was not looked up in other programs.");
  });

  test("beside findings", async () => {
    const text =
      "Not looked up: what in other programs refers to the changed object or responds at its address. The account was not read.";
    const inputs = { url: "https://own.example.com", trafficPolicy: RESTRICTING };
    const own = same("Endpoint", "own", "ep_2", inputs);
    for (const isOnline of [false, true]) {
      const report = markdown(await reviewed([own, ...changed], isOnline));
      expect(report.includes(text)).toBe(!isOnline);
    }
  });

  test("of another account, whose token the preview does not hold", async () => {
    const provider = "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::staging::0e5e";
    const report = await reviewed(
      changed.map((step) => ({
        ...step,
        oldState: { ...step.oldState, provider },
        newState: { ...step.newState, provider },
      })),
    );
    expect(report.unread).toEqual([{ kind: "used outside", count: 1 }]);
    expect(emulator.requests()).toEqual([]);
  });

  test("where the account does not answer", async () => {
    token = "refused";
    const report = await reviewed(changed);
    expect(report.unread).toEqual([{ kind: "used outside", count: 1 }]);
    expect(warnings).toHaveLength(1);
  });
});
