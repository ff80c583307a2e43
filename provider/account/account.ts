import { hash } from "node:crypto";
import { ApiClient } from "../api";
import { serviceCode } from "../families/service-codes";
import {
  type Inputs,
  openLedger,
  openSharedLedger,
  type Run,
  type RunLedger,
  TAKE_MARKED,
} from "../lifecycle";
import { version } from "../manifest";
import { Transport, type TransportOptions } from "../transport";
import { journalFor, knownObjectsFor, knownOwnersFor } from "./journal/journal";
import type { KnownObjects } from "./journal/known-objects";
import { runRecord } from "./journal/run-record";
import { keepCompiled } from "./process/compile-cache";
import { report } from "./process/report";
import { currentLimit, processClock, withinLimit } from "./process/waits";
import {
  accountName,
  ConfigurationError,
  defaultInputsOf,
  flag,
  type Read,
  type Settings,
  settingsOf,
  UnknownSettingError,
} from "./settings/settings";
import { runTokenCommand } from "./settings/token-command";
import { messageFor } from "./settings/wording";
import { defuseEngineMarks } from "./values/engine-marks";

/** An account, including what the lifecycle does not need to know about it. */
export interface HostAccount extends Run {
  /** What commands have found in the accounts of states; undefined without a journal. */
  readonly knownObjects: KnownObjects | undefined;
  /** The token for the next request. */
  token(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Accounts by settings: one client, and therefore one request rate, per account in the process, whichever Provider
 * names it.
 */
const accounts = new Map<string, HostAccount>();

/** Ledgers by base URL: two Providers with different tokens may use the same account. */
const ledgers = new Map<string, RunLedger>();
let shared = openSharedLedger(processClock, runRecord);

/** Begins a run of the engine with this address: what was declared in another one says nothing of it. */
export function joinRun(engine: string): void {
  if (!runRecord.join(engine)) return;
  shared.declarations.clear();
  for (const { objects } of ledgers.values()) objects.forgetNames();
}

/** Ends the run of this process: later operations in it, as in tests, share nothing with others. */
export function leaveRun(): void {
  runRecord.leave();
}

function ledgerFor(baseUrl: string): RunLedger {
  const ledger = ledgers.get(baseUrl) ?? openLedger(shared, knownOwnersFor(baseUrl), serviceKey(baseUrl));
  ledgers.set(baseUrl, ledger);
  return ledger;
}

/** Short, and of fixed length: it stands before everything that the processes of a run tell one another. */
const serviceKey = (baseUrl: string) => hash("sha256", baseUrl, "base64url").slice(0, 12);

/** How an account is reached, regardless of its name. */
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

/** Closes the connections of all accounts and discards the ledgers; for programs that have read what they need. */
export async function closeAccounts(): Promise<void> {
  const open = [...accounts.values()];
  accounts.clear();
  ledgers.clear();
  shared = openSharedLedger(processClock, runRecord);
  await Promise.all(open.map((account) => account.close()));
}

function open(settings: Connection): HostAccount {
  const ledger = ledgerFor(settings.baseUrl);
  const token = tokenSource(settings.token);
  const transport = transportFor(settings, token);
  keepCompiled();
  return {
    api: new ApiClient(transport, { clock: processClock }, defuseEngineMarks(report), serviceCode),
    journal: journalFor(settings.baseUrl),
    knownObjects: knownObjectsFor(),
    ledger,
    ownershipMark: settings.ownershipMark,
    get takesMarked() {
      return flag(process.env[TAKE_MARKED], TAKE_MARKED);
    },
    isRecordedAtEnd: /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? ""),
    token: () => token(),
    isTokenInUse: async (candidate) => candidate === (await token()),
    families: async () => (await import("../families/index.js")).resources,
    report,
    now: processClock.now,
    sleep: (ms) => processClock.sleep(ms, currentLimit()),
    limit: currentLimit,
    close: () => transport.close(),
  };
}

export function transportFor(settings: Connection, token: TransportOptions["token"]): Transport {
  return new Transport({
    baseUrl: settings.baseUrl,
    token,
    headers: settings.headers,
    requestTimeoutMs: settings.requestTimeout * 1000,
    requestsPerMinute: settings.requestsPerMinute,
    userAgent: `pulumi-tunnel-edge/${version}`,
    report,
    limit: currentLimit,
    clock: processClock,
  });
}

/** The source of an account's token: a setting, or a command that runs when the token is first needed. */
export function tokenSource(token: Settings["token"], timeoutMs?: number): TransportOptions["token"] {
  if ("value" in token) return async () => token.value;
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
  return async ({ refresh = false } = {}) => {
    // Many requests learn at the same time that their token is rejected: a refresh that is running serves all of them.
    if (refresh && !isRunning) current = undefined;
    current ??= run();
    const mine = current;
    try {
      return await withinLimit(mine, "the command of apiTokenCommand has not ended");
    } catch (error) {
      if (current === mine) current = undefined;
      throw error;
    }
  };
}

/** The ledger of a run, and problems of its configuration. */
interface ConfiguredRun {
  readonly ledger: RunLedger;
  readonly unset: readonly string[];
  readonly warnsOfDeprecated?: boolean;
}

export class ConfiguredAccount {
  private known: { readonly config: Read; readonly settings: Settings } | undefined;

  /** @param configured - The account's configuration, once the engine has given it. */
  constructor(private readonly configured: () => Promise<Read>) {}

  async settings(): Promise<Settings> {
    const config = await this.configured();
    if (this.known?.config !== config) this.known = { config, settings: settingsOf(config) };
    return this.known.settings;
  }

  async open(): Promise<HostAccount> {
    return accountFor(await this.settings());
  }

  /** Its name; undefined for the default account. */
  async name(): Promise<string | undefined> {
    return accountName(await this.configured());
  }

  /** Values for inputs that the program leaves unset. */
  async defaults(): Promise<Inputs> {
    return defaultInputsOf(await this.configured());
  }

  async messageOf(error: Error): Promise<string> {
    return messageFor(await this.name(), error);
  }

  /** Records in the journal that the engine has stored an object, once the account is known. */
  async knows(id: string): Promise<void> {
    try {
      journalFor((await this.settings()).baseUrl).known(id);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
    }
  }

  /** The ledger of the run. Missing configuration is reported at preview, before anything is half done. */
  async ledger(): Promise<ConfiguredRun> {
    try {
      const { baseUrl, warnsOfDeprecated } = await this.settings();
      return { ledger: ledgerFor(baseUrl), unset: [], warnsOfDeprecated };
    } catch (error) {
      if (error instanceof UnknownSettingError) return { ledger: openLedger(), unset: [] };
      if (!(error instanceof ConfigurationError)) throw error;
      return { ledger: openLedger(), unset: [await this.messageOf(error)] };
    }
  }
}
