import { ApiError, HttpError, LostReplyError, PathError, ResponseError, TransportError } from "../api";
import { UserError } from "../family/user-error";

export { UserError };

/**
 * An object exists but is not (yet) what the program asked for. The host hands its state to the engine, so that it is
 * kept and the next run repairs it.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  constructor(
    readonly id: string,
    /** What is known of the object now. */
    readonly state: Readonly<Record<string, unknown>>,
    readonly reasons: readonly string[],
    options?: ErrorOptions,
  ) {
    super(reasons.join("; "), options);
  }
}

/**
 * Whether an error is one that its message explains: a mistake of the program or its user, or something that went wrong
 * outside. Every other one is a mistake of this package.
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

/** What an error, as a part of another one, says to users. That of a mistake of this package may hold anything. */
export const reasonOf = (error: unknown): string =>
  isExplained(error) ? error.message : "an internal error of this package";
