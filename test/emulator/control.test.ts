import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
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
  startEmulator,
} from "../../emulator/index";
import { control, emulated, ownPort, test } from "./support/client";

describe("requests", () => {
  test("are recorded as they came, without the token", async () => {
    const api = await emulated({ basePath: "/api" });
    await api.call("POST", "/ip_policies", { description: "x" });
    await api.call("GET", "/ip_policies?limit=3");
    await api.call("POST", "/ip_policies", "no json");
    expect(api.requests()).toEqual([
      {
        n: 1,
        at: expect.any(String),
        method: "POST",
        path: "/ip_policies",
        query: {},
        body: { description: "x" },
        status: 201,
      },
      {
        n: 2,
        at: expect.any(String),
        method: "GET",
        path: "/ip_policies",
        query: { limit: "3" },
        status: 200,
      },
      {
        n: 3,
        at: expect.any(String),
        method: "POST",
        path: "/ip_policies",
        query: {},
        body: "no json",
        status: 400,
      },
    ]);
    expect(JSON.stringify(api.requests())).not.toContain(api.token);
    expect(api.requests({ since: 2 })).toHaveLength(1);
    expect(api.requests({ method: "get", path: "/ip_*" })).toHaveLength(1);
    expect((await control(api, "requests?since=1")).body).toHaveLength(2);
    expect(await api.requests()).toHaveLength(3);
  });
});

describe("seed", () => {
  test("a collection without its slash is rejected with the right spelling", ({ api }) => {
    expect(() => api.seed({ bot_users: [] })).toThrow(
      "bot_users: the path of a collection begins with a slash: write /bot_users",
    );
  });

  test("puts objects straight into the store", async ({ api }) => {
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

  test("over HTTP, and from the options", async () => {
    const api = await emulated({ seed: { "/bot_users": [{ name: "first" }] } });
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

  test("says what cannot be used", async ({ api }) => {
    expect(() => api.seed({ "/nothing": [{}] })).toThrow(EmulatorOptionError);
    expect(() => api.seed({ "/bot_users": [{ name: 1 }] })).toThrow(
      /seed \/bot_users\[0\]: name must be a text/,
    );
    const reply = await control(api, "seed", { "/nothing": [{}] });
    expect([reply.status, reply.body.msg]).toEqual([400, expect.stringContaining("no such collection")]);
  });

  test.each([
    [{ "/ip_policies": [{ id: 5 }] }, "id"],
    [{ "/ip_policies": [{}, { created_at: 1e15 }] }, "created_at"],
    [{ "/tunnel_sessions": [{ agent: 5 }] }, "agent"],
    [{ "/tunnel_sessions": [{ agent: { reconnect_seconds: 1e308 } }] }, "agent.reconnect_seconds"],
    [{ "/tunnel_sessions": [{ agent: { updating_until: 1 } }] }, "agent.updating_until"],
    [{ "/tunnel_sessions": [{ agent: { tunnels: [5] } }] }, "agent.tunnels\\[0\\]"],
  ])("refuses a value of its own that it cannot use: %j", async (seed, option) => {
    const api = await emulated();
    const { status, body } = await control(api, "seed", seed as object as Record<string, number>);
    expect([status, body.msg]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^Emulator option seed /[a-z_]+\\[[01]\\]\\.${option}: `)),
    ]);
    expect(api.objects("/ip_policies")).toEqual([]);
  });

  test.each([
    [{ "/ip_polices": [{}] }, /seed \/ip_polices: there is no such collection, did you mean \/ip_policies\?/],
    [
      { "/ip_policies": [{ descripton: "office" }] },
      /seed \/ip_policies\[0\]: descripton is not a parameter here, did you mean description\?/,
    ],
    [{ "/edges/tls": [{ mutual_tls: { enabld: true } }] }, /mutual_tls\.enabld .*, did you mean enabled\?/],
    [{ "/endpoints": [{ url: "https://a.example.com", upstream_ur: "x" }] }, /upstream_ur .*upstream_url/],
    [{ "/tunnel_sessions": [{ agent: { updatd: true } }] }, /agent\.updatd .*, did you mean updated\?/],
    [{ collection: "/bot_users", count: 1, fields: { actve: true } }, /actve .*, did you mean active\?/],
  ])("refuses what nothing reads, with the nearest name: %j", async (seed, says) => {
    for (const reference of [false, true]) {
      const api = await emulated({ reference });
      expect(() => api.seed(seed as never)).toThrow(says);
    }
  });
});

describe("mutate", () => {
  test("changes and deletes objects and modules behind the API's back", async ({ api }) => {
    const policy = await api.make("/ip_policies", { description: "a" });
    const edge = await api.make("/edges/tls", { ip_restriction: { ip_policy_ids: [policy.id] } });
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
  });

  test("accepts ids of deleted objects and fixed parameters", async ({ api }) => {
    const { id: policy } = await api.make("/ip_policies");
    const restriction = await api.make("/ip_restrictions", { type: "api", ip_policy_ids: [policy] });
    api.mutate({
      path: `/ip_restrictions/${restriction.id}`,
      set: { type: "agent", ip_policy_ids: ["ipp_gone"] },
    });
    expect((await api.call("GET", `/ip_restrictions/${restriction.id}`)).body).toMatchObject({
      type: "agent",
      ip_policies: [{ id: "ipp_gone", uri: `${api.url}/ip_policies/ipp_gone` }],
    });
  });

  test("removes a policy from a domain together with its job", async () => {
    const api = await emulated({ provisioningSeconds: 10 });
    const domain = await api.make("/reserved_domains", {
      domain: "a.example.com",
      certificate_management_policy: {},
    });
    api.mutate({ path: `/reserved_domains/${domain.id}`, set: { certificate_management_policy: null } });
    api.clock({ advance: 60 });
    expect(api.objects("/tls_certificates")).toEqual([]);
    expect(api.objects("/reserved_domains")).toMatchObject([{ certificate_management_status: null }]);
  });

  test("deletes what is in use", async ({ api }) => {
    const group = await api.make("/backends/tunnel_group");
    await api.make("/edges/tls", { backend: { backend_id: group.id } });
    api.mutate({ path: `/backends/tunnel_group/${group.id}`, delete: true });
    expect(api.objects("/backends/tunnel_group")).toEqual([]);
  });

  test("says what cannot be used", async ({ api }) => {
    const { id } = await api.make("/ip_policies");
    expect(() => api.mutate({ path: "/ip_policies/ipp_x", delete: true })).toThrow(
      /there is no \/ip_policies\/ipp_x/,
    );
    expect(() => api.mutate({ path: `/ip_policies/${id}`, set: { colour: "red" } })).toThrow(
      /mutate\.set: colour is not a parameter here\. Known are: description, metadata/,
    );
    const set = { tls_termination: { min_verson: "1.2" } };
    const edge = await api.make("/edges/tls");
    expect(() => api.mutate({ path: `/edges/tls/${edge.id}`, set })).toThrow(
      /tls_termination\.min_verson is not a parameter here, did you mean min_version\?/,
    );
    expect(() => api.mutate({ path: `/ip_policies/${id}`, set: { description: 1 } })).toThrow(
      /must be a text/,
    );
    expect(() => api.mutate({} as never)).toThrow(EmulatorOptionError);
    expect(() => api.mutate({ path: `/ip_policies/${id}`, set: { constructor: null } })).toThrow(
      /constructor is not a parameter here/,
    );
  });

  test("says what the account refuses, over HTTP with 400", async () => {
    const api = await emulated({ absentModules: "not-found" });
    const edge = await api.make("/edges/tls");
    const domain = await api.make("/reserved_domains", { domain: "a.example.com" });
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

  test("rejects a whole list for one invalid entry, and names it", async ({ api }) => {
    const { id } = await api.make("/ip_policies", { description: "a" });
    const change = { path: `/ip_policies/${id}`, set: { description: "b" } };
    expect(() => api.mutate([change, { path: "ip_policies" } as never])).toThrow(/mutate\[1\]/);
    expect(api.objects("/ip_policies")).toMatchObject([{ description: "a" }]);
    expect(() => api.mutate([change, { path: "/ip_policies/ipp_x", delete: true }])).toThrow(/there is no/);
    expect(api.objects("/ip_policies")).toMatchObject([{ description: "b" }]);
  });
});

test.each([5, null, '"x"', [5]])("faults refuse %j", async (body) => {
  const api = await emulated();
  const { status, body: said } = await control(api, "faults", body);
  expect([status, said.msg]).toEqual([400, expect.stringContaining("Emulator option fault")]);
  expect(api.faults()).toEqual([]);
});

test("keys of maps are data, whatever they are called: over the API, seeded, changed behind its back and after a restart", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "then"];
  const labels = JSON.stringify(Object.fromEntries(names.map((name) => [name, `of ${name}`])));
  const read = () => JSON.parse(labels);
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataFile = join(folder, "data.jsonl");
  const first = await startEmulator({
    dataFile,
    seed: { "/backends/tunnel_group": [{ id: "bkdtg_seeded", labels: read() }, { id: "bkdtg_changed" }] },
  });
  first.mutate({ path: "/backends/tunnel_group/bkdtg_changed", set: { labels: read() } });
  const body = `{"labels":${labels}}`;
  const headers = { authorization: `Bearer ${first.token}`, "content-type": "application/json" };
  await fetch(`${first.url}/backends/tunnel_group`, { method: "POST", headers, body });
  await first.close();
  const api = await emulated({ dataFile });
  const { text } = await api.call("GET", "/backends/tunnel_group");
  expect(text.split(`"labels":${labels}`)).toHaveLength(4);
  const policies = await api.call("POST", "/backends/weighted", '{"backends":{"__proto__":1}}');
  expect(policies).toMatchObject({ status: 400, text: expect.stringContaining("names __proto__") });
  api.faults({ on: "GET /ip_policies", body: JSON.parse('{"__proto__":{"a":1}}') });
  expect((await api.call("GET", "/ip_policies")).text).toBe('{"__proto__":{"a":1}}');
});

describe("clock", () => {
  test("moves, freezes, and resumes", async ({ api }) => {
    expect(api.clock({ set: "2040-05-06T07:08:09Z", freeze: true })).toEqual({
      now: "2040-05-06T07:08:09Z",
      frozen: true,
    });
    expect((await api.make("/ip_policies")).created_at).toBe("2040-05-06T07:08:09Z");
    const { headers } = await fetch(`${api.url}/ip_policies`);
    expect(headers.get("date")).toBe("Sun, 06 May 2040 07:08:09 GMT");
    expect((await control(api, "clock", { advance: 60 })).body.now).toBe("2040-05-06T07:09:09Z");
    expect(api.clock({ freeze: false })).toMatchObject({ frozen: false });
    expect(Math.abs(Date.parse(api.clock({ reset: true }).now) - Date.now())).toBeLessThan(3000);
    expect(() => api.clock({ set: "noon" })).toThrow(EmulatorOptionError);
    for (const change of [
      { advance: 9e15 },
      { advance: -1e12 },
      { set: "0001-01-01T00:00:00Z" },
      { set: "9999-06-01T00:00:00Z" },
    ]) {
      const { status, body } = await control(api, "clock", change as object as Record<string, number>);
      expect([status, body.msg]).toEqual([400, expect.stringContaining("between 1970-01-01")]);
    }
    api.clock({ set: "9998-12-31T23:59:59Z" });
    await api.make("/reserved_domains", { domain: "late.example.com", certificate_management_policy: {} });
    api.clock({ freeze: true });
    expect((await api.call("GET", "/reserved_domains")).status).toBe(200);
    api.clock({ reset: true });
  });
});

test("reset brings back the start, with the same token and user", async () => {
  const api = await emulated({ faults: [{ on: "GET /bot_users", status: 500 }] });
  const owner = api.objects("/api_keys")[0]?.owner_id;
  await api.make("/ip_policies");
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
  function file(): string {
    const folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, "sub", "account.jsonl");
  }

  test("keeps the account across restarts, whatever the port", async () => {
    const dataFile = file();
    const first = await startEmulator({ dataFile, seed: { "/bot_users": [{ name: "once" }] } });
    const api = (method: string, url: string, token: string, body?: object) =>
      fetch(url, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: body && JSON.stringify(body),
      });
    const made = (await (await api("POST", `${first.url}/ip_policies`, first.token, {})).json()) as {
      id: string;
    };
    const key = (await (await api("POST", `${first.url}/api_keys`, first.token, {})).json()) as {
      token: string;
    };
    // As after a kill: the file alone, without a regular end.
    const copy = `${dataFile}.copy`;
    writeFileSync(copy, `${readFileSync(dataFile, "utf8")}{"put":"/ip_policies","obj`);
    await first.close();
    for (const dataFileAgain of [dataFile, copy]) {
      const second = await startEmulator({
        dataFile: dataFileAgain,
        seed: { "/bot_users": [{ name: "once" }] },
      });
      expect(second.token).toBe(first.token);
      const found = (await (
        await api("GET", `${second.url}/ip_policies/${made.id}`, key.token)
      ).json()) as object;
      expect(found).toEqual({ ...made, uri: `${second.url}/ip_policies/${made.id}` });
      expect(second.objects("/bot_users")).toHaveLength(1);
      expect(second.objects("/tunnel_sessions")).toHaveLength(2);
      await api("DELETE", `${second.url}/ip_policies/${made.id}`, second.token);
      await second.close();
      const third = await startEmulator({ dataFile: dataFileAgain, token: "other" });
      expect(third.objects("/ip_policies")).toEqual([]);
      expect((await api("GET", `${third.url}/ip_policies`, first.token)).status).toBe(401);
      expect((await api("GET", `${third.url}/ip_policies`, "other")).status).toBe(200);
      await third.close();
    }
  });

  test("keeps jobs and agents on their way", async () => {
    const dataFile = file();
    const first = await emulated({ dataFile, provisioningSeconds: 3600 });
    await first.make("/reserved_domains", { domain: "a.example.com", certificate_management_policy: {} });
    const ids = first.seed({
      "/tunnel_sessions": [{ metadata: "slow", agent: { reconnect_seconds: 3600 } }],
    });
    await first.call("POST", `/tunnel_sessions/${ids["/tunnel_sessions"]?.[0]}/restart`);
    await first.close();
    const second = await emulated({ dataFile, provisioningSeconds: 3600 });
    expect(second.objects("/tunnel_sessions").map(({ metadata }) => metadata)).toContain("slow");
    expect(second.objects("/tls_certificates")).toEqual([]);
    second.clock({ advance: 3600 });
    expect(second.objects("/tls_certificates")).toHaveLength(1);
  });

  test("is unchanged after a failed start, so that the next one seeds it", async () => {
    const dataFile = file();
    const taken = await emulated();
    const port = Number(new URL(taken.url).port);
    const seed = { "/bot_users": [{ name: "first" }] };
    await expect(startEmulator({ dataFile, seed, port })).rejects.toThrow(/cannot listen/);
    const bad = { "/bot_users": [{ name: "half" }, { name: 1 }] } as never;
    await expect(startEmulator({ dataFile, seed: bad })).rejects.toThrow(/bot_users\[1\]/);
    const api = await emulated({ dataFile, seed });
    expect(api.objects("/bot_users")).toMatchObject([{ name: "first" }]);
    expect(api.objects("/tunnel_sessions")).toHaveLength(2);
  });

  test("is written through files with unguessable names, and leaves none", async () => {
    const dataFile = file();
    const folder = join(dataFile, "..");
    mkdirSync(folder);
    const victim = join(folder, "victim");
    writeFileSync(victim, "precious");
    // The names that a process with a known id would use.
    for (const name of [`${dataFile}.${process.pid}.tmp`, `${dataFile}.lock.${process.pid}`])
      symlinkSync(victim, name);
    const before = readdirSync(folder);
    const api = await startEmulator({ dataFile });
    await api.close();
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(readdirSync(folder)).toEqual([...before, "account.jsonl"].sort());
    expect(lstatSync(dataFile).mode & 0o777).toBe(0o600);
  });

  test("belongs to one emulator at a time", async () => {
    const dataFile = file();
    const first = await startEmulator({ dataFile });
    const again = startEmulator({ dataFile });
    await expect(again).rejects.toThrow(DataFileError);
    await expect(again).rejects.toThrow(new RegExp(`in use by process ${process.pid}.*\\.lock`));
    await first.close();
    expect(existsSync(`${dataFile}.lock`)).toBe(false);
    await emulated({ dataFile });
  });

  test("is usable after its emulator was killed", async () => {
    const dataFile = file();
    await (await startEmulator({ dataFile })).close();
    const dead = spawn(process.execPath, ["--eval", ""]);
    await once(dead, "exit");
    for (const owner of [String(dead.pid), String(process.pid), "", "nobody"]) {
      writeFileSync(`${dataFile}.lock`, owner);
      const api = await startEmulator({ dataFile });
      expect(readFileSync(`${dataFile}.lock`, "utf8")).toBe(`${process.pid}\n`);
      await api.close();
    }
  });

  test.each([
    ["pipe", "is not a regular file"],
    [".", "is not a regular file"],
    ["/dev/null", "is not a regular file"],
    ["dangling", "is a link to a file that does not exist"],
    ["loop", "cannot be opened (ELOOP). Name another file"],
    ["loop/x", "cannot be opened (ELOOP)"],
    ["pipe/x", "cannot be opened (ENOTDIR)"],
    ["n".repeat(300), "cannot be opened (ENAMETOOLONG)"],
    ["/proc/none/x", "cannot be locked (ENOENT)"],
    ["locked", "locked.lock, which is not a file"],
    ["text", "does not begin with the format"],
  ])("%s is refused at once", async (name, reason) => {
    const folder = join(file(), "../..");
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

  test("is compacted", async () => {
    const dataFile = file();
    const api = await emulated({ dataFile });
    const { id } = await api.make("/ip_policies");
    for (let n = 0; n < 12_000; n += 1)
      api.mutate({ path: `/ip_policies/${id}`, set: { description: `${n}` } });
    expect(readFileSync(dataFile, "utf8").split("\n").length).toBeLessThan(11_000);
    expect(api.objects("/ip_policies")).toMatchObject([{ description: "11999" }]);
  });

  test.each([
    ["half a line", '{"put":"/ip_policies","obj'],
    ["half a line with a line break", '{"put":"/ip_policies","obj\n'],
    ["zeros", "\0\0\0"],
    ["JSON that is no change", "null\n"],
  ])("torn at its end (%s) it keeps what is before, and goes on after it", async (_name, tail) => {
    const dataFile = file();
    const first = await startEmulator({ dataFile, seed: { "/bot_users": [{ name: "kept" }] } });
    await first.close();
    appendFileSync(dataFile, tail);
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    const second = await startEmulator({ dataFile });
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^warning: the last line .* was dropped/)]]);
    second.seed({ "/bot_users": [{ name: "later" }] });
    await second.close();
    const third = await emulated({ dataFile });
    expect(third.objects("/bot_users").map(({ name }) => name)).toEqual(["kept", "later"]);
  });

  test("changed by another program while in use, it is not written to: no acknowledged write is lost", async () => {
    const dataFile = file();
    const api = await emulated({ dataFile });
    const before = readFileSync(dataFile, "utf8");
    appendFileSync(dataFile, "more");
    expect(() => api.seed({ "/bot_users": [{ name: "refused" }] })).toThrow(/another program has changed it/);
    expect((await api.call("POST", "/ip_policies", {})).status).toBe(507);
    expect(() => api.reset()).toThrow(DataFileError);
    expect([api.objects("/bot_users"), api.objects("/ip_policies")]).toEqual([[], []]);
    writeFileSync(dataFile, before);
    await api.make("/ip_policies");
  });

  test.each([
    ["something else", "hello\n"],
    ["something else without a line break", "hello"],
    ["a damaged line", '{"format":"tunnel-edge-emulator/1"}\n{"put":\n{"meta":{}}\n'],
  ])("%s is not overwritten", async (_name, text) => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const other = join(folder, "notes.txt");
    writeFileSync(other, text);
    await expect(startEmulator({ dataFile: other })).rejects.toThrow(DataFileError);
    expect(readFileSync(other, "utf8")).toBe(text);
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
  });
});

describe("options", () => {
  const bad: readonly [EmulatorOptions | { readonly [key: string]: unknown }, string][] = [
    [{ port: -1 }, "port"],
    [{ port: 1.5 }, "port"],
    [{ pageSize: 0 }, "pageSize"],
    [{ pageSize: 101 }, "pageSize"],
    [{ rateLimit: { requests: 0 } }, "rateLimit.requests"],
    [{ rateLimit: { requests: 1, retryAfter: "soon" } }, "rateLimit.retryAfter"],
    [{ latencyMs: -1 }, "latencyMs"],
    [{ latencyMs: 2 ** 31 }, "latencyMs"],
    [{ provisioningSeconds: 9e15 }, "provisioningSeconds"],
    [{ rateLimit: { requests: 1, windowSeconds: 9e15 } }, "rateLimit.windowSeconds"],
    [{ faults: [{ kind: "huge", bytes: 2 ** 40 }] }, "faults[0].bytes"],
    [{ faults: [{ kind: "deep", depth: 2 ** 40 }] }, "faults[0].depth"],
    [{ faults: [{ latencyMs: 9e15 }] }, "faults[0].latencyMs"],
    [{ faults: [{ status: 500, headers: { x: "a\nb" } }] }, "faults[0].headers.x"],
    [{ faults: [{ status: 500, retryAfter: "a\nb" }] }, "faults[0].retryAfter"],
    [{ faults: [{ location: "a\nb" }] }, "faults[0].location"],
    [{ seed: { "/bot_users": [{ name: "a", created_at: "soon" }] } }, "seed /bot_users[0]"],
    [{ basePath: "api" }, "basePath"],
    [{ token: "with space" }, "token"],
    [{ serviceDomains: [] }, "serviceDomains"],
    [{ attachmentSwitch: "maybe" }, "attachmentSwitch"],
    [{ faults: [{ kind: "nonsense" }] }, "faults[0].kind"],
    [{ faults: [{ statsu: 500 }] }, "faults[0]"],
    [{ colour: "red" }, "(all)"],
    [{ host: "192.0.2.1" }, "port"],
  ];
  test.each(bad)("%o is refused by name", async (options, option) => {
    const error = await startEmulator(options as EmulatorOptions).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmulatorOptionError);
    expect(error).toMatchObject({ option, name: "EmulatorOptionError" });
  });

  test("a seed that cannot be used leaves nothing behind that serves", async () => {
    const port = await ownPort();
    const seed = { "/nothing": [{}] };
    await expect(startEmulator({ port, seed })).rejects.toThrow(/no such collection/);
    await expect(fetch(`http://127.0.0.1:${port}/ip_policies`)).rejects.toThrow();
  });

  test("a port in use is reported", async ({ api }) => {
    const port = Number(new URL(api.url).port);
    await expect(startEmulator({ port })).rejects.toThrow(/cannot listen on 127.0.0.1/);
  });
});
