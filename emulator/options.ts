import { z } from "zod";
import type { Seed } from "./control/seed";
import { faultSchema } from "./http/faults";
import { readOption } from "./read-option";
import { settingsSchema } from "./settings";

const optionsSchema = settingsSchema.extend({
  /** Initial objects; ignored when a data file already has an account. */
  seed: z.custom<Seed>().optional(),
  /** Initially active faults. */
  faults: z.array(faultSchema).readonly().default([]),
});

/** The emulator's start options. Every one is optional. */
export type EmulatorOptions = z.input<typeof optionsSchema>;

/** Options including defaults. */
export type ReadOptions = z.output<typeof optionsSchema>;

/** @throws EmulatorOptionError naming the first invalid option */
export function readOptions(options: EmulatorOptions): ReadOptions {
  return readOption("", optionsSchema, options);
}
