/**
 * Owners of modules and adopted objects, as the states of this program's resources had them in the last command that
 * included those resources. A command with targets includes only a part of the program.
 */
export interface KnownOwners {
  /** @param owner - The resource, as a user knows it. */
  record(item: string, owner: string): void;
  /** Its resource no longer has it. */
  forget(item: string): void;
  /** The resource that had it; undefined when none is known. */
  ownerOf(item: string): string | undefined;
}

/** Where nothing lasts. */
export const NO_KNOWN_OWNERS: KnownOwners = {
  record: () => undefined,
  forget: () => undefined,
  ownerOf: () => undefined,
};
