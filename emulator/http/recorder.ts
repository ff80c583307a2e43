import type { Json } from "../json";

/** One request that reached the API, in the order of arrival. The authorization header is never kept. */
export interface RequestRecord {
  /** Counts from 1. */
  readonly n: number;
  /** When it arrived by the account's clock, RFC 3339 with milliseconds. */
  readonly at: string;
  readonly method: string;
  /** Without the base path and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of the response; null while there is none, and for good where the connection was cut. */
  status: number | null;
  /** The body as it was sent, parsed if it is JSON, else its text; undefined if there was none. */
  body?: Json;
  /** Kind of the fault that met the request. */
  fault?: string;
}

/** Which of the recorded requests are wanted. */
export interface RequestFilter {
  /** Only requests with a greater `n`. */
  readonly since?: number;
  readonly method?: string;
  /** Path, `*` stands for any characters. */
  readonly path?: string;
}

/** The emulator may run for weeks: older requests are forgotten. */
const KEPT = 200_000;

/** Remembers requests. */
export class Recorder {
  #records: RequestRecord[] = [];
  #count = 0;

  add(record: Omit<RequestRecord, "n" | "status">): RequestRecord {
    this.#count += 1;
    const full: RequestRecord = { n: this.#count, ...record, status: null };
    this.#records.push(full);
    if (this.#records.length > KEPT * 1.1) this.#records = this.#records.slice(-KEPT);
    return full;
  }

  since(n: number): readonly RequestRecord[] {
    return n <= 0 ? [...this.#records] : this.#records.filter((record) => record.n > n);
  }

  clear(): void {
    this.#records = [];
    this.#count = 0;
  }
}
