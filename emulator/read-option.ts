import { validateHeaderName, validateHeaderValue } from "node:http";
import { z } from "zod";
import { DAY_MS } from "./timestamp";

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
 * @param name - Name of the value, which precedes the path of the invalid part in the error.
 * @throws EmulatorOptionError
 */
export function readOption<S extends z.ZodType>(name: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const within = issue?.path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("");
  const path = `${name}${within ?? ""}`.replace(/^\./, "");
  throw new EmulatorOptionError(path === "" ? "(all)" : path, issue?.message ?? "is not valid");
}

/** Schemas that options, faults, and controls share. */
export const optionSchemas = {
  // At most a day, which is within the range of timers.
  delayMs: z.number().min(0).max(DAY_MS),
  windowSeconds: z
    .number()
    .positive()
    .max(DAY_MS / 1000),
  headerName: z.string().refine(doesNotThrow(validateHeaderName), "must be the name of a header"),
  headerValue: z.string().refine(
    doesNotThrow((value) => validateHeaderValue("x", value)),
    "must be the value of a header, on one line",
  ),
};

/** Converts a validator that throws to a predicate. */
function doesNotThrow(validate: (value: string) => void): (value: string) => boolean {
  return (value) => {
    try {
      validate(value);
      return true;
    } catch {
      return false;
    }
  };
}
