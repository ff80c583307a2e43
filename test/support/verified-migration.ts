import { type Account, selectAccount } from "../../cli/migrate/account";
import { type Migration, migrate } from "../../cli/migrate/convert";
import type { Rule } from "../../cli/migrate/policy";
import { type Proof, prove } from "../../cli/migrate/proof";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { inventory } from "../../provider/inspect";
import { configFor } from "./config";
import { fillEdges } from "./edge-account";

export interface MigrationResult {
  readonly account: Account;
  readonly migration: Migration;
  readonly proof: Proof;
}

export async function migrateAccount(emulator: Emulator): Promise<MigrationResult> {
  try {
    const account = selectAccount(await inventory(configFor(emulator)));
    const migration = migrate(account);
    return { account, migration, proof: await prove(account, migration) };
  } finally {
    await closeAccounts();
  }
}

export async function migrateGenerated(seed: number): Promise<MigrationResult> {
  const emulator = await startEmulator();
  try {
    fillEdges(emulator, seed);
    return await migrateAccount(emulator);
  } finally {
    await emulator.close();
  }
}

function removeRule(migration: Migration, rule: Rule): Migration {
  const endpoints = migration.endpoints.map((endpoint) => ({
    ...endpoint,
    policy: Object.fromEntries(
      Object.entries(endpoint.policy).map(([phase, rules]) => [phase, rules.filter((each) => each !== rule)]),
    ),
  }));
  return { ...migration, endpoints };
}

export const proveWithoutRule = (account: Account, migration: Migration, rule: Rule): Promise<Proof> =>
  prove(account, removeRule(migration, rule));

/** Returns guards of a migration, selected by the seed. */
export function selectGuards({ endpoints }: Migration, seed: number, limit: number): Rule[] {
  const guards = endpoints.flatMap(({ policy }) =>
    [...(policy.on_tcp_connect ?? []), ...(policy.on_http_request ?? [])].filter(isGuard),
  );
  return guards
    .map((rule, i) => ({ rule, rank: (i * 7 + seed) % Math.max(1, guards.length) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ rule }) => rule);
}

const GUARDS =
  /^(?:restrict-ips|oauth|openid-connect|verify-webhook|jwt-validation|basic-auth|terminate-tls)$/;

/** Excludes rules that deny all clients of a route: without such a rule, the next rule denies them. */
const isGuard = ({ expressions = [], actions }: Rule): boolean =>
  actions.some(({ type }) => GUARDS.test(type) || (type === "deny" && / != "yes"/.test(expressions.join())));

/** Returns the URLs at which clients lose access although the migration reports no gap. */
export function findUnexplainedLosses({ migration, proof }: MigrationResult): string[] {
  const withGaps = new Set(migration.gaps.map(({ id }) => id));
  return migration.endpoints.flatMap(({ url, edge }) => {
    const isExplained = [edge.object, ...edge.routes].some(({ id }) => withGaps.has(id));
    const losing = proof.losesAccess.filter((clients) => clients.url === url);
    return isExplained ? [] : losing.map(({ who }) => `${url}: ${who}`);
  });
}
