/**
 * What the states of this program's resources had when the engine last showed them, in whichever command: modules of
 * edges and routes, and adopted objects. A command with targets shows only a part of the program.
 */
export interface Sightings {
  /** @param by - The resource, as a user knows it. */
  see(what: string, by: string): void;
  /** Its resource no longer has it. */
  forget(what: string): void;
  /** The resource that had it; undefined when none is known. */
  seenIn(what: string): string | undefined;
}

/** Where nothing lasts. */
export const NO_SIGHTINGS: Sightings = {
  see: () => undefined,
  forget: () => undefined,
  seenIn: () => undefined,
};
