import type { ResourceFamily, State } from "../../family/resource";
import type { ObjectAndInputs } from "../plan/types";
import type { Run } from "../run/lifecycle";
import { itemPathOf } from "../values/collection";
import { PartialFailure, reasonOf } from "../values/errors";
import { observe } from "../values/response";
import { compose } from "../values/state";
import { isMissing } from "./not-found";

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
/** The service may return 404 for a new object for this long after its creation. */
const NOT_FOUND_MS = 30_000;

/**
 * Waits until an object is usable, if the program requests it. After a failure, the next run waits again.
 * In `object`, `before` is empty for a new object, and `isFresh` means that the state is from a response of this run.
 */
export async function waitUntilReady(
  run: Run,
  family: ResourceFamily,
  object: ObjectAndInputs & { readonly before: State; readonly isFresh: boolean },
): Promise<State> {
  const { id, inputs, before, state, isFresh } = object;
  const readiness = family.waitUntilReady;
  const limit = readiness?.deadline(inputs);
  if (!readiness || limit === undefined) return state;
  const label = `${family.name} ${id}`;
  const start = run.now();
  const isNew = Object.keys(before).length === 0;
  let current = state;
  const fail = (reason: string, options?: ErrorOptions): never => {
    throw new PartialFailure(id, current, [`${label}${reason}`], options);
  };
  const readAgain = async () => {
    try {
      const response = await run.api.get(itemPathOf(family, inputs, id), id);
      current = compose(family, inputs, observe(family, response, inputs), state);
    } catch (error) {
      const isExpected = isNew && isMissing(error) && run.now() - start < NOT_FOUND_MS;
      if (!isExpected) fail(`: ${reasonOf(error)}`, { cause: error });
    }
  };
  if (!isFresh) await readAgain();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const now = run.now();
    const verdict = readiness.verdict(current, now, before);
    if (verdict.state === "ready") return current;
    const { why } = verdict;
    if (verdict.state === "failed") return fail(`: ${why}`);
    const remaining = start + limit - now;
    if (remaining <= 0) {
      const seconds = Math.round(limit / 1000);
      fail(` exists but is not ready after ${seconds} s: ${why}; run again to continue waiting`);
    }
    run.report(`${label}: ${why} (waiting, ${Math.round((now - start) / 1000)} s)`);
    const wait = verdict.againAt === undefined ? pause : Math.max(pause, verdict.againAt - now);
    await run
      .sleep(Math.min(wait, remaining))
      .catch((cause: unknown) => fail(` exists but is not ready: ${reasonOf(cause)}`, { cause }));
    await readAgain();
  }
}
