import { ApiError, HttpError, LostReplyError, PathError, ResponseError, TransportError } from "../../api";
import { UserError } from "../../family/user-error";
import type { State } from "./kinds";

export { UserError };

/**
 * An object exists but does not (yet) match the program. The host passes its state to the engine, which stores it so
 * that the next run repairs the object.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  constructor(
    readonly id: string,
    readonly state: State,
    readonly reasons: readonly string[],
    options?: ErrorOptions,
  ) {
    super(reasons.join("; "), options);
  }
}

/**
 * Whether an error's message explains it: a user error or an external failure. Any other error is a bug in this
 * package.
 */
export const isExplained = (error: unknown): error is Error =>
  EXPLAINED.some((expected) => error instanceof expected);

const EXPLAINED = [
  UserError,
  PartialFailure,
  ApiError,
  HttpError,
  LostReplyError,
  PathError,
  ResponseError,
  TransportError,
];

/**
 * The user-visible text of an error nested in another. The message of a bug in this package may hold anything, so it
 * is not shown.
 */
export const reasonOf = (error: unknown): string =>
  isExplained(error) ? error.message : "an internal error of this package";
