import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

describe("a creation with modules", () => {
  test("that is refused leaves nothing, and the next creation works", async () => {
    emulator.seed({ "/reserved_domains": [{ domain: "a.example.com" }] });
    emulator.faults({ on: "POST /edges/tls", status: 400, times: 1 });
    const inputs = { hostports: ["a.example.com:443"], tlsTermination: { terminateAt: "edge" } };
    const failure = await failureOf<Left>(host.create("TlsEdge", inputs, "edge"));
    expect(failure.id).toBeUndefined();
    expect(emulator.objects("/edges/tls")).toEqual([]);
    const { id } = await host.create("TlsEdge", inputs, "edge");
    expect(emulator.objects("/edges/tls")).toMatchObject([{ id, tls_termination: { terminate_at: "edge" } }]);
  });

  test("whose object is not usable in time is in the state all the same", async () => {
    const inputs = {
      domain: "app.example.com",
      certificateManagementPolicy: {},
      waitForCertificate: { timeoutSeconds: 1 },
    };
    const { id, properties, reasons } = await failureOf<Left>(
      host.create("ReservedDomain", inputs, "domain"),
    );
    expect(emulator.objects("/reserved_domains")).toMatchObject([{ id }]);
    expect(properties).toMatchObject({ domain: "app.example.com", createdAt: expect.any(String) });
    expect(reasons?.join()).toContain("run again");
    await host.of("ReservedDomain").delete(String(id), properties ?? {});
    expect(emulator.objects("/reserved_domains")).toEqual([]);
  });
});

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

  test("destroying works at once from what is left", async () => {
    const family = host.of("TlsEdge");
    const { id, outs } = await host.create("TlsEdge", before, "edge");
    emulator.faults({ on: "PATCH /edges/tls/*", status: 400 });
    const { properties } = await failureOf<Left>(family.update(id, outs, after));
    await family.delete(id, properties ?? {});
    expect(emulator.objects("/edges/tls")).toEqual([]);
  });
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

describe("replies that are lost", () => {
  test("to PATCH, PUT and DELETE are asked for again: they carry absolute values", async () => {
    emulator.faults({ on: "PATCH|PUT|DELETE *", kind: "cut-after", probability: 0.5, seed: 4 });
    const { id, outs } = await host.create("TlsEdge", { tlsTermination: {} }, "edge");
    const { outs: changed } = await host.of("TlsEdge").update(id, outs, { description: "new" });
    const module = await host.create(
      "TlsEdgeTlsTermination",
      { edgeId: id, terminateAt: "upstream" },
      "module",
    );
    expect(emulator.objects("/edges/tls")).toMatchObject([
      { description: "new", tls_termination: { terminate_at: "upstream" } },
    ]);
    await host.of("TlsEdgeTlsTermination").delete(module.id, module.outs);
    await host.of("TlsEdge").delete(id, changed as Props);
    expect(emulator.objects("/edges/tls")).toEqual([]);
  });

  test.each(["stop", "update"])("to the command %s: it is never repeated", async (command) => {
    const sessions = emulator.objects("/tunnel_sessions");
    const sessionId = String(sessions.find(({ os }) => !/windows/i.test(String(os)))?.id);
    emulator.faults({ on: "POST /tunnel_sessions/*", kind: "cut-after" });
    const run = host.create("TunnelAgentCommand", { command, sessionId }, "agent");
    // A stopped agent is visible; an updating one is not.
    if (command === "stop") await expect(run).resolves.toMatchObject({ outs: { currentSessionId: null } });
    else
      await expect(run).rejects.toThrow(
        /it is unknown whether the update .* ran, and commands are not retried automatically/,
      );
    expect(emulator.requests({ method: "POST" })).toHaveLength(1);
  });
});

test("a token that a command prints is rotated in the middle of a run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-token-"));
  try {
    const file = join(folder, "token");
    const first = await host.create("ApiKey", { description: "first" }, "first");
    const second = await host.create("ApiKey", { description: "second" }, "second");
    const tokenOf = ({ outs }: { outs: Props }) => String((outs.token as { value: string }).value);
    writeFileSync(file, `${tokenOf(first)}\n`);
    const rotating = hostFor(emulator, {
      "tunnel-edge:apiToken": undefined,
      "tunnel-edge:apiTokenCommand": `cat '${file}'`,
    });
    const { id, outs } = await rotating.create("IpPolicy", {}, "a");
    writeFileSync(file, tokenOf(second));
    emulator.mutate({ path: `/api_keys/${first.id}`, delete: true });
    expect(await rotating.of("IpPolicy").read(id, outs)).toMatchObject({ id });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
