import { beforeEach, describe, expect, test, vi } from "vitest";
import { html } from "../../cli/review/render/html";
import { markdown } from "../../cli/review/render/markdown";
import { sarif } from "../../cli/review/render/sarif";
import { type Report, review } from "../../cli/review/report";
import type { Emulator, JsonObject } from "../../emulator";
import { UNKNOWN } from "../../provider/family/unknown";
import { configFor } from "../support/config";
import { created, listFindings, type Props, type Step, toPreview, urn } from "../support/previews";
import { snakeCase } from "../support/store";
import { emulatedAccount } from "../support/test-resources";

/** Reviews of programs that adopt objects, which the review reads from the account. */

const SECRET = "sent-by-the-service";
const ROUTE = { edgeId: "edghts_1", matchType: "path_prefix", match: "/" };

let emulator: Emulator;
let warnings: readonly string[];

beforeEach(async () => {
  emulator = await emulatedAccount();
  warnings = [];
});

const reviewAccount = (...steps: Step[]): Promise<Report> =>
  review(toPreview(steps), {
    openAccount: async () => configFor(emulator),
    warn: (reasons) => {
      warnings = reasons;
    },
  });

/** Reviews the adoption of a route whose stored modules differ from those of the program. */
function reviewRoute(stored: JsonObject, declared: Props): Promise<Report> {
  emulator.seed({
    "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"] }],
    "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "path_prefix", match: "/", ...stored }],
  });
  return reviewAccount(
    created("HttpsEdge", "web", { adoptId: "edghts_1", hostports: ["app.example.com:443"] }),
    created("HttpsEdgeRoute", "root", { ...ROUTE, adoptId: "edghts_1/edghtsrt_1", ...declared }),
  );
}

const updateOf = ({ adoptions }: Report, name: string) =>
  adoptions.find((adoption) => adoption.name === name)?.update;

describe("an adopted object", () => {
  const issuer = "https://id.example.com";
  test.each<[string, JsonObject, Props]>([
    ["webhookVerification", { provider: "github", secret: SECRET }, { provider: "sns" }],
    ["oidc", { issuer, client_id: "web", client_secret: SECRET }, { issuer: `${issuer}/b`, clientId: "web" }],
    [
      "oauth",
      { provider: { github: { client_id: "app", client_secret: SECRET } } },
      { provider: { github: {} } },
    ],
    ["requestHeaders", { add: { authorization: SECRET } }, { add: { "x-from": "edge" } }],
  ])("masks a secret of %s that the program omits", async (module, stored, declared) => {
    const wire = snakeCase(module);
    const report = await reviewRoute({ [wire]: stored }, { [module]: declared });
    const [parameter] = updateOf(report, "root")?.parameters ?? [];
    expect(parameter?.before).toContain("[secret]");
    for (const text of [JSON.stringify(report), markdown(report), html(report), sarif(report)])
      expect(text, module).not.toContain(SECRET);
  });

  test("masks a value that the program marks as secret", async () => {
    emulator.seed({ "/ip_policies": [{ id: "ipp_1", description: SECRET, metadata: "a" }] });
    const report = await reviewAccount(
      created("IpPolicy", "office", { adoptId: "ipp_1", description: "[secret]", metadata: "b" }),
    );
    expect(updateOf(report, "office")?.parameters).toEqual([
      { name: "metadata", before: '"a"', after: '"b"' },
    ]);
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });

  test("leaves a value undecided that the preview hides in part", async () => {
    emulator.seed({ "/edges/tcp": [{ id: "edgtcp_1", hostports: ["1.tcp.example.com:1"] }] });
    const hostports = ["2.tcp.example.com:1", UNKNOWN];
    const report = await reviewAccount(created("TcpEdge", "db", { adoptId: "edgtcp_1", hostports }));
    expect(report.adoptions).toMatchObject([{ update: null, undecided: ["hostports"] }]);
  });

  test("is compared as stored, without the program's values merged into it", async () => {
    const report = await reviewRoute(
      { oauth: { provider: { github: { organizations: ["acme"] } } }, backend: { backend_id: "bkdtg_1" } },
      { oauth: { provider: { google: { emailDomains: ["example.com"] } } } },
    );
    const [parameter] = updateOf(report, "root")?.parameters ?? [];
    expect(JSON.parse(parameter?.before ?? "")).toMatchObject({
      provider: { github: { organizations: ["acme"] } },
    });
    expect(parameter?.before).not.toContain("google");
    // The verdict about the sign-in is certain because the undeclared backend was read.
    expect(listFindings(report)).toEqual(["high exposure-opens: https://app.example.com/*"]);
  });

  test("yields one warning if it can't be read, and the review continues", async () => {
    emulator.faults({ on: "GET *", status: 403 });
    const report = await reviewAccount(
      created("IpPolicy", "one", { adoptId: "ipp_1" }),
      created("IpPolicy", "another", { adoptId: "ipp_1" }),
    );
    const unread = { isRead: false, isMissing: false };
    expect(report.adoptions).toMatchObject([unread, unread]);
    expect(warnings).toEqual([expect.stringMatching(/not allowed \(403.* \(and 1 more\)$/)]);
  });

  test("isn't looked up in another account", async () => {
    const step = created("IpPolicy", "far", { adoptId: "ipp_far" }, { provider: provider("staging") });
    const report = await reviewAccount(step);
    expect(report.adoptions).toMatchObject([{ isRead: false, isMissing: false }]);
    expect(listFindings(report)).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("staging")]);
    expect(emulator.requests()).toEqual([]);
  });

  test("doesn't count as a new restriction that is enforced immediately", async () => {
    const stored = { id: "ipx_1", type: "api", enforced: true, ip_policy_ids: ["ipp_1"] };
    emulator.seed({ "/ip_policies": [{ id: "ipp_1" }], "/ip_restrictions": [stored] });
    const inputs = { type: "api", enforced: true, ipPolicyIds: ["ipp_1"] };
    const rules = async (more: Props) =>
      listFindings(await reviewAccount(created("IpRestriction", "api", { ...inputs, ...more })));
    expect(await rules({ adoptId: "ipx_1" })).toEqual([]);
    expect(await rules({})).toContain("high edge-ipr-staged: IpRestriction api");
  });

  test("is updated to the default of an input that the program omits, and the report says so", async () => {
    const stored = {
      id: "ipx_1",
      type: "dashboard",
      enforced: true,
      ip_policy_ids: ["ipp_1"],
      description: "By hand",
    };
    emulator.seed({ "/ip_policies": [{ id: "ipp_1" }], "/ip_restrictions": [stored] });
    const adopting = (more: Props) =>
      reviewAccount(
        created("IpRestriction", "all", {
          type: "dashboard",
          ipPolicyIds: ["ipp_1"],
          adoptId: "ipx_1",
          ...more,
        }),
      );
    const enforced = { name: "enforced", before: "true", after: "false" };
    const report = await adopting({ description: "Staff" });
    expect(updateOf(report, "all")?.parameters).toEqual([
      { ...enforced, isDefault: true },
      { name: "description", before: '"By hand"', after: '"Staff"' },
    ]);
    for (const text of [markdown(report), html(report)])
      expect(text).toContain("its default, because the program omits it");
    const declared = await adopting({ description: "By hand", enforced: false });
    expect(updateOf(declared, "all")?.parameters).toEqual([enforced]);
  });
});

describe("an adopted endpoint whose policy the preview hides in part", () => {
  const url = "https://app.example.com";
  const OK = { type: "custom-response", config: { status_code: 200 } };
  const policyOf = (...actions: unknown[]) => ({ on_http_request: [{ actions }] });
  const login = (...credentials: unknown[]) => ({ type: "basic-auth", config: { credentials } });
  const HIDDEN = policyOf(login("[secret]"), OK);
  const reviewEndpoint = (stored: object | string, declared: unknown) => {
    const policy = typeof stored === "string" ? stored : JSON.stringify(stored);
    emulator.seed({ "/endpoints": [{ id: "ep_1", url, type: "cloud", traffic_policy: policy }] });
    return reviewAccount(created("Endpoint", "web", { url, adoptId: "ep_1", trafficPolicy: declared }));
  };

  test.each<[string, unknown]>([
    ["a secret", HIDDEN],
    ["a secret policy", "[secret]"],
    ["an unknown value", policyOf(login(UNKNOWN), OK)],
  ])("may be updated: %s", async (_, declared) => {
    const report = await reviewEndpoint(policyOf(login("a:b"), OK), declared);
    expect(report.adoptions).toMatchObject([{ update: null, undecided: ["trafficPolicy"] }]);
    expect(report.cost).toMatchObject({ total: 1, possible: 1 });
    for (const text of [markdown(report), html(report)]) {
      expect(text).toMatch(
        /trafficPolicy(`|<\/code>), which the preview does not show completely; an update may be/,
      );
      expect(text).not.toContain("nothing is sent");
    }
    expect(listFindings(report)).toEqual(["medium exposure-may-open: https://app.example.com"]);
  });

  test("yields a possible opening if its stored policy can't be read", async () => {
    const stored = `on_http_request:
  - name: &door door
    actions: [{type: basic-auth, config: {credentials: ["a:b"], realm: *door}}, ${JSON.stringify(OK)}]`;
    expect(listFindings(await reviewEndpoint(stored, policyOf(OK)))).toEqual([
      `medium exposure-may-open: ${url}`,
    ]);
  });

  test("yields a certain opening if only the stored policy has secrets, and masks them", async () => {
    const report = await reviewEndpoint(policyOf(login("a:b"), OK), policyOf(OK));
    expect(listFindings(report)).toEqual(["high exposure-opens: https://app.example.com"]);
    expect(JSON.stringify(report)).not.toContain("a:b");
  });
});

describe("an object that refers to an object adopted in the same change", () => {
  const seed = () =>
    emulator.seed({
      "/ip_policies": [{ id: "ipp_1" }, { id: "ipp_2" }],
      "/ip_policy_rules": [{ id: "ipr_1", ip_policy_id: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }],
      "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"] }],
      "/edges/https/edghts_1/routes": [
        {
          id: "edghtsrt_1",
          match_type: "path_prefix",
          match: "/",
          backend: { backend_id: "bkdtg_1" },
          ip_restriction: { ip_policy_ids: ["ipp_1"] },
        },
      ],
      "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "web" } }],
      "/vaults": [{ id: "vault_1", name: "team" }],
      "/vault_secrets": [{ id: "secret_1", name: "ops", vault_id: "vault_1" }],
      "/ip_restrictions": [
        { id: "ipx_1", type: "agent", enforced: false, ip_policy_ids: ["ipp_1", "ipp_2"] },
      ],
    });
  /** The engine's record of the resources that each input depends on, given as `<class> <name>`. */
  const dependencies = (namesByInput: Readonly<Record<string, readonly string[]>>) => ({
    propertyDependencies: Object.fromEntries(
      Object.entries(namesByInput).map(([input, names]) => [
        input,
        names.map((name) => urn(...(name.split(" ") as [className: string, name: string]))),
      ]),
    ),
  });
  const rule = { ipPolicyId: UNKNOWN, cidr: "203.0.113.0/24", action: "allow" };
  const usesOffice = dependencies({ ipPolicyId: ["IpPolicy office"] });
  const route = {
    ...ROUTE,
    edgeId: UNKNOWN,
    backend: { backendId: UNKNOWN },
    ipRestriction: { ipPolicyIds: [UNKNOWN] },
  };
  const usesEdge = dependencies({
    edgeId: ["HttpsEdge web"],
    backend: ["TunnelGroupBackend tunnels"],
    ipRestriction: ["IpPolicy office"],
  });
  const usesVault = dependencies({ vaultId: ["Vault team"] });
  const secret = { vaultId: UNKNOWN, name: "ops", value: "[secret]" };
  const agents = (...ipPolicyIds: readonly string[]) => ({ type: "agent", ipPolicyIds, adoptId: "ipx_1" });
  const usesPolicies = dependencies({ ipPolicyIds: ["IpPolicy office", "IpPolicy guests"] });

  test.each([
    ["adoptId", false],
    ["adopt, for objects with a name", true],
  ])("is compared with the adopted object itself: %s", async (_, isByName) => {
    seed();
    const adoption = (adoptId: string): Props => (isByName ? { adopt: "ifExists" } : { adoptId });
    const report = await reviewAccount(
      created("IpPolicy", "office", { adoptId: "ipp_1" }),
      created("IpPolicy", "guests", { adoptId: "ipp_2" }),
      created("IpPolicyRule", "office-v4", { ...rule, ...adoption("ipr_1") }, usesOffice),
      created("TunnelGroupBackend", "tunnels", { adoptId: "bkdtg_1", labels: { app: "web" } }),
      created("HttpsEdge", "web", { hostports: ["app.example.com:443"], ...adoption("edghts_1") }),
      created("HttpsEdgeRoute", "root", { ...route, ...adoption("edghts_1/edghtsrt_1") }, usesEdge),
      created("Vault", "team", { name: "team", ...adoption("vault_1") }),
      created("Secret", "ops", { ...secret, ...adoption("secret_1") }, usesVault),
      created("IpRestriction", "agents", { ...agents(UNKNOWN, UNKNOWN), enforced: false }, usesPolicies),
    );
    expect(warnings).toEqual([]);
    expect(listFindings(report)).toEqual([]);
    expect(report.exposure.changed).toEqual([]);
    expect(report.unread).toEqual([]);
    expect(report.adoptions).toHaveLength(9);
    const equal = { isRead: true, update: null, refused: [], unresolved: [] };
    expect(report.adoptions).toMatchObject(report.adoptions.map(() => equal));
    expect(JSON.stringify(report)).not.toContain(UNKNOWN);
  });

  test("is updated if the stored object refers to another one", async () => {
    seed();
    const report = await reviewAccount(
      created("IpPolicy", "guests", { adoptId: "ipp_2" }),
      created("IpRestriction", "agents", agents(UNKNOWN), dependencies({ ipPolicyIds: ["IpPolicy guests"] })),
    );
    expect(updateOf(report, "agents")?.parameters).toEqual([
      { name: "ip_policy_ids", before: '["ipp_1","ipp_2"]', after: '["ipp_2"]' },
    ]);
  });

  test("is refused if only a replacement could change the reference", async () => {
    seed();
    const report = await reviewAccount(
      created("IpPolicy", "office", { adoptId: "ipp_2" }),
      created("IpPolicyRule", "office-v4", { ...rule, adoptId: "ipr_1" }, usesOffice),
    );
    expect(report.findings.map(({ message }) => message)).toEqual([
      "adopts ipr_1, which differs in ipPolicyId: only a replacement can change that",
    ]);
  });

  test("is unknown if the id of the adopted object is unknown", async () => {
    seed();
    const report = await reviewAccount(
      created("IpPolicy", "office", { adoptId: UNKNOWN }),
      created("IpPolicyRule", "office-v4", { ...rule, adoptId: "ipr_1" }, usesOffice),
      created("HttpsEdge", "web", { adoptId: UNKNOWN, hostports: ["app.example.com:443"] }),
      created("HttpsEdgeRoute", "root", { ...route, adoptId: "edghts_1/edghtsrt_1" }, usesEdge),
    );
    expect(listFindings(report)).toEqual(["medium exposure-may-open: https://app.example.com/*"]);
    expect(report.exposure.changed.map(({ surface }) => surface.label)).toEqual([
      "https://app.example.com/*",
    ]);
    expect(report.adoptions.slice(1)).toMatchObject([
      { name: "office-v4", isRead: true, update: null, refused: [], unresolved: ["ipPolicyId"] },
      { name: "web", isRead: false },
      { name: "root", isRead: false, isMissing: false },
    ]);
    for (const text of [markdown(report), html(report)])
      expect(text).toMatch(/ipPolicyId(?:`|<\/code>), which is unknown/);
  });

  test("can't exist if the object it belongs to is new", async () => {
    seed();
    const report = await reviewAccount(
      created("IpPolicy", "office", {}),
      created("IpPolicyRule", "office-v4", { ...rule, adoptId: "ipr_1" }, usesOffice),
      created("HttpsEdge", "web", { hostports: ["other.example.com:443"] }),
      created("HttpsEdgeRoute", "root", { ...route, adoptId: "edghts_1/edghtsrt_1" }, usesEdge),
    );
    const refusals = report.findings.filter((finding) => finding.rule === "refused");
    expect(refusals.map(({ message }) => message)).toEqual([
      "adopts edghts_1/edghtsrt_1, which does not exist",
      "adopts ipr_1, which differs in ipPolicyId: only a replacement can change that",
    ]);
  });
});

const provider = (name: string) =>
  `urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::${name}::0e5e7a52-5b0c-4b3e-9c61-7a3f6f1c2d11`;

describe("an object with the ownership mark of a resource", () => {
  const adoption = created("IpPolicy", "office", { adoptId: "ipp_1", description: "office" });
  const messages = async (metadata: string) => {
    emulator.seed({ "/ip_policies": [{ id: "ipp_1", description: "office", metadata }] });
    return (await reviewAccount(adoption)).findings.map(({ message }) => message);
  };
  const mark = "[tunnel-edge:0123456789abcdefghijkl]";

  test("is reported, because the update refuses it", async () => {
    expect(await messages(mark)).toEqual([
      "adopts ipp_1, which carries the ownership mark of a resource: unless it is this resource's, the update is refused. Look for ipp_1 in the states of the other stacks",
    ]);
  });

  test.each<[string, string, string]>([
    ["the object has no mark", "", "no mark at all"],
    ["TUNNEL_EDGE_TAKE_MARKED is on", "on", mark],
  ])("isn't reported if %s", async (_, takeMarked, metadata) => {
    vi.stubEnv("TUNNEL_EDGE_TAKE_MARKED", takeMarked);
    expect(await messages(metadata)).toEqual([]);
  });
});

describe("the option adopt", () => {
  const vault = created("Vault", "team", { adopt: "ifExists", name: "team", description: "of the program" });

  test("adopts the object of the same name, with an update", async () => {
    emulator.seed({ "/vaults": [{ id: "vault_1", name: "team", description: "by hand" }] });
    expect((await reviewAccount(vault)).adoptions).toMatchObject([
      {
        id: "vault_1",
        isRead: true,
        update: { path: "/vaults/vault_1", parameters: [{ name: "description", before: '"by hand"' }] },
      },
    ]);
  });

  test("creates the object if none exists", async () => {
    const report = await reviewAccount(vault);
    expect(report.adoptions).toEqual([]);
    expect(report.cost.calls).toEqual([{ method: "POST", path: "/vaults", count: 1 }]);
  });

  const unnamed = created("Vault", "team", { adopt: "ifExists", name: UNKNOWN });
  test.each([
    ["the account can't be read", vault, { on: "GET *", status: 403 }],
    ["the name is unknown", unnamed, undefined],
  ])("is undecided if %s", async (_, step, fault) => {
    if (fault) emulator.faults(fault);
    const report = await reviewAccount(step);
    expect(report.adoptions).toMatchObject([{ id: "an unknown object", isRead: false }]);
    expect(markdown(report)).toContain("adopts `an unknown object`: not read");
    expect(warnings).toEqual(fault ? [expect.stringContaining("not allowed (403")] : []);
  });
});
