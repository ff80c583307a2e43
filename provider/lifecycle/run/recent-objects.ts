import { type ApiClient, type Collection, ResponseError, timestampGranularity } from "../../api";
import type { Props } from "../../family/resource";

/** Assumed limit of the difference between the clocks of one service's machines. */
const TOLERANCE_MS = 250;

const MAX_ATTEMPTS = 4;
export const FIRST_PAUSE_MS = 250;

/** A range of the server's time, in ms; undefined means unbounded. */
export interface Window {
  readonly from: number | undefined;
  readonly until?: number | undefined;
}

export function isWithin(object: Props, { from, until }: Window): boolean {
  const stamp = object.created_at;
  if (typeof stamp !== "string" || Number.isNaN(Date.parse(stamp))) return true;
  const at = Date.parse(stamp);
  const latest = at + timestampGranularity(stamp);
  return (
    (from === undefined || latest + TOLERANCE_MS > from) && (until === undefined || at - TOLERANCE_MS < until)
  );
}

/** Returns a start in the server's time. Called for each page, because each response refines the server's clock. */
type GetStart = () => number | undefined;

interface SharedList {
  readonly starts: GetStart[];
  readonly result: Promise<readonly Props[]>;
}

/** Retries a search if the response isn't a valid list. */
export async function retryBadLists<T>(
  { sleep }: { readonly sleep: (milliseconds: number) => Promise<void> },
  list: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await list();
    } catch (error) {
      if (!(error instanceof ResponseError) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

/** Lists new objects. Concurrent callers share a list that starts after their calls, so it has all their objects. */
export class RecentObjects {
  private running: Promise<unknown> = Promise.resolve();
  private next: SharedList | undefined;
  private firstList: Promise<readonly Props[]> | undefined;

  constructor(
    private readonly api: ApiClient,
    private readonly collection: Collection,
  ) {}

  /** Returns at least the objects that were created at or after `from`, newest first. */
  listSince(from: GetStart): Promise<readonly Props[]> {
    if (this.next) {
      this.next.starts.push(from);
      return this.next.result;
    }
    const starts = [from];
    const result = this.running.then(() => {
      this.next = undefined;
      return this.list(starts);
    });
    this.next = { starts, result };
    this.running = result.catch(() => undefined);
    return result;
  }

  /** Returns all objects of the collection as of the first call. Lists again only after a failure. */
  listOnce(): Promise<readonly Props[]> {
    this.firstList ??= this.listSince(() => undefined).catch((error: unknown) => {
      this.firstList = undefined;
      throw error;
    });
    return this.firstList;
  }

  private async list(starts: readonly GetStart[]): Promise<readonly Props[]> {
    const objects: Props[] = [];
    for await (const page of this.api.pages(this.collection)) {
      for (const object of page.items) objects.push(object);
      // The list is assumed to be newest first, so a page of old objects ends the search.
      const isOld = (object: Props) => starts.every((from) => !isWithin(object, { from: from() }));
      if (page.items.length > 0 && page.items.every(isOld)) break;
    }
    return objects;
  }
}
