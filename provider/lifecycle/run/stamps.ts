import type { Props } from "../../family/resource";
import type { Run } from "./lifecycle";

/** Updates the clock from an object that this process has created. */
export function observeCreated(run: Run, object: Props, sentAt: number): void {
  run.ledger.creations.clock.observe(object.created_at, sentAt, run.now());
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
export function earliestStamp(run: Run, local: number): number | undefined {
  const dated = run.api.clock.earliest(local);
  return (
    run.ledger.creations.clock.earliest(local) ?? (dated === undefined ? undefined : dated - UNSEEN_CLOCK_MS)
  );
}

/**
 * The most likely `created_at`, in ms, of an object created at this moment of the local clock, where the clock behind
 * `created_at` is assumed to show what the responses' `Date` does; undefined when unknown.
 */
export function likelyStamp(run: Run, local: number): number | undefined {
  return run.ledger.creations.clock.earliest(local) ?? run.api.clock.earliest(local);
}
