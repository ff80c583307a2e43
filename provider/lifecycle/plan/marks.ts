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

/** An interrupted run is assumed to be repeated within this time. An older mark is most likely a renamed resource's. */
export const MAX_MARKED_AGE_MS = 3 * 24 * 3_600_000;

/** Assumed limit of the difference between two clocks while the server's is unknown. */
export const UNKNOWN_CLOCK_MS = 5 * 60_000;

/** True if a later run could recover a state's object as one that no state has: by its mark, or after a lost response. */
export function couldBeRecovered(state: State, now: number): boolean {
  const age = now - (typeof state.createdAt === "string" ? Date.parse(state.createdAt) : Number.NaN);
  return !(age > (recordedMark(state) === undefined ? UNKNOWN_CLOCK_MS : MAX_MARKED_AGE_MS));
}

/** Hashes the name without organization and backend, which machines may know by different names. */
const hashName = ({ name, nameInBackend = name }: ResourceIdentity) =>
  createHash("sha256").update(nameInBackend).digest("base64url").slice(0, NAME_HASH_LENGTH);

/** Returns the mark of a state's object, and the hash of the resource's name at that time. */
export function recordedMark(state: State) {
  const text = state[MARKED];
  if (typeof text !== "string" || text.length <= NAME_HASH_LENGTH) return undefined;
  return { nameHash: text.slice(0, NAME_HASH_LENGTH), mark: text.slice(NAME_HASH_LENGTH) };
}

export const formatRecordedMark = (creator: ResourceIdentity, mark: string) => `${hashName(creator)}${mark}`;

export const isMarkedFor = (creator: ResourceIdentity, state: State) =>
  recordedMark(state)?.nameHash === hashName(creator);

/** True if a mark in metadata is a resource's own, or the claim of its interrupted run. */
export const isOwnMark = (observed: string | undefined, own: string | undefined): boolean =>
  observed !== undefined && own !== undefined && (observed === own || observed === claimedMark(own));

export const isClaimed = (state: State) => state[RECOVERED_AT] !== undefined;

/** Returns the state's record of the resource's own mark; empty if the object doesn't have it. */
export function markStateOf(
  family: ResourceFamily,
  inputs: Inputs,
  { mark: observed }: Observation,
  creator: ResourceIdentity | undefined,
): Props {
  if (!creator || observed === undefined || !canBeMarked(family)) return {};
  const mark = markOf(family, collectionOf(family, inputs).path, creator.name);
  return isOwnMark(observed, mark) ? { [MARKED]: formatRecordedMark(creator, mark) } : {};
}

/** True if the resource was renamed or moved since its object was marked: a new one with the name would adopt it. */
export function isMarkedForAnother(state: State, creators: readonly ResourceIdentity[]): boolean {
  if (!recordedMark(state) || creators.length === 0) return false;
  return !creators.some((creator) => isMarkedFor(creator, state));
}

/** True if another resource has adopted the object since. An interrupted run may have written the `current` mark. */
export function hasForeignMark(state: State, object: Wire, current?: string): boolean {
  const [observed, recorded] = [markIn(object), recordedMark(state)];
  if (!recorded || observed === undefined || observed === current) return false;
  return !(isClaimed(state) ? isOwnMark(observed, recorded.mark) : observed === recorded.mark);
}

export const sharedObjectError = (label: string, id: string, reason: string) =>
  new UserError(
    `${label} ${reason}; nothing was changed. Only one resource can manage an object: look for ${id} in the states of your stacks (\`pulumi stack export\`), and remove the other entries (\`pulumi state delete\`), which keeps the object. To manage it with this resource, remove this entry too, and set adoptId to ${id} in a run with ${TAKE_MARKED}=on`,
  );
