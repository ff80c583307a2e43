import { inspect } from "node:util";

/** Returns the error of work that must fail. */
export async function catchError<Failure extends Error = Error>(work: Promise<unknown>): Promise<Failure> {
  const result = await work.then(
    (value) => new Error(`the work succeeded with ${inspect(value)}`),
    (error: Failure) => ({ error }),
  );
  if (result instanceof Error) throw result;
  return result.error;
}

export const catchMessage = async (work: Promise<unknown>): Promise<string> =>
  (await catchError(work)).message;
