import type { Account, Principal } from "./account";

/** The caller, and whether the account's rules apply. */
export interface Call {
  readonly account: Account;
  readonly principal: Principal;
  /** Seeding and out-of-band changes: types are checked, but not allowed values, references, uniqueness or rules. */
  readonly trusted: boolean;
  /** Path parameters above the object's own id, such as `edge_id`. */
  readonly path: Readonly<Record<string, string>>;
}
