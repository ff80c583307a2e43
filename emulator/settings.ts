import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { domainProblem, SERVICE_DOMAINS } from "../traffic-policy/language/hosts";
import { optionSchemas } from "./read-option";

/** The source of time and delays, in milliseconds. */
export interface Time {
  /** Since the epoch. */
  now(): number;
  /** Waits, in milliseconds. */
  sleep(ms: number): Promise<void>;
}

const MACHINE_TIME: Time = { now: () => Date.now(), sleep: async (ms) => void (await delay(ms)) };

const YEAR_S = 365 * 86_400;

const text = z.string().min(1);
const flag = z.boolean().default(false);

/** The settings of an account and its server. */
export const settingsSchema = z.strictObject({
  /** Port to listen on; 0 (the default) picks a free one. */
  port: z.int().min(0).max(65_535).default(0),
  /** Address to listen on. Default `127.0.0.1`. */
  host: text.default("127.0.0.1"),
  /** Other host names of the emulator, such as that of a container; unlisted names are rejected. Default none. */
  allowedHosts: z
    .array(text.regex(/^[\w.-]+$/, "must be a name such as emulator.internal, without a port"))
    .readonly()
    .default([]),
  /** Path prefix of the API, such as `/api/v2`. Default none. */
  basePath: z
    .string()
    .regex(/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*\/?$/, "must be a path such as /api/v2")
    .default("")
    .transform((path) => path.replace(/\/$/, "")),
  /** Start token. Default the one in the data file, otherwise a new one. */
  token: text.regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces").optional(),
  /**
   * Do only what the API reference says, without refusals and responses that were observed in the compatible service.
   * Unknown body parameters are then ignored. Default false.
   */
  reference: flag,
  /** File that persists the account across restarts. Default none. */
  dataFile: text.optional(),
  /**
   * Return absent values in the observed shapes: descriptions and metadata omitted, lists and unused OAuth providers
   * null. Also return unknown keys. Default false.
   */
  liveShapes: flag,
  /** Return `""` for OAuth, OIDC, and webhook secrets instead of their values. Default false. */
  hideSecrets: flag,
  /** Default and maximum number of objects in a page, 1 to 100. Default 100. */
  pageSize: z.int().min(1).max(100).default(100),
  /** Requests an account may make in a rolling window. Default no limit. */
  rateLimit: z
    .strictObject({
      requests: z.int().min(1),
      windowSeconds: optionSchemas.windowSeconds.default(60),
      /** Form of `Retry-After`. Services don't promise it, hence the default "none". */
      retryAfter: z.enum(["seconds", "date", "none"]).default("none"),
    })
    .optional(),
  /** Refuse requests without the header `ngrok-version`, as the compatible service does. Default false. */
  requireVersion: flag,
  /** Maximum number of concurrent requests; any further one gets 429. Default no limit. */
  maxConcurrent: z.int().min(1).optional(),
  /** Delay of every response in milliseconds. Default 0. */
  latencyMs: optionSchemas.delayMs.default(0),
  /** Seconds until a requested certificate is issued. Default 5. */
  provisioningSeconds: z.number().min(0).max(YEAR_S).default(5),
  /** Domains of the service itself. Their subdomains need no CNAME. CNAME targets and addresses are below the first. */
  serviceDomains: z
    .array(
      text.refine(
        (domain) => domainProblem(domain) === undefined,
        "must be a domain such as tunnel-edge.dev",
      ),
    )
    .min(1)
    .readonly()
    .default(["tunnel-edge.dev", ...SERVICE_DOMAINS]),
  /** Effect of a certificate on a domain with a certificate management policy, or the reverse. Default `replace`. */
  attachmentSwitch: z.enum(["replace", "refuse"]).default("replace"),
  /** How many OAuth, OIDC, and SAML modules a route may enable. Default `one`, or `any` with `reference`. */
  signInModules: z.enum(["any", "one"]).optional(),
  /** GET and DELETE of a module that is not set: 404, or null and 204. Default `not-found`. */
  absentModules: z.enum(["not-found", "empty"]).default("not-found"),
  /** Source of time, for tests. Default the machine's clock. */
  time: z.custom<Time>().default(MACHINE_TIME),
});

export type Settings = z.output<typeof settingsSchema>;

/** A rate limit, and how it is reported. */
export type RateLimit = NonNullable<Settings["rateLimit"]>;
