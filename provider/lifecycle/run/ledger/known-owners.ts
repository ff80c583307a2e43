/**
 * Owners of modules and adopted objects, as recorded by the last command that included them. A command with targets
 * includes only a part of the program.
 */
export interface KnownOwners {
  /** @param owner - The resource, as shown to users. */
  record(item: string, owner: string): void;
  forget(item: string): void;
  /** Returns the resource that had an item, if known. */
  ownerOf(item: string): string | undefined;
}

export const NO_KNOWN_OWNERS: KnownOwners = {
  record: () => undefined,
  forget: () => undefined,
  ownerOf: () => undefined,
};
