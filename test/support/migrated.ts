import { type Account, accountOf } from "../../cli/migrate/account";
import { type Migration, migrate } from "../../cli/migrate/convert";
import type { Rule } from "../../cli/migrate/policy";
import { type Proof, prove } from "../../cli/migrate/proof/prove";
import { type Emulator, startEmulator } from "../../emulator";
import { inventory } from "../../provider/account";
import { closeAccounts } from "../../provider/account/account";
import { fillEdges } from "./edge-account";

export interface Migrated {
  readonly account: Account;
  readonly migration: Migration;
  readonly proof: Proof;
}

const configOf =
  ({ url, token }: Emulator) =>
  (key: string): unknown =>
    new Map([
      ["tunnel-edge:baseUrl", url],
      ["tunnel-edge:apiToken", token],
    ]).get(key);

/** Migrates what an emulated account holds, and judges it. */
export async function migrateAccount(emulator: Emulator): Promise<Migrated> {
  try {
    const account = accountOf(await inventory(configOf(emulator)));
    const migration = migrate(account);
    return { account, migration, proof: await prove(account, migration) };
  } finally {
    await closeAccounts();
  }
}

export async function migrateGenerated(seed: number): Promise<Migrated> {
  const emulator = await startEmulator();
  try {
    fillEdges(emulator, seed);
    return await migrateAccount(emulator);
  } finally {
    await emulator.close();
  }
}

/** Judges a migration whose policies lack a rule. */
export function withoutRule(account: Account, migration: Migration, rule: Rule): Promise<Proof> {
  const endpoints = migration.endpoints.map((endpoint) => ({
    ...endpoint,
    policy: Object.fromEntries(
      Object.entries(endpoint.policy).map(([phase, rules]) => [phase, rules.filter((one) => one !== rule)]),
    ),
  }));
  return prove(account, { ...migration, endpoints });
}

/** Addresses at which clients are refused that got in, although everything of the edge has a counterpart. */
export function lockedOutWithoutGap({ migration, proof }: Migrated): string[] {
  const withGaps = new Set(migration.gaps.map(({ id }) => id));
  return migration.endpoints.flatMap(({ url, edge }) => {
    const isExplained = [edge.object, ...edge.routes].some(({ id }) => withGaps.has(id));
    const refused = proof.hostports.find((one) => one.url === url && one.edge === edge.object.id)?.lockedOut;
    return isExplained || refused === 0 ? [] : [`${url}: ${refused} clients`];
  });
}
