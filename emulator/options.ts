import { z } from "zod";
import type { Seed } from "./control/seed";
import { type Fault, faultSchema } from "./http/faults";
import type { RateLimit } from "./http/rate-limit";
import { readOption } from "./read-option";
import { settingsSchema, type Time } from "./settings";

/** The emulator's start options. Every one is optional. */
export interface EmulatorOptions {
  /** Port to listen on; 0 (the default) picks a free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Other host names of the emulator, such as that of a container; unlisted names are rejected. Default none. */
  readonly allowedHosts?: readonly string[];
  /** Path prefix of the API, such as `/api/v2`. Default none. */
  readonly basePath?: string;
  /** Start token. Default the one in the data file, otherwise a new one. */
  readonly token?: string;
  /**
   * Serve only the API reference, without refusals and responses that were observed on the compatible service.
   * Unknown body parameters are then ignored. Default false.
   */
  readonly reference?: boolean;
  /** File that persists the account across restarts. Default none. */
  readonly dataFile?: string;
  /**
   * Return absent values in each of the observed shapes: strings omitted, lists and unused OAuth providers null, and
   * unknown keys. Default false.
   */
  readonly liveShapes?: boolean;
  /** Return `""` for OAuth, OIDC and webhook secrets instead of their values. Default false. */
  readonly hideSecrets?: boolean;
  /** Default and maximum number of objects in a page, 1 to 100. Default 100. */
  readonly pageSize?: number;
  /** Requests an account may make in a rolling window. Default no limit. */
  readonly rateLimit?: Partial<RateLimit> & { readonly requests: number };
  /** Refuse requests without the header `ngrok-version`, as the compatible service does. Default false. */
  readonly requireVersion?: boolean;
  /** Concurrent requests; above the limit the response is 429. Default no limit. */
  readonly maxConcurrent?: number;
  /** Delay of every response in milliseconds. Default 0. */
  readonly latencyMs?: number;
  /** Seconds until a requested certificate is issued. Default 5. */
  readonly provisioningSeconds?: number;
  /** Domains of the service itself. Their subdomains need no CNAME; the first one names targets and addresses. */
  readonly serviceDomains?: readonly string[];
  /** Effect of setting a certificate on a domain with a policy, or the reverse. Default `replace`. */
  readonly attachmentSwitch?: "replace" | "refuse";
  /** Number of OAuth, OIDC, and SAML modules of a route. Default `one`, as for the service; with `reference`, `any`. */
  readonly signOnModules?: "any" | "one";
  /** GET and DELETE of a module that is not set: 404, or null and 204. Default `not-found`. */
  readonly absentModules?: "not-found" | "empty";
  /** Initial objects; ignored when a data file already has an account. */
  readonly seed?: Seed;
  /** Initially active faults. */
  readonly faults?: readonly Fault[];
  /** Source of time, for tests. Default the machine's clock. */
  readonly time?: Time;
}

const optionsSchema = settingsSchema.extend({
  seed: z.custom<Seed>().optional(),
  faults: z.array(faultSchema).default([]),
});

/** Options including defaults. */
export type ReadOptions = z.output<typeof optionsSchema>;

/** @throws EmulatorOptionError naming the first invalid option */
export function readOptions(options: EmulatorOptions): ReadOptions {
  return readOption("", optionsSchema, options);
}
