import type { Props, ResourceFamily } from "../../family/resource";
import {
  formatRecordedMark,
  hasForeignMark,
  isClaimed,
  isMarkedForAnother,
  isMarkedForPlaceOf,
  recordedMark,
  sharedObjectError,
  TAKE_MARKED,
} from "../plan/marks";
import type { Creator } from "../plan/results";
import type { Run } from "../run/lifecycle";
import { collectionOf, itemOf } from "../values/collection";
import type { Inputs, Wire } from "../values/kinds";
import { addMark, canBeMarked, claimedMark, METADATA, markIn, markOf, stripMark } from "../values/mark";
import { MARKED } from "../values/stored";
import type { Change } from "./change";

/** An update's part in keeping the mark of an object that of its resource. */
export interface Marking {
  /** The metadata to send, with the mark if it has room. */
  readonly metadata: string;
  /** Whether it is the program's; else it is the object's own, of which the state is to know no more than before. */
  readonly isFromProgram: boolean;
  /** What the state then knows of it; empty without a mark. */
  readonly known: { readonly [MARKED]?: string };
}

const MARK_OF_ANOTHER =
  "carries the ownership mark of another resource, which has it since this state was written";

/**
 * How an update keeps the mark of an object that of its resource: it writes the mark again with the metadata that it
 * changes, and rewrites the mark of a resource that was renamed or moved. Undefined when it has nothing to do.
 *
 * @throws UserError when the mark shows that another resource has taken the object over.
 */
export async function planMarking(
  run: Run,
  { family, id, state, inputs, changed }: Omit<Change, "at">,
  creators: readonly Creator[],
): Promise<Marking | undefined> {
  const writes = changed.includes(METADATA);
  const isMoved = isMarkedForAnother(state, creators);
  if (!recordedMark(state) || !(writes || isMoved)) return undefined;
  // A mark that was written with this state's metadata needs no look: nothing says that another resource has it.
  const object = isMoved ? await run.api.get(itemOf(family, inputs, id), { id }) : {};
  const creator =
    creators.length === 1 ? creators[0] : creators.find((one) => isMarkedForPlaceOf(one, state));
  const own = ownMark({ family, inputs, creator }, isClaimed(state));
  if (hasForeignMark(state, object, own))
    throw sharedObjectError(`${family.name} ${id}`, id, MARK_OF_ANOTHER);
  const text = metadataText(writes ? inputs : stripMark(object));
  return {
    ...markedMetadata(run, { family, inputs, creator }, text, isClaimed(state)),
    isFromProgram: writes,
  };
}

/**
 * How taking an object over claims it: the mark of another resource, or one that another resource may know, becomes one
 * that only this resource knows. Undefined when the object carries none.
 *
 * @param object - As a response shows it.
 */
export function planClaim(
  run: Run,
  { family, inputs, creator }: Owner,
  object: Wire,
  { how, changed }: { readonly how: "adopted" | "taken over"; readonly changed: readonly string[] },
): Marking | undefined {
  const seen = markIn(object);
  if (!run.ownershipMark || !canBeMarked(family) || seen === undefined) return undefined;
  const isClaim = how === "taken over";
  const writes = changed.includes(METADATA);
  if (!writes && seen === ownMark({ family, inputs, creator }, isClaim)) return undefined;
  const text = metadataText(writes ? inputs : stripMark(object));
  return { ...markedMetadata(run, { family, inputs, creator }, text, isClaim), isFromProgram: writes };
}

/**
 * Returns why a resource can't manage an object: it carries the mark of another resource, whose state may have it, and two
 * would manage it. Undefined if it can.
 *
 * @param object - As a response shows it.
 * @param input - The input or option that names the object.
 */
export function markConflict(
  run: Run,
  owner: Owner,
  { id, object, input }: { readonly id: string; readonly object: Wire; readonly input: string },
): string | undefined {
  const { family, creator } = owner;
  const seen = markIn(object);
  if (run.takesMarked || !creator || seen === undefined || !canBeMarked(family)) return undefined;
  if (seen === ownMark(owner, false) || seen === ownMark(owner, true)) return undefined;
  return `${input}: ${family.name} ${id} carries the ownership mark of another resource, of this stack or another one: only one resource can manage an object, and nothing was changed. Look for ${id} in the states of your stacks (\`pulumi stack export\`). If one has it, take it out there first (\`pulumi state delete\`), which leaves the object in place, or refer to it by its id instead. Then, or if none has it, run once with ${TAKE_MARKED}=on`;
}

/** A resource that has a marked object, or is to have it. */
interface Owner {
  readonly family: ResourceFamily;
  readonly inputs: Inputs;
  readonly creator: Creator | undefined;
}

/** The mark that a resource gives its object; undefined if the resource is unknown. */
function ownMark({ family, inputs, creator }: Owner, isClaim: boolean): string | undefined {
  const mark = creator && markOf(family, collectionOf(family, inputs).path, creator.name);
  return mark !== undefined && isClaim ? claimedMark(mark) : mark;
}

const metadataText = (values: Props) => String(values[METADATA] ?? "");

function markedMetadata(
  run: Run,
  owner: Owner,
  text: string,
  isClaim: boolean,
): Omit<Marking, "isFromProgram"> {
  const plain = { [METADATA]: text };
  const { family, creator } = owner;
  const mark = run.ownershipMark ? ownMark(owner, false) : undefined;
  const body = mark === undefined ? plain : addMark(family, plain, isClaim ? claimedMark(mark) : mark);
  const isMarked = creator && mark !== undefined && body !== plain;
  return {
    metadata: String(body[METADATA]),
    known: isMarked ? { [MARKED]: formatRecordedMark(creator, mark) } : {},
  };
}
