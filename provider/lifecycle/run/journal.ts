/**
 * Record of creations by which the next run recognizes the objects of a killed one, which the engine had no time to
 * record.
 */
export interface Journal {
  /**
   * Records, before anything is sent, that an object is about to be created.
   *
   * Never throws: a journal that can't be written disables recovery, but not the run.
   */
  begin(creation: Creation): Intent;
  /** Records that the engine knows an object, so its creation need not be remembered. */
  known(id: string): void;
  /**
   * Records that the engine deletes an object of a class. By then, it has recorded the objects that replacements
   * created.
   */
  replacementsRecorded(family: string): void;
  /** True if an object belongs to a resource: the engine has named it, or any creation returned it. */
  isTaken(id: string): boolean;
  /**
   * True if an object belongs to a resource of this run: the engine has named it, or a creation of this process
   * returned it.
   */
  isNamed(id: string): boolean;
}

/** The identity of a creation across runs. */
export interface Creation {
  readonly family: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The resource's name in its program and stack. Without it, nothing can be recognized, so nothing is recorded. */
  readonly name: string | undefined;
  /** The resource's stack. Only one process at a time works on it. */
  readonly stack?: string | undefined;
  /** True if the resource has an object that the engine hasn't named and that an earlier creation may have made. */
  readonly isReplacement?: boolean | undefined;
}

/** The journal entry of one creation. */
export interface Intent {
  /** The unresolved entry of an earlier run for the same creation. */
  readonly earlier: Earlier | undefined;
  /** Loads the entries of other processes, and returns a process that may still receive an object equal to this one. */
  otherWorker(): Worker | undefined;
  /** Returns the number of creations of equal objects without a response, including earlier attempts of this one. */
  readonly openEarlier: () => number;
  sending(earliest: EarliestTime): void;
  answered(id: string): void;
  /** Records that an object without its secret was found, which stays claimed until it is deleted. */
  orphaned(id: string): void;
  /** Records that the earlier creation was investigated. */
  resolved(): void;
  /** Records that one of several objects results from this creation, but that it is unknown which. */
  unclear(ids: readonly string[]): void;
  /** Records that nothing was created. */
  dropped(): void;
}

/** A process that may be waiting for the response to a creation. */
export interface Worker {
  /** Undefined on another machine. */
  readonly pid: number | undefined;
  /** Start of the wait, in ms since the epoch. */
  readonly since: number;
}

/** The earliest time at which an object can have been created. */
export interface EarliestTime {
  /** In ms since the epoch, by the server's clock. */
  readonly at: number;
  /** Set if the time is by this machine's clock, because no response had shown the server's. */
  readonly isLocal?: true;
}

export interface Earlier extends EarliestTime {
  /** The object, if the response arrived. */
  readonly id?: string;
  /** Objects one of which may result from the creation. */
  readonly unclear?: readonly string[];
  /** The process that recorded the entry, if it may still be running. */
  readonly worker?: Worker;
  /** Set for a replacement until a deletion shows that the engine has recorded its object. */
  readonly isReplacement?: true;
  /** True if the entry shows only that something was about to be created. */
  readonly isDamaged?: boolean;
}

/** A journal that remembers only the ids of this process. */
export class InMemoryJournal implements Journal {
  private readonly taken = new Set<string>();

  begin(): Intent {
    return {
      earlier: undefined,
      otherWorker: () => undefined,
      openEarlier: () => 0,
      sending: () => undefined,
      answered: (id) => this.taken.add(id),
      orphaned: (id) => this.taken.add(id),
      resolved: () => undefined,
      unclear: () => undefined,
      dropped: () => undefined,
    };
  }

  known(id: string): void {
    this.taken.add(id);
  }

  replacementsRecorded(): void {}

  isTaken(id: string): boolean {
    return this.taken.has(id);
  }

  isNamed(id: string): boolean {
    return this.taken.has(id);
  }
}
