import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { journalOfTest } from "../support/ending";
import { failureOf } from "../support/failures";
import { type HostedProvider, hostFor } from "../support/hosted";
import { virtualTime } from "../support/virtual-clock";

const time = virtualTime();

type Props = Record<string, unknown>;
/** The engine's result for an error that leaves an object behind. */
type Left = Error & {
  readonly id?: string;
  readonly properties?: Props;
  readonly reasons?: readonly string[];
};

let emulator: Emulator;
let host: HostedProvider;

beforeEach(async () => {
  journalOfTest();
  emulator = await time.startEmulator();
  host = hostFor(emulator);
});

const writesSince = (since: number) =>
  emulator
    .requests({ since })
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/[a-z]+_\w{20,}/g, "ID")}`);

describe("an update that removes modules and changes the rest", () => {
  const before = {
    description: "before",
    tlsTermination: { terminateAt: "edge" },
    trafficPolicy: { enabled: true, value: '{"on_tcp_connect":[]}' },
  };
  const after = { description: "after" };
  const steps = [
    "PATCH /edges/tls/*",
    "DELETE /edges/tls/*/tls_termination",
    "DELETE /edges/tls/*/traffic_policy",
  ];

  test.each(steps)(
    "failing at %s: the state says what is left, and the next one does the rest",
    async (step) => {
      const family = host.of("TlsEdge");
      const { id, outs } = await host.create("TlsEdge", before, "edge");
      emulator.faults({ on: step, status: 400, times: 1 });
      const failure = await failureOf<Left>(family.update(id, outs, after));
      const done = steps.indexOf(step);
      const held = (failure.properties ?? outs) as Props;
      const gone = ["tlsTermination", "trafficPolicy"].filter((key) => held[key] === undefined);
      expect([gone.length, held.description]).toEqual([
        Math.max(0, done - 1),
        done === 0 ? "before" : "after",
      ]);
      expect(failure.id).toBe(done === 0 ? undefined : id);

      const since = emulator.requests().length;
      const { outs: mended } = await family.update(id, held, after);
      expect(writesSince(since)).toEqual(steps.slice(done).map((line) => line.replace("*", "ID")));
      expect(mended).toMatchObject({ description: "after" });
      const [stored] = emulator.objects("/edges/tls");
      expect(stored).toMatchObject({ description: "after" });
      expect([stored?.tls_termination ?? null, stored?.traffic_policy ?? null]).toEqual([null, null]);
      expect(await family.diff(id, mended as Props, after)).toEqual({ changes: false });
    },
  );
});

describe("an update that detaches", () => {
  test.each(["DELETE /reserved_domains/*/certificate_management_policy", "PATCH /reserved_domains/*"])(
    "failing at %s",
    async (step) => {
      const family = host.of("ReservedDomain");
      const first = { domain: "app.example.com", description: "before", certificateManagementPolicy: {} };
      const second = { domain: "app.example.com", description: "after" };
      const { id, outs } = await host.create("ReservedDomain", first, "domain");
      emulator.faults({ on: step, status: 400, times: 1 });
      const { properties } = await failureOf<Left>(family.update(id, outs, second));
      const { outs: mended } = await family.update(id, properties ?? outs, second);
      expect(emulator.objects("/reserved_domains")).toMatchObject([{ id, description: "after" }]);
      expect(emulator.objects("/reserved_domains")[0]?.certificate_management_policy ?? null).toBeNull();
      expect(await family.diff(id, mended as Props, second)).toEqual({ changes: false });
    },
  );
});
