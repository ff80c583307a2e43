import { type ApiClient, type Collection, granularityOf } from "../../api";
import type { Props } from "../../family/resource";

/** How far apart the clocks of one service's machines may be. */
const TOLERANCE_MS = 250;

/** A stretch of the server's time, in ms; no limit where undefined. */
export interface Window {
  readonly from: number | undefined;
  readonly until?: number | undefined;
}

/** Whether an object may have been created within a window. Without a readable time it may always. */
export function isWithin(object: Props, { from, until }: Window): boolean {
  const stamp = object.created_at;
  if (typeof stamp !== "string" || Number.isNaN(Date.parse(stamp))) return true;
  const at = Date.parse(stamp);
  const latest = at + granularityOf(stamp);
  return (
    (from === undefined || latest + TOLERANCE_MS > from) && (until === undefined || at - TOLERANCE_MS < until)
  );
}

/** The start of a window; asked for anew at each page, since the responses tell more and more of the server's clock. */
type From = () => number | undefined;

interface Sighting {
  readonly from: From[];
  readonly result: Promise<readonly Props[]>;
}

/**
 * Lists what is new in one collection. Those who ask at the same time share a list that was begun after the last of them
 * asked: an older one would not show what their requests have made.
 */
export class RecentObjects {
  private running: Promise<unknown> = Promise.resolve();
  private next: Sighting | undefined;

  constructor(
    private readonly api: ApiClient,
    private readonly collection: Collection,
  ) {}

  /** Objects, newest first, among which are all that were created at or after `from`. */
  since(from: From): Promise<readonly Props[]> {
    if (this.next) {
      this.next.from.push(from);
      return this.next.result;
    }
    const starts = [from];
    const result = this.running.then(() => {
      this.next = undefined;
      return this.list(starts);
    });
    this.next = { from: starts, result };
    this.running = result.catch(() => undefined);
    return result;
  }

  private async list(starts: readonly From[]): Promise<readonly Props[]> {
    const objects: Props[] = [];
    for await (const page of this.api.pages(this.collection)) {
      objects.push(...page.items);
      // Newest first (assumed by convention), so a whole page of older objects is the end of what is new.
      const isOld = (object: Props) => starts.every((from) => !isWithin(object, { from: from() }));
      if (page.items.length > 0 && page.items.every(isOld)) break;
    }
    return objects;
  }
}
