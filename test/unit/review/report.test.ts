import { describe, expect, test } from "vitest";
import { COMMENT_LIMIT } from "../../../cli/common";
import { readPreview } from "../../../cli/review/preview";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { mermaid } from "../../../cli/review/render/mermaid";
import { sarif } from "../../../cli/review/render/sarif";
import { review } from "../../../cli/review/report";
import { UNKNOWN } from "../../../provider/family/unknown";
import { addHeader, endpointArgs } from "../../support/policies";
import {
  created,
  deleted,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  state,
  toPreview,
  updated,
  urn,
} from "../../support/previews";

const edge = { hostports: ["db.example.com:5432"], backend: { backendId: "bkd_1" } };
const guardedEdge = { ...edge, ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const DB = "tcp://db.example.com:5432";
const policies = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const replacement = (op: string, from: Props, to: Props, more: Props = {}): Step => ({
  op,
  urn: urn("TcpEdge", "db"),
  replaceReasons: ["x"],
  diffReasons: ["x"],
  oldState: { ...state("e_1", from), ...more },
  newState: state(undefined, to, {}),
});
const retained = (step: Step): Step => ({ ...step, oldState: { ...step.oldState, retainOnDelete: true } });

describe("readPreview", () => {
  test("detects that unchanged resources are counted but not listed", () => {
    const steps = [same("IpPolicy", "office", "ipp_1", {})];
    expect(toPreview(steps, { changeSummary: { same: 1 } }).isComplete).toBe(true);
    expect(toPreview(steps, { changeSummary: { same: 7 } }).isComplete).toBe(false);
    expect(toPreview(steps, { changeSummary: { same: 1, read: 3 } }).isComplete).toBe(false);
    const read = { op: "read", urn: urn("IpPolicy", "theirs"), newState: state("ipp_2", {}) };
    expect(toPreview([...steps, read], { changeSummary: { same: 1, read: 1 } }).isComplete).toBe(true);
  });

  test("rejects other input, with advice", () => {
    expect(() => readPreview("Previewing update (dev)", "preview.txt")).toThrow(
      /preview\.txt is not JSON.*--show-sames/s,
    );
    expect(() => readPreview("{}", "state.json")).toThrow(/state\.json contains no preview/);
    expect(() => readPreview('{"steps":[{"op":1}]}', "x.json")).toThrow(
      /x\.json is not the output of .*: steps\.0\.op/,
    );
    expect(() => readPreview("[]", "list.json")).toThrow(
      /list\.json is not the output of .*`: Invalid input/,
    );
  });

  test("combines the steps of a replacement", async () => {
    const guarded = { ...edge, ipRestriction: { ipPolicyIds: [] } };
    const report = await reviewSteps([
      replacement("create-replacement", guarded, edge),
      replacement("replace", guarded, edge),
      { ...replacement("delete-replaced", guarded, edge), newState: undefined },
    ]);
    expect(report.summary).toMatchObject({ create: 0, replace: 1, delete: 0 });
    expect(report.cost.calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "DELETE /edges/tcp/{id}",
      "POST /edges/tcp",
    ]);
    expect(listFindings(report)).toEqual(["high exposure-opens: tcp://db.example.com:5432"]);
  });

  test("locates a resource in the program, not in a library", () => {
    const stackTrace = [
      { sourcePosition: "project:///node_modules/pulumi-tunnel-edge/dist/sdk/resources/ip-policy.js#26,9" },
      { sourcePosition: "project:///../elsewhere/lib.ts#3,1" },
      { sourcePosition: "project:///src/office.ts#12,3" },
    ];
    const [change] = toPreview([created("IpPolicy", "office", {}, { stackTrace })]).changes;
    expect(change?.source).toEqual({ file: "src/office.ts", line: 12 });
  });
});

describe("a report without findings", () => {
  const url = "https://a.example.com";
  const hidden = { url, trafficPolicy: "[secret]", description: "b" };
  const usesSecret = endpointArgs([addHeader("a", `\${secrets.get("v", "s")}`)], url);
  const failover = updated("FailoverBackend", "b", "bkdfo_1", { backends: [] }, { backends: ["bkdtg_1"] });
  const NOT_READ = "1 traffic policy was not read completely, 1 object outside the program is used";

  test.each<[string, Step[], string]>([
    [
      "is complete if everything was read",
      [updated("IpPolicy", "a", "ipp_1", {}, { description: "b" })],
      "Nothing to worry about.",
    ],
    ["ignores unchanged objects", [same("Endpoint", "a", "ep_1", hidden)], "Nothing to worry about."],
    [
      "counts adopted objects that weren't read",
      [created("IpPolicy", "a", { adoptId: "ipp_1" })],
      "No findings; 1 adopted object was not read.",
    ],
    [
      "counts policies that the preview hides, and ids of objects outside the program",
      [updated("Endpoint", "a", "ep_1", hidden, hidden, ["description"]), failover],
      NOT_READ,
    ],
    [
      "counts secrets that weren't looked up",
      [updated("Endpoint", "a", "ep_1", endpointArgs([], url), usesSecret)],
      "1 secret was not looked up",
    ],
  ])("%s", async (_, steps, expected) => {
    const report = await reviewSteps(steps);
    expect(markdown(report)).toContain(expected);
    expect(html(report)).toContain(expected);
  });
});

describe("findings", () => {
  test("report a policy that is deleted while in use, but not one whose last use is removed with it", async () => {
    const policy = deleted("IpPolicy", "office", "ipp_1", {});
    const db = same("TcpEdge", "db", "e_1", guardedEdge);
    const inUse = await reviewSteps([db, policy]);
    expect(listFindings(inUse)).toContain("critical edge-ipp-deleted-in-use: IpPolicy office");
    expect(inUse.deletions[0]?.usedBy.map(({ name }) => name)).toEqual(["db"]);
    const together = await reviewSteps([updated("TcpEdge", "db", "e_1", guardedEdge, edge), policy]);
    expect(listFindings(together).join()).not.toContain("edge-ipp-deleted-in-use");
    const adopted = await reviewSteps([db, deleted("IpPolicy", "office", "ipp_1", {}, { adopted: true })]);
    expect(listFindings(adopted).join()).not.toContain("edge-ipp-deleted-in-use");
    expect(adopted.deletions[0]?.stays).toBe(true);
    expect(adopted.exposure.changed).toEqual([]);
  });

  test("report too many deletions, released names, and deletions that the service will refuse", async () => {
    const report = await reviewSteps(
      [
        deleted("ReservedDomain", "app", "rd_1", { domain: "app.example.com", releaseProtection: true }),
        deleted("BotUser", "bot", "bot_1", { name: "bot" }),
        deleted("ApiKey", "kept", "ak_1", { deleteOnDestroy: false }),
      ],
      { maxDeletions: 1 },
    );
    expect(listFindings(report)).toEqual([
      "critical deletion-limit: the stack",
      "high name-released: ReservedDomain app",
      "high refused: ReservedDomain app",
    ]);
  });

  const URL_OF_A = "https://app.internal";
  const inputs = (more: Props = {}) => ({ url: URL_OF_A, type: "cloud", trafficPolicy: "{}", ...more });
  const refusals = async (...steps: Step[]) =>
    (await reviewSteps(steps)).findings.flatMap(({ rule, subject, message }) =>
      rule === "refused" ? [`${subject} ${message}`] : [],
    );
  const endpoint = (name: string, more: Props = {}) => created("Endpoint", name, inputs(more));
  const deletedEndpoint = deleted("Endpoint", "a", "ep_1", inputs());
  const unchangedEndpoint = (more: Props = {}) => same("Endpoint", "a", "ep_1", inputs(more));
  const POOLED = { poolingEnabled: true };
  const domain = { domain: "app.example.com" };
  const retainedDomain = deleted("ReservedDomain", "a", "rd_1", {
    domain: "APP.example.com",
    deleteOnDestroy: false,
  });
  const vault = (from: string, to: string) =>
    updated("Vault", from, "v_2", { name: from }, { name: to }, ["name"]);
  const hostports = (...names: string[]) => ({ hostports: names.map((name) => `${name}.example.com:443`) });
  const tcp = deleted("TcpEdge", "a", "e_1", hostports("b"));
  const hidden = [endpoint("b", { url: UNKNOWN }), endpoint("c", { url: "[secret]" })];
  const hiddenDeletion = deleted("Endpoint", "a", "ep_1", inputs({ url: "[secret]" }));
  const adopted = [endpoint("b", { adopt: true }), endpoint("c", { adoptId: "ep_1" })];

  test.each<[string, Step[], string[]]>([
    [
      "a rename without an alias",
      [endpoint("b"), deletedEndpoint],
      [`Endpoint b needs ${URL_OF_A}, which Endpoint a still holds, because`],
    ],
    [
      "a domain that stays after its resource is removed",
      [created("ReservedDomain", "b", domain), retainedDomain],
      ["ReservedDomain b needs app.example.com, which ReservedDomain a still holds"],
    ],
    [
      "an edge of another class",
      [created("TlsEdge", "b", hostports("a", "b")), tcp],
      ["TlsEdge b needs b.example.com:443, which TcpEdge a"],
    ],
    [
      "an unchanged endpoint with the same URL",
      [endpoint("b"), unchangedEndpoint()],
      [`Endpoint b needs ${URL_OF_A}, which Endpoint a holds: the service`],
    ],
    [
      "an update to a name that is still in use",
      [vault("b", "a"), deleted("Vault", "a", "v_1", { name: "a" })],
      ["Vault b needs a, which Vault a still holds"],
    ],
    ["none with a rename that may come first", [created("Vault", "b", { name: "a" }), vault("a", "c")], []],
    ["none in a pool", [endpoint("b", POOLED), unchangedEndpoint(POOLED)], []],
    ["none with an adopted endpoint", [...adopted, deletedEndpoint], []],
    ["none with a hidden URL", [...hidden, hiddenDeletion], []],
  ])("report name conflicts: %s", async (_, steps, expected) => {
    expect(await refusals(...steps)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test("count a module that was set by hand as a guard, until a replacement removes it", async () => {
    const outputs = { ...edge, unmanagedModules: ["ipRestriction"] };
    const described = updated("TcpEdge", "db", "e_1", edge, { ...edge, description: "x" });
    const afterUpdate = await reviewSteps([{ ...described, oldState: state("e_1", edge, outputs) }]);
    expect(afterUpdate.exposure.changed).toEqual([]);
    const lost = await reviewSteps([replacement("replace", edge, { ...edge, adoptId: "e_2" }, { outputs })]);
    expect(listFindings(lost)).toContain(`medium exposure-may-open: ${DB}`);
  });

  test("list the undeclared modules that are deleted with an edge", async () => {
    const outputs = { ...edge, unmanagedModules: ["ipRestriction", "trafficPolicy"] };
    const report = await reviewSteps([
      deleted("TcpEdge", "db", "e_1", edge, outputs),
      deleted("TcpEdgeIpRestriction", "guard", "e_1/ip_restriction", { edgeId: "e_1", ipPolicyIds: [] }),
      deleted("TcpEdge", "kept", "e_2", edge, { ...outputs, adopted: true }),
    ]);
    expect(report.deletions.map(({ undeclared }) => undeclared)).toEqual([["trafficPolicy"], [], []]);
    expect(markdown(report)).toContain("): also deletes undeclared modules: `trafficPolicy`\n");
  });

  test("treat retained objects as still in place: no deletion, and their guards still apply", async () => {
    const rule = { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" };
    const report = await reviewSteps(
      [
        same("IpPolicy", "office", "ipp_1", {}),
        retained(deleted("IpPolicyRule", "office-v4", "ipr_1", rule)),
        same("TcpEdge", "db", "e_1", guardedEdge),
        retained(deleted("ReservedDomain", "app", "rd_1", { domain: "app.example.com" })),
      ],
      { maxDeletions: 0 },
    );
    expect([listFindings(report), report.exposure.changed, report.cost.calls]).toEqual([[], [], []]);
    expect(report.deletions.map(({ stays }) => stays)).toEqual([true, true]);
  });

  test("assume that a retained object still responds next to its replacement", async () => {
    const [from, to] = ["old", "new"].map((name) => ({ ...edge, hostports: [`${name}.example.com:1`] }));
    const report = await reviewSteps([retained(replacement("replace", from as Props, to as Props))]);
    expect(report.exposure.changed.map(({ surface, verdict }) => `${verdict} ${surface.label}`)).toEqual([
      "opens tcp://new.example.com:1",
    ]);
    expect(report.cost.calls.map(({ method }) => method)).toEqual(["POST"]);
    expect(report.replacements[0]?.stays).toBe(true);
  });

  test("report a removed guard even if a restriction of the account is hidden", async () => {
    const hiddenRestriction = { type: "endpoints", enforced: "[secret]", ipPolicyIds: ["ipp_9"] };
    const restriction = same("IpRestriction", "all", "ipx_1", hiddenRestriction);
    const report = await reviewSteps([
      ...policies,
      restriction,
      updated("TcpEdge", "db", "e_1", guardedEdge, edge),
    ]);
    expect(listFindings(report)).toEqual([`high exposure-may-open: ${DB}`]);
  });

  test("compare the guards of a renamed host, even if a new route serves the same path", async () => {
    const route = { edgeId: "e_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkd_1" } };
    const oidc = { issuer: "https://id.example.com", clientId: "a" };
    const hosts = (name: string) => ({ hostports: [`${name}.example.com:443`] });
    const report = await reviewSteps([
      updated("HttpsEdge", "web", "e_1", hosts("old"), hosts("new")),
      deleted("HttpsEdgeRoute", "root", "r_1", { ...route, oidc }),
      created("HttpsEdgeRoute", "main", route),
    ]);
    expect(report.findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      expect.stringMatching("^refused: needs path_prefix /, which HttpsEdgeRoute root still holds,"),
      "exposure-opens: takes the place of https://old.example.com/* and newly allows everybody previously blocked by OpenID Connect (which allowed every user that https://id.example.com authenticates)",
    ]);
    expect(markdown(report)).toContain(
      "- moved from `https://old.example.com/*`, and newly allows everybody",
    );
  });

  test("exclude classes that this version doesn't know, which are only listed as changes", async () => {
    const report = await reviewSteps([
      created("FutureThing", "x", {}),
      { op: "create", urn: "urn:pulumi:prod::infra::aws:s3/bucket:Bucket::b" },
    ]);
    expect(report.findings).toEqual([]);
    expect(report.changes.map(({ kind, type }) => `${kind} ${type}`)).toEqual([
      "create FutureThing",
      "create aws:s3/bucket:Bucket",
    ]);
  });
});

describe("API calls", () => {
  test("include those that detach, patch, and set modules", async () => {
    const domain = { domain: "app.example.com", certificateId: "cert_1", description: "a" };
    const automatic = { domain: domain.domain, description: "a", certificateManagementPolicy: {} };
    const modules = { hostports: ["a.example.com:443"], mutualTls: {}, ipRestriction: {} };
    const report = await reviewSteps([
      updated("ReservedDomain", "detached", "rd_1", domain, { domain: domain.domain }),
      updated("ReservedDomain", "switched", "rd_2", domain, automatic),
      updated("ReservedDomain", "local", "rd_3", domain, { ...domain, releaseProtection: true }),
      updated("TlsEdge", "edge", "e_1", modules, { hostports: modules.hostports }),
      created("TlsEdgeMutualTls", "single", { edgeId: "e_2", certificateAuthorityIds: [] }),
    ]);
    expect(report.cost.calls.map(({ count, method, path }) => `${count} ${method} ${path}`).sort()).toEqual([
      "1 DELETE /edges/tls/{id}/ip_restriction",
      "1 DELETE /edges/tls/{id}/mutual_tls",
      "1 DELETE /reserved_domains/{id}/certificate",
      "1 PUT /edges/tls/{edgeId}/mutual_tls",
      "2 PATCH /reserved_domains/{id}",
    ]);
    expect(report.detaches.map(({ name, what }) => `${name} ${what}`)).toEqual([
      "detached certificateId",
      "edge mutualTls",
      "edge ipRestriction",
    ]);
  });

  test("take several minutes if they exceed the rate limit", async () => {
    const steps = Array.from({ length: 250 }, (_, n) => created("IpPolicy", `p${n}`, {}));
    expect((await reviewSteps(steps)).cost).toMatchObject({ total: 250, minutes: 2, requestsPerMinute: 120 });
    expect((await reviewSteps(steps, { requestsPerMinute: 1000 })).cost.minutes).toBe(0);
    const configured = toPreview(steps, { config: { "tunnel-edge:requestsPerMinute": "60" } });
    expect((await review(configured)).cost.minutes).toBe(4);
  });
});

describe("reports", () => {
  const awkward = "a|b`c`<img src=x onerror=alert(1)>\n# heading";

  test("escape markup in names", async () => {
    const more = { ...edge, hostports: [...edge.hostports, "more.example.com:1"] };
    const report = await reviewSteps([
      same("TunnelGroupBackend", "tunnels", "bkd_1", { labels: { app: awkward } }),
      updated("TcpEdge", awkward, "e_1", edge, more),
      created("HttpsEdgeRoute", "secretive", {
        ...{ edgeId: "e_9", matchType: "path_prefix", match: "/" },
        oidc: { clientSecret: "[secret]" },
      }),
    ]);
    const page = html(report);
    expect(page).not.toContain("<img");
    expect(page).toContain("default-src 'none'");
    // By default, an arrowhead is black, which is invisible in dark mode.
    expect(page).toMatch(/svg marker path \{ fill: #/);
    const comment = markdown(report);
    expect(comment).not.toContain("<img src=x onerror=alert(1)>\n");
    expect(comment.split("\n").filter((line) => line.startsWith("# "))).toEqual([]);
    for (const line of mermaid(report.graph).split("\n")) expect(line).not.toMatch(/<img|`/);
  });

  test("keep a name with backticks in one code span", async () => {
    const name = "x`` <details> ` y";
    const comment = markdown(await reviewSteps([deleted("BotUser", name, "bot_1", { name: "bot" })]));
    // A code span ends at the first run of backticks that is as long as the opening one.
    expect(comment).toContain(`\`\`\` ${name} \`\`\``);
    expect(comment).not.toContain("\\|");
  });

  test("fit into a comment: findings come first, and the rest is cut with a note", async () => {
    const steps = Array.from({ length: 3000 }, (_, n) =>
      deleted("ReservedDomain", `domain-${n}`, `rd_${n}`, { domain: `d${n}.example.com` }),
    );
    const comment = markdown(await reviewSteps(steps));
    expect(comment.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(comment.length).toBeGreaterThan(COMMENT_LIMIT * 0.9);
    expect(comment).toMatch(/_Findings: \d+ more lines left out/);
    expect(comment).toMatch(/_Left out because a comment is limited to 65536 characters: .*Deletions/);
  });

  test("contain the cause and location of a failed preview, without stack trace and colors", async () => {
    const failed = (message: string) =>
      review(
        toPreview([], {
          diagnostics: [
            { severity: "error", urn: "urn:pulumi:prod::infra::pulumi:pulumi:Stack::infra-prod", message },
            { severity: "error", message: "preview failed" },
          ],
        }),
        { folder: "/srv/infra" },
      );
    const thrown = await failed(
      "error: Running program '/srv/infra/index.ts' failed with an unhandled exception:\n" +
        "TypeError: edge.IpPolicyy is not a constructor\n" +
        "    at Object.<anonymous> \u001b[90m(/srv/infra/node_modules/\u001b[4mx\u001b[24m/a.js:3:9)\u001b[39m\n" +
        "    at main \u001b[90m(/srv/infra/src/\u001b[39medges.ts:12:45\u001b[90m)\u001b[39m\n" +
        "\u001b[90m    at Module._compile (node:internal/modules/cjs/loader:1929:14)\u001b[39m",
    );
    expect(thrown.findings).toEqual([
      {
        rule: "preview-failed",
        severity: "critical",
        subject: "the preview",
        message: "the program fails: TypeError: edge.IpPolicyy is not a constructor",
        urns: [],
        source: { file: "src/edges.ts", line: 12 },
      },
    ]);
    const comment = markdown(thrown);
    expect(comment).toContain("\n\nThe preview failed. This report is incomplete.\n");
    expect(comment).not.toMatch(/[Nn]othing to do|u\{1b\}|node:internal/);
    const syntax = await failed(
      "Running program '/srv/infra/index.js' failed with an unhandled exception:\n/srv/infra/index.js:4\nlet let\n    ^^^\n\nSyntaxError: let is disallowed\n",
    );
    expect(syntax.findings[0]).toMatchObject({
      message: "the program fails: SyntaxError: let is disallowed",
      source: { file: "index.js", line: 4 },
    });
  });

  test("contain the provider's message about an invalid resource, without the engine's prefix", async () => {
    const wrong = urn("IpPolicy", "wrong");
    const message =
      "error: pulumi-nodejs:dynamic/tunnel-edge:IpPolicy resource 'wrong' has a problem: descriptoin: is not a known property";
    const report = await review(toPreview([], { diagnostics: [{ severity: "error", urn: wrong, message }] }));
    expect(report.findings[0]).toMatchObject({
      subject: "IpPolicy wrong",
      message: "descriptoin: is not a known property",
      urns: [wrong],
    });
  });

  test("group the resources that violate a policy with the same message", async () => {
    const policies = ["a", "b", "c"].map((name) => ({
      policy: "edge-meta-owner",
      pack: "tunnel-edge",
      level: "advisory",
      message: "metadata names no owner.",
      urn: urn(name === "c" ? "TcpEdge" : "IpPolicy", name),
    }));
    const report = await reviewSteps([], { policies });
    for (const text of [markdown(report), html(report)])
      expect(text).toContain("IpPolicy a<br>IpPolicy b<br>TcpEdge c");
    expect(markdown(report)).toContain("`edge-meta-owner` on IpPolicy a, IpPolicy b, TcpEdge c: ");
  });

  test("in SARIF have a notification about what wasn't looked up", async () => {
    const invocations = async (steps: readonly Step[]) => {
      const { runs } = JSON.parse(sarif(await reviewSteps(steps))) as { runs: Props[] };
      return runs[0]?.invocations;
    };
    expect(await invocations([same("IpPolicy", "office", "ipp_1", {})])).toBeUndefined();
    const text = "Not covered: 1 changed object was not looked up in other programs.";
    expect(await invocations([deleted("IpPolicy", "office", "ipp_1", {})])).toEqual([
      { executionSuccessful: true, toolExecutionNotifications: [{ level: "note", message: { text } }] },
    ]);
  });

  test("in SARIF have the rule, level, location, and resource of a finding", async () => {
    const stackTrace = [{ sourcePosition: "project:///index.ts#7,1" }];
    const restriction = { type: "api", enforced: true, ipPolicyIds: ["ipp_1"] };
    const report = await reviewSteps([created("IpRestriction", "api", restriction, { stackTrace })]);
    const [run] = (
      JSON.parse(sarif(report)) as { runs: { results: Props[]; tool: { driver: { rules: Props[] } } }[] }
    ).runs;
    const artifactLocation = { uri: "index.ts", uriBaseId: "%SRCROOT%" };
    const physicalLocation = { artifactLocation, region: { startLine: 7 } };
    expect(run?.results).toContainEqual(
      expect.objectContaining({
        ruleId: "edge-ipr-staged",
        level: "error",
        locations: [expect.objectContaining({ physicalLocation })],
      }),
    );
    expect(run?.tool.driver.rules.map(({ id }) => id)).toContain("edge-ipr-staged");
    expect(sarif(report, "infra/my edge")).toContain('"uri": "infra/my%20edge/index.ts"');
  });
});
