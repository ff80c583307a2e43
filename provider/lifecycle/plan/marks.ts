import { createHash } from "node:crypto";
import type { Props, ResourceFamily } from "../../family/resource";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import type { Inputs, State, Wire } from "../values/kinds";
import { canBeMarked, claimedMark, markIn, markOf } from "../values/mark";
import type { Observation } from "../values/response";
import { MARKED, TAKEN_OVER } from "../values/stored";
import type { Creator } from "./results";

/** Variable of the environment that lets `adoptId` name an object with another resource's mark. */
export const TAKE_MARKED = "TUNNEL_EDGE_TAKE_MARKED";

/** Characters of the hash that stands for a resource's place in a state. */
const PLACE_LENGTH = 8;

/**
 * A run is repeated within this time after it was interrupted, a weekend included. The mark of an older object most
 * likely outlives the name of the resource that has it.
 */
export const LONGEST_MARKED_MS = 3 * 24 * 3_600_000;

/** The search for the result of a lost request also covers objects of the half minute before it. */
const LONGEST_SEARCHED_MS = 5 * 60_000;

/** Whether a run could take a state's object for one that no state has: by its mark, or for the result of a lost request. */
export function mayBeMistakenForUnrecorded(state: State, now: number): boolean {
  const age = now - (typeof state.createdAt === "string" ? Date.parse(state.createdAt) : Number.NaN);
  return !(age > (recordedMark(state) === undefined ? LONGEST_SEARCHED_MS : LONGEST_MARKED_MS));
}

/** What a state knows of the mark of its object. */
interface RecordedMark {
  /** Hash of the resource's place when the mark was written. */
  readonly place: string;
  readonly mark: string;
}

/**
 * The name of a resource in its project and stack, as its URN has it. Organization and backend do not count: what a run
 * knows of them depends on the machine, and a mark must not be rewritten by each in turn.
 */
const placeOf = ({ place, name }: Creator): string => place ?? name;

const hashPlace = (place: string) =>
  createHash("sha256").update(place).digest("base64url").slice(0, PLACE_LENGTH);

export function recordedMark(state: State): RecordedMark | undefined {
  const text = state[MARKED];
  if (typeof text !== "string" || text.length <= PLACE_LENGTH) return undefined;
  return { place: text.slice(0, PLACE_LENGTH), mark: text.slice(PLACE_LENGTH) };
}

export const formatRecordedMark = (creator: Creator, mark: string) => `${hashPlace(placeOf(creator))}${mark}`;

export const isMarkedForPlaceOf = (creator: Creator, state: State) =>
  recordedMark(state)?.place === hashPlace(placeOf(creator));

export const isClaimed = (state: State) => state[TAKEN_OVER] !== undefined;

/** What the state of an object knows of its mark, if that is the mark of the resource. */
export function markStateOf(
  family: ResourceFamily,
  inputs: Inputs,
  { mark: seen }: Observation,
  creator: Creator | undefined,
): Props {
  if (!creator || seen === undefined || !canBeMarked(family)) return {};
  const mark = markOf(family, collectionOf(family, inputs).path, creator.name);
  return seen === mark || seen === claimedMark(mark) ? { [MARKED]: formatRecordedMark(creator, mark) } : {};
}

/**
 * Whether a resource has another place than when the mark of its object was written: it was renamed or moved, and a new
 * resource of the former name would take the object over.
 *
 * @param creators - The resources whose state this may be; empty where none is known.
 */
export function isMarkedForAnother(state: State, creators: readonly Creator[]): boolean {
  const known = recordedMark(state);
  if (!known || creators.length === 0) return false;
  return !creators.some((creator) => isMarkedForPlaceOf(creator, state));
}

/**
 * Whether an object carries the mark of a resource that has taken it over since a state was written.
 *
 * @param own - The mark that its resource gives it now. An interrupted run may have written it after a rename or move.
 */
export function hasForeignMark(state: State, object: Wire, own?: string): boolean {
  const [seen, known] = [markIn(object), recordedMark(state)];
  if (!known || seen === undefined || seen === own) return false;
  return seen !== known.mark && !(isClaimed(state) && seen === claimedMark(known.mark));
}

/** The error about an object that two states have. @param why - How the provider knows. */
export const sharedObjectError = (who: string, id: string, why: string) =>
  new UserError(
    `${who} ${why}; nothing was changed. Only one resource can manage an object: look for ${id} in the states of your stacks (\`pulumi stack export\`), and take each entry that is not to manage it out of its state (\`pulumi state delete\`), which leaves the object in place. For this resource to manage it, take this entry out as well, and give it adoptId ${id} in a run with ${TAKE_MARKED}=on`,
  );
