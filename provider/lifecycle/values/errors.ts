import { ApiError, HttpError, LostReplyError, PathError, ResponseError, TransportError } from "../../api";
import type { State } from "../../family/resource";
import { UserError } from "../../family/user-error";

export { UserError };

/** An object exists but doesn't match the program yet. The engine stores its state, so the next run can repair it. */
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

/** True for errors with a message for users. Any other error is a bug in this package. */
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

/** Returns an error's text for users. Hides the messages of bugs, which may contain secrets. */
export const reasonOf = (error: unknown): string =>
  isExplained(error) ? error.message : "an internal error of this package";
