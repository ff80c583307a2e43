import type { ResourceFamily } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { itemOf } from "../values/collection";
import { PartialFailure, reasonOf } from "../values/errors";
import type { Inputs, State } from "../values/kinds";
import { observe } from "../values/response";
import { compose } from "../values/stored";
import { isMissing } from "./gone";

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
/** The service may return 404 for a new object for this long after its creation. */
const NOT_FOUND_MS = 30_000;

interface Settling {
  readonly id: string;
  readonly inputs: Inputs;
  /** The state before the change; empty for a new object. */
  readonly before: State;
  readonly state: State;
  /** True if the state was just read rather than left by an earlier run. */
  readonly isFresh: boolean;
}

/**
 * Waits until an object is usable, if its family defines readiness and the program requests the wait. After a failure
 * or a missed deadline, the object stays in the state and the next run waits again.
 */
export async function settled(
  run: Run,
  family: ResourceFamily,
  { id, inputs, before, state, isFresh }: Settling,
): Promise<State> {
  const limit = family.waitUntilReady?.deadline(inputs);
  if (!family.waitUntilReady || limit === undefined) return state;
  const label = `${family.name} ${id}`;
  const start = run.now();
  const isNew = Object.keys(before).length === 0;
  const readAfter = async (last: State) => {
    try {
      const response = await run.api.get(itemOf(family, inputs, id), { id });
      return compose(family, inputs, observe(family, response, inputs), state);
    } catch (error) {
      if (isNew && isMissing(error) && run.now() - start < NOT_FOUND_MS) return last;
      throw new PartialFailure(id, last, [`${label}: ${reasonOf(error)}`], { cause: error });
    }
  };
  let current = isFresh ? state : await readAfter(state);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const now = run.now();
    const verdict = family.waitUntilReady.verdict(current, now, before);
    if (verdict.state === "ready") return current;
    if (verdict.state === "failed") throw new PartialFailure(id, current, [`${label}: ${verdict.why}`]);
    const remaining = start + limit - now;
    if (remaining <= 0) {
      const waited = `not ready after ${Math.round(limit / 1000)} s: ${verdict.why}`;
      throw new PartialFailure(id, current, [
        `${label} exists but is ${waited}; run again to continue waiting`,
      ]);
    }
    run.report(`${label}: ${verdict.why} (waiting, ${Math.round((now - start) / 1000)} s)`);
    const until = verdict.againAt === undefined ? pause : Math.max(pause, verdict.againAt - now);
    await run.sleep(Math.min(until, remaining)).catch((error: unknown) => {
      throw new PartialFailure(id, current, [`${label} exists but is not ready: ${reasonOf(error)}`], {
        cause: error,
      });
    });
    current = await readAfter(current);
  }
}
