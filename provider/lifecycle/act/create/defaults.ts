import type { ResourceFamily } from "../../../family/resource";
import { changedKeys } from "../../plan/diff";
import type { Run } from "../../run/lifecycle";
import { itemOf } from "../../values/collection";
import { PartialFailure, reasonOf } from "../../values/errors";
import type { Inputs, State } from "../../values/kinds";
import { compose } from "../../values/stored";
import { change } from "../change";

/** A new object, as the response to its creation shows it. */
interface Fresh {
  readonly id: string;
  readonly inputs: Inputs;
  readonly state: State;
}

/**
 * Gives a new object our defaults, with one update, where the service has set what the program leaves out otherwise:
 * the next preview would show the difference.
 */
export async function withOurDefaults(
  run: Run,
  family: ResourceFamily,
  { id, inputs, state }: Fresh,
): Promise<State> {
  const changed = changedKeys(family, state, inputs).filter(
    (key) => inputs[key] === undefined && family.update.includes(key) && family.parts?.[key] === undefined,
  );
  if (changed.length === 0) return state;
  const what = `${family.name} ${id}`;
  const set = `the service has set ${changed.join(", ")}, which the program leaves out, to another value than the default here`;
  run.report(`${what}: ${set}; one update makes it the default`);
  const at = itemOf(family, inputs, id);
  const done = await change(run, { family, id, at, state, inputs, changed }).catch((error: unknown) => {
    throw new PartialFailure(id, state, [`${what} exists, but ${set}: ${reasonOf(error)}`], { cause: error });
  });
  return done.seen ? compose(family, inputs, done.seen, done.state) : done.state;
}
