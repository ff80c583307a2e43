import { ApiError, isNotFound } from "../../api";
import type { Run } from "../run/lifecycle";
import { UserError } from "../values/errors";

export const CORRECT_ID = ". If the program gives its id as text, correct that";

/** Adds advice to a 404 or 410: the object or one that it refers to may be gone, or a proxy responded. */
export async function explainNotFound(
  error: unknown,
  run: Run,
  subject: { readonly path: string; readonly label: string; readonly advice?: string },
): Promise<unknown> {
  if (!isMissing(error)) return error;
  const { path, label, advice = "" } = subject;
  const explained = (explanation: string) =>
    new UserError(`${error.message}; ${explanation}`, { cause: error });
  const existence = await run.api.find(path).then(
    (object) => (object === undefined ? "gone" : "exists"),
    () => "unknown",
  );
  if (existence === "exists")
    return explained(
      `${label} itself exists: correct the other ids in the request, or run again if a proxy responded`,
    );
  const gone =
    existence === "gone"
      ? `${label} is gone: it was deleted outside of this program. Run`
      : `if ${label} was deleted outside of this program, run`;
  return explained(
    `${gone} \`pulumi up --refresh\`, which removes it from the state and creates it again${advice}`,
  );
}

/** True for a 404 or 410, including one from a proxy. */
export const isMissing = (error: unknown): error is ApiError =>
  isNotFound(error) || (error instanceof ApiError && (error.status === 404 || error.status === 410));
