import { type Clock, systemClock } from "../../transport";

let current = systemClock;

/** The clock by which all accounts of this process wait. */
export const processClock: Clock = {
  now: () => current.now(),
  elapsed: () => current.elapsed(),
  sleep: (ms, signal) => current.sleep(ms, signal),
};

/** Sets the clock of this process: the machine's, unless a test sets another. */
export function setProcessClock(clock: Clock): void {
  current = clock;
}
