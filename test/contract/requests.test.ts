import { afterEach, describe, expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { type HostedProvider, hostFor, ownJournal } from "../support/hosted";
import { virtualTime } from "../support/virtual-clock";

const time = virtualTime();

/** The number of requests that the provider needs, counted by the emulator. Nothing here is timed. */

type Props = Record<string, unknown>;

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: EmulatorOptions = {}): Promise<{ emulator: Emulator; host: HostedProvider }> {
  const emulator = await time.startEmulator({
    seed: { "/reserved_domains": [{ domain: "*.example.com" }] },
    ...options,
  });
  const journal = ownJournal();
  closers.push(
    () => emulator.close(),
    () => journal.remove(),
  );
  return { emulator, host: hostFor(emulator) };
}

/** The requests of a task, as `METHOD path`. */
async function requestsOf(emulator: Emulator, task: () => Promise<unknown>): Promise<string[]> {
  const since = emulator.requests().at(-1)?.n ?? 0;
  await task();
  return emulator.requests({ since }).map(({ method, path }) => `${method} ${path}`);
}

/** Runs a task for each item, with the engine's concurrency on two cores. */
async function inParallel<T, R>(
  items: readonly T[],
  task: (item: T) => Promise<R>,
  atOnce = 8,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await task(items[i] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const count = (requests: readonly string[], method: string) =>
  requests.filter((request) => request.startsWith(`${method} `)).length;

/** State of a seeded IP policy, as an earlier create would have left it. */
const policyState = (description: string): Props => ({ description });

function seedPolicies(emulator: Emulator, total: number): string[] {
  const seeded = emulator.seed({
    collection: "/ip_policies",
    count: total,
    fields: { description: "policy {n}" },
  });
  return seeded["/ip_policies"] ?? [];
}

const refresh = (host: HostedProvider, ids: readonly string[]) =>
  inParallel(ids, (id) => host.of("IpPolicy").read(id, policyState("as before")));

describe("writes", () => {
  test("creating 100 objects takes 100 requests, deleting them 100", async () => {
    const { emulator, host } = await open();
    const made: { id: string; outs: Props }[] = [];
    const creates = await requestsOf(emulator, async () => {
      made.push(
        ...(await inParallel(numbers(100), (n) => host.create("IpPolicy", { description: `p${n}` }))),
      );
    });
    expect(creates).toEqual(numbers(100).map(() => "POST /ip_policies"));
    const deletes = await requestsOf(emulator, () =>
      inParallel(made, ({ id, outs }) => host.of("IpPolicy").delete(id, outs)),
    );
    expect(deletes).toHaveLength(100);
    expect(count(deletes, "DELETE")).toBe(100);
  });

  test("an edge with modules is made by one request", async () => {
    const { emulator, host } = await open();
    const made = await requestsOf(emulator, () =>
      host.create("TlsEdge", {
        description: "edge",
        hostports: ["edge.example.com:443"],
        mutualTls: { enabled: false },
        trafficPolicy: { enabled: true, value: '{"on_tcp_connect":[]}' },
      }),
    );
    expect(made).toEqual(["POST /edges/tls"]);
  });

  test("an update is one PATCH, however much changes, and nothing is read", async () => {
    const { emulator, host } = await open();
    const { id, outs } = await host.create("TlsEdge", { description: "a", metadata: "a", hostports: [] });
    const news = {
      description: "b",
      metadata: "b",
      hostports: ["edge.example.com:443"],
      mutualTls: { enabled: false },
    };
    const requests = await requestsOf(emulator, () => host.of("TlsEdge").update(id, outs, news));
    expect(requests).toEqual([`PATCH /edges/tls/${id}`]);
  });

  test("an unchanged object takes no request: neither check nor diff asks the API", async () => {
    const { emulator, host } = await open();
    const inputs = { description: "a" };
    const { id, outs } = await host.create("IpPolicy", inputs);
    const requests = await requestsOf(emulator, async () => {
      const { inputs: checked } = await host.of("IpPolicy").check(inputs, inputs);
      expect(await host.of("IpPolicy").diff(id, outs, checked)).toMatchObject({ changes: false });
    });
    expect(requests).toEqual([]);
  });
});

describe("reads", () => {
  test.each([0, 20])(
    "1,000 unchanged objects take at most 12 requests, at %d ms latency",
    async (latencyMs) => {
      const { emulator, host } = await open({ latencyMs });
      const ids = seedPolicies(emulator, 1_000);
      const requests = await requestsOf(emulator, async () => {
        const found = await refresh(host, ids);
        expect(found.map(({ id }) => id)).toEqual(ids);
      });
      expect(requests.length).toBeLessThanOrEqual(12);
    },
  );

  test("one object is one GET", async () => {
    const { emulator, host } = await open();
    const [id = ""] = seedPolicies(emulator, 500);
    expect(await requestsOf(emulator, () => refresh(host, [id]))).toEqual([`GET /ip_policies/${id}`]);
  });

  test("eight objects in an account of 5,000 do not page through it", async () => {
    const { emulator, host } = await open();
    const ids = seedPolicies(emulator, 5_000).slice(0, 8);
    const requests = await requestsOf(emulator, () => refresh(host, ids));
    expect(requests.length).toBeLessThanOrEqual(3 * 8);
  });

  test("objects that the list does not have are asked for one by one, and only they", async () => {
    const { emulator, host } = await open();
    const ids = seedPolicies(emulator, 300);
    for (const id of ids.slice(0, 5)) emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    const requests = await requestsOf(emulator, async () => {
      const found = await refresh(host, ids);
      expect(found.filter(({ id }) => id === undefined)).toHaveLength(5);
    });
    expect(requests.filter((request) => request !== "GET /ip_policies")).toEqual(
      expect.arrayContaining(ids.slice(0, 5).map((id) => `GET /ip_policies/${id}`)),
    );
    expect(requests.length).toBeLessThanOrEqual(3 + 5);
  });

  test("the routes of an edge are read from the edge, which holds them", async () => {
    const { emulator, host } = await open();
    const edge = await host.create("HttpsEdge", { hostports: ["www.example.com:443"] });
    const routes = await inParallel(numbers(120), (n) =>
      host.create("HttpsEdgeRoute", { edgeId: edge.id, matchType: "path_prefix", match: `/${n}` }),
    );
    const requests = await requestsOf(emulator, async () => {
      const found = await inParallel(routes, ({ id, outs }) => host.of("HttpsEdgeRoute").read(id, outs));
      expect(found.map(({ id }) => id)).toEqual(routes.map(({ id }) => id));
    });
    expect(requests).toEqual([`GET /edges/https/${edge.id}`]);
  });

  test("families are read side by side, each from its own list", async () => {
    const { emulator, host } = await open();
    const policies = await inParallel(numbers(30), (n) => host.create("IpPolicy", { description: `p${n}` }));
    const domains = await inParallel(numbers(30), (n) =>
      host.create("ReservedDomain", { domain: `n${n}.tunnel-edge.dev` }),
    );
    const all = numbers(30).flatMap((n) => [
      { family: "IpPolicy", ...policies[n] },
      { family: "ReservedDomain", ...domains[n] },
    ]);
    const requests = await requestsOf(emulator, () =>
      inParallel(all, ({ family, id, outs }) => host.of(family).read(id as string, outs)),
    );
    expect([...new Set(requests)].sort()).toEqual(["GET /ip_policies", "GET /reserved_domains"]);
    expect(requests.length).toBe(2);
  });

  test("a write ends what was read before: no response is older than it", async () => {
    const { emulator, host } = await open();
    const ids = seedPolicies(emulator, 50);
    await refresh(host, ids.slice(0, 25));
    const [id = ""] = ids.slice(-1);
    await host.of("IpPolicy").update(id, policyState("policy 50"), { description: "written" });
    const [found] = await refresh(host, [id]);
    expect(found?.props).toMatchObject({ description: "written" });
  });
});
