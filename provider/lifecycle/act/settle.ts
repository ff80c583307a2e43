import type { ResourceFamily } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { itemOf } from "../values/collection";
import { PartialFailure, reasonOf } from "../values/errors";
import type { Inputs, State } from "../values/kinds";
import { observe } from "../values/response";
import { compose } from "../values/stored";
import { isMissing } from "./gone";

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
/** The service may not find a new object for this long after its creation. */
const UNSEEN_MS = 30_000;

interface Settling {
  readonly id: string;
  readonly inputs: Inputs;
  /** Its state before the change; empty for a new one. */
  readonly before: State;
  readonly state: State;
  /** Whether the state was just read, not left by an earlier run. */
  readonly isFresh: boolean;
}

/**
 * Waits until an object is usable, if its family defines readiness and the program asks for it. The object exists: a
 * failure or a missed deadline keeps it in the state, and the next run waits again.
 */
export async function settled(
  run: Run,
  family: ResourceFamily,
  { id, inputs, before, state, isFresh }: Settling,
): Promise<State> {
  const limit = family.waitUntilReady?.deadline(inputs);
  if (!family.waitUntilReady || limit === undefined) return state;
  const what = `${family.name} ${id}`;
  const start = run.now();
  const isNew = Object.keys(before).length === 0;
  const readAfter = async (last: State) => {
    try {
      const response = await run.api.get(itemOf(family, inputs, id), { id });
      return compose(family, inputs, observe(family, response, inputs), state);
    } catch (error) {
      if (isNew && isMissing(error) && run.now() - start < UNSEEN_MS) return last;
      throw new PartialFailure(id, last, [`${what}: ${reasonOf(error)}`], { cause: error });
    }
  };
  let current = isFresh ? state : await readAfter(state);
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const now = run.now();
    const verdict = family.waitUntilReady.verdict(current, now, before);
    if (verdict.state === "ready") return current;
    if (verdict.state === "failed") throw new PartialFailure(id, current, [`${what}: ${verdict.why}`]);
    const left = start + limit - now;
    if (left <= 0) {
      const waited = `not ready after ${Math.round(limit / 1000)} s: ${verdict.why}`;
      throw new PartialFailure(id, current, [`${what} exists but is ${waited}; run again to go on waiting`]);
    }
    run.report(`${what}: ${verdict.why} (waiting, ${Math.round((now - start) / 1000)} s)`);
    const until = verdict.againAt === undefined ? pause : Math.max(pause, verdict.againAt - now);
    await run.sleep(Math.min(until, left)).catch((error: unknown) => {
      throw new PartialFailure(id, current, [`${what} exists but is not ready: ${reasonOf(error)}`], {
        cause: error,
      });
    });
    current = await readAfter(current);
  }
}
