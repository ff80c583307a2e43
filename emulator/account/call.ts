import type { Account, Principal } from "./account";

/** The caller of an operation, and whether the account's rules apply. */
export interface Call {
  readonly account: Account;
  readonly principal: Principal;
  /** True for seeding and out-of-band changes, which skip allowed values, references, uniqueness, and rules. */
  readonly trusted: boolean;
  /** Path parameters above the object's own id, such as `edge_id`. */
  readonly path: Readonly<Record<string, string>>;
}
