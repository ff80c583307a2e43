import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import type { OperationResult } from "../../support/engine";
import { reached } from "../../support/reached";

/** Seconds until a certificate is issued: more than any test waits. */
const PROVISIONING = 600;

/** The engine tells the native provider when it has to stop waiting. */
let account: TestAccount;

beforeEach(async () => {
  account = await openAccount({ provisioningSeconds: PROVISIONING }, { of: "native" });
});

afterEach(() => account?.close());

const DOMAIN = `{ domain: "slow.example.com", certificateManagementPolicy: {}, waitForCertificate: true }`;

const write = (body: string) =>
  account.workspace.writeProgram(`const edge = require("pulumi-tunnel-edge/native");\n${body}`);

const said = ({ diagnostics }: OperationResult, of: string) =>
  diagnostics
    .filter(({ name, severity }) => name === of && severity === "error")
    .map(({ message }) => message)
    .join("\n");

const idsInState = async () => {
  const { resources } = account.workspace.exportStack();
  return new Map(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
};

/** The next run, once the certificate is issued and nothing refuses a request: it makes nothing twice. */
async function goOn(domain: unknown): Promise<Run> {
  const { emulator } = account;
  emulator.faults({ clear: true });
  emulator.clock({ advance: PROVISIONING });
  const next = await account.up();
  const named = emulator.objects("/reserved_domains").filter((one) => one.domain === "slow.example.com");
  expect(named).toMatchObject([{ id: domain }]);
  await account.expectSettled();
  return next;
}

describe("customTimeouts", () => {
  test("end a wait, at creation and at an update, and the object stays in the state", async () => {
    const declare = (description: string) =>
      write(
        `new edge.ReservedDomain("slow", { ...${DOMAIN}, description: "${description}" }, { customTimeouts: { create: "2s", update: "1s" } });`,
      );
    declare("one");
    const created = await account.attempt((workspace) => workspace.up());
    expect(created.code).not.toBe(0);
    expect(said(created, "slow")).toMatch(/exists but is not ready: the custom timeout of 2 s is over/);
    const [domain] = account.emulator.objects("/reserved_domains");
    expect((await idsInState()).get("slow")).toBe(domain?.id);

    declare("two");
    const updated = await account.attempt((workspace) => workspace.up());
    expect(updated.code).not.toBe(0);
    expect(said(updated, "slow")).toMatch(/exists but is not ready: the custom timeout of 1 s is over/);
    expect(account.emulator.objects("/reserved_domains")).toMatchObject([
      { id: domain?.id, description: "two" },
    ]);
    const next = await goOn(domain?.id);
    expect(next.writes).toEqual([]);
  });
});

describe("a run that is interrupted once", () => {
  test("ends its waits in all processes, names each resource, and the next one goes on", async () => {
    const { emulator } = account;
    // Another provider is a process of its own, with a rate limit of its own.
    write(`
      new edge.ReservedDomain("slow", ${DOMAIN});
      new edge.TlsEdge("unreserved", { hostports: ["unreserved.example.net:443"] });
      const provider = new edge.Provider("other", { baseUrl: "${emulator.url}", apiToken: "${emulator.token}" });
      new edge.IpPolicy("limited", {}, { provider });
    `);
    emulator.faults({ on: "POST /ip_policies", status: 429, retryAfter: 300 });
    const running = account.workspace.startUp();
    const posted = () => new Set(emulator.requests({ method: "POST" }).map(({ path }) => path));
    await reached(running.done, () => posted().size === 3);
    expect(posted()).toEqual(new Set(["/reserved_domains", "/edges/tls", "/ip_policies"]));
    running.signalCommand("SIGINT");
    const run = await running.done;
    expect(run.code).not.toBe(0);
    expect(said(run, "slow")).toContain("exists but is not ready: the engine canceled the run");
    expect(said(run, "unreserved")).toMatch(/ERR_NGROK_7117.*; the engine canceled the run/s);
    expect(said(run, "limited")).toContain("the engine canceled the run");
    const [domain] = emulator.objects("/reserved_domains");
    const states = await idsInState();
    expect(states.get("slow")).toBe(domain?.id);
    for (const name of ["unreserved", "limited"]) expect(states.has(name)).toBe(false);

    emulator.seed({ "/reserved_domains": [{ domain: "unreserved.example.net" }] });
    const next = await goOn(domain?.id);
    expect(next.changes.sort()).toEqual(["create limited", "create unreserved", "update slow"]);
    expect(emulator.objects("/edges/tls")).toHaveLength(1);
    expect(emulator.objects("/ip_policies")).toHaveLength(1);
  });
});
