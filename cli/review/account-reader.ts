import type { ReadSetting } from "../../provider/inspect";
import { messageOf } from "../common";

/** Reads the default account, which is opened only if there is something to look up. */
export class AccountReader {
  readonly warnings: string[] = [];
  private config: Promise<ReadSetting | undefined> | undefined;

  constructor(private readonly openAccount: () => Promise<ReadSetting | undefined>) {}

  /** Returns undefined if the account can't be read. */
  open(): Promise<ReadSetting | undefined> {
    this.config ??= this.openAccount();
    return this.config;
  }

  /** Records the first of several failures, and the number of the others. */
  warn([failure, ...others]: readonly unknown[]): void {
    if (failure === undefined) return;
    const text = messageOf(failure);
    this.warnings.push(others.length > 0 ? `${text} (and ${others.length} more)` : text);
  }
}
