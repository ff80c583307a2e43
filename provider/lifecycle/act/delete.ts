import type { ResourceFamily } from "../../family/resource";
import { retentionReason } from "../plan/diff";
import { hasForeignMark } from "../plan/marks";
import { requireKnownDeclarations } from "../run/ledger";
import type { ExistingObject, Removal, Run } from "../run/lifecycle";
import { mayBeInUse, needNoUsers } from "../run/needs";
import { itemPathOf } from "../values/collection";
import { UserError } from "../values/errors";
import { MARKED } from "../values/state";
import { describeUsers, warnOfUsers } from "./users";

/** Deletes an object, unless the program keeps it or its mark shows that another resource manages it. */
export async function remove(
  family: ResourceFamily,
  run: Run,
  { id, state }: ExistingObject,
): Promise<Removal> {
  const label = `${family.name} ${id}`;
  const isMarked = retentionReason(state) === undefined && state[MARKED] !== undefined;
  const object = isMarked ? await run.api.find(itemPathOf(family, state, id), id) : undefined;
  const isMarkedForOther = object !== undefined && hasForeignMark(state, object);
  const reasonToKeep = isMarkedForOther
    ? "it carries the ownership mark of another resource, which manages it"
    : retentionReason(state);
  if (reasonToKeep !== undefined) {
    run.report(`${label} is left in place: ${reasonToKeep}`);
    return "left in place";
  }
  requireKnownDeclarations(run.ledger, label);
  const refusal = await family.preventDelete?.(state, run);
  if (refusal !== undefined) throw new UserError(`${label} is not deleted: ${refusal}`);
  const target = { family, id, state };
  const user = run.ledger.references.referrerTo(target);
  if (user !== undefined)
    throw new UserError(
      `${label} is not deleted: ${user} stays in this program and refers to it: remove that reference too, or keep declaring the object. To prevent this error, refer to the output \`id\` in the program instead of writing the id as text`,
    );
  // Throws for an id that can't be part of a path, before any request.
  const path = itemPathOf(family, state, id);
  const isDeleted = await run.ledger.operations
    .sendWhenPossible(run, label, [needNoUsers(target)], () => run.api.delete(path))
    .catch(async (error: unknown) => {
      if (!mayBeInUse(error)) throw error;
      throw new UserError(`${error.message}${await describeUsers(run, target)}`, { cause: error });
    });
  if (isDeleted && family.deletableInUse) await warnOfUsers(run, target);
  return isDeleted ? "deleted" : "gone";
}
