import { knownObjects } from "../../account/journal/journal";
import { FINGERPRINT, Origin, type Subject } from "../../account/origin/origin";
import { UnknownSettingError } from "../../account/settings/settings";
import type { Existing, Found, ManagedFamily, Move, RecordedLifecycle, State } from "../../lifecycle";
import type { ConfiguredAccount } from "./account";

/** What is stored of the account that a state was written from. */
export interface Stamp {
  readonly [FINGERPRINT]?: unknown;
}

/** Evidence of whose account a state is from, before its objects are trusted to be gone, moved or deleted. */
export class StateEvidence {
  /** False for a command, which has nothing in any account. */
  private readonly hasObjects: boolean;

  constructor(
    private readonly family: ManagedFamily,
    private readonly lifecycle: RecordedLifecycle,
    private readonly account: ConfiguredAccount,
  ) {
    this.hasObjects = family.kind !== "command";
  }

  /** The fingerprint to store in a state; the earlier state's while nothing proves the accounts equal. */
  async stamp(state: State): Promise<Stamp> {
    if (!this.hasObjects) return {};
    const origin = await this.origin(state);
    const { isProven } = await origin.evidence();
    return { [FINGERPRINT]: isProven ? await origin.stamp() : state[FINGERPRINT] };
  }

  /** Records an object that was created or changed, for later commands. */
  remember(id: string, { [FINGERPRINT]: written }: Stamp): void {
    const { family } = this;
    if (family.kind === "resource" && family.pathKeys.length === 0 && typeof written === "string")
      knownObjects()?.record(written, { family: family.name, id });
  }

  /** Reads an object; undefined when it is gone from the account of its state. */
  async find(existing: Existing): Promise<Found | undefined> {
    const { state } = existing;
    const account = await this.account.open();
    if (!this.hasObjects) return this.lifecycle.read(account, existing);
    const origin = await this.origin(state);
    const read = () => this.lifecycle.read(account, existing);
    const found = await origin.find(this.subject(existing), read);
    if (!found) return undefined;
    const stamp = state[FINGERPRINT] ?? (await origin.stamp());
    this.remember(found.id, { [FINGERPRINT]: stamp });
    return { ...found, state: { ...found.state, [FINGERPRINT]: stamp } };
  }

  async delete(existing: Existing): Promise<void> {
    const account = await this.account.open();
    const remove = () => this.lifecycle.delete(account, existing);
    if (!this.hasObjects) return void (await remove());
    const origin = await this.origin(existing.state);
    await origin.delete(this.subject(existing), () => this.lifecycle.read(account, existing), remove);
  }

  /** Whether a resource was moved to another account; undefined as well where the account is not known yet. */
  async moveOf(existing: Existing): Promise<Move | undefined> {
    try {
      return await this.moved(existing);
    } catch (error) {
      if (error instanceof UnknownSettingError) return undefined;
      throw error;
    }
  }

  /**
   * Queries the account only where base URL or token differ from those in the state, and no more once one object of such
   * states was found in it.
   *
   * @throws UserError where the Provider is the same, so nothing shows that a move is intended.
   */
  private async moved(existing: Existing): Promise<Move | undefined> {
    const { id, state } = existing;
    if (!this.hasObjects || state[FINGERPRINT] === undefined) return undefined;
    const origin = await this.origin(state);
    if (origin.isSameByName) return undefined;
    const what = `${this.family.name} ${id}`;
    const evidence = await origin.evidence();
    if (evidence.isProven || evidence.isUnanswered) return undefined;
    try {
      const found = await this.lifecycle.read(await this.account.open(), existing);
      if (found) return void evidence.prove();
    } catch (error) {
      // When only the token differs, a preview shows what it knows; anything trusted or written later is checked
      // again.
      evidence.isUnanswered = origin.isSameAddress;
      if (evidence.isUnanswered) return undefined;
      throw origin.unknownAccountError(what, error as Error);
    }
    if (await origin.provesByOthers(this.subject(existing), evidence)) return undefined;
    if (!origin.isMoved) throw origin.otherAccountError(what);
    return { withinService: origin.isSameAddress };
  }

  private subject({ id, state }: Existing): Subject {
    return { what: `${this.family.name} ${id}`, family: this.family, state };
  }

  private async origin(state: State): Promise<Origin> {
    return new Origin(state, await this.account.settings());
  }
}
