/**
 * Record of creations that lets the next run recognize those of a killed run. The engine forgets a create that it did
 * not live to record; the journal does not.
 */
export interface Journal {
  /**
   * Records, before anything is sent, that an object is about to be created.
   *
   * @throws never: a journal that cannot be written disables recovery, not the run.
   */
  begin(creation: Creation): Intent;
  /** The engine knows this object, so its creation need not be remembered. */
  known(id: string): void;
  /** The engine deletes an object of this class: it has recorded the objects that replacements created before. */
  replacementsRecorded(family: string): void;
  /** Whether an object belongs to a resource: the engine has named it, or a creation returned it. */
  isTaken(id: string): boolean;
  /** Whether a resource of this run has an object: the engine has named it, or a creation of this process returned it. */
  isNamed(id: string): boolean;
}

/** The identity of a creation across runs. */
export interface Creation {
  readonly family: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * The resource's name in its program and stack. Without it nothing is recorded, since nothing could be recognized.
   */
  readonly name: string | undefined;
  /** The resource's stack: only one process at a time works on it. */
  readonly stack?: string | undefined;
  /** Whether the resource has an object that the engine has not named: an earlier creation may have made that one. */
  readonly isReplacement?: boolean | undefined;
}

/** The journal entry of one creation. */
export interface Intent {
  /** What an earlier run has left of the same creation, until that is resolved. */
  readonly earlier: Earlier | undefined;
  /**
   * Loads what other processes have recorded since, and returns one of them that may still receive an object equal to
   * this one.
   */
  otherWorker(): Worker | undefined;
  /**
   * How many creations of equal objects ended without a response, including earlier attempts of this one: so many
   * objects may be found.
   */
  readonly openEarlier: () => number;
  sending(earliest: EarliestTime): void;
  answered(id: string): void;
  /** An object of this creation was found whose secret is lost: it stays claimed until it is deleted. */
  orphaned(id: string): void;
  /** The earlier creation has been investigated. */
  resolved(): void;
  /** Objects one of which may result from this creation, when it cannot be determined which. */
  unclear(ids: readonly string[]): void;
  /** Nothing was created. */
  dropped(): void;
}

/** A process that may be waiting for the response to a creation. */
export interface Worker {
  /** Undefined on another machine. */
  readonly pid: number | undefined;
  /** When it began to wait, in ms since the epoch. */
  readonly since: number;
}

/** The earliest time at which an object can have been created. */
export interface EarliestTime {
  /** In ms since the epoch, by the server's clock. */
  readonly at: number;
  /** By this machine's clock instead: no response had shown the server's. */
  readonly isLocal?: true;
}

export interface Earlier extends EarliestTime {
  /** The object, if the response came. */
  readonly id?: string;
  /** Objects one of which may result from it. */
  readonly unclear?: readonly string[];
  /** The process that recorded it, where it may still be running. */
  readonly worker?: Worker;
  /** It was to replace the resource's object, and no deletion has shown since that the engine has recorded it. */
  readonly isReplacement?: true;
  /** The entry is unreliable except that something was about to be created. */
  readonly isDamaged?: boolean;
}

/** Remembers the ids of this process only. */
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
