/**
 * What is noted of creations so that the next run recognises those of a run that was killed. The engine forgets a create
 * that it did not live to record; the journal does not.
 */
export interface Journal {
  /**
   * Notes, before anything is sent, that an object is about to be created.
   *
   * @throws never: a journal that cannot be written costs the recognition, not the run.
   */
  begin(creation: Creation): Intent;
  /** The engine knows this object: its creation need not be remembered any longer. */
  known(id: string): void;
  /** Whether an object belongs to a resource: one that the engine has named, or that a creation was answered with. */
  isTaken(id: string): boolean;
}

/** What makes a creation the same one in another run. */
export interface Creation {
  readonly family: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The resource's name in its program and stack; without it nothing is noted, since nothing could be recognised. */
  readonly name: string | undefined;
  /** The stack that the resource is of: one process at a time works on it. */
  readonly stack?: string | undefined;
}

/** The note of one creation. */
export interface Intent {
  /** What an earlier run has left behind of the same creation, until that is resolved. */
  readonly earlier: Earlier | undefined;
  /**
   * Takes in what other processes have noted since, and says whether one of them may still be answered with an object
   * that is equal to this one.
   */
  othersAtWork(): boolean;
  /** How many creations of equal objects ended without a response, this one's past included: so many may turn up. */
  readonly openEarlier: () => number;
  /** A request is about to leave; `at` is the earliest time, in ms, that its object can have been created at. */
  sending(at: number): void;
  /** The service has answered with the object. */
  answered(id: string): void;
  /** An object of this creation was found that nobody has the secret of: it is taken until it is deleted. */
  orphaned(id: string): void;
  /** The earlier creation has been looked into. */
  resolved(): void;
  /** Objects of which one may come of this creation, and nobody can tell which. */
  unclear(ids: readonly string[]): void;
  /** Nothing was created. */
  dropped(): void;
}

export interface Earlier {
  /** The object, if the response came. */
  readonly id?: string;
  /** Objects of which one may come of it. */
  readonly unclear?: readonly string[];
  /** The earliest time that its object can have been created at, by the server's clock in ms. */
  readonly at: number;
  /** The process that has noted it may still be at work. */
  readonly isUnderWay?: boolean;
  /** What was noted cannot be relied upon, save that something was about to be created. */
  readonly isDamaged?: boolean;
}

/** Remembers the ids of this process, and nothing beyond it. */
export class ForgetfulJournal implements Journal {
  private readonly taken = new Set<string>();

  begin(): Intent {
    return {
      earlier: undefined,
      othersAtWork: () => false,
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

  isTaken(id: string): boolean {
    return this.taken.has(id);
  }
}
