import { ApiClient } from "../api";
import { serviceCode } from "../families/service-codes";
import { type LifecycleContext, openLedger, openSharedLedger, type RunLedger } from "../lifecycle";
import { version } from "../manifest";
import { Transport } from "../transport";
import { keepCompiled } from "./compile-cache";
import { fitForTheEngine } from "./engine-marks";
import { Evidence } from "./evidence";
import { journalFor } from "./journal";
import { report } from "./report";
import type { Settings } from "./settings";
import { runTokenCommand } from "./token-command";

/** An account, with what the lifecycle does not need to know of it. */
export interface HostAccount extends LifecycleContext {
  /** The token that the next request carries. */
  token(): Promise<string>;
  /**
   * What shows that the account is the one of states that were written from another base URL or with another token.
   * `origin`: what tells these states from others.
   */
  evidenceFor(origin: string): Evidence;
  close(): Promise<void>;
}

/** Accounts by settings: one client, and so one pace, for each account in the process, whatever Provider names it. */
const accounts = new Map<string, HostAccount>();

/** What the run remembers, by base URL: two Providers with different tokens may lead to one account. */
const ledgers = new Map<string, RunLedger>();
const shared = openSharedLedger();

/** The ledger of the accounts of a service. */
export function ledgerFor(baseUrl: string): RunLedger {
  const ledger = ledgers.get(baseUrl) ?? openLedger(shared);
  ledgers.set(baseUrl, ledger);
  return ledger;
}

/** How an account is reached, whatever it is called. */
type Connection = Omit<Settings, "account">;

export function accountFor({ account: _, ...settings }: Settings): HostAccount {
  const key = JSON.stringify(settings);
  let account = accounts.get(key);
  if (!account) {
    account = open(settings);
    accounts.set(key, account);
  }
  return account;
}

/** Closes the connections of all accounts and forgets what the run has done; for programs that have read what they wanted. */
export async function closeAccounts(): Promise<void> {
  const open = [...accounts.values()];
  accounts.clear();
  ledgers.clear();
  await Promise.all(open.map((account) => account.close()));
}

function open(settings: Connection): HostAccount {
  const evidence = new Map<string, Evidence>();
  const token = tokenSource(settings.token);
  const transport = transportFor(settings, token);
  keepCompiled();
  return {
    api: new ApiClient(transport, {}, fitForTheEngine(report), serviceCode),
    journal: journalFor(settings.baseUrl),
    ledger: ledgerFor(settings.baseUrl),
    ownershipMark: settings.ownershipMark,
    token: () => token.get(),
    isTokenInUse: async (candidate) => candidate === (await token.get()),
    evidenceFor(origin) {
      const known = evidence.get(origin) ?? new Evidence();
      evidence.set(origin, known);
      return known;
    },
    families: async () => (await import("../families/index.js")).resources,
    report,
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    close: () => transport.close(),
  };
}

/** The connection to an account. */
export function transportFor(settings: Connection, token: TokenSource): Transport {
  return new Transport({
    baseUrl: settings.baseUrl,
    token: token.get,
    headers: settings.headers,
    requestTimeoutMs: settings.requestTimeout * 1000,
    requestsPerMinute: settings.requestsPerMinute,
    userAgent: `pulumi-tunnel-edge/${version}`,
    report,
  });
}

/** The API token of an account. */
export interface TokenSource {
  /** The token; with `refresh` a command is run again. */
  get(options?: { readonly refresh?: boolean }): Promise<string>;
}

/** Where an account's token comes from: a setting, or a command that is run once it is needed. */
export function tokenSource(token: Settings["token"], timeoutMs?: number): TokenSource {
  if ("value" in token) return { get: async () => token.value };
  let current: Promise<string> | undefined;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    try {
      return await runTokenCommand(token.command, timeoutMs);
    } finally {
      isRunning = false;
    }
  };
  return {
    async get({ refresh = false } = {}) {
      // Many requests learn at once that their token is refused: a run that is under way is the fresh one for all of them.
      if (refresh && !isRunning) current = undefined;
      current ??= run();
      const mine = current;
      try {
        return await mine;
      } catch (error) {
        if (current === mine) current = undefined;
        throw error;
      }
    },
  };
}
