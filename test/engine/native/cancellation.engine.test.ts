import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import type { OperationResult } from "../../support/engine";
import { waitUntilReached } from "../../support/wait-until-reached";

/** Seconds until a certificate is issued, longer than the tests wait. */
const PROVISIONING = 600;

let account: TestAccount;

beforeEach(async () => {
  account = await openAccount({ provisioningSeconds: PROVISIONING }, { provider: "native" });
});

afterEach(() => account?.close());

const DOMAIN = `{ domain: "slow.example.com", certificateManagementPolicy: {}, waitForCertificate: true }`;

const write = (body: string) =>
  account.workspace.writeProgram(`const edge = require("pulumi-tunnel-edge/native");\n${body}`);

const errorsOf = ({ diagnostics }: OperationResult, resource: string) =>
  diagnostics
    .filter(({ name, severity }) => name === resource && severity === "error")
    .map(({ message }) => message)
    .join("\n");

const idsInState = async () => {
  const { resources } = account.workspace.exportStack();
  return new Map(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
};

/** Runs again once the certificate is issued and the service works, and checks that no object was created twice. */
async function upAgain(domain: unknown): Promise<Run> {
  const { emulator } = account;
  emulator.faults({ clear: true });
  emulator.clock({ advance: PROVISIONING });
  const next = await account.up();
  const domains = emulator.objects("/reserved_domains").filter(({ domain }) => domain === "slow.example.com");
  expect(domains).toMatchObject([{ id: domain }]);
  await account.expectSettled();
  return next;
}

describe("customTimeouts", () => {
  test("end the wait of a creation and keep the object in the state", async () => {
    write(`new edge.ReservedDomain("slow", ${DOMAIN}, { customTimeouts: { create: "2s" } });`);
    const created = await account.attempt((workspace) => workspace.up());
    expect(created.code).not.toBe(0);
    expect(errorsOf(created, "slow")).toMatch(
      /exists but is not ready: the custom timeout of 2 s has expired/,
    );
    const [domain] = account.emulator.objects("/reserved_domains");
    expect((await idsInState()).get("slow")).toBe(domain?.id);
    expect((await upAgain(domain?.id)).writes).toEqual([]);
  });
});

describe("an interrupted run", () => {
  test("ends the waits of all processes, names each resource, and is completed by the next run", async () => {
    const { emulator } = account;
    // Another Provider has its own process with its own rate limit.
    write(`
      new edge.ReservedDomain("slow", ${DOMAIN});
      new edge.TlsEdge("unreserved", { hostports: ["unreserved.example.net:443"] });
      const provider = new edge.Provider("other", { baseUrl: "${emulator.url}", apiToken: "${emulator.token}" });
      new edge.IpPolicy("limited", {}, { provider });
    `);
    emulator.faults({ on: "POST /ip_policies", status: 429, retryAfter: 300 });
    const running = account.workspace.startUp();
    const postedPaths = () => new Set(emulator.requests({ method: "POST" }).map(({ path }) => path));
    await waitUntilReached(running.done, () => postedPaths().size === 3);
    expect(postedPaths()).toEqual(new Set(["/reserved_domains", "/edges/tls", "/ip_policies"]));
    running.signalCommand("SIGINT");
    const run = await running.done;
    expect(run.code).not.toBe(0);
    expect(errorsOf(run, "slow")).toContain("exists but is not ready: the engine canceled the run");
    expect(errorsOf(run, "unreserved")).toMatch(/ERR_NGROK_7117.*; the engine canceled the run/s);
    expect(errorsOf(run, "limited")).toContain("the engine canceled the run");
    const [domain] = emulator.objects("/reserved_domains");
    const states = await idsInState();
    expect(states.get("slow")).toBe(domain?.id);
    for (const name of ["unreserved", "limited"]) expect(states.has(name)).toBe(false);

    emulator.seed({ "/reserved_domains": [{ domain: "unreserved.example.net" }] });
    const next = await upAgain(domain?.id);
    expect(next.changes.sort()).toEqual(["create limited", "create unreserved", "update slow"]);
    expect(emulator.objects("/edges/tls")).toHaveLength(1);
    expect(emulator.objects("/ip_policies")).toHaveLength(1);
  });
});
