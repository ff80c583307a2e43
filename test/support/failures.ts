import { inspect } from "node:util";

/** The error with which something fails, as it has to. */
export async function failureOf<Failure extends Error = Error>(work: Promise<unknown>): Promise<Failure> {
  const result = await work.then(
    (value) => new Error(`it has not failed, and gave ${inspect(value)}`),
    (error: Failure) => ({ error }),
  );
  if (result instanceof Error) throw result;
  return result.error;
}

export const messageOf = async (work: Promise<unknown>): Promise<string> => (await failureOf(work)).message;
