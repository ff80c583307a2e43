import type { Declarations } from "./declarations";
import type { Sightings } from "./sightings";
import type { Successors } from "./successors";

export const ONE_OF_TWO = "only one resource can manage an object, so drop one of the two";
export const NAMES_IT_TOO = `of this program names it in adoptId too: ${ONE_OF_TWO}`;

/** A warning of a resource that had adopted an object before. */
export const adoptedBefore = (who: string, before: string) =>
  `warning: ${who} is adopted although ${before}, which this command has not shown, had adopted it as of the last one that did: if that resource is still in a state after this command, take one of the two out, since only one resource can manage an object`;

/** An object, and the resources that may own it. */
export interface Owned {
  /** Class. */
  readonly family: string;
  readonly id: string;
}

/** The names that a resource of the program gives its object. */
export interface Named {
  readonly keys: readonly string[];
  /** Whether it takes over what has one of them. */
  readonly finds: boolean;
}

/** What the state of an object to be deleted says. */
export interface Taken {
  /** When its resource took it over from an earlier run. */
  readonly since: unknown;
  readonly isAdopted: boolean;
}

/**
 * Objects that resources of the program name in `adoptId` or hold, and objects that were taken over. They decide who
 * owns an object when the engine has two resources for it.
 */
export class AdoptedObjects {
  /** Objects that existing resources of the program name in `adoptId`. */
  private readonly named = new Set<string>();
  /** The subset that such a resource manages and keeps: no other resource may adopt them. */
  private readonly kept = new Set<string>();
  /** The subset whose resource is being replaced: the replacement must not be the same object again. */
  private readonly replaced = new Set<string>();
  /**
   * Objects taken over in this process. The resource that held one before must not delete it. That may be a resource
   * of another name, or the same resource when `--replace` forces a replacement, which the engine does not announce
   * to the provider.
   */
  private readonly taken = new Map<string, "adopted" | "taken over">();

  /** By resource. */
  private readonly names = new Map<string, Named>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly sightings: Sightings,
  ) {}

  /** Records that an existing resource names an object. */
  name(id: string): void {
    this.named.add(id);
  }

  /** Records that a resource which names its own object in `adoptId` was compared. */
  compare(id: string, { isReplaced }: { readonly isReplaced: boolean }): void {
    this.replaced.delete(id);
    this.kept.delete(id);
    if (isReplaced) this.replaced.add(id);
    else if (this.named.has(id)) this.kept.add(id);
  }

  /** Records the object that a resource of the program names in `adoptId`; undefined when it names none. */
  adopts(by: string, object: Owned | undefined): void {
    const keys = keysOf(object);
    this.declarations.say({ kind: "adopts", by, values: keys });
    this.successors.declare(by, keys);
  }

  /** Records the names of a resource, and returns another one that has one of them, where either is to find it by that. */
  sharesNameWith(by: string, named: Named): string | undefined {
    this.names.set(by, named);
    if (named.keys.length === 0) return undefined;
    for (const [other, { keys, finds }] of this.names)
      if (other !== by && (finds || named.finds) && keys.some((key) => named.keys.includes(key)))
        return other;
    return undefined;
  }

  /** Records the object that a resource of the program has and keeps; undefined when it gets another one. */
  holds(by: string, object: Owned | undefined): void {
    const keys = keysOf(object);
    this.declarations.say({ kind: "holds", by, values: keys });
    this.successors.declare(by, keys);
  }

  /** Records the object that a resource of the program has got in this run. */
  gets(by: string, object: Owned): void {
    this.declarations.say({ kind: "gets", by, values: keysOf(object) });
  }

  /** Records the object that the replacement of a resource deletes first; undefined when it deletes none. */
  clears(by: string, object: Owned | undefined): void {
    this.declarations.say({ kind: "clears", by, values: keysOf(object) });
  }

  /** Other resources of the program that name an object in `adoptId`. */
  adopters(object: Owned, but: string): readonly string[] {
    return this.declarations.whoElseSays("adopts", keyOf(object), but);
  }

  /** Other resources of the program that have an object. */
  holders(object: Owned, but: string): readonly string[] {
    return (["holds", "gets"] as const).flatMap((kind) =>
      this.declarations.whoElseSays(kind, keyOf(object), but),
    );
  }

  /** Other resources of the program whose replacement deletes an object first. */
  clearers(object: Owned, but: string): readonly string[] {
    return this.declarations.whoElseSays("clears", keyOf(object), but);
  }

  /** Whether a resource of the program names an object in `adoptId` or has it. */
  isDeclared(object: Owned): boolean {
    return (["adopts", "holds", "gets"] as const).some(
      (kind) => this.declarations.whoSay(kind, keyOf(object)).length > 0,
    );
  }

  /** Another resource that had adopted an object as of the last command that showed it, which was not this one. */
  adopterBefore(object: Owned, but: string): string | undefined {
    const seen = this.sightings.seenIn(keyOf(object));
    return seen === undefined || seen === but || this.declarations.hasSaid("adopts", seen) ? undefined : seen;
  }

  /** Records when a resource took its object over, as its state says. */
  wasTaken(object: Owned, since: unknown): void {
    this.declarations.say({ kind: "takes", by: keyOf(object), values: [String(since)] });
  }

  /**
   * Records that a resource has taken an object over from an interrupted run, of which a state may have it after all: one
   * that was moved to another stack, or renamed, and that no command has shown since.
   *
   * @param creator - Unique among all programs and stacks.
   */
  tookOver(object: Owned, since: unknown, creator: string): void {
    this.sightings.see(takerOf(object), `${String(since)} ${creator}`);
  }

  /**
   * Whether another resource has taken an object over since a state of it was written.
   *
   * @param since - When its resource took it over, as the state says.
   * @param stacks - How the names of creators begin that are of the same stack: a run sees by itself which of them have it.
   */
  isTakenSince(object: Owned, since: unknown, stacks: readonly string[] = []): boolean {
    const seen = this.sightings.seenIn(takerOf(object));
    if (seen === undefined) return false;
    const [time, taker] = [seen.slice(0, seen.indexOf(" ")), seen.slice(seen.indexOf(" ") + 1)];
    return time !== String(since) && !stacks.some((stack) => taker.startsWith(stack));
  }

  /** Records that a state has an object. */
  seeInState(object: Owned): void {
    this.sightings.see(inState(object), "a state");
  }

  /** Records that a state no longer has an object. */
  leaveState(object: Owned, since: unknown): void {
    this.sightings.forget(inState(object));
    if (!this.isTakenSince(object, since)) this.sightings.forget(takerOf(object));
  }

  /** Whether a command has shown that a state has an object. */
  wasInState(object: Owned): boolean {
    return this.sightings.seenIn(inState(object)) !== undefined;
  }

  /** Records that the state of a resource has an adopted object. */
  see(object: Owned, by: string): void {
    this.sightings.see(keyOf(object), by);
  }

  /** Records that the resource which had adopted an object has gone. */
  forget(object: Owned): void {
    this.sightings.forget(keyOf(object));
  }

  /** Records that a resource takes an object over. */
  take(id: string, how: "adopted" | "taken over"): void {
    this.taken.set(id, how);
  }

  /** Whether another resource manages an object. */
  isKept(id: string): boolean {
    return this.kept.has(id);
  }

  isReplaced(id: string): boolean {
    return this.replaced.has(id);
  }

  /**
   * Why the object of a state to be deleted belongs to another resource; undefined when it does not.
   */
  whyTaken(object: Owned, { since, isAdopted }: Taken): string | undefined {
    const how = this.taken.get(object.id);
    if (how !== undefined) return `it was ${how} in this run`;
    const key = keyOf(object);
    if (this.declarations.saidBy("takes", key).some((time) => time !== String(since)))
      return "its resource has taken it over in an earlier run";
    if (this.isTakenSince(object, since))
      return "another resource has taken it over since this state was written";
    if (this.replaced.has(object.id)) return undefined;
    const [adopter] = this.declarations.whoSay("adopts", key);
    if (adopter !== undefined) return `the program declares it in ${adopter}, which takes it over`;
    // What this process has taken over is known above.
    const [holder] = [
      ...this.declarations.whoSay("holds", key),
      ...this.declarations.whoSayElsewhere("gets", key),
    ];
    if (holder !== undefined) return `the program declares it in ${holder}`;
    const heir = this.successors.whyLeft(key);
    if (heir !== undefined) return heir;
    const seen = isAdopted ? undefined : this.sightings.seenIn(key);
    return seen && `${seen}, which this command does not show, has adopted it as of the last one that did`;
  }
}

/** By id alone: ids are unique, and one account may be reached by several addresses. */
export const keyOf = ({ family, id }: Owned) => `${family} ${id}`;

const takerOf = (object: Owned) => `taker of ${keyOf(object)}`;

const inState = (object: Owned) => `${keyOf(object)} in a state`;

const keysOf = (object: Owned | undefined): readonly string[] => (object ? [keyOf(object)] : []);
