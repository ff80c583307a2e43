import { z } from "zod";
import type { Account } from "../account/account";
import { readOption } from "../read-option";

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

/** @throws EmulatorOptionError */
export function moveClock(account: Account, given: unknown): ClockReading {
  const { reset, set, advance, freeze } = readOption("clock", clockSchema, given ?? {});
  const { clock } = account;
  if (reset) clock.reset();
  if (set !== undefined) clock.set(Date.parse(set));
  if (advance !== undefined) clock.advance(advance);
  if (freeze === true) clock.freeze();
  if (freeze === false) clock.resume();
  account.settle();
  return { now: clock.timestamp(), frozen: clock.frozen };
}
