import {
  type Creation,
  type EarlierEntry,
  InMemoryJournal,
  type Intent,
  openLedger,
  openSharedLedger,
  type Run,
} from "../../provider/lifecycle";
import { type BareAccount, formatCalls } from "./lifecycle";

/** An in-memory journal that records its events and simulates the entries of earlier processes. */
export class RecordingJournal extends InMemoryJournal {
  /** Such as "may exist since 300 s ago", recorded before a request: its object may have been created from then on. */
  readonly events: string[] = [];
  earlier: EarlierEntry | undefined;
  /** Number of creations of equal objects whose responses earlier runs lost. */
  unanswered = 0;
  /** Number of calls of `findOtherWorker` that still report a running process. */
  otherRunningProcesses = 0;
  creation: Creation | undefined;

  override begin(creation?: Creation): Intent {
    this.creation = creation;
    const intent = super.begin();
    const journal = this;
    return {
      ...intent,
      // Read at each use, because another process may end in between.
      get earlier() {
        return journal.earlier;
      },
      findOtherWorker: () => (this.otherRunningProcesses-- > 0 ? { pid: 1, since: 0 } : undefined),
      countUnanswered: () => this.unanswered,
      recordSending: ({ at }) =>
        void this.events.push(`may exist since ${Math.round((this.now() - at) / 1000)} s ago`),
      recordAnswer: (id) => {
        this.events.push("answered");
        intent.recordAnswer(id);
      },
      resolveEarlier: () => void this.events.push("resolved earlier runs"),
      recordCandidates: (ids) => void this.events.push(`candidates: ${ids.length}`),
      drop: () => void this.events.push("dropped"),
    };
  }

  constructor(private readonly now: () => number) {
    super();
  }
}

/** An account in a new process, which has no memory of earlier ones. */
export interface Process {
  readonly account: Run;
  readonly journal: RecordingJournal;
  /** Milliseconds of each wait. */
  readonly pauses: readonly number[];
}

export function startProcess(bare: BareAccount, changes: Partial<Run> = {}): Process {
  const journal = new RecordingJournal(bare.account.now);
  const pauses: number[] = [];
  const sleep = (milliseconds: number) => {
    pauses.push(milliseconds);
    return bare.account.sleep(milliseconds);
  };
  const ledger = openLedger(openSharedLedger(bare.clock));
  return { account: { ...bare.account, ledger, journal, sleep, ...changes }, journal, pauses };
}

/** The calls so far, with service-generated ids replaced by ID. */
export const receivedCalls = ({ emulator }: BareAccount) =>
  formatCalls(emulator.requests()).map((line) => line.replace(/\/(\w+_\w{20,})$/, "/ID"));
