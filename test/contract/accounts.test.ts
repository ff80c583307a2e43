import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { driftOf } from "../../provider/inspect";
import { HostedProvider } from "../support/hosted-provider";
import { createToken, type Service, startService } from "../support/service";
import { testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

/** Two accounts of a service that only their tokens distinguish. See test/engine/behavior/accounts.engine.test.ts for the engine. */

type Props = Record<string, unknown>;
type Created = { id: string; outs: Props };

const time = virtualTime();

let ownAccount: Emulator;
let otherAccount: Emulator;
let service: Service;
let journal: ReturnType<typeof testJournal>;

beforeEach(async () => {
  journal = testJournal();
  ownAccount = await time.startEmulator();
  otherAccount = await time.startEmulator();
  service = await startService([ownAccount, otherAccount]);
});

afterEach(() => service.close());

async function run(token = ownAccount.token, config: Props = {}): Promise<HostedProvider> {
  await closeAccounts();
  return new HostedProvider({
    "tunnel-edge:baseUrl": service.url,
    "tunnel-edge:apiToken": token,
    ...config,
  });
}

async function rotateToken(): Promise<string> {
  const token = await createToken(ownAccount);
  service.addToken(token, ownAccount);
  return token;
}

/** Writes the own account's token to a file, and returns its path. */
function writeToken(): string {
  mkdirSync(journal.folder(), { recursive: true });
  const file = join(journal.folder(), "token");
  writeFileSync(file, ownAccount.token);
  return file;
}

async function recordRequests(task: () => Promise<unknown>): Promise<string[]> {
  const listRequests = () => [ownAccount, otherAccount].flatMap((account) => account.requests());
  const before = new Set(listRequests());
  await task();
  return listRequests()
    .filter((request) => !before.has(request))
    .map(({ method, path }) => `${method} ${path}`);
}

const refusal = "nothing shows that this is the account of the state";
const fingerprint = ({ outs }: { outs: Props }) => String(outs.__account);

async function createThreePolicies(): Promise<Created[]> {
  const host = await run();
  return Promise.all(["a", "b", "c"].map((description) => host.create("IpPolicy", { description })));
}

describe("the fingerprint in a state", () => {
  test("is short, and reveals neither base URL nor token", async () => {
    const [created] = await createThreePolicies();
    expect(fingerprint(created as Created)).toMatch(/^[\w-]{12}$/);
    expect(`,"__account":"${fingerprint(created as Created)}"`.length).toBeLessThan(30);
  });

  test("differs by base URL, token, and Provider, but not by a trailing slash of the base URL", async () => {
    const createFingerprint = async (config: Props) =>
      fingerprint(await (await run(ownAccount.token, config)).create("IpPolicy", {}));
    const first = await createFingerprint({});
    expect(await createFingerprint({ "tunnel-edge:baseUrl": `${service.url}/` })).toBe(first);
    const different = [
      await createFingerprint({ "tunnel-edge:baseUrl": ownAccount.url }),
      await createFingerprint({ "tunnel-edge:apiToken": await rotateToken() }),
      await createFingerprint({ "tunnel-edge:account": "staging" }),
    ];
    expect(new Set([first, ...different]).size).toBe(4);
  });

  test("is kept by a read, which adds it to a state without one", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    const { __account, ...withoutFingerprint } = created.outs;
    const policies = (await run(await rotateToken())).of("IpPolicy");
    expect((await policies.read(created.id, created.outs)).props?.__account).toBe(__account);
    expect((await policies.read(created.id, withoutFingerprint)).props?.__account).toMatch(/^[\w-]{12}$/);
    expect((await policies.read(created.id)).props?.__account).toMatch(/^[\w-]{12}$/);
  });

  test("is renewed by an update if the account is verified to be the same", async () => {
    const [created, existing] = (await createThreePolicies()) as [Created, Created];
    const policies = (await run(await rotateToken())).of("IpPolicy");
    const news = { description: "changed" };
    // This update sends no request, so it doesn't verify the account.
    const unverified = await policies.update(created.id, created.outs, {
      ...created.outs,
      deleteOnDestroy: true,
    });
    expect(unverified.outs?.__account).toBe(created.outs.__account);
    await policies.diff(existing.id, existing.outs, existing.outs);
    const verified = (await policies.update(created.id, created.outs, news)).outs as Props;
    expect(verified.__account).not.toBe(created.outs.__account);
    expect(await recordRequests(() => policies.diff(created.id, verified, news))).toEqual([]);
  });

  const waitingDomain = {
    domain: "app.example.com",
    certificateManagementPolicy: { authority: "letsencrypt" },
    waitForCertificate: true,
  };

  test("is stored with an object whose creation fails halfway", async () => {
    const host = await run();
    ownAccount.faults({ on: "GET /reserved_domains/*", status: 403, commit: false });
    const failure = host.create("ReservedDomain", waitingDomain);
    await expect(failure).rejects.toMatchObject({ properties: { __account: expect.any(String) } });
  });

  test("is stored with a created object even if the token is no longer available", async () => {
    const file = writeToken();
    const oneTimeToken = {
      "tunnel-edge:apiToken": undefined,
      "tunnel-edge:apiTokenCommand": `cat ${file} && rm ${file}`,
    };
    const host = await run(undefined, oneTimeToken);
    ownAccount.faults({ on: "GET /reserved_domains/*", status: 401, commit: false });
    const failure = host.create("ReservedDomain", waitingDomain);
    await expect(failure).rejects.toMatchObject({
      id: expect.stringMatching(/^rd_/),
      properties: { domain: "app.example.com" },
      reasons: [expect.stringContaining("apiTokenCommand ended with code 1")],
    });
  });

  test("is missing from the state of a command", async () => {
    const [session] = ownAccount.objects("/tunnel_sessions");
    const created = await (await run()).create("TunnelAgentCommand", {
      command: "restart",
      sessionId: session?.id,
    });
    expect(created.outs).not.toHaveProperty("__account");
    const host = await run(otherAccount.token);
    const state = { ...created.outs, __account: "AAABBBCCCCCC" };
    expect((await host.of("TunnelAgentCommand").read(created.id, state)).id).toBe(created.id);
    await host.of("TunnelAgentCommand").delete(created.id, state);
  });
});

describe("another account's token", () => {
  test("reports no object as deleted", async () => {
    const created = await createThreePolicies();
    const policies = (await run(otherAccount.token)).of("IpPolicy");
    const reads = await Promise.allSettled(created.map(({ id, outs }) => policies.read(id, outs)));
    expect(reads.map((read) => String((read as PromiseRejectedResult).reason?.message))).toEqual(
      created.map(({ id }) => expect.stringContaining(`IpPolicy ${id} was not found, and ${refusal}`)),
    );
    expect(String((reads[0] as PromiseRejectedResult).reason.message)).toMatch(
      /the API token was different when the state was written.*run again with TUNNEL_EDGE_SAME_ACCOUNT=on. Otherwise set tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN to that of the state's account/,
    );
  });

  test("deletes nothing, and reports no deletion", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    const policies = (await run(otherAccount.token)).of("IpPolicy");
    await expect(policies.delete(created.id, created.outs)).rejects.toThrow(refusal);
    expect(ownAccount.objects("/ip_policies")).toHaveLength(3);
  });

  test("is rejected by a diff, even if the program changes nothing", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    const policies = (await run(otherAccount.token)).of("IpPolicy");
    for (const news of [created.outs, { description: "changed" }])
      await expect(policies.diff(created.id, created.outs, news)).rejects.toThrow(
        `IpPolicy ${created.id} is not in this account, and the API token was different when the state was written`,
      );
  });

  test("is still rejected for existing objects after it creates one", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    const misplaced = await (await run(otherAccount.token)).create("IpPolicy", { description: "by mistake" });
    const policies = (await run(otherAccount.token)).of("IpPolicy");
    const reads = [created, misplaced].map(({ id, outs }) => policies.read(id, outs));
    await expect(reads[0]).rejects.toThrow(refusal);
    expect((await reads[1])?.id).toBe(misplaced.id);
  });

  test("is rejected for modules of edges and for routes", async () => {
    const host = await run();
    const tls = await host.create("TlsEdge", {});
    const module = await host.create("TlsEdgeMutualTls", { edgeId: tls.id, enabled: false });
    const edge = await host.create("HttpsEdge", {});
    const route = await host.create("HttpsEdgeRoute", {
      edgeId: edge.id,
      matchType: "exact_path",
      match: "/",
    });
    const wrong = await run(otherAccount.token);
    for (const [name, { id, outs }] of [
      ["TlsEdgeMutualTls", module],
      ["HttpsEdgeRoute", route],
    ] as const) {
      const family = wrong.of(name);
      await expect(family.read(id, outs)).rejects.toThrow(refusal);
      await expect(family.delete(id, outs)).rejects.toThrow(refusal);
      await expect(family.diff(id, outs, outs)).rejects.toThrow("is not in this account");
    }
  });
});

describe("another token of the same account", () => {
  test("changes nothing, and is verified with a single request", async () => {
    const created = await createThreePolicies();
    const policies = (await run(await rotateToken())).of("IpPolicy");
    const requests = await recordRequests(async () => {
      for (const { id, outs } of created)
        expect(await policies.diff(id, outs, outs)).toEqual({ changes: false });
    });
    expect(requests).toEqual([`GET /ip_policies/${created[0]?.id}`]);
  });

  test("needs at most as many requests for a refresh as the same token", async () => {
    const created = await createThreePolicies();
    const policies = (await run(await rotateToken())).of("IpPolicy");
    const read = () => Promise.all(created.map(({ id, outs }) => policies.read(id, outs)));
    expect(await recordRequests(read)).toEqual(["GET /ip_policies"]);
  });

  test("detects a deleted object in any order of reads", async () => {
    for (const index of [0, 2]) {
      const created = await createThreePolicies();
      ownAccount.mutate({ path: `/ip_policies/${created[index]?.id}`, delete: true });
      const policies = (await run(await rotateToken())).of("IpPolicy");
      const reads = await Promise.all(created.map(({ id, outs }) => policies.read(id, outs)));
      expect(reads.map(({ id }) => id)).toEqual(created.map(({ id }, n) => (n === index ? undefined : id)));
      await Promise.all(created.map(({ id, outs }) => policies.delete(id, outs)));
    }
  });

  test("waits for other reads if the deleted object is read first", async () => {
    const [deleted, remaining] = (await createThreePolicies()) as [Created, Created];
    ownAccount.mutate({ path: `/ip_policies/${deleted.id}`, delete: true });
    ownAccount.faults({ on: `GET /ip_policies/${remaining.id}`, kind: "latency", latencyMs: 600 });
    ownAccount.faults({ on: "GET /ip_policies", status: 403, commit: false });
    const policies = (await run(await rotateToken())).of("IpPolicy");
    const reads = [deleted, remaining].map(({ id, outs }) => policies.read(id, outs));
    expect(await Promise.all(reads)).toMatchObject([{}, { id: remaining.id }]);
  });

  test("is verified by objects that earlier commands have found", async () => {
    const [deleted, , remaining] = (await createThreePolicies()) as [Created, Created, Created];
    const domain = await (await run()).create("ReservedDomain", { domain: "a.example.com" });
    for (const path of [`/ip_policies/${deleted.id}`, `/reserved_domains/${domain.id}`])
      ownAccount.mutate({ path, delete: true });
    const token = await rotateToken();
    for (const [name, { id, outs }] of [
      ["IpPolicy", deleted],
      ["ReservedDomain", domain],
    ] as const) {
      expect(await (await run(token)).of(name).read(id, outs)).toEqual({});
      expect(await (await run(token)).of(name).diff(id, outs, outs)).toMatchObject({ changes: false });
      await (await run(token)).of(name).delete(id, outs);
      await expect((await run(otherAccount.token)).of(name).read(id, outs)).rejects.toThrow(refusal);
    }
    expect(ownAccount.objects("/ip_policies").map(({ id }) => id)).toContain(remaining.id);
  });

  test("is verified by objects that a deleted one refers to", async () => {
    const host = await run();
    const policy = await host.create("IpPolicy", {});
    const inputs = { ipRestriction: { ipPolicyIds: [policy.id] } };
    const edge = await host.create("TlsEdge", inputs);
    const module = await host.create("TlsEdgeMutualTls", { edgeId: edge.id, enabled: false });
    ownAccount.mutate({ path: `/edges/tls/${edge.id}/mutual_tls`, delete: true });
    const token = await rotateToken();
    const expectDeleted = async (name: string, { id, outs }: Created) => {
      expect(await (await run(token)).of(name).diff(id, outs, outs)).toMatchObject({ changes: false });
      expect(await (await run(token)).of(name).read(id, outs)).toEqual({});
      await (await run(token)).of(name).delete(id, outs);
    };
    await expectDeleted("TlsEdgeMutualTls", module);
    ownAccount.mutate({ path: `/edges/tls/${edge.id}`, delete: true });
    await expectDeleted("TlsEdge", edge);
    const wrong = await run(otherAccount.token);
    await expect(wrong.of("TlsEdge").delete(edge.id, edge.outs)).rejects.toThrow(refusal);
    await expect(wrong.of("TlsEdge").diff(edge.id, edge.outs, edge.outs)).rejects.toThrow("pulumi refresh");
  });

  test("deletes an object whose first response is lost", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    ownAccount.faults({ on: "DELETE *", status: 503, commit: true, times: 1 });
    const policies = (await run(await rotateToken())).of("IpPolicy");
    await policies.delete(created.id, created.outs);
    expect(ownAccount.requests({ method: "DELETE" }).map(({ status }) => status)).toEqual([503, 404]);
  });

  test("requires confirmation for an emptied account", async () => {
    const created = await createThreePolicies();
    for (const { id } of created) ownAccount.mutate({ path: `/ip_policies/${id}`, delete: true });
    const token = await rotateToken();
    const readAll = async () => {
      const policies = (await run(token)).of("IpPolicy");
      return Promise.all(created.map(({ id, outs }) => policies.read(id, outs)));
    };
    await expect(readAll()).rejects.toThrow("run again with TUNNEL_EDGE_SAME_ACCOUNT=on. Otherwise set");
    vi.stubEnv("TUNNEL_EDGE_SAME_ACCOUNT", "yes");
    await expect(readAll()).rejects.toThrow("TUNNEL_EDGE_SAME_ACCOUNT must be true or false");
    vi.stubEnv("TUNNEL_EDGE_SAME_ACCOUNT", "on");
    expect(await readAll()).toEqual([{}, {}, {}]);
    const [{ id, outs }] = created as [Created];
    expect(await (await run(token)).of("IpPolicy").diff(id, outs, outs)).toEqual({ changes: false });
  });

  test("that is refused doesn't fail a diff", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    for (const status of [401, 403]) {
      ownAccount.faults([{ on: "GET *", status, commit: false }]);
      const policies = (await run(await rotateToken())).of("IpPolicy");
      expect(await policies.diff(created.id, created.outs, created.outs)).toEqual({ changes: false });
      expect(await recordRequests(() => policies.diff(created.id, created.outs, created.outs))).toEqual([]);
    }
  });
});

describe("the same token", () => {
  test("accepts that an account was emptied, without a further request", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    ownAccount.mutate({ path: `/ip_policies/${created.id}`, delete: true });
    const policies = (await run()).of("IpPolicy");
    expect(await recordRequests(() => policies.diff(created.id, created.outs, created.outs))).toEqual([]);
    expect(
      await recordRequests(async () => expect(await policies.read(created.id, created.outs)).toEqual({})),
    ).toEqual([`GET /ip_policies/${created.id}`]);
    await policies.delete(created.id, created.outs);
  });

  test("also stands for the same account with another Provider, which an update records without a write", async () => {
    const host = await run();
    const edge = await host.create("TlsEdge", {});
    const settings = { edgeId: edge.id, enabled: false };
    const module = await host.create("TlsEdgeMutualTls", settings);
    const staging = { "tunnel-edge:account": "staging" };
    const wrong = await run(otherAccount.token, { ...staging, "tunnel-edge:baseUrl": otherAccount.url });
    for (const [name, { id, outs }, declared] of [
      ["TlsEdge", edge, {}],
      ["TlsEdgeMutualTls", module, settings],
    ] as const) {
      const provider = (await run(ownAccount.token, staging)).of(name);
      const { inputs = {} } = await provider.check(declared, { ...declared, __resource: "moved" });
      const requests = await recordRequests(async () => {
        expect(await provider.diff(id, outs, inputs)).toMatchObject({ changes: true });
        const { outs: after = {} } = await provider.update(id, outs, inputs);
        expect(await provider.diff(id, after, inputs)).toEqual({ changes: false });
        await expect(wrong.of(name).diff(id, after, inputs)).rejects.toThrow("is not in this account");
      });
      expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
    }
  });
});

describe("a token command", () => {
  const command = (tokenFile: string) => ({
    "tunnel-edge:apiToken": undefined,
    "tunnel-edge:apiTokenCommand": `cat ${tokenFile}`,
  });

  test("runs for a diff, which rejects a token of another account", async () => {
    const file = writeToken();
    const created = await (await run(undefined, command(file))).create("IpPolicy", {});
    writeFileSync(file, otherAccount.token);
    const policies = (await run(undefined, command(file))).of("IpPolicy");
    await expect(policies.diff(created.id, created.outs, created.outs)).rejects.toThrow(
      "is not in this account",
    );
    await expect(policies.read(created.id, created.outs)).rejects.toThrow(refusal);
  });

  test("that fails does not fail a preview, and is not repeated for each resource", async () => {
    const file = writeToken();
    const created = await (await run(undefined, command(file))).create("IpPolicy", {});
    const failing = { ...command(file), "tunnel-edge:apiTokenCommand": `echo failed >> ${file}; exit 1` };
    const policies = (await run(undefined, failing)).of("IpPolicy");
    for (const _ of [1, 2])
      expect(await policies.diff(created.id, created.outs, created.outs)).toEqual({ changes: false });
    expect(readFileSync(file, "utf8").split("failed")).toHaveLength(2);
  });
});

test("tunnel-edge drift reports no object as deleted with the token of another account", async () => {
  const configWith = (token: string) => (key: string) =>
    ({ "tunnel-edge:baseUrl": service.url, "tunnel-edge:apiToken": token, "tunnel-edge:account": "eu" })[key];
  const compare = (created: readonly Created[], token: string) =>
    Promise.all(created.map(({ id, outs }) => driftOf("IpPolicy", id, outs, configWith(token))));
  const created = await createThreePolicies();
  await expect(compare(created, otherAccount.token)).rejects.toThrow(
    `${refusal}: the API token was different when the state was written, and none of the objects looked up so far or found by earlier commands exist. The resource stays in the state. If it is the right account and the objects were deleted by hand, run again with TUNNEL_EDGE_SAME_ACCOUNT=on. Otherwise set apiToken of the provider "eu" to that`,
  );
});

describe("another Provider", () => {
  const runElsewhere = (token: string, config: Props = {}) =>
    run(token, { "tunnel-edge:account": "other", ...config });

  test("of another account causes a replacement, which deletes first if a name is unique", async () => {
    const host = await run();
    const policy = await host.create("IpPolicy", { description: "a" });
    const domain = await host.create("ReservedDomain", { domain: "app.example.com" });
    const edge = await host.create("TlsEdge", {});
    const module = await host.create("TlsEdgeMutualTls", { edgeId: edge.id, enabled: false });
    const wrong = await runElsewhere(otherAccount.token);
    const diff = (name: string, { id, outs }: Created) => wrong.of(name).diff(id, outs, outs);
    const replaced = { changes: true, replaces: ["provider"], deleteBeforeReplace: false };
    expect(await diff("IpPolicy", policy)).toEqual(replaced);
    expect(await diff("ReservedDomain", domain)).toEqual({ ...replaced, deleteBeforeReplace: true });
    expect(await diff("TlsEdgeMutualTls", module)).toEqual(replaced);
    const moved = await runElsewhere(otherAccount.token, { "tunnel-edge:baseUrl": otherAccount.url });
    expect(await moved.of("ReservedDomain").diff(domain.id, domain.outs, domain.outs)).toEqual(replaced);
  });

  test("of another account is rejected for protected objects, which it would replace", async () => {
    const args = { domain: "app.example.com", releaseProtection: true };
    const { id, outs } = await (await run()).create("ReservedDomain", args);
    const wrong = await runElsewhere(otherAccount.token);
    await expect(wrong.of("ReservedDomain").diff(id, outs, outs)).rejects.toThrow(
      "is under releaseProtection and provider can only be changed by replacing the resource",
    );
  });
});

describe("another base URL", () => {
  test("of the same account changes nothing", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    const policies = (await run(ownAccount.token, { "tunnel-edge:baseUrl": ownAccount.url })).of("IpPolicy");
    expect(await policies.diff(created.id, created.outs, created.outs)).toEqual({ changes: false });
  });

  test.each([undefined, "staging"])(
    "of another account is rejected if the Provider stays the same (its `account`: %s)",
    async (account) => {
      const config = { "tunnel-edge:account": account };
      const created = await (await run(ownAccount.token, config)).create("IpPolicy", {});
      const moved = { ...config, "tunnel-edge:baseUrl": otherAccount.url };
      const policies = (await run(otherAccount.token, moved)).of("IpPolicy");
      await expect(policies.diff(created.id, created.outs, created.outs)).rejects.toThrow(
        account === undefined
          ? /base URL was different when the state was written.*run `pulumi refresh`.*Otherwise set tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL to that/
          : /base URL was different when the state was written.*Otherwise set baseUrl of the provider "staging" to that/,
      );
      await expect(policies.delete(created.id, created.outs)).rejects.toThrow(refusal);
    },
  );

  test("that refuses the token is rejected", async () => {
    const [created] = (await createThreePolicies()) as [Created];
    ownAccount.faults({ on: "GET *", status: 401, commit: false });
    const policies = (await run(ownAccount.token, { "tunnel-edge:baseUrl": ownAccount.url })).of("IpPolicy");
    await expect(policies.diff(created.id, created.outs, created.outs)).rejects.toThrow(
      "it is unknown whether the account is the same: the API token was refused",
    );
  });
});
