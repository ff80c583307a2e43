import type { Declarations } from "./declarations";
import type { Sightings } from "./sightings";

/** An existing resource that was compared. */
interface Compared {
  /** Class and id. */
  readonly who: string;
  /** As in Statement; undefined where it is not known. */
  readonly by: string | undefined;
  /** What it has: its object, or the path of its module. */
  readonly things: readonly string[];
}

/** A replacement whose new object this run has not created yet. */
interface Replacement {
  readonly by: string | undefined;
  /** Other resources that take over what it leaves, by what it leaves, as an earlier command has shown. */
  readonly heirs: ReadonlyMap<string, string>;
}

/**
 * What replacements leave and edges give up, and which other resources of the program take it over. With
 * `deleteBeforeReplace` the engine deletes in the middle of a run, before it shows the resources that depend on the
 * replaced one; an edge is updated before it shows the resources of its modules. The preview before the run has shown
 * them: it leaves a sighting for each.
 */
export class Successors {
  /** By resource. */
  private readonly compared = new Map<string, Compared>();
  /** By class and id. */
  private readonly open = new Map<string, Replacement>();
  /** What this run has deleted, or left in place, of what replacements leave. */
  private readonly gone = new Set<string>();
  /** Who takes over what is given up, as the command before has shown. */
  private readonly expected = new Map<string, string | undefined>();
  /** Who was to take over what is given up, as a command before that has shown. */
  private readonly former = new Map<string, string | undefined>();

  constructor(
    private readonly declarations: Declarations,
    private readonly sightings: Sightings,
  ) {}

  /** Records the comparison of an existing resource. */
  compare(resource: Compared, { isReplaced }: { readonly isReplaced: boolean }): void {
    if (resource.by !== undefined) this.compared.set(resource.by, resource);
    if (isReplaced) {
      this.leave(resource);
      return;
    }
    this.open.delete(resource.who);
    this.declarations.say({ kind: "leaves", by: resource.who, values: [] });
  }

  /** Records that a resource gets a new object: where it was compared, the engine replaces it on its own account. */
  renew(by: string): void {
    const resource = this.compared.get(by);
    if (resource) this.leave(resource);
  }

  /**
   * Records that a resource has its new object. What it leaves is the engine's to delete from then on, in a later run
   * where this one fails.
   *
   * @param creator - Unique among all programs and stacks.
   */
  replaced(by: string, creator: string): void {
    for (const [who, replacement] of this.open) {
      if (replacement.by !== by) continue;
      this.open.delete(who);
      const things = this.compared.get(by)?.things ?? [];
      for (const thing of things) if (!this.gone.has(thing)) this.sightings.see(leftOf(thing), creator);
    }
  }

  /** Whether an existing resource was compared that has a thing. */
  hasHad(by: string, thing: string): boolean {
    return this.compared.get(by)?.things.includes(thing) === true;
  }

  /** Records the deletion of a thing, whether or not it was left in place. */
  deleted(thing: string): void {
    this.gone.add(thing);
    this.sightings.forget(leftOf(thing));
  }

  /** Whether a replacement of the resource has left a thing, which the engine has not deleted since. */
  isLeftBy(creator: string, thing: string): boolean {
    return this.sightings.seenIn(leftOf(thing)) === creator;
  }

  /** Records that a resource of the program declares things that a replacement may leave. */
  declare(by: string, things: readonly string[]): void {
    for (const thing of things) if (this.isGone(thing, by)) this.sightings.see(heirOf(thing), by);
  }

  /** Records that a resource gives a thing up and stays. */
  giveUp(thing: string, by: string): void {
    if (!this.expected.has(thing)) {
      const found = this.sightings.seenIn(heirOf(thing));
      this.expected.set(thing, found);
      // The next run learns from this one alone who takes it over.
      this.sightings.forget(heirOf(thing));
      this.former.set(thing, this.sightings.seenIn(formerHeirOf(thing)));
      if (found !== undefined) this.sightings.see(formerHeirOf(thing), found);
    }
    const heir = this.declarations.whoSay("modules", thing).find((one) => one !== by);
    if (heir !== undefined) this.sightings.see(heirOf(thing), heir);
  }

  /** Why a resource that gives a thing up must leave it in place; undefined when it need not. */
  whyTakenOver(thing: string): string | undefined {
    const heir = this.expected.get(thing);
    return heir && `${heir} declares it, as the last preview has shown, and this run has not come to it yet`;
  }

  /**
   * Who was to take over what is given up, as a command before the last one has shown, and has either left the program or
   * is no target of this command: the engine does not tell which.
   */
  formerHeir(thing: string): string | undefined {
    return this.former.get(thing);
  }

  /** Records that somebody has a thing that may have been given up, or that nobody has it any more. */
  settle(thing: string): void {
    this.former.delete(thing);
    this.sightings.forget(formerHeirOf(thing));
  }

  private isGone(thing: string, by: string): boolean {
    const goers = (["leaves", "drops"] as const).flatMap((kind) => this.declarations.whoSay(kind, thing));
    return goers.some((one) => one !== by);
  }

  /** Why a deletion in the middle of a replacement must leave a thing in place; undefined when it need not. */
  whyLeft(thing: string): string | undefined {
    for (const { heirs } of this.open.values()) {
      const heir = heirs.get(thing);
      if (heir !== undefined)
        return `${heir} takes it over, as the last preview has shown, and this run has not come to it yet`;
    }
    return undefined;
  }

  private leave({ who, by, things }: Compared): void {
    if (!this.open.has(who)) {
      const heirs = new Map<string, string>();
      for (const thing of things) {
        const heir = this.sightings.seenIn(heirOf(thing));
        if (heir !== undefined && heir !== by) heirs.set(thing, heir);
        // The next run learns from this one alone who takes it over.
        this.sightings.forget(heirOf(thing));
      }
      this.open.set(who, { by, heirs });
    }
    this.declarations.say({ kind: "leaves", by: who, values: things });
    for (const thing of things) {
      const [heir] = (["adopts", "holds", "modules"] as const)
        .flatMap((kind) => this.declarations.whoSay(kind, thing))
        .filter((one) => one !== by && one !== who);
      if (heir !== undefined) this.sightings.see(heirOf(thing), heir);
    }
  }
}

const leftOf = (thing: string) => `left of ${thing}`;
const heirOf = (thing: string) => `heir of ${thing}`;
const formerHeirOf = (thing: string) => `former heir of ${thing}`;
