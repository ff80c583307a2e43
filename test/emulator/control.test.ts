import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, vi } from "vitest";
import {
  DataFileError,
  EmulatorOptionError,
  type EmulatorOptions,
  type Json,
  type Seed,
  startEmulator,
} from "../../emulator/index";
import { readTable } from "../support/rows";
import { control, createClient, ownPort, startClient, test } from "./support/client";
import { fillIn } from "./support/steps";

const table = readTable<{
  invalidSeeds: readonly (readonly [seed: Seed, option: string])[];
  unknownNames: readonly (readonly [seed: Seed, message: string])[];
  invalidChanges: readonly (readonly [path: string, change: object, message: string])[];
  dataFiles: readonly (readonly [path: string, reason: string])[];
  invalidOptions: readonly (readonly [options: EmulatorOptions, option: string])[];
}>(join(__dirname, "control.yaml"));

/** Returns a path for a data file, in a folder that does not exist yet. */
function newDataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "sub", "account.jsonl");
}

describe("requests", () => {
  test("are recorded unchanged, without the token", async () => {
    const api = await startClient({ basePath: "/api" });
    await api.call("POST", "/ip_policies", { description: "x" });
    await api.call("GET", "/ip_policies?limit=3");
    await api.call("POST", "/ip_policies", "no json");
    const POST = { at: expect.any(String), method: "POST", path: "/ip_policies", query: {} };
    expect(api.requests()).toEqual([
      { ...POST, n: 1, body: { description: "x" }, status: 201 },
      { ...POST, n: 2, method: "GET", query: { limit: "3" }, status: 200 },
      { ...POST, n: 3, body: "no json", status: 400 },
    ]);
    expect(JSON.stringify(api.requests())).not.toContain(api.token);
    expect(api.requests({ since: 2 })).toHaveLength(1);
    expect(api.requests({ method: "get", path: "/ip_*" })).toHaveLength(1);
    expect((await control(api, "requests?since=1")).body).toHaveLength(2);
    expect(await api.requests()).toHaveLength(3);
  });
});

describe("seed", () => {
  test("rejects a collection without its slash, and names the right spelling", ({ api }) => {
    expect(() => api.seed({ bot_users: [] })).toThrow(
      "bot_users: the path of a collection begins with a slash: write /bot_users",
    );
  });

  test("adds objects directly to the store", async ({ api }) => {
    const ids = api.seed({
      "/ip_policies": [{ id: "ipp_one", description: "seeded", created_at: "2020-01-01T00:00:00Z" }, {}],
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [{ match_type: "path_prefix", match: "/" }],
      "/reserved_domains": [{ domain: "Seeded.example.com", certificate_id: "cert_gone" }],
      "/tls_certificates": [{ subject_common_name: "auto.example.com" }],
    });
    expect(ids["/ip_policies"]?.[0]).toBe("ipp_one");
    expect((await api.call("GET", "/ip_policies/ipp_one")).body).toMatchObject({
      description: "seeded",
      created_at: "2020-01-01T00:00:00Z",
    });
    expect((await api.call("GET", "/edges/https/edghts_1")).body.routes).toHaveLength(1);
    const { tls_certificates } = (await api.call("GET", "/tls_certificates")).body;
    expect(tls_certificates[0]).toMatchObject({
      subject_common_name: "auto.example.com",
      issued_at: expect.any(String),
    });
    expect(api.objects("/reserved_domains")).toMatchObject([{ domain: "seeded.example.com" }]);
    expect(api.requests()).toHaveLength(3);
  });

  test("works over HTTP, and from the options", async () => {
    const api = await startClient({ seed: { "/bot_users": [{ name: "first" }] } });
    const reply = await control(api, "seed", { "/bot_users": [{ name: "second" }] });
    expect(reply.body["/bot_users"]).toHaveLength(1);
    expect((await control(api, "objects/bot_users")).body).toMatchObject([
      { name: "first" },
      { name: "second" },
    ]);
    expect((await control(api, "objects")).body["/bot_users"]).toHaveLength(2);
    api.reset();
    expect(api.objects("/bot_users")).toMatchObject([{ name: "first" }]);
  });

  test.each(table.invalidSeeds)("refuses an invalid value: %j", async (seed, option) => {
    const api = await startClient();
    const { status, body } = await control(api, "seed", seed as Json);
    expect([status, body.msg]).toEqual([400, expect.stringContaining(`Emulator option seed /${option}: `)]);
    expect(api.objects("/ip_policies")).toEqual([]);
  });

  test.each(table.unknownNames)(
    "refuses an unknown name, and suggests the nearest one: %j",
    async (seed, message) => {
      for (const reference of [false, true]) {
        const api = await startClient({ reference });
        expect(() => api.seed(seed)).toThrow(EmulatorOptionError);
        expect(() => api.seed(seed)).toThrow(new RegExp(message));
      }
    },
  );
});

test("unknown controls and collections, and wrong uses of clear, are errors", async () => {
  const api = await startClient({ faults: [{ on: "POST /x", status: 503 }] });
  expect(await control(api, "nope", {})).toMatchObject({
    status: 404,
    body: { msg: expect.stringContaining("There is no such control") },
  });
  expect(await control(api, "objects/ip_policy")).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining("there is no such collection") },
  });
  for (const change of [{ clear: false }, { clear: true, status: 503 }])
    expect((await control(api, "faults", change as Json)).status).toBe(400);
  expect(api.faults()).toHaveLength(1);
});

describe("mutate", () => {
  test("changes and deletes objects and modules out of band", async ({ api }) => {
    const policy = await api.create("/ip_policies", { description: "a" });
    const edge = await api.create("/edges/tls", { ip_restriction: { ip_policy_ids: [policy.id] } });
    const before = api.requests().length;
    api.mutate({ path: `/ip_policies/${policy.id}`, set: { description: "b" } });
    api.mutate([
      { path: `/edges/tls/${edge.id}/ip_restriction`, set: { enabled: false } },
      { path: `/edges/tls/${edge.id}/tls_termination`, set: { terminate_at: "upstream" } },
    ]);
    expect(api.requests()).toHaveLength(before);
    expect((await api.call("GET", `/ip_policies/${policy.id}`)).body.description).toBe("b");
    expect((await api.call("GET", `/edges/tls/${edge.id}`)).body).toMatchObject({
      ip_restriction: { enabled: false, ip_policies: [] },
      tls_termination: { terminate_at: "upstream" },
    });
    await control(api, "mutate", { path: `/edges/tls/${edge.id}/ip_restriction`, delete: true });
    expect(api.objects("/edges/tls")[0]?.ip_restriction).toBeNull();
    api.mutate({ path: `/edges/tls/${edge.id}`, set: { tls_termination: null } });
    expect(api.objects("/edges/tls")[0]?.tls_termination).toBeNull();
    api.mutate({ path: `/edges/tls/${edge.id}`, delete: true });
    expect(api.objects("/edges/tls")).toEqual([]);
    const group = await api.create("/backends/tunnel_group");
    await api.create("/edges/tls", { backend: { backend_id: group.id } });
    api.mutate({ path: `/backends/tunnel_group/${group.id}`, delete: true });
    expect(api.objects("/backends/tunnel_group")).toEqual([]);
  });

  test("accepts ids of deleted objects and immutable parameters", async ({ api }) => {
    const { id: policy } = await api.create("/ip_policies");
    const { id } = await api.create("/ip_restrictions", { type: "api", ip_policy_ids: [policy] });
    const path = `/ip_restrictions/${id}`;
    api.mutate({ path, set: { type: "agent", ip_policy_ids: ["ipp_gone"] } });
    expect((await api.call("GET", path)).body).toMatchObject({
      type: "agent",
      ip_policies: [{ id: "ipp_gone", uri: `${api.url}/ip_policies/ipp_gone` }],
    });
  });

  test("removes the certificate policy of a domain together with the provisioning job", async () => {
    const api = await startClient({ provisioningSeconds: 10 });
    const domain = await api.create("/reserved_domains", {
      domain: "a.example.com",
      certificate_management_policy: {},
    });
    api.mutate({ path: `/reserved_domains/${domain.id}`, set: { certificate_management_policy: null } });
    api.clock({ advance: 60 });
    expect(api.objects("/tls_certificates")).toEqual([]);
    expect(api.objects("/reserved_domains")).toMatchObject([{ certificate_management_status: null }]);
  });

  test.for(table.invalidChanges)("reports an invalid change: %j", async ([at, change, message], { api }) => {
    const { id } = await api.create(at === "EDGE" ? "/edges/tls" : "/ip_policies");
    const path = at.replace("POLICY", `/ip_policies/${id}`).replace("EDGE", `/edges/tls/${id}`);
    expect(() => api.mutate({ path, ...change } as never)).toThrow(new RegExp(message));
    expect(() => api.mutate({} as never)).toThrow(EmulatorOptionError);
  });

  test("reports changes that the account refuses, with 400 over HTTP", async () => {
    const api = await startClient({ absentModules: "not-found" });
    const edge = await api.create("/edges/tls");
    const domain = await api.create("/reserved_domains", { domain: "a.example.com" });
    const absent = { path: `/edges/tls/${edge.id}/mutual_tls`, delete: true } as const;
    const both = {
      path: `/reserved_domains/${domain.id}`,
      set: { certificate_id: "cert_one", certificate_management_policy: {} },
    };
    for (const [change, message] of [
      [absent, "The module mutual_tls is not set"],
      [both, "certificate_management_policy"],
    ] as const) {
      expect(() => api.mutate(change)).toThrow(EmulatorOptionError);
      const { status, body } = await control(api, "mutate", change);
      expect([status, body.msg]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  test("rejects a list with a malformed entry, but applies one up to a missing object", async ({ api }) => {
    const { id } = await api.create("/ip_policies", { description: "a" });
    const change = { path: `/ip_policies/${id}`, set: { description: "b" } };
    expect(() => api.mutate([change, { path: "ip_policies" } as never])).toThrow(/mutate\[1\]/);
    expect(api.objects("/ip_policies")).toMatchObject([{ description: "a" }]);
    expect(() => api.mutate([change, { path: "/ip_policies/ipp_x", delete: true }])).toThrow(/there is no/);
    expect(api.objects("/ip_policies")).toMatchObject([{ description: "b" }]);
  });
});

test.each([5, null, '"x"', [5]])("faults refuses %j", async (body) => {
  const api = await startClient();
  const reply = await control(api, "faults", body);
  expect([reply.status, reply.body.msg]).toEqual([400, expect.stringContaining("Emulator option fault")]);
  expect(api.faults()).toEqual([]);
});

test("treats any key of a map as data, including in the data file", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "then"];
  const labels = JSON.stringify(Object.fromEntries(names.map((name) => [name, `of ${name}`])));
  const read = () => JSON.parse(labels);
  const dataFile = newDataFile();
  const seed: Seed = {
    "/backends/tunnel_group": [{ id: "bkdtg_seeded", labels: read() }, { id: "bkdtg_changed" }],
  };
  const first = createClient(await startEmulator({ dataFile, seed }));
  first.mutate({ path: "/backends/tunnel_group/bkdtg_changed", set: { labels: read() } });
  await first.create("/backends/tunnel_group", `{"labels":${labels}}`);
  await first.close();
  const api = await startClient({ dataFile });
  const { text } = await api.call("GET", "/backends/tunnel_group");
  expect(text.split(`"labels":${labels}`)).toHaveLength(4);
  const response = await api.call("POST", "/backends/weighted", '{"backends":{"__proto__":1}}');
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining("names __proto__") });
  api.faults({ on: "GET /ip_policies", body: JSON.parse('{"__proto__":{"a":1}}') });
  expect((await api.call("GET", "/ip_policies")).text).toBe('{"__proto__":{"a":1}}');
});

describe("clock", () => {
  test("moves, freezes, and resumes", async ({ api }) => {
    const set = "2040-05-06T07:08:09Z";
    expect(api.clock({ set, freeze: true })).toEqual({ now: set, frozen: true });
    expect((await api.create("/ip_policies")).created_at).toBe(set);
    const { headers } = await fetch(`${api.url}/ip_policies`);
    expect(headers.get("date")).toBe("Sun, 06 May 2040 07:08:09 GMT");
    expect((await control(api, "clock", { advance: 60 })).body.now).toBe("2040-05-06T07:09:09Z");
    expect(api.clock({ freeze: false })).toMatchObject({ frozen: false });
    expect(Math.abs(Date.parse(api.clock({ reset: true }).now) - Date.now())).toBeLessThan(3000);
    expect(() => api.clock({ set: "noon" })).toThrow(EmulatorOptionError);
  });

  test.for<Json>([
    { advance: 9e15 },
    { advance: -1e12 },
    { set: "0001-01-01T00:00:00Z" },
    { set: "9999-06-01T00:00:00Z" },
  ])("refuses a time out of range: %j", async (change, { api }) => {
    const { status, body } = await control(api, "clock", change);
    expect([status, body.msg]).toEqual([400, expect.stringContaining("between 1970-01-01")]);
  });

  test("reaches the end of its range even if a job would end later", async ({ api }) => {
    api.clock({ set: "9998-12-31T23:59:59Z" });
    await api.create("/reserved_domains", { domain: "late.example.com", certificate_management_policy: {} });
    expect((await api.call("GET", "/reserved_domains")).status).toBe(200);
  });
});

test("reset restores the initial state, with the same token and user", async () => {
  const api = await startClient({ faults: [{ on: "GET /bot_users", status: 500 }] });
  const owner = api.objects("/api_keys")[0]?.owner_id;
  await api.create("/ip_policies");
  api.faults([]);
  api.clock({ advance: 1e9 });
  await control(api, "reset", {});
  expect(Object.keys(api.objects()).sort()).toEqual(["/api_keys", "/tunnel_sessions"]);
  expect(api.objects("/api_keys")).toMatchObject([{ owner_id: owner }]);
  expect(api.requests()).toEqual([]);
  expect(api.faults()).toMatchObject([{ status: 500, hits: 0 }]);
  expect(Math.abs(Date.parse(api.clock().now) - Date.now())).toBeLessThan(3000);
  expect((await api.call("GET", "/ip_policies")).status).toBe(200);
});

describe("data file", () => {
  test("keeps the account across restarts on any port", async () => {
    const dataFile = newDataFile();
    const seed = { "/bot_users": [{ name: "once" }] };
    const first = createClient(await startEmulator({ dataFile, seed }));
    const created = await first.create("/ip_policies");
    const key = await first.create("/api_keys");
    // A copy as a killed emulator leaves it.
    const copy = `${dataFile}.copy`;
    copyFileSync(dataFile, copy);
    await first.close();
    for (const file of [dataFile, copy]) {
      const path = `/ip_policies/${created.id}`;
      const second = createClient(await startEmulator({ dataFile: file, seed }));
      expect(second.token).toBe(first.token);
      const reply = await second.call("GET", path, undefined, key.token);
      expect(reply.body).toEqual({ ...created, uri: `${second.url}${path}` });
      expect(second.objects("/bot_users")).toHaveLength(1);
      expect(second.objects("/tunnel_sessions")).toHaveLength(2);
      await second.call("DELETE", path);
      await second.close();
      const third = createClient(await startEmulator({ dataFile: file, token: "other" }));
      expect(third.objects("/ip_policies")).toEqual([]);
      expect((await third.call("GET", "/ip_policies", undefined, first.token)).status).toBe(401);
      expect((await third.call("GET", "/ip_policies")).status).toBe(200);
      await third.close();
    }
  });

  test("keeps pending jobs and restarting agents", async () => {
    const dataFile = newDataFile();
    const first = await startClient({ dataFile, provisioningSeconds: 3600 });
    await first.create("/reserved_domains", { domain: "a.example.com", certificate_management_policy: {} });
    const names = ["one", "two", "three"];
    const slow = names.map((metadata) => ({ metadata, agent: { reconnect_seconds: 3600 } }));
    const { "/tunnel_sessions": ids = [] } = first.seed({ "/tunnel_sessions": slow });
    for (const id of ids) await first.call("POST", `/tunnel_sessions/${id}/restart`);
    expect(first.objects("/tunnel_sessions")).toHaveLength(2);
    await first.close();
    const second = await startClient({ dataFile, provisioningSeconds: 3600 });
    const back = second.objects("/tunnel_sessions").map(({ metadata }) => metadata);
    expect(back).toEqual(expect.arrayContaining(names));
    expect(back).toHaveLength(5);
    expect(second.objects("/tls_certificates")).toEqual([]);
    second.clock({ advance: 3600 });
    expect(second.objects("/tls_certificates")).toHaveLength(1);
  });

  test("is unchanged after a failed start, and seeded by the next one", async () => {
    const dataFile = newDataFile();
    const taken = await startClient();
    const port = Number(new URL(taken.url).port);
    const seed = { "/bot_users": [{ name: "first" }] };
    await expect(startEmulator({ dataFile, seed, port })).rejects.toThrow(/cannot listen on 127.0.0.1/);
    const invalid = { "/bot_users": [{ name: "half" }, { name: 1 }] } as never;
    const free = await ownPort();
    await expect(startEmulator({ dataFile, seed: invalid, port: free })).rejects.toThrow(/bot_users\[1\]/);
    await expect(fetch(`http://127.0.0.1:${free}/ip_policies`)).rejects.toThrow();
    const api = await startClient({ dataFile, seed });
    expect(api.objects("/bot_users")).toMatchObject([{ name: "first" }]);
    expect(api.objects("/tunnel_sessions")).toHaveLength(2);
  });

  test("is written through temporary files that are never links, and that don't outlive the write", async () => {
    const dataFile = newDataFile();
    const folder = join(dataFile, "..");
    mkdirSync(folder);
    const victim = join(folder, "victim");
    writeFileSync(victim, "precious");
    // Predictable names that contain the process id.
    for (const name of [`${dataFile}.${process.pid}.tmp`, `${dataFile}.lock.${process.pid}`])
      symlinkSync(victim, name);
    const before = readdirSync(folder);
    // What a killed emulator leaves has this name.
    symlinkSync(victim, `${dataFile}.tmp`);
    const api = await startEmulator({ dataFile });
    await api.close();
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(readdirSync(folder)).toEqual([...before, "account.jsonl"].sort());
    expect(lstatSync(dataFile).mode & 0o777).toBe(0o600);
  });

  test("is locked by one emulator at a time", async () => {
    const dataFile = newDataFile();
    const first = await startEmulator({ dataFile });
    const second = startEmulator({ dataFile });
    await expect(second).rejects.toThrow(DataFileError);
    await expect(second).rejects.toThrow(new RegExp(`in use by process ${process.pid}.*\\.lock`));
    await first.close();
    expect(existsSync(`${dataFile}.lock`)).toBe(false);
    await startClient({ dataFile });
  });

  test("is usable after its emulator was killed", async () => {
    const dataFile = newDataFile();
    await (await startEmulator({ dataFile })).close();
    const dead = spawn(process.execPath, ["--eval", ""]);
    await once(dead, "exit");
    // The own pid stands for one that the system has reused: this process holds no lock.
    for (const owner of [String(dead.pid), String(process.pid), "", "nobody"]) {
      writeFileSync(`${dataFile}.lock`, owner);
      const api = await startEmulator({ dataFile });
      expect(readFileSync(`${dataFile}.lock`, "utf8")).toBe(`${process.pid}\n`);
      await api.close();
    }
  });

  test.runIf(existsSync("/proc/self/stat"))(
    "is usable before its emulator's parent waits for it",
    async () => {
      // The child ends after `exec`: a shell might still wait for it.
      const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"]);
      onTestFinished(() => void parent.kill());
      const [ended] = await once(parent.stdout, "data");
      const pid = String(ended).trim();
      await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z "));
      const dataFile = newDataFile();
      await (await startEmulator({ dataFile })).close();
      writeFileSync(`${dataFile}.lock`, pid);
      await startClient({ dataFile });
    },
  );

  test.each(table.dataFiles)("is refused immediately: %s", async (row, reason) => {
    const name = fillIn(row, {});
    const folder = join(newDataFile(), "../..");
    const at = (path: string) => resolve(folder, path);
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync(at("nowhere"), at("dangling"));
    symlinkSync(at("loop"), at("loop"));
    mkdirSync(at("locked.lock"));
    writeFileSync(at("text"), "precious");
    const before = readdirSync(folder);
    const starting = startEmulator({ dataFile: at(name) });
    await expect(starting).rejects.toThrow(DataFileError);
    await expect(starting).rejects.toThrow(reason);
    await expect(starting).rejects.toThrow(at(name));
    expect(readdirSync(folder)).toEqual(before);
  });

  test.each(['{"collection":"/ip_policies","obj', '{"collection":"/ip_policies","obj\n', "\0\0\0", "null\n"])(
    "drops a torn last line (%j), keeps everything before it, and continues",
    async (tail) => {
      const dataFile = newDataFile();
      const first = await startEmulator({ dataFile, seed: { "/bot_users": [{ name: "kept" }] } });
      await first.close();
      appendFileSync(dataFile, tail);
      const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      onTestFinished(() => stderr.mockRestore());
      const second = await startEmulator({ dataFile });
      expect(stderr.mock.calls).toEqual([[expect.stringMatching(/^warning: the last line .* was dropped/)]]);
      second.seed({ "/bot_users": [{ name: "later" }] });
      await second.close();
      const third = await startClient({ dataFile });
      expect(third.objects("/bot_users").map(({ name }) => name)).toEqual(["kept", "later"]);
    },
  );

  test("is not written to after another program has changed it, and loses no acknowledged write", async () => {
    const dataFile = newDataFile();
    const api = await startClient({ dataFile });
    const before = readFileSync(dataFile, "utf8");
    appendFileSync(dataFile, "more");
    expect(() => api.seed({ "/bot_users": [{ name: "refused" }] })).toThrow(/another program has changed it/);
    expect((await api.call("POST", "/ip_policies", {})).status).toBe(507);
    expect(() => api.reset()).toThrow(DataFileError);
    expect([api.objects("/bot_users"), api.objects("/ip_policies")]).toEqual([[], []]);
    writeFileSync(dataFile, before);
    await api.create("/ip_policies");
  });

  test("is written again after it was deleted", async () => {
    const dataFile = newDataFile();
    const api = await startClient({ dataFile });
    await api.create("/ip_policies");
    rmSync(dataFile);
    await api.create("/ip_policies");
    await api.close();
    expect((await startClient({ dataFile })).objects("/ip_policies")).toHaveLength(2);
  });

  test.each(["hello\n", "hello", '{"format":"tunnel-edge-emulator/3"}\n{"meta":{}}\n{"collection":\n{}\n'])(
    "is not overwritten if it begins with %j",
    async (text) => {
      const dataFile = newDataFile();
      mkdirSync(join(dataFile, ".."));
      writeFileSync(dataFile, text);
      await expect(startEmulator({ dataFile })).rejects.toThrow(DataFileError);
      expect(readFileSync(dataFile, "utf8")).toBe(text);
      expect(readdirSync(join(dataFile, ".."))).toEqual(["account.jsonl"]);
    },
  );
});

describe("options", () => {
  test.each(table.invalidOptions)("refuses %o and names the option", async (options, option) => {
    const error = await startEmulator(options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmulatorOptionError);
    expect(error).toMatchObject({ option, name: "EmulatorOptionError" });
  });
});
