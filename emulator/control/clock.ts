import { z } from "zod";
import type { Account } from "../account/account";
import { EmulatorOptionError, readOption } from "../read-option";

const EARLIEST = "1970-01-01T00:00:00Z";
/** Certificates that are issued later would end after the last year that a timestamp can hold. */
const LATEST = "9998-12-31T23:59:59Z";

const clockSchema = z.strictObject({
  /** Advances the clock by seconds. */
  advance: z.number().optional(),
  /** Sets it, RFC 3339. */
  set: z.iso.datetime({ offset: true }).optional(),
  /** true freezes it, false resumes it. */
  freeze: z.boolean().optional(),
  /** Resets it to the machine's time. */
  reset: z.literal(true).optional(),
});

/** A change of the account's clock; several are applied in the order reset, set, advance, freeze. */
export type ClockChange = z.input<typeof clockSchema>;

export interface ClockReading {
  /** RFC 3339. */
  readonly now: string;
  readonly frozen: boolean;
}

export function moveClock(account: Account, change: unknown): ClockReading {
  const { reset, set, advance, freeze } = readOption("clock", clockSchema, change ?? {});
  const { clock } = account;
  let time = reset ? clock.machine() : clock.now();
  if (set !== undefined) time = requireInRange("clock.set", Date.parse(set));
  if (advance !== undefined) time = requireInRange("clock.advance", time + advance * 1000);
  if (reset) clock.reset();
  if (set !== undefined || advance !== undefined) clock.set(time);
  if (freeze === true) clock.freeze();
  if (freeze === false) clock.resume();
  account.runDueWork();
  return { now: clock.timestamp(), frozen: clock.isFrozen };
}

function requireInRange(option: string, milliseconds: number): number {
  if (milliseconds >= Date.parse(EARLIEST) && milliseconds <= Date.parse(LATEST)) return milliseconds;
  throw new EmulatorOptionError(option, `the clock must stay between ${EARLIEST} and ${LATEST}`);
}
