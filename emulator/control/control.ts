import { z } from "zod";
import type { Evaluation } from "../../traffic-policy/evaluate/outcome";
import type { Question } from "../../traffic-policy/evaluate/question";
import type { Account } from "../account/account";
import { globMatcher } from "../account/glob";
import { matchCollection } from "../catalog/index";
import { type ActiveFault, type Fault, type Faults, faultSchema, type ParsedFault } from "../http/faults";
import type { Pipeline } from "../http/pipeline";
import type { Recorder, RequestFilter, RequestRecord } from "../http/recorder";
import { isObject, type JsonObject } from "../json";
import { readOption } from "../read-option";
import type { Resources } from "../resources/resources";
import { type ClockChange, type ClockReading, moveClock } from "./clock";
import { type Mutation, mutate, readMutation } from "./mutate";
import { type Seed, type SeedResult, seed, unknownCollection } from "./seed";

/** A stored object, with its parameters as they were sent (`ip_policy_ids`, not Refs). */
export type RawObject = JsonObject & { readonly id: string; readonly created_at: string };

/** The controls of the emulator, which are the same in the library and over HTTP. */
export class Control {
  constructor(
    readonly account: Account,
    readonly resources: Resources,
    readonly activeFaults: Faults,
    readonly recorder: Recorder,
    readonly pipeline: Pipeline,
    readonly initial: { readonly seed?: Seed | undefined; readonly faults: readonly ParsedFault[] },
  ) {}

  seedInitialObjects(): void {
    if (this.initial.seed !== undefined) this.seed(this.initial.seed);
  }

  addInitialFaults(): void {
    for (const fault of this.initial.faults) this.activeFaults.add(fault);
  }

  /** Returns the requests to the API so far, in order of arrival. */
  requests(filter: RequestFilter = {}): readonly RequestRecord[] {
    const { since = 0, method, path = "*" } = filter;
    const matchesPath = globMatcher(path);
    return this.recorder
      .since(since)
      .filter((record) => method === undefined || record.method === method.toUpperCase())
      .filter((record) => matchesPath(record.path));
  }

  /**
   * Changes the faults and returns the active ones: a single fault is added, a list replaces all, and `{ clear: true }`
   * or an empty list removes them. @throws EmulatorOptionError
   */
  faults(change?: Fault | readonly Fault[] | { readonly clear: true }): readonly ActiveFault[] {
    if (Array.isArray(change)) {
      const faults = change.map((fault, index) => readOption(`faults[${index}]`, faultSchema, fault));
      this.activeFaults.clear();
      for (const fault of faults) this.activeFaults.add(fault);
    } else if (isObject(change) && "clear" in change) {
      readOption("faults", z.strictObject({ clear: z.literal(true) }), change);
      this.activeFaults.clear();
    } else if (change !== undefined) this.activeFaults.add(readOption("fault", faultSchema, change));
    return this.activeFaults.list();
  }

  /** Adds objects directly to the store; returns their ids by collection. @throws EmulatorOptionError */
  seed(objects: Seed): SeedResult {
    return this.account.commit(() => seed(this.account, this.resources, objects));
  }

  /**
   * Changes or deletes objects and modules, or ends certificate jobs, out of band. An invalid entry rejects the whole
   * list; if the account refuses a valid entry, the entries before it stay applied.
   * @throws EmulatorOptionError
   */
  mutate(change: Mutation | readonly Mutation[]): void {
    this.account.runDueWork();
    const mutations = Array.isArray(change)
      ? change.map((mutation, n) => readMutation(`mutate[${n}]`, mutation))
      : [readMutation("mutate", change)];
    for (const mutation of mutations)
      this.account.commit(() => mutate(this.account, this.resources, mutation));
  }

  /** Reads or moves the account's clock. @throws EmulatorOptionError */
  clock(change?: ClockChange): ClockReading {
    return moveClock(this.account, change);
  }

  /**
   * Returns the outcome of a request, given the endpoints, edges, modules, and traffic policies of the account.
   * @throws EmulatorOptionError
   */
  async evaluate(question: Question): Promise<Evaluation> {
    // Loaded with the first question, which keeps the start fast.
    const { evaluate } = await import("../evaluate/evaluate.js");
    return evaluate(this.account, question);
  }

  /** All stored objects, by collection path. */
  objects(): Record<string, RawObject[]>;
  /** The stored objects of one collection, oldest first. @throws EmulatorOptionError if there is no such collection */
  objects(collection: string): RawObject[];
  objects(collection?: string): RawObject[] | Record<string, RawObject[]> {
    this.account.runDueWork();
    const raw = (path: string) =>
      this.account.storage.all(path).map(({ id, created_at, fields }) => ({ id, created_at, ...fields }));
    if (collection !== undefined) {
      if (!matchCollection(collection)) throw unknownCollection("objects", collection);
      return raw(collection);
    }
    const paths = this.account.storage.collections().filter((path) => path.startsWith("/"));
    return Object.fromEntries(paths.map((path) => [path, raw(path)]));
  }

  /** Restores the initial state, with no recorded requests; user, token, and URL stay the same. */
  reset(): void {
    const revertClock = this.account.clock.reset();
    try {
      this.account.commit(() => {
        this.account.clear();
        this.seedInitialObjects();
      });
    } catch (error) {
      revertClock();
      throw error;
    }
    this.account.provisioning.reset();
    this.recorder.clear();
    this.pipeline.reset();
    this.activeFaults.clear();
    this.addInitialFaults();
  }
}
