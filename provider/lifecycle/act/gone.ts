import { ApiError, isNotFound } from "../../api";
import type { Run } from "../run/lifecycle";
import { UserError } from "../values/errors";

/** What a write is about, and what must exist for it. */
interface Subject {
  readonly path: string;
  /** That object, for users. */
  readonly what: string;
  /** What else may be wrong, as the end of a sentence. */
  readonly or?: string;
}

/** Where a program may name the object by its id. */
export const CORRECT_ID = ". If the program gives its id as text, correct that";

/**
 * The error of a write that was answered with 404 or 410, with what to do when the object itself is gone. A proxy may
 * have answered. Any other error is returned unchanged: a 404 may be about another object that the request names.
 */
export async function explainNotFound(error: unknown, run: Run, subject: Subject): Promise<unknown> {
  if (!isMissing(error)) return error;
  const { path, what, or = "" } = subject;
  const found = await run.api.find(path).then(
    (object) => (object === undefined ? "gone" : "there"),
    () => "unknown",
  );
  if (found === "there")
    return new UserError(
      `${error.message}; ${what} itself exists: correct the other ids that the request names, or run again if a proxy has answered`,
      { cause: error },
    );
  const gone =
    found === "gone"
      ? `${what} is gone: it was deleted outside of this program. Run`
      : `if ${what} was deleted outside of this program, run`;
  return new UserError(
    `${error.message}; ${gone} \`pulumi up --refresh\`, which takes what is gone out of the state and creates it again${or}`,
    { cause: error },
  );
}

/** Whether a response, possibly of a proxy, says that something does not exist. */
export const isMissing = (error: unknown): error is ApiError =>
  isNotFound(error) || (error instanceof ApiError && (error.status === 404 || error.status === 410));
