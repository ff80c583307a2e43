import { afterAll, beforeAll, expect } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { managed } from "../../provider/families";
import { classesOf, fieldsIn } from "../../provider/family/field";
import type { ModuleFamily } from "../../provider/family/module";
import { type ClassName, samples } from "../samples";
import { type HostedProvider, hostFor } from "./hosted-provider";
import { RESERVED_NAMES } from "./reserved-names";
import { unwrapProps } from "./secrets";

type Props = Readonly<Record<string, unknown>>;

export type Pool = Readonly<Record<string, readonly string[]>>;

async function fillPool(host: HostedProvider): Promise<Pool> {
  const pool: Record<string, string[]> = {};
  for (const name of referencedClasses()) {
    for (const unique of ["pool-1", "pool-2"]) {
      const inputs = samples[name].minimal({ id: () => "", unique });
      pool[name] = [...(pool[name] ?? []), await create(host, name, inputs)];
    }
  }
  // One edge with one route, because a route's id doesn't identify its edge.
  const [edgeId = ""] = pool.HttpsEdge ?? [];
  pool.HttpsEdge = [edgeId];
  const route = await create(host, "HttpsEdgeRoute", { edgeId, matchType: "exact_path", match: "/pool" });
  return { ...pool, HttpsEdgeRoute: [route] };
}

/** Opens an account with a pool for the tests of a block, without a journal. Certificates are issued at once. */
export function pooledAccount(options: EmulatorOptions = {}) {
  const account = {} as { emulator: Emulator; host: HostedProvider; pool: Pool };
  beforeAll(async () => {
    process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
    const emulator = await startEmulator({ provisioningSeconds: 0, seed: RESERVED_NAMES, ...options });
    const host = hostFor(emulator);
    Object.assign(account, { emulator, host, pool: await fillPool(host) });
  });
  afterAll(async () => {
    delete process.env.TUNNEL_EDGE_JOURNAL_DIR;
    await account.emulator.close();
  });
  return account;
}

/** Returns the classes that inputs refer to and whose objects need no other objects. */
function referencedClasses(): readonly ClassName[] {
  const referenced = new Set(
    managed.flatMap(({ inputs }) => fieldsIn(inputs).flatMap(({ field }) => classesOf(field) ?? [])),
  );
  return (Object.keys(samples) as ClassName[]).filter((name) => {
    let idCount = 0;
    const id = () => `${++idCount}`;
    samples[name].minimal({ id, unique: "pool" });
    return referenced.has(name) && idCount === 0;
  });
}

async function create(host: HostedProvider, name: string, programInputs: Props): Promise<string> {
  const { inputs, failures } = await host.of(name).check({}, programInputs);
  expect(failures).toEqual([]);
  return (await host.of(name).create(unwrapProps(inputs))).id;
}

export async function removeModule(emulator: Emulator, { path }: ModuleFamily, inputs: Props): Promise<void> {
  const modulePath = path.replace(/\{(\w+)\}/g, (_, key: string) => String(inputs[key]));
  const headers = { authorization: `Bearer ${emulator.token}` };
  expect((await fetch(`${emulator.url}${modulePath}`, { method: "DELETE", headers })).status).toBe(204);
}

export const sampleContext = (pool: Pool) => ({
  id: (className: ClassName) => pool[className]?.[0] ?? "",
  unique: "minimal",
});
