import { type Account, accountOf } from "../../cli/migrate/account";
import { responseOf } from "../../cli/migrate/backends";
import { type Migration, migrate } from "../../cli/migrate/convert";
import type { Rule } from "../../cli/migrate/policy";
import { comparisons } from "../../cli/migrate/proof/model";
import { type OpeningAt, type Proof, prove } from "../../cli/migrate/proof/prove";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { inventory } from "../../provider/inspect";
import { gives } from "../policy-edits/clients";
import { configFor } from "./config";
import { fillEdges } from "./edge-account";

export interface Migrated {
  readonly account: Account;
  readonly migration: Migration;
  readonly proof: Proof;
}

/** Migrates what an emulated account holds, and judges it. */
export async function migrateAccount(emulator: Emulator): Promise<Migrated> {
  try {
    const account = accountOf(await inventory(configFor(emulator)));
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

function without(migration: Migration, rule: Rule): Migration {
  const endpoints = migration.endpoints.map((endpoint) => ({
    ...endpoint,
    policy: Object.fromEntries(
      Object.entries(endpoint.policy).map(([phase, rules]) => [phase, rules.filter((one) => one !== rule)]),
    ),
  }));
  return { ...migration, endpoints };
}

/** Judges a migration whose policies lack a rule. */
export const withoutRule = (account: Account, migration: Migration, rule: Rule): Promise<Proof> =>
  prove(account, without(migration, rule));

/** Rules of a migration that guard something: some of them, others for another seed. */
export function someGuards({ endpoints }: Migration, seed: number, most: number): Rule[] {
  const guards = endpoints.flatMap(({ policy }) =>
    [...(policy.on_tcp_connect ?? []), ...(policy.on_http_request ?? [])].filter(isGuard),
  );
  return guards
    .map((rule, at) => ({ rule, at: (at * 7 + seed) % Math.max(1, guards.length) }))
    .sort((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ rule }) => rule);
}

const GUARDS =
  /^(?:restrict-ips|oauth|openid-connect|verify-webhook|jwt-validation|basic-auth|terminate-tls)$/;

/** What refuses everybody on a route lets nobody in when it is missing: the next rule refuses them too. */
const isGuard = ({ expressions = [], actions }: Rule): boolean =>
  actions.some(({ type }) => GUARDS.test(type) || (type === "deny" && / != "yes"/.test(expressions.join())));

export interface Weakened {
  /** Clients that surely got in nowhere before, and do without the rule, by the emulator. */
  readonly opened: readonly OpeningAt[];
  /** Those of them whom the review does not name. */
  readonly missed: readonly OpeningAt[];
  /** How many of them are only in "other requests" of a report that has no more room. */
  readonly inOthers: number;
  /** Whether the review is sure of an opening. */
  readonly isSure: boolean;
}

/** Asks the emulator and the review who newly gets in when a rule of the migration is missing. */
export async function weakened({ account, migration }: Migrated, rule: Rule): Promise<Weakened> {
  const weaker = without(migration, rule);
  const { opened, model } = await prove(account, weaker);
  const { migrated: found } = await comparisons(account, weaker);
  // Another backend for the same clients is for the emulator alone to find, and errors are refusals to the review.
  const newly = opened.filter(
    ({ gotIn, reaches }) => !gotIn && reaches.some((place) => place !== responseOf(500)),
  );
  const named = newly.map(({ client, url }) => {
    const exposures = found.filter((one) => one.url === url).flatMap((one) => one.exposures);
    const openings = exposures.flatMap((exposure) => exposure.openings);
    return openings.filter(({ answers }) => gives(client, answers) !== false);
  });
  return {
    opened: newly,
    missed: newly.filter((_, at) => named[at]?.length === 0),
    inOthers: named.filter((openings) =>
      openings.every(({ answers, isCertain }) => answers.length === 0 && !isCertain),
    ).length,
    isSure: model.opened.length > 0,
  };
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
