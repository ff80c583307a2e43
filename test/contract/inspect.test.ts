import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator, EmulatorOptions, JsonObject, Seed } from "../../emulator";
import type { ReadSetting } from "../../provider/account/settings/settings";
import { UNKNOWN } from "../../provider/family/unknown";
import { CommandRefused, driftOf, inventory, runCommand } from "../../provider/inspect";
import { planAdoption } from "../../provider/inspect/adoption";
import { existingObject } from "../../provider/inspect/existing-object";
import { configFor } from "../support/config";
import { emulatedAccount } from "../support/test-resources";

/** Functions with which the commands read an account, without a process for each test. */

const webhook = { webhook_verification: { provider: "github", secret: "hook-secret" } };
const tlsEdge = {
  id: "edgtls_1",
  hostports: ["a.example.com:443"],
  tls_termination: { terminate_at: "edge", min_version: "1.2" },
  ip_restriction: { ip_policy_ids: ["ipp_1", "ipp_2"] },
};
const seed: Seed = {
  "/ip_policies": [
    { id: "ipp_1", description: "office", created_at: "2030-01-02T00:00:00Z" },
    { id: "ipp_2", created_at: "2030-01-01T00:00:00Z" },
    { id: "ipp_0", created_at: "2030-01-02T00:00:00Z" },
  ],
  "/ip_policy_rules": [{ id: "ipr_1", ip_policy_id: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }],
  "/edges/tls": [tlsEdge],
  "/edges/https": [
    { id: "edghts_1", hostports: ["web.example.com:443"] },
    { id: "edghts_2", hostports: ["shop.example.com:443"] },
  ],
  "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "exact_path", match: "/in", ...webhook }],
  "/edges/https/edghts_2/routes": [{ id: "edghtsrt_2", match_type: "path_prefix", match: "/" }],
  "/endpoints": [
    { id: "ep_1", url: "https://cloud.example.com", type: "cloud", traffic_policy: "{}" },
    { id: "ep_2", url: "https://agent.example.com", type: "ephemeral", traffic_policy: "" },
  ],
};

const ROUTE = {
  edgeId: "edghts_1",
  matchType: "exact_path",
  match: "/in",
  webhookVerification: { provider: "github", secret: "hook-secret" },
};

/** Stands for a secret in the inputs of a preview. */
const HIDDEN = "[secret]";
const isHidden = (value: unknown) => value === HIDDEN || value === UNKNOWN;

let emulator: Emulator;
let config: ReadSetting;

async function start(options: EmulatorOptions = {}): Promise<void> {
  emulator = await emulatedAccount({ seed, ...options });
  config = configFor(emulator);
}

beforeEach(() => start());

const gets = () => emulator.requests({ method: "GET" }).map(({ path }) => path);

describe("an existing object", () => {
  test("nested in another one is found by both ids, and has both", async () => {
    const found = await existingObject("HttpsEdgeRoute", "edghts_1/edghtsrt_1", config);
    expect(found).toMatchObject({
      id: "edghtsrt_1",
      inputs: ROUTE,
      state: { edgeId: "edghts_1", createdAt: expect.any(String), unmanagedModules: [] },
    });
    expect(gets()).toEqual(["/edges/https/edghts_1/routes/edghtsrt_1"]);
  });

  const hidden = { webhookVerification: { provider: "github", secret: HIDDEN } };

  test("that a program declares has the program's inputs, and other values of the service", async () => {
    const inputs = { ...ROUTE, ...hidden, edgeId: UNKNOWN, match: "/other" };
    const found = await existingObject("HttpsEdgeRoute", "edghts_1/edghtsrt_1", config, { inputs, isHidden });
    expect(found.inputs).toEqual(ROUTE);
    expect(found.state).toMatchObject({ ...found.inputs, description: "", unmanagedModules: [] });
  });

  test("has no value for a hidden input that the object lacks", async () => {
    const visible = { edgeId: "edghts_2", matchType: "path_prefix", match: "/" };
    const declared = { inputs: { ...visible, ...hidden }, isHidden };
    const found = await existingObject("HttpsEdgeRoute", "edghts_2/edghtsrt_2", config, declared);
    expect(found.inputs).toEqual(visible);
  });

  test("keeps its whole list of ids if the program's list has an unknown id", async () => {
    const inputs = { hostports: ["A.example.com:443"], ipRestriction: { ipPolicyIds: ["ipp_2", UNKNOWN] } };
    const found = await existingObject("TlsEdge", "edgtls_1", config, { inputs, isHidden });
    expect(found.inputs).toEqual({
      hostports: ["A.example.com:443"],
      ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2"] },
    });
    expect(found.state.unmanagedModules).toEqual(["tlsTermination"]);
  });

  test("that is a single module has no inputs except its ids, or those that the program declares", async () => {
    const id = "edgtls_1/tls_termination";
    const undeclared = await existingObject("TlsEdgeTlsTermination", id, config);
    expect(undeclared).toMatchObject({
      id,
      inputs: { edgeId: "edgtls_1" },
      state: { terminateAt: "edge", minVersion: "1.2", enabled: true },
    });
    const inputs = { edgeId: UNKNOWN, minVersion: "1.3" };
    const declared = await existingObject("TlsEdgeTlsTermination", id, config, { inputs, isHidden });
    expect(declared.inputs).toEqual({ edgeId: "edgtls_1", minVersion: "1.2" });
  });

  test.each([
    ["Nonsense", "x_1", "there is no class Nonsense; known classes: AgentIngress, ApiKey,"],
    ["IpPolcy", "x_1", "there is no class IpPolcy; did you mean IpPolicy?"],
    ["TunnelAgentCommand", "x_1", "TunnelAgentCommand is a command: there is nothing to import"],
    ["IpPolicy", "ipp_x", "there is no IpPolicy with the id ipp_x"],
    ["HttpsEdgeRoute", "edghtsrt_1", 'the id of HttpsEdgeRoute is <edgeId>/<id>, not "edghtsrt_1"'],
    ["IpPolicy", "a/ipp_1", 'the id of IpPolicy is <id>, not "a/ipp_1"'],
    ["TlsEdgeMutualTls", "edgtls_1/mutual_tls", "TlsEdgeMutualTls edgtls_1/mutual_tls is not set"],
    ["Endpoint", "ep_2", "ep_2 exists but is not of the kind that Endpoint manages"],
  ])("that can't be found is an error: %s %s", async (className, id, message) => {
    const failure = existingObject(className, id, config);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toMatchObject({ name: "UserError" });
  });

  test("that may not be read is not reported as missing", async () => {
    emulator.faults({ on: "GET /ip_policies/*", status: 403 });
    const failure = existingObject("IpPolicy", "ipp_1", config);
    await expect(failure).rejects.toThrow(/GET \/ip_policies\/ipp_1: not allowed \(403/);
    await expect(failure).rejects.toMatchObject({ name: "ApiError" });
  });
});

describe("a planned adoption", () => {
  const plan = (className: string, inputs: Record<string, unknown>) =>
    planAdoption(className, inputs, config, HIDDEN);

  test("changes nothing if the object is equal", async () => {
    const found = await plan("IpPolicy", { adoptId: "ipp_1", description: "office" });
    expect(found).toMatchObject({ existing: { description: "office" }, refused: [] });
    expect(found).not.toHaveProperty("update");
  });

  test("is one update if the object differs, in wire spelling", async () => {
    const inputs = {
      adoptId: "edgtls_1",
      hostports: ["b.example.com:443"],
      tlsTermination: { terminateAt: "edge", minVersion: "1.3" },
    };
    expect(await plan("TlsEdge", inputs)).toMatchObject({
      existing: { hostports: ["a.example.com:443"] },
      update: {
        path: "/edges/tls/edgtls_1",
        parameters: ["hostports", "tls_termination"],
        inputs: ["hostports", "tlsTermination"],
      },
      refused: [],
    });
  });

  test("assumes that a hidden secret equals the object's", async () => {
    const inputs = { ...ROUTE, webhookVerification: { provider: "github", secret: HIDDEN } };
    const found = await plan("HttpsEdgeRoute", { adoptId: "edghts_1/edghtsrt_1", ...inputs });
    expect(found).toMatchObject({ refused: [] });
    expect(found).not.toHaveProperty("update");
    expect(gets()).toEqual(["/edges/https/edghts_1/routes/edghtsrt_1"]);
  });

  test("is undefined for a missing object, a module, a command, and without an id", async () => {
    expect(await plan("IpPolicy", { adoptId: "ipp_x" })).toBeUndefined();
    const module = { adoptId: "edgtls_1/tls_termination", edgeId: "edgtls_1" };
    expect(await plan("TlsEdgeTlsTermination", module)).toBeUndefined();
    expect(await plan("TunnelAgentCommand", { adoptId: "ts_1" })).toBeUndefined();
    expect(await plan("IpPolicy", {})).toBeUndefined();
    expect(gets()).toEqual(["/ip_policies/ipp_x"]);
  });

  test("fails if the object cannot be read", async () => {
    emulator.faults({ on: "GET *", status: 403 });
    await expect(plan("IpPolicy", { adoptId: "ipp_1" })).rejects.toThrow("not allowed (403");
  });
});

describe("drift", () => {
  const readState = async (className: string, id: string) =>
    (await existingObject(className, id, config)).state;

  test("of an object that is unchanged, changed, or deleted", async () => {
    const state = await readState("IpPolicy", "ipp_1");
    const drift = () => driftOf("IpPolicy", "ipp_1", state, config);
    expect(await drift()).toEqual({ found: true, properties: [] });
    emulator.mutate({ path: "/ip_policies/ipp_1", set: { description: "touched" } });
    expect(await drift()).toMatchObject({
      found: true,
      properties: [{ path: "description", kind: "changed", declared: "office", actual: "touched" }],
    });
    emulator.mutate({ path: "/ip_policies/ipp_1", delete: true });
    expect(await drift()).toEqual({ found: false });
  });

  test.each(["empty", "not-found"] as const)(
    "of a single module, for which the service responds %s if it is unset",
    async (absentModules) => {
      await start({ absentModules });
      const id = "edgtls_1/tls_termination";
      const { state } = await existingObject("TlsEdgeTlsTermination", id, config, {
        inputs: { edgeId: "edgtls_1", minVersion: "1.2" },
        isHidden,
      });
      const drift = () => driftOf("TlsEdgeTlsTermination", id, state, config);
      emulator.mutate({ path: `/edges/tls/${id}`, set: { min_version: "1.3" } });
      expect(await drift()).toMatchObject({
        found: true,
        properties: [{ path: "minVersion", declared: "1.2", actual: "1.3" }],
      });
      emulator.mutate({ path: `/edges/tls/${id}`, delete: true });
      expect(await drift()).toEqual({ found: false });
    },
  );

  test("of an added or removed source is reported for the list of sources", async () => {
    const sources = [{ type: "ip_policy_created.v0" }, { type: "ip_policy_deleted.v0" }];
    emulator.seed({ "/event_subscriptions": [{ id: "esb_1", sources }] });
    const state = await readState("EventSubscription", "esb_1");
    const drift = () => driftOf("EventSubscription", "esb_1", state, config);
    const call = (method: string, path: string, body?: object) =>
      fetch(`${emulator.url}/event_subscriptions/esb_1/sources${path}`, {
        method,
        headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    await call("DELETE", "/ip_policy_created.v0");
    expect(await drift()).toMatchObject({
      properties: [{ path: "sources", declared: sources, actual: [{ type: "ip_policy_deleted.v0" }] }],
    });
    await call("POST", "", { type: "ip_policy_created.v0" });
    expect(await drift()).toEqual({ found: true, properties: [] });
  });

  test("of a module that cannot be read is an error", async () => {
    const id = "edgtls_1/tls_termination";
    const state = await readState("TlsEdgeTlsTermination", id);
    emulator.faults({ on: "GET *", status: 403 });
    await expect(driftOf("TlsEdgeTlsTermination", id, state, config)).rejects.toThrow("not allowed (403");
  });

  test.each(["TunnelAgentCommand", "TunnelSession", "Nonsense"])("is undefined for %s", async (className) => {
    expect(await driftOf(className, "x_1", {}, config)).toBeUndefined();
    expect(emulator.requests()).toEqual([]);
  });
});

describe("the inventory", () => {
  test("contains every object with its parents, oldest first within each family", async () => {
    const counts: Record<string, number> = {};
    const objects = await inventory(config, { progress: (className, count) => (counts[className] = count) });
    const ofClass = (name: string) => objects.filter(({ family }) => family.name === name);
    expect(ofClass("IpPolicy").map(({ id }) => id)).toEqual(["ipp_2", "ipp_0", "ipp_1"]);
    expect(ofClass("HttpsEdgeRoute").map(({ id, pathInputs }) => `${pathInputs.edgeId}/${id}`)).toEqual(
      expect.arrayContaining(["edghts_1/edghtsrt_1", "edghts_2/edghtsrt_2"]),
    );
    expect(ofClass("Endpoint").map(({ id, isManageable }) => `${id} ${isManageable}`)).toEqual(
      expect.arrayContaining(["ep_1 true", "ep_2 false"]),
    );
    expect(counts).toMatchObject({ IpPolicy: 3, HttpsEdgeRoute: 2, BotUser: 0 });
    // Each collection is read once, even if it contains others.
    expect(gets()).toContain("/edges/https");
    expect(new Set(gets()).size).toBe(gets().length);
  });

  test("has a stable order if the service returns no usable creation times", async () => {
    const objects: JsonObject[] = [{ id: "b" }, { id: "a" }, { id: "c", created_at: "once" }];
    const body = { ip_policies: objects, next_page_uri: null };
    emulator.faults({ on: "GET /ip_policies", kind: "custom", status: 200, body });
    const found = await inventory(config);
    const policies = found.filter(({ family }) => family.name === "IpPolicy");
    expect(policies.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  test("omits a family that the service lacks, if only the compatible service has it", async () => {
    await start({ reference: true });
    const found = await inventory(config);
    expect(gets()).toContain("/service_users");
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ family }) => family.serviceOnly)).toEqual([]);
  });

  test("fails if the service lacks a collection of the API reference", async () => {
    const body = { error_code: "ERR_NGROK_404", status_code: 404, msg: "no such path" };
    emulator.faults({ on: "GET /bot_users", kind: "custom", status: 404, body });
    await expect(inventory(config)).rejects.toThrow("GET /bot_users: 404");
  });
});

describe("a command", () => {
  const linuxSessionId = () =>
    emulator.objects("/tunnel_sessions").find(({ os }) => os === "linux")?.id ?? "";

  test("runs, and returns its outputs", async () => {
    const sessionId = linuxSessionId();
    const outputs = await runCommand("TunnelAgentCommand", { command: "stop", sessionId }, config);
    expect(outputs).toMatchObject({ previousSessionId: sessionId, currentSessionId: null });
    expect(linuxSessionId()).toBe("");
  });

  test("that the service rejects fails with its own error class", async () => {
    const sessionId = linuxSessionId();
    emulator.mutate({ path: `/tunnel_sessions/${sessionId}`, set: { agent: { available_version: null } } });
    const refused = runCommand("TunnelAgentCommand", { command: "update", sessionId }, config);
    await expect(refused).rejects.toBeInstanceOf(CommandRefused);
  });

  test("is checked before a request is sent", async () => {
    const conflicting = { command: "stop", sessionId: linuxSessionId(), filter: { os: "linux" } };
    await expect(runCommand("TunnelAgentCommand", conflicting, config)).rejects.toThrow(
      "sessionId: set exactly one of sessionId and filter",
    );
    await expect(runCommand("IpPolicy", {}, config)).rejects.toThrow("IpPolicy is not a command");
    expect(emulator.requests()).toEqual([]);
  });
});
