import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulator, Fault } from "../../emulator";
import { catchError } from "../support/failures";
import { type HostedProvider, hostFor, isolatedJournal } from "../support/hosted-provider";
import { virtualTime } from "../support/virtual-clock";

const TOKEN = "api-token-that-nobody-may-see";

const time = virtualTime();
let journal: ReturnType<typeof isolatedJournal>;

beforeAll(() => {
  journal = isolatedJournal();
});

afterAll(() => journal.remove());

interface Account {
  readonly emulator: Emulator;
  readonly host: HostedProvider;
}

async function openAccount(): Promise<Account> {
  const emulator = await time.startEmulator({ token: TOKEN });
  return { emulator, host: hostFor(emulator) };
}

const ids = ({ emulator }: Account, collection: string) => emulator.objects(collection).map(({ id }) => id);

/** Returns the message of an error, and verifies that it is short, readable, and without the token. */
async function rejectionMessage(task: Promise<unknown>): Promise<string> {
  const error = await catchError(task);
  const text = `${error.message}${error.stack ?? ""}`;
  expect(text).not.toContain(TOKEN);
  expect(error.message.length).toBeLessThan(1000);
  expect(error.message).not.toMatch(/undefined|\[object|Cannot read|is not a function/);
  return error.message;
}

/** Unusable responses, which retries don't change, and what the error says about them. */
const unusableResponses: Record<string, [Fault, RegExp]> = {
  HTML: [{ kind: "html" }, /HTML/],
  "an empty body": [{ kind: "empty" }, /empty/],
  "a body cut off": [{ kind: "truncated" }, /truncated or damaged/],
  "a huge body": [{ kind: "huge", bytes: 40 * 1024 * 1024 }, /MiB|larger|too large|limit/i],
  "a deep body": [{ kind: "deep" }, /deep|nested/],
  "a list": [{ kind: "custom", status: 200, body: "[]" }, /list|object/],
  "other types": [{ kind: "wrong-types" }, /id/],
  "an object without id": [{ kind: "custom", status: 200, body: { description: "x" } }, /id/],
  "a redirect": [{ location: "https://login-of-proxy.test/login?state=s" }, /redirect.*login-of-proxy\.test/],
  "an id with slashes": [{ kind: "custom", status: 200, body: { id: "../api_keys/x" } }, /id/],
  "an id of dots": [{ kind: "custom", status: 200, body: { id: ".." } }, /id/],
  "another id": [
    { kind: "custom", status: 200, body: { id: "ipp_other" } },
    /is about another object than ipp_/,
  ],
};

describe.each(Object.entries(unusableResponses))("%s", (_, [fault, pattern]) => {
  test("as a read response: the read fails, and the object stays in the state", async () => {
    const { emulator, host } = await openAccount();
    const { id, outs } = await host.create("IpPolicy", { description: "office" }, "a");
    emulator.faults({ on: "GET *", ...fault });
    const text = await rejectionMessage(host.of("IpPolicy").read(id, outs));
    expect(text).toMatch(pattern);
    expect(text).toMatch(/GET \/ip_policies/);
    emulator.faults({ clear: true });
    expect(await host.of("IpPolicy").read(id, outs)).toMatchObject({ id });
  });

  test("as an update response: the update fails, and the next one repairs the object", async () => {
    const { emulator, host } = await openAccount();
    const { id, outs } = await host.create("IpPolicy", { description: "office" }, "a");
    emulator.faults({ on: "PATCH *", ...fault });
    const text = await rejectionMessage(host.of("IpPolicy").update(id, outs, { description: "new" }));
    expect(text).toMatch(pattern);
    expect(text).toMatch(/PATCH \/ip_policies/);
    emulator.faults({ clear: true });
    await host.of("IpPolicy").update(id, outs, { description: "new" });
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id, description: "new" }]);
  });
});

test("unusable responses to every request: create fails, and the next run neither loses nor duplicates an object", async () => {
  // A well-formed ID in a create response must be trusted; there is nothing to compare it with.
  const faults = Object.values(unusableResponses).filter(
    ([{ body }]) => !JSON.stringify(body ?? "").includes("ipp_"),
  );
  const accounts = await Promise.all(
    faults.map(async ([fault]) => {
      const account = await openAccount();
      account.emulator.faults({ on: "*", ...fault });
      return account;
    }),
  );
  const create = (host: HostedProvider) => host.create("IpPolicy", { description: "office" }, "a");
  for (const text of await Promise.all(accounts.map(({ host }) => rejectionMessage(create(host))))) {
    expect(text).toMatch(/POST \/ip_policies/);
  }
  await journal.restart();
  for (const account of accounts) {
    account.emulator.faults({ clear: true });
    const { id } = await create(hostFor(account.emulator));
    expect(ids(account, "/ip_policies")).toEqual([id]);
  }
});

/** Responses for a deleted object: those of gateways, and of other releases of the service. */
const GONE: readonly (readonly [what: string, status: number, body: string])[] = [
  ["404 and an empty object", 404, "{}"],
  ["404 and nothing", 404, ""],
  ["404 and a message", 404, '{"message":"not found"}'],
  ["410 and nothing", 410, ""],
  ["410 and an API error", 410, '{"error_code":"ERR_410","msg":"gone","status_code":410,"details":{}}'],
];

describe.each(GONE)("an object that is gone, reported as %s", (_, status, body) => {
  const deletedResponse = (path: string) =>
    ({ on: `GET|DELETE ${path}`, kind: "custom", status, body, commit: false }) as const;

  test("is removed by refresh, and deleting it succeeds", async () => {
    const { emulator, host } = await openAccount();
    const { id, outs } = await host.create("IpPolicy", {}, "a");
    emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    emulator.faults(deletedResponse(`/ip_policies/${id}`));
    expect(await host.of("IpPolicy").read(id, outs)).toEqual({});
    await host.of("IpPolicy").delete(id, outs);
  });

  test("is treated as deleted if it is a route, even if its edge and the list of routes are gone, too", async () => {
    const { emulator, host } = await openAccount();
    const edge = await host.create("HttpsEdge", {}, "edge");
    const routeInputs = { edgeId: edge.id, matchType: "exact_path", match: "/" };
    const route = await host.create("HttpsEdgeRoute", routeInputs, "route");
    emulator.mutate({ path: `/edges/https/${edge.id}/routes/${route.id}`, delete: true });
    emulator.faults(deletedResponse(`/edges/https/${edge.id}/routes/${route.id}`));
    expect(await host.of("HttpsEdgeRoute").read(route.id, route.outs)).toEqual({});
    emulator.mutate({ path: `/edges/https/${edge.id}`, delete: true });
    emulator.faults(deletedResponse(`/edges/https/${edge.id}*`));
    expect(await host.of("HttpsEdgeRoute").read(route.id, route.outs)).toEqual({});
    await host.of("HttpsEdgeRoute").delete(route.id, route.outs);
  });

  test("is removed by refresh if it is a module", async () => {
    const { emulator, host } = await openAccount();
    const edge = await host.create("TlsEdge", {}, "edge");
    const module = await host.create("TlsEdgeMutualTls", { edgeId: edge.id, enabled: false }, "module");
    emulator.mutate({ path: `/edges/tls/${edge.id}/mutual_tls`, delete: true });
    emulator.faults(deletedResponse(`/edges/tls/${edge.id}/mutual_tls`));
    expect(await host.of("TlsEdgeMutualTls").read(module.id, module.outs)).toEqual({});
  });

  // A response with a code comes from the API itself, so it is believed without further requests.
  if (!body.includes("error_code"))
    test("is not believed if no other API request succeeds", async () => {
      const account = await openAccount();
      const { emulator, host } = account;
      const { id, outs } = await host.create("IpPolicy", {}, "a");
      emulator.faults(deletedResponse("*"));
      expect(await rejectionMessage(host.of("IpPolicy").read(id, outs))).toContain(`status ${status}`);
      expect(await rejectionMessage(host.of("IpPolicy").delete(id, outs))).toContain(`status ${status}`);
      emulator.faults([
        deletedResponse("/ip_policies/*"),
        { on: "GET /ip_policies", status: 403, commit: false },
      ]);
      expect(await rejectionMessage(host.of("IpPolicy").read(id, outs))).toContain(`status ${status}`);
      expect(ids(account, "/ip_policies")).toEqual([id]);
    });
});

test("concurrent reads of missing objects share their two list requests", async () => {
  const { emulator, host } = await openAccount();
  const ids = Array.from({ length: 8 }, (_, n) => `ipp_${n}`);
  emulator.faults({ on: "GET /ip_policies/*", kind: "custom", status: 404, body: "" });
  await Promise.all(ids.map((id) => host.of("IpPolicy").read(id, { description: "a" })));
  // One list looks for the objects, and the other shows that the missing ones are gone.
  expect(emulator.requests({ path: "/ip_policies" })).toHaveLength(2);
});
