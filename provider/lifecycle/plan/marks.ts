import { createHash } from "node:crypto";
import type { Inputs, Props, ResourceFamily, State, Wire } from "../../family/resource";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import { canBeMarked, claimedMark, markIn, markOf } from "../values/mark";
import type { Observation } from "../values/response";
import { MARKED, RECOVERED_AT } from "../values/state";
import type { ResourceIdentity } from "./types";

/** Environment variable that lets a resource adopt or import an object with another resource's mark. */
export const TAKE_MARKED = "TUNNEL_EDGE_TAKE_MARKED";

const NAME_HASH_LENGTH = 8;

/** An interrupted run is assumed to be repeated within this time. An older object's resource was probably renamed. */
export const MAX_MARKED_AGE_MS = 3 * 24 * 3_600_000;

/** Assumed upper bound for the difference from the server's clock while that is unknown. */
export const UNKNOWN_CLOCK_MS = 5 * 60_000;

/** True if a later run could mistake the object for an orphan and recover it, by its mark or after a lost response. */
export function couldBeRecovered(state: State, now: number): boolean {
  const age = now - (typeof state.createdAt === "string" ? Date.parse(state.createdAt) : Number.NaN);
  // Also true if the age is unknown (NaN).
  return !(age > (recordedMark(state) === undefined ? UNKNOWN_CLOCK_MS : MAX_MARKED_AGE_MS));
}

/** Hashes the name without organization and backend, whose names may differ between machines. */
const hashName = ({ name, nameInBackend = name }: ResourceIdentity) =>
  createHash("sha256").update(nameInBackend).digest("base64url").slice(0, NAME_HASH_LENGTH);

/** Returns the mark recorded in the state, and the hash of the name that the resource had when it was recorded. */
export function recordedMark(state: State) {
  const text = state[MARKED];
  if (typeof text !== "string" || text.length <= NAME_HASH_LENGTH) return undefined;
  return { nameHash: text.slice(0, NAME_HASH_LENGTH), mark: text.slice(NAME_HASH_LENGTH) };
}

export const formatRecordedMark = (creator: ResourceIdentity, mark: string) => `${hashName(creator)}${mark}`;

export const isMarkedFor = (creator: ResourceIdentity, state: State) =>
  recordedMark(state)?.nameHash === hashName(creator);

/** True if a mark in metadata is the resource's own, or the one with which it claimed an interrupted run's object. */
export const isOwnMark = (observed: string | undefined, own: string | undefined): boolean =>
  observed !== undefined && own !== undefined && (observed === own || observed === claimedMark(own));

/** True if the resource recovered its object from an interrupted run, so its mark has the claimed form. */
export const isClaimed = (state: State) => state[RECOVERED_AT] !== undefined;

/** Returns the state's record of the resource's own mark; empty if the object doesn't have it. */
export function ownMarkRecord(
  family: ResourceFamily,
  inputs: Inputs,
  { mark: observed }: Observation,
  creator: ResourceIdentity | undefined,
): Props {
  if (!creator || observed === undefined || !canBeMarked(family)) return {};
  const mark = markOf(family, collectionOf(family, inputs).path, creator.name);
  return isOwnMark(observed, mark) ? { [MARKED]: formatRecordedMark(creator, mark) } : {};
}

/** True if the resource was renamed or moved after its object was marked: a new one with the old name would adopt it. */
export function isMarkedForAnother(state: State, creators: readonly ResourceIdentity[]): boolean {
  if (!recordedMark(state) || creators.length === 0) return false;
  return !creators.some((creator) => isMarkedFor(creator, state));
}

/** True if another mark has replaced the state's on the object. An interrupted run may already have set `current`. */
export function hasForeignMark(state: State, object: Wire, current?: string): boolean {
  const [observed, recorded] = [markIn(object), recordedMark(state)];
  if (!recorded || observed === undefined || observed === current) return false;
  return !(isClaimed(state) ? isOwnMark(observed, recorded.mark) : observed === recorded.mark);
}

export const sharedObjectError = (label: string, id: string, reason: string) =>
  new UserError(
    `${label} ${reason}; nothing was changed. Only one resource can manage an object. Search for ${id} in the states of your stacks (\`pulumi stack export\`), and remove all entries except the one to keep (\`pulumi state delete\`, which keeps the object). To manage it with this resource, remove its entry too, set adoptId to ${id}, and run once with ${TAKE_MARKED}=on`,
  );
