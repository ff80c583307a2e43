import { reasonOf, UserError } from "../lifecycle";
import { accountFor } from "./account";
import { Evidence } from "./evidence";
import { type Fingerprint, fingerprintIn, fingerprintOf, fingerprintText } from "./fingerprint";
import { flag, type Settings } from "./settings";

type Props = Readonly<Record<string, unknown>>;

/** The account from which a state was written, as against the one in use. */
export class Origin {
  private readonly noted: Fingerprint | undefined;

  constructor(
    state: Props,
    private readonly settings: Settings,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    const isTrusted = flag(env.TUNNEL_EDGE_SAME_ACCOUNT, "TUNNEL_EDGE_SAME_ACCOUNT");
    this.noted = isTrusted ? undefined : fingerprintIn(state);
  }

  /** What a state says that is written now. */
  async stamp(): Promise<string> {
    return fingerprintText(await this.current());
  }

  /**
   * Whether the account is the same as far as that can be told without asking anybody: base URL and token are equal. A
   * command is not run for that: the same command of the same Provider counts as the same token.
   */
  get isSameByName(): boolean {
    if (!this.noted) return true;
    const { token } = this.settings;
    const now = fingerprintOf(this.settings, "value" in token ? token.value : "");
    const isSameToken =
      "value" in token ? this.noted.token === now.token : this.noted.provider === now.provider;
    return this.isSameAddress && isSameToken;
  }

  get isSameAddress(): boolean {
    return !this.noted || this.noted.address === fingerprintOf(this.settings, "").address;
  }

  /** The resource was given another Provider. */
  get isMoved(): boolean {
    return this.noted !== undefined && this.noted.provider !== fingerprintOf(this.settings, "").provider;
  }

  /** What shows whether the account is the same; proven from the start where base URL and token are equal. */
  async evidence(): Promise<Evidence> {
    if (!this.noted) return new Evidence(true);
    const isSame = this.isSameAddress && this.noted.token === (await this.current()).token;
    // Tokens come and go; the states of one Provider and base URL are of one account.
    return isSame
      ? new Evidence(true)
      : accountFor(this.settings).evidenceFor(this.noted.provider + this.noted.address);
  }

  /**
   * Reads an object. That it is gone (undefined) is believed in the account only from which its state was written.
   *
   * @throws UserError when nothing shows that this is so.
   */
  async find<T>(what: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const evidence = await this.evidence();
    return evidence.asking(async () => {
      const found = await read();
      if (found !== undefined) evidence.prove();
      else if (!(await evidence.isGone())) throw this.notThere(what);
      return found;
    });
  }

  /** An object is not there, and nobody knows whether it ever was in this account. */
  notThere(what: string): UserError {
    return new UserError(
      `${what} is not there, and nothing shows that this is the account which the state was written from: its ${this.changed} then, and of what was asked for nothing was found. The state keeps it. Set ${this.setting} to that of the state's account. If it is the right account and was emptied by hand, run again with TUNNEL_EDGE_SAME_ACCOUNT=on`,
    );
  }

  /** A resource stays with its Provider, which now leads to an account without its object. */
  elsewhere(what: string): UserError {
    return new UserError(
      `${what} is not in the account in use, whose ${this.changed} when the state was written: set ${this.setting} to that of the state's account. To move the resource to another account, give it another Provider. If it was deleted by hand, run \`pulumi refresh\` first`,
    );
  }

  /** The account cannot be asked. */
  unknown(what: string, error: Error): UserError {
    return new UserError(
      `${what}: the ${this.changed} when the state was written, and whether it leads to the same account cannot be found out: ${reasonOf(error)}`,
      { cause: error },
    );
  }

  private current(): Promise<Fingerprint> {
    const { settings } = this;
    return accountFor(settings)
      .token()
      .then((token) => fingerprintOf(settings, token));
  }

  private get changed(): string {
    return this.isSameAddress ? "API token was another one" : "base URL was another one";
  }

  private get setting(): string {
    return this.isSameAddress
      ? "tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN"
      : "tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL";
  }
}
