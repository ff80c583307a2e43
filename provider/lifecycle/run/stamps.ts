import type { Props } from "../../family/resource";
import type { LifecycleContext } from "./lifecycle";

/** Updates the clock from an object that this process has created. */
export function observeCreated(account: LifecycleContext, object: Props, sentAt: number): void {
  account.ledger.creations.clock.observe(object.created_at, sentAt, account.now());
}

/**
 * Assumed limit by which the clock behind `created_at` lags the responses' `Date`, until an own object shows the
 * difference.
 */
const UNSEEN_CLOCK_MS = 30_000;

/**
 * The earliest possible `created_at`, in ms, of an object created at this moment of the local clock; undefined when
 * unknown.
 */
export function earliestStamp(account: LifecycleContext, local: number): number | undefined {
  const dated = account.api.clock.earliest(local);
  return (
    account.ledger.creations.clock.earliest(local) ??
    (dated === undefined ? undefined : dated - UNSEEN_CLOCK_MS)
  );
}

/**
 * The most likely `created_at`, in ms, of an object created at this moment of the local clock, where the clock behind
 * `created_at` is assumed to show what the responses' `Date` does; undefined when unknown.
 */
export function likelyStamp(account: LifecycleContext, local: number): number | undefined {
  return account.ledger.creations.clock.earliest(local) ?? account.api.clock.earliest(local);
}
