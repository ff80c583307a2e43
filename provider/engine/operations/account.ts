import { accountFor, type HostAccount, ledgerFor } from "../../account/account";
import { journalFor } from "../../account/journal/journal";
import {
  accountName,
  ConfigurationError,
  defaultInputsOf,
  type Read,
  type Settings,
  settingsOf,
  UnknownSettingError,
} from "../../account/settings/settings";
import { messageFor } from "../../account/settings/wording";
import { type Inputs, openLedger, type RunLedger } from "../../lifecycle";

/** The run, as far as the configuration tells. */
interface ConfiguredRun {
  readonly ledger: RunLedger;
  /** What is wrong with the configuration. */
  readonly unset: readonly string[];
  readonly warnsOfDeprecated?: boolean;
}

/** The account that the engine has configured. */
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

  /** What it is called; undefined for the one that needs no name. */
  async name(): Promise<string | undefined> {
    return accountName(await this.configured());
  }

  /** Values for inputs that the program leaves unset. */
  async defaults(): Promise<Inputs> {
    return defaultInputsOf(await this.configured());
  }

  /** An error's message in terms of the account. */
  async messageOf(error: Error): Promise<string> {
    return messageFor(await this.name(), error);
  }

  /** Records in the journal that the engine has stored an object, once the account is known. */
  async knows(id: string): Promise<void> {
    try {
      journalFor((await this.settings()).baseUrl).known(id);
    } catch (error) {
      if (!(error instanceof UnknownSettingError || error instanceof ConfigurationError)) throw error;
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
