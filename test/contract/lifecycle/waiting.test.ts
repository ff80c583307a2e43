import { beforeEach, describe, expect, test } from "vitest";
import { PartialFailure } from "../../../provider/lifecycle";
import { catchError } from "../../support/failures";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

let bare: BareAccount;
/** Milliseconds of each wait. */
let pauses: number[];

beforeEach(async () => {
  bare = await openBareAccount({ provisioningSeconds: 60 });
  pauses = [];
});

const domain = { domain: "app.example.com", certificateManagementPolicy: {} };

const account = () => ({
  ...bare.account,
  sleep: (milliseconds: number) => {
    pauses.push(milliseconds);
    return bare.account.sleep(milliseconds);
  },
});

const create = (inputs: Props) => bare.of("ReservedDomain").create(account(), inputs);
const reads = () => bare.emulator.requests({ method: "GET" }).length;

/** Returns the error of a failed wait, which keeps the domain in the state. */
async function catchFailure(task: Promise<unknown>): Promise<PartialFailure> {
  const failure = await catchError<PartialFailure>(task);
  expect(failure).toBeInstanceOf(PartialFailure);
  const [stored] = bare.emulator.objects("/reserved_domains");
  expect(failure.id).toBe(stored?.id);
  expect(failure.state).toMatchObject({ domain: "app.example.com" });
  return failure;
}

describe("waiting for a certificate", () => {
  test.each([
    ["a 404 in the API's format", { body: { error_code: "ERR_404", status_code: 404, msg: "not found" } }],
    ["a 404 without a code", {}],
  ])("continues while the response for a new domain is %s", async (_, message) => {
    const on = "GET /reserved_domains/*";
    bare.emulator.faults({ on, kind: "custom", status: 404, times: 2, ...message });
    const { state } = await create({ ...domain, waitForCertificate: true });
    expect(state.certificate).not.toBeNull();
  });

  test("ends if a new domain is not found for half a minute", async () => {
    bare.emulator.faults({ on: "GET /reserved_domains/*", status: 404 });
    await expect(create({ ...domain, waitForCertificate: true })).rejects.toThrow("404");
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(30_000);
  });

  test("ends immediately if an existing domain is not found", async () => {
    const { id, state } = await create(domain);
    bare.emulator.faults({ on: "GET /reserved_domains/*", status: 404 });
    const news = { ...domain, waitForCertificate: true };
    await catchFailure(bare.of("ReservedDomain").update(account(), id, state, news));
    expect(pauses).toEqual([]);
  });

  test("doubles its pauses up to 15 s, and reports how long it has waited", async () => {
    const { id, state } = await create({ ...domain, waitForCertificate: true });
    expect(state.certificate).toMatchObject({ id: expect.any(String) });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(reads()).toBe(7);
    expect(bare.lines.map((line) => line.replace(/:.*\(/, ": … ("))).toEqual(
      [0, 1, 3, 7, 15, 30, 45].map((seconds) => `ReservedDomain ${id}: … (waiting, ${seconds} s)`),
    );
  });

  test("ends at its limit, with advice", async () => {
    const inputs = { ...domain, waitForCertificate: { timeoutSeconds: 5 } };
    const { id, message, state } = await catchFailure(create(inputs));
    expect(message).toMatch(
      new RegExp(
        `^ReservedDomain ${id} exists but is not ready after 5 s: .*; run again to continue waiting$`,
      ),
    );
    expect(pauses).toEqual([1_000, 2_000, 2_000]);
    expect(state).toMatchObject({ waitForCertificate: { timeoutSeconds: 5 }, certificate: null });
  });

  test("fails immediately if the user has to act", async () => {
    bare.emulator.mutate({ domain: "*", provisioning: "DNS_ERROR", msg: "no CNAME" });
    const { message } = await catchFailure(create({ ...domain, waitForCertificate: true }));
    expect(message).toMatch(/^ReservedDomain rd_\w+: DNS_ERROR: no CNAME\. Set these DNS records/);
    expect(message).not.toContain("run again to continue waiting");
  });

  test("sleeps until the service retries", async () => {
    bare.emulator.mutate({ domain: "*", provisioning: "INTERNAL_ERROR", times: 1 });
    const { state } = await create({ ...domain, waitForCertificate: true });
    expect(state.certificate).toMatchObject({ id: expect.any(String) });
    const longest = Math.max(...pauses);
    expect(longest).toBeGreaterThan(15_000);
    expect(longest).toBeLessThanOrEqual(60_000);
    expect(bare.lines.join("\n")).toMatch(/INTERNAL_ERROR.*retried at/);
  });

  test("keeps the last state if a read fails", async () => {
    bare.emulator.faults({
      on: "GET *",
      status: 403,
      after: 1,
      body: { msg: "no more", error_code: "ERR_9" },
    });
    const { message, cause, reasons } = await catchFailure(create({ ...domain, waitForCertificate: true }));
    expect(message).toMatch(/^ReservedDomain rd_\w+: GET \/reserved_domains\/rd_\w+: not allowed.*no more/);
    expect(reasons).toEqual([message]);
    expect(cause).toMatchObject({ status: 403 });
  });
});

describe("waiting in an update", () => {
  const waiting = { ...domain, waitForCertificate: true };

  test("starts with a read if nothing was sent", async () => {
    const { id, state } = await create(domain);
    bare.emulator.clock({ advance: 60 });
    const updated = await bare.of("ReservedDomain").update(account(), id, state, waiting);
    expect(updated.certificate).toMatchObject({ id: expect.any(String) });
    expect([reads(), pauses]).toEqual([1, []]);
  });

  test("starts with the update's response instead of a read", async () => {
    const { id, state } = await create(domain);
    bare.emulator.clock({ advance: 60 });
    const news = { ...waiting, description: "new" };
    const updated = await bare.of("ReservedDomain").update(account(), id, state, news);
    expect(updated).toMatchObject({ certificate: { id: expect.any(String) }, description: "new" });
    expect([reads(), pauses]).toEqual([0, []]);
  });
});
