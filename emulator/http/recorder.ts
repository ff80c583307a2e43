import type { Json } from "../json";

/** A recorded API request, without its authorization header. */
export interface RequestRecord {
  /** Number of the request, in order of arrival, from 1. */
  readonly n: number;
  /** Arrival time by the account's clock, RFC 3339 with milliseconds. */
  readonly at: string;
  readonly method: string;
  /** Without the base path and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Status of the response; null until it is sent, and permanently if the connection was cut. */
  status: number | null;
  /** The request body, parsed if it is JSON, otherwise as a string; undefined if there was none. */
  body?: Json;
  /** Kind of the fault that affected the request. */
  fault?: string;
}

export interface RequestFilter {
  /** Only requests with a greater `n`. */
  readonly since?: number;
  readonly method?: string;
  /** Path; `*` stands for any characters. */
  readonly path?: string;
}

/** The emulator may run for weeks, so it drops the oldest records, a tenth at a time. */
const MAX_RECORDS = 200_000;

export class Recorder {
  #records: RequestRecord[] = [];
  #count = 0;

  add(record: Omit<RequestRecord, "n" | "status">): RequestRecord {
    this.#count += 1;
    const full: RequestRecord = { n: this.#count, ...record, status: null };
    this.#records.push(full);
    if (this.#records.length > MAX_RECORDS * 1.1) this.#records = this.#records.slice(-MAX_RECORDS);
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
