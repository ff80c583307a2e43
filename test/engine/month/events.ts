import { expect } from "vitest";
import { type Declared, reference, resource, secret } from "../../support/program";
import { ofNetwork, type StackName, type Team } from "./team";

/** One thing that happens in the month. */
export type Event = readonly [what: string, happens: (team: Team) => Promise<unknown>];

const rule = (policy: string, name: string, cidr: string, action = "allow"): Declared =>
  resource("IpPolicyRule", `${policy}-${name}`, { ipPolicyId: reference(policy), cidr, action });

const site = (name: string, policy: string): Declared =>
  resource("Endpoint", name, {
    url: `https://${name}.example.com`,
    trafficPolicy: {
      on_http_request: [
        { actions: [{ type: "restrict-ips", config: { ip_policies: [ofNetwork(policy)] } }] },
        { actions: [{ type: "custom-response", config: { status_code: 200, body: name } }] },
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

/** The databases, whose numbers are those of their addresses. */
const DATABASES = ["db", "audit", "logs", "archive"];

const database = (name: string, policy: string): Declared =>
  resource("TcpEdge", name, {
    hostports: [`${DATABASES.indexOf(name) + 1}.tcp.example.com:5432`],
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
      site("blog", "partners"),
      resource("HttpsEdge", "app", { hostports: ["app.example.com:443"] }),
      page("hello"),
      route("admin", "office"),
      route("reports", "partners"),
      resource("Vault", "vault", { name: "shop" }),
      token("first"),
      key("ci"),
    ),
  ],
  [
    "the data",
    edit("data", tunnels("db"), database("db", "partners"), resource("BotUser", "robot", { name: "robot" })),
  ],
  ["an office moves", edit("network", rule("office", "berlin", "203.0.112.0/24"))],
  ["the site gets another policy", edit("shop", site("blog", "office"))],
  [
    "a route asks for more",
    edit(
      "shop",
      route("reports", "partners", { oauth: { provider: { google: { emailDomains: ["example.com"] } } } }),
    ),
  ],
  [
    "a key is rotated",
    async (team) => {
      await edit("shop", key("ci-2"))(team);
      await remove("shop", "ci")(team);
    },
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
  [
    "a kill after a creation",
    kill("network", 1, "after", policy("day"), rule("day", "all", "198.51.100.0/24"), policy("night")),
  ],
  ["a kill of a run that makes a key", kill("shop", 1, "after", key("deploy"))],
  [
    "a kill of the other provider",
    kill("data", 1, "after", tunnels("db-2"), database("audit", "office"), database("logs", "guests")),
  ],
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
    "a rule is opened by hand",
    byHand("network", "office-berlin", (id) => `/ip_policy_rules/${id}`, { cidr: "0.0.0.0/0" }),
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
    "an object is kept when it leaves",
    async (team) => {
      await edit("data", { ...database("archive", "partners"), retain: true })(team);
      team.strangers.add(team.idOf("data", "archive"));
      await remove("data", "archive")(team);
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
