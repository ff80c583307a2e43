import { isNotFound } from "../../api";
import type { Run } from "../run/lifecycle";
import { UserError } from "../values/errors";

/** What a write is about, and what must exist for it. */
interface Subject {
  /** Path of the object that must exist. */
  readonly path: string;
  /** That object, for users. */
  readonly what: string;
  /** What else may be wrong, as the end of a sentence. */
  readonly or?: string;
}

/** Where a program may name the object by its id. */
export const OR_WRONG_ID = ". If the program gives its id as text, correct that";

/**
 * The error of a write that was answered with 404, with what to do when the object itself is gone. Any other error is
 * returned as it is: a 404 may be about another object that the request names.
 */
export async function explainIfGone(error: unknown, run: Run, subject: Subject): Promise<unknown> {
  if (!isNotFound(error)) return error;
  const { path, what, or = "" } = subject;
  const isGone = await run.api.find(path).then(
    (object) => object === undefined,
    () => false,
  );
  return isGone
    ? new UserError(
        `${error.message}; ${what} is gone: it was deleted outside of this program. Run \`pulumi refresh\`, which takes what is gone out of the state, and then \`pulumi up\`, which creates it again${or}`,
        { cause: error },
      )
    : error;
}
