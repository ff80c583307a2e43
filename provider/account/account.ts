import { hash } from "node:crypto";
import { ApiClient } from "../api";
import { serviceCode } from "../families/service-codes";
import { getOrAdd } from "../family/collections";
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
import { journalFolder, openJournal } from "./journal/journal";
import type { KnownObjects } from "./journal/known-objects";
import { runRecord } from "./journal/run-record";
import { flushCodeCache } from "./process/compile-cache";
import { report } from "./process/report";
import { currentLimit, processClock, withinLimit } from "./process/waits";
import {
  accountName,
  ConfigurationError,
  defaultInputsOf,
  messageFor,
  type ReadSetting,
  readFlag,
  type Settings,
  settingsOf,
  UnknownSettingError,
} from "./settings/settings";
import { runTokenCommand } from "./settings/token-command";
import { defuseEngineMarks } from "./values/engine-marks";

export interface HostAccount extends Run {
  /** Undefined without a journal. */
  readonly knownObjects: KnownObjects | undefined;
  token(): Promise<string>;
  close(): Promise<void>;
}

/** Accounts by settings. Providers with equal settings share a client, and therefore a request rate. */
const accounts = new Map<string, HostAccount>();

/** Ledgers by base URL: two Providers with different tokens may use the same account. */
const ledgers = new Map<string, RunLedger>();
let sharedLedger = openSharedLedger(processClock, runRecord);

/** Joins the run of the engine at an address, and discards the declarations of any other run. */
export function joinRun(address: string): void {
  if (!runRecord.join(address)) return;
  sharedLedger.declarations.clear();
  for (const { objects } of ledgers.values()) objects.forgetNames();
}

export const leaveRun = (): void => runRecord.leave();

const ledgerFor = (baseUrl: string): RunLedger =>
  getOrAdd(ledgers, baseUrl, () => {
    // Short, because it precedes each text that the processes of a run exchange.
    const serviceKey = hash("sha256", baseUrl, "base64url").slice(0, 12);
    return openLedger(sharedLedger, journalFolder()?.knownOwners(baseUrl), serviceKey);
  });

type AccountSettings = Omit<Settings, "account">;

export function accountFor({ account: _, ...settings }: Settings): HostAccount {
  const key = JSON.stringify(settings);
  const account = accounts.get(key) ?? open(settings);
  accounts.set(key, account);
  return account;
}

export async function closeAccounts(): Promise<void> {
  const open = [...accounts.values()];
  accounts.clear();
  ledgers.clear();
  sharedLedger = openSharedLedger(processClock, runRecord);
  await Promise.all(open.map((account) => account.close()));
}

function open(settings: AccountSettings): HostAccount {
  const ledger = ledgerFor(settings.baseUrl);
  const token = tokenSource(settings.token);
  const transport = transportFor(settings, token);
  flushCodeCache();
  return {
    api: new ApiClient(transport, processClock, defuseEngineMarks(report), serviceCode),
    journal: openJournal(settings.baseUrl),
    knownObjects: journalFolder()?.knownObjects,
    ledger,
    ownershipMark: settings.ownershipMark,
    get mayAdoptMarked() {
      return readFlag(process.env[TAKE_MARKED], TAKE_MARKED);
    },
    skipsCheckpoints: /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? ""),
    token,
    isOwnToken: async (candidate) => candidate === (await token()),
    families: async () => (await import("../families/index.js")).resources,
    report,
    now: processClock.now,
    sleep: (ms) => processClock.sleep(ms, currentLimit()),
    limit: currentLimit,
    close: () => transport.close(),
  };
}

export function transportFor(settings: AccountSettings, token: TransportOptions["token"]): Transport {
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

export function tokenSource(token: Settings["token"], timeoutMs?: number): TransportOptions["token"] {
  if ("value" in token) return async () => token.value;
  let current: Promise<string> | undefined;
  let isRunning = false;
  const run = () => {
    isRunning = true;
    return runTokenCommand(token.command, timeoutMs).finally(() => {
      isRunning = false;
    });
  };
  return async ({ refresh = false } = {}) => {
    // The token of many requests may be rejected at the same time: they share a refresh that is in flight.
    if (refresh && !isRunning) current = undefined;
    current ??= run();
    const awaited = current;
    try {
      return await withinLimit(awaited, "the command of apiTokenCommand has not ended");
    } catch (error) {
      if (current === awaited) current = undefined;
      throw error;
    }
  };
}

export class ConfiguredAccount {
  private cache: { readonly config: ReadSetting; readonly settings: Settings } | undefined;

  constructor(private readonly configured: () => Promise<ReadSetting>) {}

  async settings(): Promise<Settings> {
    const config = await this.configured();
    if (this.cache?.config !== config) this.cache = { config, settings: settingsOf(config) };
    return this.cache.settings;
  }

  async open(): Promise<HostAccount> {
    return accountFor(await this.settings());
  }

  async name(): Promise<string | undefined> {
    return accountName(await this.configured());
  }

  async defaults(): Promise<Inputs> {
    return defaultInputsOf(await this.configured());
  }

  async messageOf(error: Error): Promise<string> {
    return messageFor(await this.name(), error);
  }

  /** Records in the journal that the engine has stored an object. Does nothing if the account is unknown. */
  async markStored(id: string): Promise<void> {
    try {
      openJournal((await this.settings()).baseUrl).markStored(id);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
    }
  }

  /** Returns the ledger of the run, and configuration errors for the preview to report. */
  async ledger(): Promise<{
    readonly ledger: RunLedger;
    readonly configurationErrors: readonly string[];
    readonly warnsOfDeprecated?: boolean;
  }> {
    try {
      const { baseUrl, warnsOfDeprecated } = await this.settings();
      return { ledger: ledgerFor(baseUrl), configurationErrors: [], warnsOfDeprecated };
    } catch (error) {
      if (error instanceof UnknownSettingError) return { ledger: openLedger(), configurationErrors: [] };
      if (!(error instanceof ConfigurationError)) throw error;
      return { ledger: openLedger(), configurationErrors: [await this.messageOf(error)] };
    }
  }
}
