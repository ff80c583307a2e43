import { validateHeaderName, validateHeaderValue } from "node:http";
import { z } from "zod";

/** An option of the emulator, or a value of one of its controls, is invalid. */
export class EmulatorOptionError extends Error {
  constructor(
    /** Path of the option, such as `rateLimit.requests`. */
    readonly option: string,
    readonly why: string,
    options?: ErrorOptions,
  ) {
    super(`Emulator option ${option}: ${/[.?]$/.test(why) ? why : `${why}.`}`, options);
    this.name = "EmulatorOptionError";
  }
}

/**
 * Validates an external value.
 *
 * @param at name of the value, prefixed to the path within it
 * @throws EmulatorOptionError
 */
export function readOption<S extends z.ZodType>(at: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const within = issue?.path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("");
  const path = `${at}${within ?? ""}`.replace(/^\./, "");
  throw new EmulatorOptionError(path === "" ? "(all)" : path, issue?.message ?? "is not valid");
}

/** Maximum time of an option in milliseconds, within the range of timers. */
const DAY_MS = 86_400_000;

export const bounded = {
  delayMs: z.number().min(0).max(DAY_MS),
  windowSeconds: z
    .number()
    .positive()
    .max(DAY_MS / 1000),
  headerName: z.string().refine(isAccepted(validateHeaderName), "must be the name of a header"),
  headerValue: z.string().refine(
    isAccepted((value) => validateHeaderValue("x", value)),
    "must be the value of a header, on one line",
  ),
};

function isAccepted(validate: (value: string) => void): (value: string) => boolean {
  return (value) => {
    try {
      validate(value);
      return true;
    } catch {
      return false;
    }
  };
}
