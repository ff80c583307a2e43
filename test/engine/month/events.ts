import { expect } from "vitest";
import { readPreview } from "../../../cli/review/preview";
import { review } from "../../../cli/review/report";
import { rulesOf } from "../../support/previews";
import { type Declared, reference, resource, secret } from "../../support/program";
import { ofNetwork, type StackName, type Team } from "./team";

/** One thing that happens in the month. */
export type Event = readonly [what: string, happens: (team: Team) => Promise<unknown>];

const rule = (policy: string, name: string, cidr: string, action = "allow"): Declared =>
  resource("IpPolicyRule", `${policy}-${name}`, { ipPolicyId: reference(policy), cidr, action });

const site = (name: string, policy: string, body = name): Declared => at(name, name, policy, body);

const at = (host: string, name: string, policy: string, body = name): Declared =>
  resource("Endpoint", name, {
    url: `https://${host}.example.com`,
    trafficPolicy: {
      on_http_request: [
        { actions: [{ type: "restrict-ips", config: { ip_policies: [ofNetwork(policy)] } }] },
        { actions: [{ type: "custom-response", config: { status_code: 200, body } }] },
      ],
    },
  });

const ipRestriction = (policy: string) => ({ enabled: true, ipPolicyIds: [ofNetwork(policy)] });

const route = (name: string, policy: string, more = {}): Declared =>
  resource("HttpsEdgeRoute", `app-${name}`, {
    edgeId: reference("app"),
    matchType: "path_prefix",
    match: `/${name}`,
    ipRestriction: ipRestriction(policy),
    backend: { backendId: reference("page") },
    ...more,
  });

const database = (name: string, policy: string): Declared =>
  resource("TcpEdge", name, {
    hostports: [`${name}.tcp.example.com:5432`],
    ipRestriction: ipRestriction(policy),
    backend: { backendId: reference("tunnels") },
  });

const policy = (name: string, more = {}) => resource("IpPolicy", name, { description: name, ...more });
const key = (name: string, more = {}) => resource("ApiKey", name, { description: name, ...more });
const page = (body: string) => resource("HttpResponseBackend", "page", { body, statusCode: 200 });
const tunnels = (app: string) => resource("TunnelGroupBackend", "tunnels", { labels: { app } });
const token = (value: string) =>
  resource("Secret", "token", { vaultId: reference("vault"), name: "token", value: secret(value) });

/** Changes of the programs, and their updates. */
const edit =
  (stack: StackName, ...resources: readonly Declared[]) =>
  async (team: Team) => {
    team.set(stack, ...resources);
    await team.up(stack);
  };

const remove =
  (stack: StackName, ...names: readonly string[]) =>
  async (team: Team) => {
    team.drop(stack, ...names);
    await team.up(stack);
  };

/** The rules that a review of the program finds, without an update. */
async function reviewed(team: Team, stack: StackName): Promise<readonly string[]> {
  const workspace = team.workspaceOf(stack);
  const { stdout } = await workspace.run(["preview", "--json", "--show-sames", "--show-reads"]);
  return rulesOf(await review(readPreview(stdout, "the preview"), { openAccount: async () => team.config }));
}

/** What somebody changes by hand, a refreshing update puts back. */
const byHand =
  (stack: StackName, resourceName: string, path: (id: string) => string, set: Record<string, unknown>) =>
  async (team: Team) => {
    team.emulator.mutate({ path: path(team.idOf(stack, resourceName)), set: set as never });
    // What is open has to be noticed, or this test would show nothing.
    await expect(team.expectGuards()).rejects.toThrow("deeply equal");
    await team.up(stack, ["--refresh"]);
  };

const fault =
  (stack: StackName, on: Parameters<Team["upWith"]>[1], ...resources: readonly Declared[]) =>
  async (team: Team) => {
    team.set(stack, ...resources);
    await team.upWith(stack, on);
  };

const kill =
  (stack: StackName, request: number, side: "before" | "after", ...resources: readonly Declared[]) =>
  async (team: Team) => {
    team.set(stack, ...resources);
    await team.killed(stack, { request, side });
  };

export const EVENTS: readonly Event[] = [
  [
    "the network's policies",
    edit(
      "network",
      policy("office"),
      policy("partners"),
      rule("office", "berlin", "203.0.113.0/24"),
      rule("partners", "acme", "192.0.2.0/24"),
    ),
  ],
  [
    "the shop",
    edit(
      "shop",
      site("shop", "office"),
      resource("HttpsEdge", "app", { hostports: ["app.example.com:443"] }),
      page("hello"),
      route("admin", "office"),
      resource("Vault", "vault", { name: "shop" }),
      token("first"),
      key("ci"),
    ),
  ],
  [
    "the data",
    edit("data", tunnels("db"), database("db", "partners"), resource("BotUser", "robot", { name: "robot" })),
  ],
  ["a second office", edit("network", rule("office", "munich", "198.51.100.0/24"))],
  ["an office moves", edit("network", rule("office", "berlin", "203.0.112.0/24"))],
  ["an office is shut out", edit("network", rule("office", "munich", "198.51.100.0/24", "deny"))],
  ["and let in again", edit("network", rule("office", "munich", "198.51.100.0/24"))],
  ["another site", edit("shop", site("blog", "partners"))],
  ["the site gets another policy", edit("shop", site("blog", "office"))],
  ["another route", edit("shop", route("reports", "partners"))],
  [
    "a route asks for more",
    edit(
      "shop",
      route("reports", "partners", { oauth: { provider: { google: { emailDomains: ["example.com"] } } } }),
    ),
  ],
  ["the page changes", edit("shop", page("good morning"))],
  [
    "a key is rotated",
    async (team) => {
      await edit("shop", key("ci-2"))(team);
      await remove("shop", "ci")(team);
    },
  ],
  ["a secret is rotated", edit("shop", token("second"))],
  ["another database", edit("data", database("reports", "office"))],
  ["the database lets in others", edit("data", database("reports", "partners"))],
  [
    "the service fails once",
    fault("shop", { on: "POST /endpoints", status: 500, times: 1 }, site("news", "office")),
  ],
  [
    "a reply is lost",
    fault(
      "network",
      { on: "POST /ip_policies", kind: "cut-after", times: 1 },
      policy("guests"),
      rule("guests", "hotel", "203.0.113.0/24"),
    ),
  ],
  [
    "a request is lost",
    fault("data", { on: "POST /edges/tcp", kind: "cut-before", times: 1 }, database("logs", "guests")),
  ],
  [
    "too many requests",
    fault(
      "shop",
      { on: "PATCH *", status: 429, retryAfter: 1, times: 2 },
      site("news", "partners"),
      page("good evening"),
    ),
  ],
  [
    "a proxy answers with a page",
    fault("network", { on: "PATCH *", kind: "html", times: 1 }, policy("guests", { metadata: "hotel" })),
  ],
  [
    "an update is refused half-way",
    fault(
      "shop",
      { on: "PATCH /edges/https/*", status: 400 },
      route("admin", "partners"),
      site("news", "office"),
    ),
  ],
  [
    "a deletion is refused",
    async (team) => {
      team.drop("shop", "news");
      await team.upWith("shop", { on: "DELETE *", status: 400 });
    },
  ],
  ["a kill before the first request", kill("network", 1, "before", policy("night"))],
  [
    "a kill after a creation",
    kill("network", 1, "after", policy("day"), rule("day", "all", "198.51.100.0/24")),
  ],
  ["a kill of a run that makes a key", kill("shop", 1, "after", key("deploy"))],
  [
    "a kill in the middle",
    kill("shop", 2, "after", site("wiki", "office"), site("docs", "partners"), site("help", "office")),
  ],
  ["a kill of the other provider", kill("data", 1, "after", tunnels("db-2"), database("audit", "office"))],
  [
    "two interrupts",
    async (team) => {
      team.set("shop", site("jobs", "office"), site("press", "partners"));
      await team.interrupted("shop", { request: 1, side: "after" });
    },
  ],
  ["a policy moves to another stack", (team) => team.move("night", "network", "shop")],
  ["and back", (team) => team.move("night", "shop", "network")],
  [
    "a database moves to the other provider",
    async (team) => {
      const [id, declared] = [team.idOf("data", "logs"), database("logs", "guests")];
      const data = team.workspaceOf("data");
      await data.run(["state", "delete", "--yes", data.urn("TcpEdge", "logs")], { mustSucceed: true });
      team.drop("data", "logs");
      const backend = { backend: { backendId: team.idOf("data", "tunnels") } };
      const inputs = { ...declared.inputs, ...backend };
      await edit("shop", { ...declared, inputs, import: id })(team);
      await edit("shop", { ...declared, inputs })(team);
      await team.up("data");
    },
  ],
  [
    "a review of a rule for everybody names the other stacks",
    async (team) => {
      team.set("network", rule("office", "all", "0.0.0.0/0"));
      expect(await team.reviewed("network", reviewed)).toEqual(
        expect.arrayContaining([
          "high exposure-opens: https://shop.example.com",
          "high exposure-opens: tcp://audit.tcp.example.com:5432",
        ]),
      );
      team.drop("network", "office-all");
    },
  ],
  [
    "a review of a policy in use that goes",
    async (team) => {
      const [declared, hotel] = [
        policy("guests", { metadata: "hotel" }),
        rule("guests", "hotel", "203.0.113.0/24"),
      ];
      team.drop("network", "guests", "guests-hotel");
      expect(await team.reviewed("network", reviewed)).toContain(
        "critical edge-ipp-deleted-in-use: IpPolicy guests",
      );
      team.set("network", declared, hotel);
    },
  ],
  [
    "a review of an office that moves says whom it shuts out in other stacks",
    async (team) => {
      team.set("network", rule("office", "berlin", "192.0.2.128/25"));
      expect(await team.reviewed("network", reviewed)).toEqual(
        expect.arrayContaining([
          "medium others-cut-off: https://shop.example.com",
          "medium others-cut-off: tcp://audit.tcp.example.com:5432",
        ]),
      );
      team.set("network", rule("office", "berlin", "203.0.112.0/24"));
    },
  ],
  [
    "a wildcard of the shop",
    async (team) => {
      team.emulator.seed({ "/reserved_domains": [{ id: "rd_wild", domain: "*.wild.example.com" }] });
      team.strangers.add("rd_wild");
      await edit("shop", at("*.wild", "wild", "partners"))(team);
    },
  ],
  [
    "a review of a host below the wildcard of another stack",
    async (team) => {
      team.set("data", at("a.wild", "below", "office"));
      expect(await team.reviewed("data", reviewed)).toEqual([
        "high exposure-opens: https://a.wild.example.com",
        "medium others-cut-off: https://a.wild.example.com",
      ]);
      await team.up("data");
    },
  ],
  [
    "a review of the host that goes: the wildcard would answer there",
    async (team) => {
      team.drop("data", "below");
      expect(await team.reviewed("data", reviewed)).toEqual([
        "high exposure-opens: https://a.wild.example.com",
      ]);
      team.set("data", at("a.wild", "below", "office"));
    },
  ],
  ["the wildcard goes first, and names nobody", remove("shop", "wild")],
  [
    "then the host, which opens nothing",
    async (team) => {
      team.drop("data", "below");
      expect(await team.reviewed("data", reviewed)).toEqual([]);
      await team.up("data");
    },
  ],
  [
    "a review of a secret that another stack's policy names",
    async (team) => {
      const header = { "x-token": `\${secrets.get('shop', 'token')}` };
      const { url, trafficPolicy } = at("keyed", "keyed", "office").inputs as {
        url: string;
        trafficPolicy: { on_http_request: readonly object[] };
      };
      const adding = { actions: [{ type: "add-headers", config: { headers: header } }] };
      const rules = [adding, ...trafficPolicy.on_http_request];
      await edit(
        "data",
        resource("Endpoint", "keyed", { url, trafficPolicy: { on_http_request: rules } }),
      )(team);
      team.drop("shop", "token");
      expect((await team.reviewed("shop", reviewed)).join()).toContain(
        "high secret-deleted: Endpoint https://keyed.example.com",
      );
      team.set("shop", token("third"));
      expect((await team.reviewed("shop", reviewed)).join()).toContain(
        "low secret-changes: Endpoint https://keyed.example.com",
      );
      await team.up("shop");
    },
  ],
  [
    "a rule is opened by hand",
    byHand("network", "office-berlin", (id) => `/ip_policy_rules/${id}`, { cidr: "0.0.0.0/0" }),
  ],
  [
    "a restriction is switched off by hand",
    async (team) => {
      const path = `/edges/tcp/${team.idOf("data", "db")}`;
      team.emulator.mutate({
        path,
        set: { ip_restriction: { enabled: false, ip_policy_ids: [team.idOf("network", "partners")] } },
      });
      await team.up("data", ["--refresh"]);
    },
  ],
  [
    "a policy is emptied by hand",
    byHand("shop", "shop", (id) => `/endpoints/${id}`, {
      traffic_policy:
        '{"on_http_request":[{"actions":[{"type":"custom-response","config":{"status_code":200}}]}]}',
    }),
  ],
  [
    "a site is deleted by hand",
    async (team) => {
      team.emulator.mutate({ path: `/endpoints/${team.idOf("shop", "blog")}`, delete: true });
      await team.up("shop", ["--refresh"]);
    },
  ],
  [
    "somebody makes an object by hand, which is adopted",
    async (team) => {
      team.emulator.seed({ "/ip_policies": [{ id: "ipp_hand", description: "hand" }] });
      await edit("network", policy("hand", { adoptId: "ipp_hand", deleteOnDestroy: true }))(team);
    },
  ],
  [
    "a state from yesterday's backup",
    async (team) => {
      const backup = team.backup("shop");
      await edit("shop", site("sale", "office"))(team);
      const id = team.idOf("shop", "sale");
      // The next command records that the engine has the object.
      await team.up("shop");
      await team.restore("shop", backup);
      const { code, stdout, stderr } = await team.attempt("shop");
      expect([code === 0, stdout + stderr]).toEqual([false, expect.stringContaining(id)]);
      await edit(
        "shop",
        resource("Endpoint", "sale", {
          ...site("sale", "office").inputs,
          adoptId: id,
          deleteOnDestroy: true,
        }),
      )(team);
    },
  ],
  [
    "a backup of the stack that others use",
    async (team) => {
      const backup = team.backup("network");
      await edit("network", policy("spare"))(team);
      const id = team.idOf("network", "spare");
      await team.up("network");
      await team.restore("network", backup);
      await edit("network", policy("spare", { adoptId: id, deleteOnDestroy: true }))(team);
    },
  ],
  [
    "an object is kept when it leaves",
    async (team) => {
      const id = team.idOf("data", "reports");
      team.set("data", { ...database("reports", "partners"), retain: true });
      await team.up("data");
      await remove("data", "reports")(team);
      team.strangers.add(id);
    },
  ],
  [
    "what was kept is deleted by hand",
    async (team) => {
      const kept = team.emulator.objects("/edges/tcp").filter(({ id }) => team.strangers.has(id));
      for (const { id } of kept) team.emulator.mutate({ path: `/edges/tcp/${id}`, delete: true });
    },
  ],
  [
    "one object is destroyed and comes again",
    async (team) => {
      const urn = team.workspaceOf("shop").urn("Endpoint", "help");
      await team.workspaceOf("shop").destroy({ mustSucceed: true, target: [urn] });
      await team.up("shop");
    },
  ],
  [
    "a policy that nobody uses any more goes",
    async (team) => {
      await remove("shop", "logs")(team);
      team.drop("network", "guests", "guests-hotel");
      const { diagnostics } = await team.up("network");
      expect(diagnostics.filter(({ message }) => message.includes("still named it"))).toEqual([]);
    },
  ],
  [
    "a policy that others still use goes",
    async (team) => {
      team.drop("network", "day", "day-all");
      const inside = { ...site("inside", "day").inputs };
      const used = JSON.parse(JSON.stringify(inside).replace(ofNetwork("day"), team.idOf("network", "day")));
      await edit("shop", resource("Endpoint", "inside", used))(team);
      const { diagnostics } = await team.up("network");
      expect(diagnostics.map(({ message }) => message).join("\n")).toContain("still named it");
      await remove("shop", "inside")(team);
    },
  ],
  [
    "ownership marks are switched on",
    async (team) => {
      for (const stack of ["network", "shop"] as const)
        team.workspaceOf(stack).configure({ "tunnel-edge:ownershipMark": "true" });
      await edit("network", policy("marked"))(team);
      await edit("shop", site("marked", "marked"))(team);
    },
  ],
  ["a kill with marks", kill("network", 1, "after", policy("marked-2"), policy("marked-3"))],
  [
    "a backup of a stack with marks",
    async (team) => {
      const backup = team.backup("network");
      await edit("network", policy("marked-4"))(team);
      const id = team.idOf("network", "marked-4");
      await team.up("network");
      await team.restore("network", backup);
      const { diagnostics } = await team.up("network");
      // A command has shown it in a state: it is named, and stays as it is.
      expect(diagnostics.map(({ message }) => message).join("\n")).toContain(id);
      team.emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    },
  ],
  [
    "an old laptop without a journal",
    async (team) => {
      for (const stack of ["network", "shop"] as const) {
        team.workspaceOf(stack).setEnv({ TUNNEL_EDGE_JOURNAL_DIR: `${team.workspaceOf(stack).root}/laptop` });
        expect((await team.up(stack)).changes).toEqual([]);
      }
    },
  ],
  [
    "one stack is destroyed and comes again",
    async (team) => {
      await team.destroy("data");
      await team.up("data");
    },
  ],
  [
    "nothing is left to change, and nothing drifts",
    async (team) => {
      for (const stack of ["network", "shop", "data"] as const)
        expect((await team.up(stack, ["--refresh"])).changes).toEqual([]);
    },
  ],
  [
    "all is destroyed, users first",
    async (team) => {
      for (const stack of ["data", "shop", "network"] as const) await team.destroy(stack);
    },
  ],
];
