import { createHash } from "node:crypto";
import { z } from "zod";
import { globMatcher } from "../account/glob";
import { json } from "../json";
import { optionSchemas } from "../read-option";

const FAULT_KINDS = [
  "latency",
  "status",
  "rate-limit",
  "cut-before",
  "cut-after",
  "cut-body",
  "hang",
  "html",
  "empty",
  "truncated",
  "content-type",
  "huge",
  "deep",
  "wrong-types",
  "redirect",
  "wrong-account",
  "custom",
] as const;

const count = z.int().min(0);

const METHOD = "(?:[A-Z]*[*][A-Z*]*|GET|HEAD|POST|PUT|PATCH|DELETE)";

/** Matches `METHOD /path`, or one of the two; its groups are the methods and the path. */
const PATTERN = new RegExp(
  `^\\s*(?:(${METHOD}(?:\\|${METHOD})*)(?:\\s+(?=[/*])|\\s*$)|(?=/))([/*][^?\\s]*)?\\s*$`,
  "i",
);

const faultShape = z.strictObject({
  /** `METHOD /path`; `*` matches any characters, including slashes; `GET|PUT` matches either method. */
  on: z
    .string()
    .regex(PATTERN, "must be METHOD /path without a query, such as POST /ip_policies or GET|PUT *")
    .default("*"),
  kind: z.enum(FAULT_KINDS).optional(),
  status: z.int().min(200).max(599).optional(),
  /** Error code of the service, such as 446. Determines the status. */
  code: z.int().min(100).max(99_999).optional(),
  headers: z.record(optionSchemas.headerName, optionSchemas.headerValue).optional(),
  /** Body of the response: a string unchanged, anything else as JSON. */
  body: json.optional(),
  /** `Retry-After` in seconds, or as the value of the header. */
  retryAfter: z.union([count, optionSchemas.headerValue]).optional(),
  /** Delay before the request is processed, in milliseconds. */
  latencyMs: optionSchemas.delayMs.optional(),
  /** True to apply the request before its response is altered. */
  commit: z.boolean().optional(),
  /** Maximum number of affected requests. */
  times: count.optional(),
  /** Number of matching requests that pass before the first affected one. */
  after: count.optional(),
  probability: z.number().min(0).max(1).optional(),
  /** Makes the choice of the affected requests reproducible. */
  seed: z.int().optional(),
  /** For `rate-limit`: requests in a rolling window. */
  requests: z.int().min(1).optional(),
  windowSeconds: optionSchemas.windowSeconds.optional(),
  /** For `redirect`. */
  location: optionSchemas.headerValue.optional(),
  /** For `huge`: size of the body. */
  bytes: z
    .int()
    .min(1)
    .max(256 * 1024 * 1024)
    .optional(),
  /** For `deep`: nesting depth of the body. */
  depth: z.int().min(1).max(10_000_000).optional(),
});

export const faultSchema = faultShape.transform((fault) => ({ ...fault, kind: impliedKind(fault) }));

/** A fault to inject into matching requests. */
export type Fault = z.input<typeof faultSchema>;

export type ParsedFault = z.output<typeof faultSchema>;

/** A fault and how often it has been injected. */
export type ActiveFault = ParsedFault & { readonly matched: number; readonly hits: number };

function impliedKind(fault: z.output<typeof faultShape>): (typeof FAULT_KINDS)[number] {
  if (fault.kind !== undefined) return fault.kind;
  if (fault.location !== undefined) return "redirect";
  if (fault.requests !== undefined) return "rate-limit";
  if (fault.status !== undefined || fault.code !== undefined) return "status";
  if (fault.body !== undefined) return "custom";
  return "latency";
}

interface Entry {
  readonly fault: ParsedFault;
  readonly methods: readonly ((method: string) => boolean)[];
  readonly matchesPath: (path: string) => boolean;
  matched: number;
  hits: number;
}

export class Faults {
  #entries: Entry[] = [];

  add(fault: ParsedFault): void {
    const [, methods = "*", path = "*"] = PATTERN.exec(fault.on) ?? [];
    this.#entries.push({
      fault,
      methods: methods.split("|").map(globMatcher),
      matchesPath: globMatcher(path),
      matched: 0,
      hits: 0,
    });
  }

  clear(): void {
    this.#entries = [];
  }

  list(): ActiveFault[] {
    return this.#entries.map(({ fault, matched, hits }) => ({ ...fault, matched, hits }));
  }

  /** Returns all delays that match a request, and the first other fault. Call it once per request, because it counts them. */
  match(method: string, path: string): readonly ParsedFault[] {
    const matching: ParsedFault[] = [];
    for (const entry of this.#entries) {
      if (!entry.methods.some((matchesMethod) => matchesMethod(method)) || !entry.matchesPath(path)) continue;
      const { fault } = entry;
      if (fault.kind !== "latency" && matching.some(({ kind }) => kind !== "latency")) continue;
      entry.matched += 1;
      if (entry.matched <= (fault.after ?? 0)) continue;
      if (fault.times !== undefined && entry.hits >= fault.times) continue;
      if (fault.probability !== undefined && random(entry) >= fault.probability) continue;
      entry.hits += 1;
      matching.push(fault);
    }
    return matching;
  }
}

/** Returns a number from 0 to 1, which is the same in every run if the fault has a seed. */
function random({ fault: { seed }, matched }: Entry): number {
  if (seed === undefined) return Math.random();
  return createHash("sha256").update(`${seed} ${matched}`).digest().readUInt32BE() / 2 ** 32;
}
