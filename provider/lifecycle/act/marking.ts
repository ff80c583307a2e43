import type { Wire } from "../../family/resource";
import {
  formatRecordedMark,
  hasForeignMark,
  isClaimed,
  isMarkedFor,
  isMarkedForAnother,
  isOwnMark,
  recordedMark,
  sharedObjectError,
  TAKE_MARKED,
} from "../plan/marks";
import type { ResourceIdentity } from "../plan/types";
import type { DeclaredResource, Run } from "../run/lifecycle";
import { collectionOf, itemPathOf } from "../values/collection";
import { addMark, canBeMarked, claimedMark, METADATA, markIn, markOf, stripMark } from "../values/mark";
import { MARKED } from "../values/state";
import type { Change } from "./change";

/**
 * Returns the metadata with which an update keeps the mark, or replaces it after a rename or move. Undefined if the
 * mark doesn't change. Throws a UserError if another resource has adopted the object and replaced the mark.
 */
export async function planMarking(
  run: Run,
  { family, id, state, inputs, changed }: Omit<Change, "path">,
  creators: readonly ResourceIdentity[],
) {
  const writesMetadata = changed.includes(METADATA);
  const isMoved = isMarkedForAnother(state, creators);
  if (!recordedMark(state) || !(writesMetadata || isMoved)) return undefined;
  // Only a move requires a look at the object: without a move, nothing indicates that another resource has it.
  const object = isMoved ? await run.api.get(itemPathOf(family, inputs, id), id) : {};
  const creator =
    creators.length === 1 ? creators[0] : creators.find((candidate) => isMarkedFor(candidate, state));
  const [resource, isClaim] = [{ family, inputs, creator }, isClaimed(state)];
  if (hasForeignMark(state, object, ownMark(resource, isClaim)))
    throw sharedObjectError(
      `${family.name} ${id}`,
      id,
      "carries the ownership mark of another resource, which adopted it since this state was written",
    );
  return createMarking(run, resource, { isClaim, writesMetadata, object });
}

/** Returns metadata in which this resource's mark replaces the object's; undefined if no mark has to be replaced. */
export function planClaim(
  run: Run,
  resource: DeclaredResource,
  object: Wire,
  { isRecovered, changed }: { readonly isRecovered: boolean; readonly changed: readonly string[] },
) {
  const observedMark = markIn(object);
  if (!run.ownershipMark || !canBeMarked(resource.family) || observedMark === undefined) return undefined;
  const writesMetadata = changed.includes(METADATA);
  if (!writesMetadata && observedMark === ownMark(resource, isRecovered)) return undefined;
  return createMarking(run, resource, { isClaim: isRecovered, writesMetadata, object });
}

/** Returns an error if the object carries another resource's mark. `input`: the input or option that names the object. */
export function markConflict(
  run: Run,
  resource: DeclaredResource,
  object: Wire,
  input: string,
): string | undefined {
  const { family, creator } = resource;
  const observedMark = markIn(object);
  if (run.mayAdoptMarked || !creator || observedMark === undefined || !canBeMarked(family)) return undefined;
  if (isOwnMark(observedMark, ownMark(resource, false))) return undefined;
  const id = String(object.id);
  return `${input}: ${family.name} ${id} carries the ownership mark of another resource, of this stack or another one. Only one resource can manage an object, so nothing was changed. Search for ${id} in the states of your stacks (\`pulumi stack export\`). If one has it, remove it there first (\`pulumi state delete\`, which keeps the object), or refer to the object by its id instead. If none has it now, run once with ${TAKE_MARKED}=on`;
}

function ownMark({ family, inputs, creator }: DeclaredResource, isClaim: boolean): string | undefined {
  const mark = creator && markOf(family, collectionOf(family, inputs).path, creator.name);
  return mark !== undefined && isClaim ? claimedMark(mark) : mark;
}

/** Adds the mark to the metadata: the program's if the update writes it (`writesMetadata`), otherwise the object's. */
function createMarking(
  run: Run,
  resource: DeclaredResource,
  {
    isClaim,
    writesMetadata,
    object,
  }: { readonly isClaim: boolean; readonly writesMetadata: boolean; readonly object: Wire },
) {
  const { family, inputs, creator } = resource;
  const plain = { [METADATA]: String((writesMetadata ? inputs : stripMark(object))[METADATA] ?? "") };
  const mark = run.ownershipMark ? ownMark(resource, false) : undefined;
  const body = mark === undefined ? plain : addMark(family, plain, isClaim ? claimedMark(mark) : mark);
  const isMarked = creator && mark !== undefined && body !== plain;
  return {
    metadata: String(body[METADATA]),
    recordedMark: isMarked ? { [MARKED]: formatRecordedMark(creator, mark) } : {},
  };
}
