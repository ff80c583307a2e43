import { expect } from "vitest";
import { type Declared, reference, resource, secret } from "../../support/program";
import { networkOutput, type StackName, type Team } from "./team";

export type Event = readonly [name: string, happen: (team: Team) => Promise<unknown>];

const rule = (policy: string, name: string, cidr: string, action = "allow"): Declared =>
  resource("IpPolicyRule", `${policy}-${name}`, { ipPolicyId: reference(policy), cidr, action });

const site = (name: string, policy: string): Declared =>
  resource("Endpoint", name, {
    url: `https://${name}.example.com`,
    trafficPolicy: {
      on_http_request: [
        { actions: [{ type: "restrict-ips", config: { ip_policies: [networkOutput(policy)] } }] },
        { actions: [{ type: "custom-response", config: { status_code: 200, body: name } }] },
      ],
    },
  });

const ipRestriction = (policy: string) => ({ enabled: true, ipPolicyIds: [networkOutput(policy)] });

const route = (name: string, policy: string, more = {}): Declared =>
  resource("HttpsEdgeRoute", `app-${name}`, {
    edgeId: reference("app"),
    matchType: "path_prefix",
    match: `/${name}`,
    ipRestriction: ipRestriction(policy),
    backend: { backendId: reference("page") },
    ...more,
  });

/** Databases. The position in this list, counted from 1, is part of the hostport. */
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

/** Changes an object by hand; an update with a refresh reverts it. */
const changeByHand =
  (stack: StackName, resourceName: string, path: (id: string) => string, set: Record<string, unknown>) =>
  async (team: Team) => {
    team.emulator.mutate({ path: path(team.idOf(stack, resourceName)), set: set as never });
    // Verifies that the checks of this test detect the opening.
    await expect(team.expectGuards()).rejects.toThrow("deeply equal");
    await team.up(stack, ["--refresh"]);
  };

const fault =
  (stack: StackName, on: Parameters<Team["upWithFault"]>[1], ...resources: readonly Declared[]) =>
  async (team: Team) => {
    team.set(stack, ...resources);
    await team.upWithFault(stack, on);
  };

const kill =
  (stack: StackName, request: number, side: "before" | "after", ...resources: readonly Declared[]) =>
  async (team: Team) => {
    team.set(stack, ...resources);
    await team.kill(stack, { request, side });
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
  ["a site gets another policy", edit("shop", site("blog", "office"))],
  [
    "a route requires a sign-in",
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
    "a response is lost",
    fault(
      "network",
      { on: "POST /ip_policies", kind: "cut-after", times: 1 },
      policy("guests"),
      rule("guests", "hotel", "203.0.113.0/24"),
    ),
  ],
  [
    "an update is rejected halfway",
    fault(
      "shop",
      { on: "PATCH /edges/https/*", status: 400 },
      route("admin", "partners"),
      site("news", "office"),
    ),
  ],
  [
    "a deletion is rejected",
    async (team) => {
      team.drop("shop", "news");
      await team.upWithFault("shop", { on: "DELETE *", status: 400 });
    },
  ],
  [
    "a run is killed after a creation",
    kill("network", 1, "after", policy("day"), rule("day", "all", "198.51.100.0/24"), policy("night")),
  ],
  ["a run that creates a key is killed", kill("shop", 1, "after", key("deploy"))],
  [
    "a run of the other provider is killed",
    kill("data", 1, "after", tunnels("db-2"), database("audit", "office"), database("logs", "guests")),
  ],
  [
    "a run is interrupted twice",
    async (team) => {
      team.set("shop", site("jobs", "office"), site("press", "partners"));
      await team.interrupt("shop", { request: 1, side: "after" });
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
    changeByHand("network", "office-berlin", (id) => `/ip_policy_rules/${id}`, { cidr: "0.0.0.0/0" }),
  ],
  [
    "a policy is emptied by hand",
    changeByHand("shop", "shop", (id) => `/endpoints/${id}`, {
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
    "an object created by hand is adopted",
    async (team) => {
      team.emulator.seed({ "/ip_policies": [{ id: "ipp_hand", description: "hand" }] });
      await edit("network", policy("hand", { adoptId: "ipp_hand", deleteOnDestroy: true }))(team);
    },
  ],
  [
    "a state is restored from yesterday's backup",
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
    "a removed resource retains its object",
    async (team) => {
      await edit("data", { ...database("archive", "partners"), retain: true })(team);
      team.unmanaged.add(team.idOf("data", "archive"));
      await remove("data", "archive")(team);
    },
  ],
  [
    "a retained object is deleted by hand",
    async (team) => {
      const retained = team.emulator.objects("/edges/tcp").filter(({ id }) => team.unmanaged.has(id));
      for (const { id } of retained) team.emulator.mutate({ path: `/edges/tcp/${id}`, delete: true });
    },
  ],
  [
    "an unused policy is removed",
    async (team) => {
      await remove("shop", "logs")(team);
      team.drop("network", "guests", "guests-hotel");
      const { diagnostics } = await team.up("network");
      expect(diagnostics.filter(({ message }) => message.includes("still referred to it"))).toEqual([]);
    },
  ],
  [
    "a policy in use is removed",
    async (team) => {
      team.drop("network", "day", "day-all");
      const inside = { ...site("inside", "day").inputs };
      const id = team.idOf("network", "day");
      const inputs = JSON.parse(JSON.stringify(inside).replace(networkOutput("day"), id));
      await edit("shop", resource("Endpoint", "inside", inputs))(team);
      const { diagnostics } = await team.up("network");
      expect(diagnostics.map(({ message }) => message).join("\n")).toContain("still referred to it");
      await remove("shop", "inside")(team);
    },
  ],
  [
    "ownership marks are turned on",
    async (team) => {
      for (const stack of ["network", "shop"] as const)
        team.workspaceOf(stack).configure({ "tunnel-edge:ownershipMark": "true" });
      await edit("network", policy("marked"))(team);
      await edit("shop", site("marked", "marked"))(team);
    },
  ],
  ["a run with marks is killed", kill("network", 1, "after", policy("marked-2"), policy("marked-3"))],
  [
    "a state with marks is restored from a backup",
    async (team) => {
      const backup = team.backup("network");
      await edit("network", policy("marked-4"))(team);
      const id = team.idOf("network", "marked-4");
      await team.up("network");
      await team.restore("network", backup);
      const { diagnostics } = await team.up("network");
      // A state had it in an earlier command, so it is reported and stays unchanged.
      expect(diagnostics.map(({ message }) => message).join("\n")).toContain(id);
      team.emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    },
  ],
  [
    "a stack is destroyed and created again",
    async (team) => {
      await team.destroy("data");
      await team.up("data");
    },
  ],
  [
    "a refresh and an update change nothing",
    async (team) => {
      for (const stack of ["network", "shop", "data"] as const)
        expect((await team.up(stack, ["--refresh"])).changes).toEqual([]);
    },
  ],
  [
    "all stacks are destroyed, dependents first",
    async (team) => {
      for (const stack of ["data", "shop", "network"] as const) await team.destroy(stack);
    },
  ],
];
