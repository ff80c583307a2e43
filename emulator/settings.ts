import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { SERVICE_DOMAINS } from "../traffic-policy/language/hosts";
import { bounded } from "./read-option";

/** The source of time and delays, in milliseconds. */
export interface Time {
  /** Since the epoch. */
  now(): number;
  /** Resolves after a number of milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** One year. */
const MAX_PROVISIONING_S = 365 * 86_400;

const text = z.string().min(1);
const flag = z.boolean().default(false);

export const settingsSchema = z.strictObject({
  port: z.int().min(0).max(65_535).default(0),
  host: text.default("127.0.0.1"),
  allowedHosts: z
    .array(text.regex(/^[\w.-]+$/, "must be a name such as emulator.internal, without a port"))
    .default([]),
  basePath: z
    .string()
    .regex(/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*\/?$/, "must be a path such as /api/v2")
    .default("")
    .transform((path) => path.replace(/\/$/, "")),
  token: text.regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces").optional(),
  reference: flag,
  dataFile: text.optional(),
  liveShapes: flag,
  hideSecrets: flag,
  pageSize: z.int().min(1).max(100).default(100),
  rateLimit: z
    .strictObject({
      requests: z.int().min(1),
      windowSeconds: bounded.windowSeconds.default(60),
      retryAfter: z.enum(["seconds", "date", "none"]).default("none"),
    })
    .optional(),
  requireVersion: flag,
  maxConcurrent: z.int().min(1).optional(),
  latencyMs: bounded.delayMs.default(0),
  provisioningSeconds: z.number().min(0).max(MAX_PROVISIONING_S).default(5),
  serviceDomains: z
    .array(text)
    .min(1)
    .default(["tunnel-edge.dev", ...SERVICE_DOMAINS]),
  attachmentSwitch: z.enum(["replace", "refuse"]).default("replace"),
  signOnModules: z.enum(["any", "one"]).optional(),
  absentModules: z.enum(["not-found", "empty"]).default("not-found"),
  time: z.custom<Time>().default({ now: () => Date.now(), sleep: async (ms) => void (await delay(ms)) }),
});

/** The settings of an account and its server, including defaults. `EmulatorOptions` describes them. */
export type Settings = z.output<typeof settingsSchema>;
