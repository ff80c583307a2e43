import { ResponseError } from "./error";
import { idOf } from "./path";
import type { Wire } from "./wire";

/** Largest page of the API (an assumption). */
const PAGE_SIZE = 100;
/** Empty pages don't end a list, but this many in a row aren't a valid list. */
const MAX_EMPTY_PAGES = 100;
/** No account has a million objects, so a longer list is considered endless. */
const MAX_PAGES = 10_000;
const MAX_BYTES = 512 * 1024 * 1024;

export interface Collection {
  readonly path: string;
  readonly listKey: string;
  /** True if there is no list, and the parent's response contains the objects. */
  readonly inParent?: boolean | undefined;
  /** CEL expression that selects the listed objects. */
  readonly filter?: string | undefined;
}

export interface PageSource {
  /** Fetches one page; `bytes` is its size on the wire. */
  get(pathAndQuery: string): Promise<{ readonly response: Wire; readonly bytes: number }>;
  localPath(link: string): string | undefined;
}

export interface Page {
  items: readonly Wire[];
  isLast: boolean;
}

/**
 * Returns the pages of a collection, following `next_page_uri` until it is null (API reference, section "Conventions", List
 * response). Uses only the link's query, and requires its path to end with the collection's: behind a gateway, the API may
 * return links with another host. An object that moves to the next page in the meantime is returned once.
 *
 * @throws ResponseError for a link to another path or back to an earlier page, for a page whose objects were all seen
 *   before, and for a list longer than 10,000 pages or 512 MiB.
 */
export async function* pagesOf(
  source: PageSource,
  { path, listKey, inParent = false, filter }: Collection,
): AsyncGenerator<Page, void> {
  if (inParent) {
    const parent = path.slice(0, path.lastIndexOf("/"));
    const items = objectsIn((await source.get(parent)).response, listKey, `GET ${parent}`);
    for (const item of items) idOf(item, `GET ${parent}`);
    yield { items, isLast: true };
    return;
  }
  const call = `GET ${path}`;
  const links = new Set<string>();
  const ids = new Set<string>();
  let emptyPages = 0;
  let bytes = 0;
  const filterQuery = filter === undefined ? "" : `&filter=${encodeURIComponent(filter)}`;
  for (let link: string | undefined = `${path}?limit=${PAGE_SIZE}${filterQuery}`; link !== undefined; ) {
    links.add(link);
    const { response, bytes: size } = await source.get(link);
    bytes += size;
    if (links.size > MAX_PAGES || bytes > MAX_BYTES)
      throw new ResponseError(
        `${call}: the list does not end after ${links.size} pages, ${Math.ceil(bytes / 1024 / 1024)} MiB in total: is tunnel-edge:baseUrl the API's address?`,
      );
    const objects = objectsIn(response, listKey, call);
    const items = objects.filter((item) => !ids.has(idOf(item, call)));
    for (const item of items) ids.add(idOf(item, call));
    if (objects.length > 0 && items.length === 0)
      throw new ResponseError(`${call}: the API repeats a page of the list`);
    emptyPages = objects.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages > MAX_EMPTY_PAGES)
      throw new ResponseError(`${call}: ${emptyPages} pages in a row are empty and the list does not end`);
    link = nextLink(source, response, path, call);
    if (link !== undefined && links.has(link))
      throw new ResponseError(`${call}: next_page_uri leads back to a page that was read before`);
    yield { items, isLast: link === undefined };
  }
}

function objectsIn(response: Wire, listKey: string, call: string): Wire[] {
  const list = response[listKey];
  // The service may return null for an empty list.
  if (list === null) return [];
  if (!Array.isArray(list))
    throw new ResponseError(
      `${call}: the response has no list ${listKey}: is tunnel-edge:baseUrl the API's address?`,
    );
  return list.map((item: unknown) => {
    if (typeof item === "object" && item !== null && !Array.isArray(item)) return item as Wire;
    throw new ResponseError(`${call}: ${listKey} contains an item that is not an object`);
  });
}

function nextLink(source: PageSource, response: Wire, path: string, call: string): string | undefined {
  const next = response.next_page_uri;
  if (next === null || next === undefined || next === "") return undefined;
  if (typeof next !== "string") throw new ResponseError(`${call}: next_page_uri is not a string`);
  const local = source.localPath(next);
  if (local === undefined) throw new ResponseError(`${call}: next_page_uri is not a valid address`);
  const [, target = "", query = ""] = /^([^?]*)(.*)$/s.exec(local) ?? [];
  if (!target.endsWith(path)) throw new ResponseError(`${call}: next_page_uri leads to another collection`);
  return path + query;
}
