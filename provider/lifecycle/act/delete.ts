import type { ResourceFamily } from "../../family/resource";
import { retentionReason } from "../plan/diff";
import { hasForeignMark } from "../plan/marks";
import { requireKnownDeclarations } from "../run/ledger";
import type { ExistingObject, Removal, Run } from "../run/lifecycle";
import { mayBeInUse, noLongerUsed } from "../run/needs";
import { itemOf } from "../values/collection";
import { UserError } from "../values/errors";
import { MARKED } from "../values/stored";
import { describeUsers, warnOfUsers } from "./users";

/** Deletes an object, unless the program keeps it or its mark shows that another resource manages it. */
export async function remove(
  family: ResourceFamily,
  run: Run,
  { id, state }: ExistingObject,
): Promise<Removal> {
  const { name, preventDelete } = family;
  const whyKept = retentionReason(state) ?? (await whyMarkedByAnother(family, run, { id, state }));
  if (whyKept !== undefined) {
    run.report(`${name} ${id} is left in place: ${whyKept}`);
    return "left in place";
  }
  requireKnownDeclarations(run.ledger, `${name} ${id}`);
  const refusal = await preventDelete?.(state, run);
  if (refusal !== undefined) throw new UserError(`${name} ${id} is not deleted: ${refusal}`);
  const target = { family, id, state };
  const user = run.ledger.references.referrerTo(target);
  if (user !== undefined)
    throw new UserError(
      `${name} ${id} is not deleted: ${user} stays in this program and refers to it: remove that reference too, or keep declaring the object. To avoid this, refer to the output \`id\` in the program instead of writing it as text`,
    );
  const { report } = run;
  const sender = { label: `${name} ${id}`, needs: [noLongerUsed(target)], report, limit: run.limit() };
  // Throws for an id that can't be part of a path, before any request.
  const path = itemOf(family, state, id);
  const isDeleted = await run.ledger.operations
    .sendWhenPossible(sender, () => run.api.delete(path))
    .catch(async (error: unknown) => {
      throw mayBeInUse(error)
        ? new UserError(`${error.message}${await describeUsers(run, target)}`, { cause: error })
        : error;
    });
  if (isDeleted && family.deletableInUse) await warnOfUsers(run, target);
  return isDeleted ? "deleted" : "gone";
}

/** Returns why the object belongs to another resource, if its ownership mark shows it. */
async function whyMarkedByAnother(
  family: ResourceFamily,
  run: Run,
  { id, state }: ExistingObject,
): Promise<string | undefined> {
  if (state[MARKED] === undefined) return undefined;
  const object = await run.api.find(itemOf(family, state, id), { id });
  return object && hasForeignMark(state, object)
    ? "it carries the ownership mark of another resource, which manages it"
    : undefined;
}
