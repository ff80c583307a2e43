/** Record of creations by which the next run recognizes the objects of a killed one. */
export interface Journal {
  /** Records that an object is about to be created. Never throws: without a writable journal, only recovery is lost. */
  begin(creation: Creation): Intent;
  /** Records that the engine has stored an object, so its creation is forgotten. */
  markStored(id: string): void;
  /** Forgets the replacements of a class, whose objects the engine has stored once it deletes the old ones. */
  markReplacementsStored(family: string): void;
  /** True if an engine call contained the object's id, or a creation of any process returned it. */
  isTaken(id: string): boolean;
  /** Like `isTaken`, but only for calls of this run and creations of this process. */
  isTakenInThisRun(id: string): boolean;
}

export interface Creation {
  readonly family: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The resource's name in its program and stack. Nothing is recorded without it. */
  readonly name: string | undefined;
  /** Only one process at a time works on a stack. */
  readonly stack?: string | undefined;
  /** True if the resource may already have an object, whose id is unknown. */
  readonly isReplacement?: boolean | undefined;
}

export interface Intent {
  /** The unresolved entry of an earlier run for the same creation. */
  readonly earlier: EarlierEntry | undefined;
  /** Reads what other processes have recorded since. */
  reload(): void;
  /** Reloads the journal, and returns another process that may still receive an equal object. */
  findOtherWorker(): Worker | undefined;
  /** Returns the number of creations of equal objects that got no response before their process ended. */
  readonly countUnanswered: () => number;
  recordSending(earliest: EarliestTime): void;
  recordAnswer(id: string): void;
  /** Records that this creation claims an object whose secret was lost, which is deleted next. */
  recordOrphan(id: string): void;
  /** Makes the entry this run's own. Called once no search for an object of an earlier run is needed anymore. */
  resolveEarlier(): void;
  /** Records the objects of which one may be this creation's result, if it is unknown which. */
  recordCandidates(ids: readonly string[]): void;
  /** Removes the entry, because nothing was created. */
  drop(): void;
}

/** A process that may be waiting for the response to a creation. */
export interface Worker {
  /** Undefined on another machine. */
  readonly pid: number | undefined;
  /** Start of the wait, in ms since the epoch. */
  readonly since: number;
}

/** The earliest time at which an object may have been created. */
export interface EarliestTime {
  /** In ms since the epoch. */
  readonly at: number;
  /** Set if the time is by this machine's clock instead of the server's. */
  readonly isLocal?: true;
}

export interface EarlierEntry extends EarliestTime {
  readonly id?: string;
  /** Objects of which one may be the creation's result. */
  readonly candidateIds?: readonly string[];
  /** The process that recorded the entry, if it may still be running. */
  readonly worker?: Worker;
  /** Set for a replacement until a deletion shows that the engine has recorded its object. */
  readonly isReplacement?: true;
  /** Set if the entry shows only that something was about to be created. */
  readonly isDamaged?: boolean;
}

export class InMemoryJournal implements Journal {
  private readonly taken = new Set<string>();

  begin(): Intent {
    return {
      earlier: undefined,
      reload() {},
      findOtherWorker: () => undefined,
      countUnanswered: () => 0,
      recordSending() {},
      recordAnswer: (id) => this.taken.add(id),
      recordOrphan: (id) => this.taken.add(id),
      resolveEarlier() {},
      recordCandidates() {},
      drop() {},
    };
  }

  markStored(id: string): void {
    this.taken.add(id);
  }

  markReplacementsStored(): void {}

  isTaken(id: string): boolean {
    return this.taken.has(id);
  }

  isTakenInThisRun(id: string): boolean {
    return this.taken.has(id);
  }
}
