import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { outputOf } from "../../support/engine";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { waitUntilReached } from "../../support/wait-until-reached";

const domain = (name: string, hostname: string, inputs: JsonInputs = {}): Declared =>
  resource("ReservedDomain", name, { domain: hostname, ...inputs });

const managed = { certificateManagementPolicy: {} };

const program = [
  domain("off", "off.example.com", managed),
  domain("ready", "ready.example.com", { ...managed, waitForCertificate: true }),
  domain("internal", "internal.example.com", { ...managed, waitForCertificate: { timeoutSeconds: 60 } }),
  domain("slow", "slow.example.com", { ...managed, waitForCertificate: { timeoutSeconds: 3 } }),
  domain("wild", "*.wild.example.com", { ...managed, waitForCertificate: true }),
];

/** Seconds by which the emulator's clock is behind, so that its retry is not a whole minute away for the provider. */
const CLOCK_DELAY = 54;

describe("waiting for a certificate", () => {
  let account: TestAccount;
  let first: Run;

  const errorOf = (run: Run, name: string) =>
    run.diagnostics
      .filter((diagnostic) => diagnostic.name === name && diagnostic.severity === "error")
      .map(({ message }) => message)
      .join("\n");

  const reads = (run: Run, name: string) => {
    const path = account.stored(name)?.path;
    return run.calls.filter((call) => call.method === "GET" && call.path === path);
  };

  const statesById = async () => {
    const { resources } = account.workspace.exportStack();
    return new Map(resources.map(({ urn, id, outputs }) => [urn.split("::").at(-1), { id, outputs }]));
  };

  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 1 });
    account.emulator.clock({ set: new Date(Date.now() - CLOCK_DELAY * 1000).toISOString() });
    account.emulator.mutate([
      { domain: "*.wild.example.com", provisioning: "DNS_ERROR" },
      { domain: "internal.example.com", provisioning: "INTERNAL_ERROR", times: 1 },
      { domain: "slow.example.com", provisioning: "INTERNAL_ERROR", times: 9 },
    ]);
    account.declare(program);
    const up = account.attempt((workspace) => workspace.up({ args: ["--continue-on-error"] }));
    // The service retries one minute after the failure, even if the provider notices the failure later.
    const hasFailed = () =>
      account.emulator.objects("/reserved_domains").some((domain) => {
        const { provisioning_job: job } = (domain.certificate_management_status ?? {}) as JsonInputs;
        return domain.domain === "internal.example.com" && (job as JsonInputs | null)?.error_code;
      });
    const posts = () => account.emulator.requests({ method: "POST" }).length;
    await waitUntilReached(up, () => posts() === program.length && hasFailed());
    // The provider sees the failures, and `slow` times out, before the service retries.
    await sleep(3_000);
    account.emulator.clock({ advance: 60 });
    first = await up;
  });

  afterAll(() => account?.close());

  test("continues after INTERNAL_ERROR until the service's retry", () => {
    expect(errorOf(first, "internal")).toBe("");
    expect(outputOf(first)).toMatch(/INTERNAL_ERROR.*retried at \d{4}-/);
    // One read follows the create, one finds the error, and one or two follow the service's retry.
    expect(reads(first, "internal").length).toBeLessThanOrEqual(4);
  });

  test("fails at once after DNS_ERROR, with the exact CNAME records to set", () => {
    const { cname_target: target, acme_challenge_cname_target: challenge } =
      account.stored("wild")?.fields ?? {};
    const message = errorOf(first, "wild");
    expect(message).toMatch(/DNS_ERROR: [^.]+\. Set these DNS records/);
    expect(message).toContain(`*.wild.example.com CNAME ${target}`);
    expect(message).toContain(`_acme-challenge.wild.example.com CNAME ${challenge}`);
    expect(reads(first, "wild").length).toBeLessThanOrEqual(2);
  });

  test("fails after the deadline and keeps the domain in the state", async () => {
    expect(first.code).not.toBe(0);
    expect(errorOf(first, "slow")).toMatch(
      /exists but is not ready after 3 s: INTERNAL_ERROR.*run again to continue/,
    );
    const states = await statesById();
    for (const { name } of program) expect(states.get(name)?.id, name).toBe(account.idOf(name));
  });

  test("continues in the next up, which creates nothing", async () => {
    account.emulator.clock({ reset: true });
    account.emulator.mutate([
      { domain: "*.wild.example.com", provisioning: "succeed" },
      { domain: "slow.example.com", provisioning: "succeed" },
    ]);
    const issued = () => account.stored("wild")?.fields.certificate_id ?? null;
    await expect.poll(issued).not.toBeNull();
    account.declare(program, { records: reference("wild", "dnsRecords") });
    const run = await account.up();
    expect(run.changes.sort()).toEqual(["update slow", "update wild"]);
    expect(run.writes).toEqual([]);
    const states = await statesById();
    for (const name of ["slow", "wild"])
      expect(states.get(name)?.outputs?.certificate).toMatchObject({ id: expect.stringMatching(/^cert_/) });
    await account.expectSettled();
  });
});
