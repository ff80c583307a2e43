import { afterEach, expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import { ApiClient, LostReplyError } from "../../../provider/api";
import { Transport } from "../../../provider/transport";
import { virtualTime } from "../../support/virtual-clock";

const time = virtualTime();

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function account(options: EmulatorOptions = {}): Promise<{ emulator: Emulator; client: ApiClient }> {
  const emulator = await time.startEmulator(options);
  const transport = new Transport({
    baseUrl: emulator.url,
    token: async () => emulator.token,
    userAgent: "test/1",
    clock: time.clock,
  });
  closers.push(
    () => emulator.close(),
    () => transport.close(),
  );
  return { emulator, client: new ApiClient(transport, { clock: time.clock }) };
}

const POLICIES = { path: "/ip_policies", listKey: "ip_policies" };

function seedPolicies(emulator: Emulator, count: number): string[] {
  const fields = { description: "policy {n}" };
  return emulator.seed({ collection: POLICIES.path, count, fields })[POLICIES.path] ?? [];
}

test("reads an object and a list below a base path", async () => {
  const { emulator, client } = await account({ basePath: "/api/v2" });
  const [id = ""] = seedPolicies(emulator, 300);
  expect(await client.read(POLICIES, id)).toMatchObject({ id, description: "policy 1" });
  expect(emulator.requests()).toHaveLength(1);
  let count = 0;
  for await (const _ of client.list(POLICIES)) count++;
  expect(count).toBe(300);
});

test.each(["seconds", "date", "none"] as const)(
  "all get through a rolling window that announces %s",
  async (retryAfter) => {
    const { emulator, client } = await account({ rateLimit: { requests: 15, windowSeconds: 1, retryAfter } });
    await Promise.all(
      Array.from({ length: 25 }, (_, i) => client.post(POLICIES.path, { description: `p${i}` })),
    );
    expect(emulator.objects(POLICIES.path)).toHaveLength(25);
  },
);

test("all get through a cap on simultaneous requests", async () => {
  const { emulator, client } = await account({ maxConcurrent: 3, latencyMs: 5 });
  await Promise.all(
    Array.from({ length: 25 }, (_, i) => client.post(POLICIES.path, { description: `p${i}` })),
  );
  expect(emulator.objects(POLICIES.path)).toHaveLength(25);
});

test("a create whose response is cut off is lost, and made once", async () => {
  const { emulator, client } = await account({
    faults: [{ on: "POST /ip_policies", kind: "cut-after", times: 1 }],
  });
  await expect(client.post(POLICIES.path, {})).rejects.toBeInstanceOf(LostReplyError);
  expect(emulator.objects(POLICIES.path)).toHaveLength(1);
});
