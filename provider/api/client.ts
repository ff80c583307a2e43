import {
  type Clock,
  HttpError,
  LostReplyError,
  type Method,
  type ServerClock,
  type Transport,
  TransportError,
} from "../transport";
import { BulkReader } from "./bulk";
import { ApiError, isNotFound, type MeaningOf, ResponseError } from "./error";
import { type Collection, type Page, type PageSource, pagesOf } from "./list";
import { idOf, itemPath, requireId } from "./path";
import type { Wire } from "./wire";

/**
 * The API's verbs on paths below the base URL. Bodies and responses are in wire spelling.
 *
 * All methods throw ApiError if the API rejects the request, ResponseError if a response does not match the request, and
 * TransportError if there is no response. `post` throws LostReplyError if the request may have been processed.
 */
export class ApiClient {
  private readonly readers = new Map<string, { path: string; reader: BulkReader }>();
  private readonly source: PageSource;
  /** Requests in flight for lists and parent objects, by path: see `findContainer`. */
  private readonly containers = new Map<string, Promise<Wire | null | undefined>>();
  readonly clock: ServerClock;

  /** @param sanitize - Changes a response before anything else reads it. `call`: method and path, for messages. */
  constructor(
    private readonly transport: Transport,
    private readonly time?: Clock,
    private readonly sanitize = (response: Wire, _call: string): Wire => response,
    private readonly meaningOf?: MeaningOf,
  ) {
    this.clock = transport.clock;
    this.source = {
      get: async (path) => {
        const { object: response, bytes } = await this.call("GET", path);
        return { response: response ?? throwNotSet(path), bytes };
      },
      localPath: (link) => transport.localPath(link),
    };
  }

  /**
   * Throws an error that `isNotFound` recognizes if the object doesn't exist (404, 410) or, without `id`, isn't set (204, null).
   * With `id`, the object in the response must have it.
   */
  async get(path: string, id?: string): Promise<Wire> {
    const { object } = await this.call("GET", path);
    if (id === undefined) return object ?? throwNotSet(path);
    // The API never returns an empty response for an object with an id, so the object may still exist.
    if (!object)
      throw new ResponseError(
        `GET ${path}: the response is empty: is tunnel-edge:baseUrl the API's address?`,
      );
    return requireId(object, id, `GET ${path}`);
  }

  /** Like `get`, but returns undefined if the object doesn't exist or isn't set. */
  find(path: string, id?: string): Promise<Wire | undefined> {
    return this.get(path, id).catch(undefinedIfNotFound);
  }

  /**
   * Creates an object, or sends a command if there is no body. Never retried once it may have been processed.
   *
   * @throws LostReplyError, also if the response has no usable id: the object may exist.
   */
  post(path: string, body: undefined): Promise<undefined>;
  post(path: string, body: Wire): Promise<Wire>;
  async post(path: string, body: Wire | undefined): Promise<Wire | undefined> {
    const response = await this.write("POST", path, body);
    if (body === undefined) return undefined;
    try {
      if (!response) throw new ResponseError(`POST ${path}: the response is empty`);
      idOf(response, `POST ${path}`);
      return response;
    } catch (error) {
      const text = `${(error as Error).message}; it is unknown what was created`;
      throw new LostReplyError(text, { method: "POST", path });
    }
  }

  /** The parameters are absolute values, so the request is retried if its response is lost. */
  async patch(path: string, body: Wire, id?: string): Promise<Wire> {
    // The transport accepts no response to an update but an object.
    const response = (await this.write("PATCH", path, body)) as Wire;
    return id === undefined ? response : requireId(response, id, `PATCH ${path}`);
  }

  put(path: string, body: Wire): Promise<Wire> {
    return this.write("PUT", path, body) as Promise<Wire>;
  }

  /** Deletes or detaches. Returns false if the object was already gone. */
  async delete(path: string): Promise<boolean> {
    const deletion = this.write("DELETE", path).then(() => true);
    return (await deletion.catch(undefinedIfNotFound)) ?? false;
  }

  async *list(collection: Collection): AsyncGenerator<Wire, void> {
    for await (const page of this.pages(collection)) yield* page.items;
  }

  pages(collection: Collection): AsyncGenerator<Page, void> {
    return pagesOf(this.source, collection);
  }

  /** Returns undefined if the object doesn't exist. Concurrent reads share pages of the list: see BulkReader. */
  read(collection: Collection, id: string): Promise<Wire | undefined> {
    for (const [key, { reader }] of this.readers) if (reader.isExpired) this.readers.delete(key);
    const { path, listKey } = collection;
    const key = `${path} ${listKey}`;
    const entry = this.readers.get(key) ?? { path, reader: this.reader(collection) };
    this.readers.set(key, entry);
    return entry.reader.read(id);
  }

  /** Discards cached reads of the collections at, above and below a path. Writes of this client do so automatically. */
  invalidate(path: string): void {
    for (const [key, entry] of this.readers)
      if (isWithin(path, entry.path) || isWithin(entry.path, path)) this.readers.delete(key);
  }

  private reader(collection: Collection): BulkReader {
    const { path } = collection;
    const source = {
      pages: () => this.pages(collection),
      // Async, so that an invalid id rejects only this read.
      get: async (id: string) => this.find(itemPath(path, id), id),
      // A token may be allowed to get objects but not to list them, and a damaged list says nothing about the objects.
      canReadSingly: (error: unknown) =>
        error instanceof ResponseError ||
        (error instanceof ApiError && error.status !== 401) ||
        (error instanceof TransportError && (error.kind === "unreadable" || error.kind === "tooLarge")),
    };
    return new BulkReader(source, this.time);
  }

  private async write(method: Method, path: string, body?: Wire) {
    // Before the write, so that no later read returns old data; after it, because a page may have been read meanwhile.
    this.invalidate(path);
    try {
      return (await this.call(method, path, body)).object;
    } finally {
      this.invalidate(path);
    }
  }

  private async call(method: Method, path: string, body?: Wire) {
    try {
      const response = await this.transport.request({ method, path, body });
      // The transport accepts only objects and null.
      const object = (response.body as Wire | null | undefined) ?? undefined;
      const received = object && this.sanitize(object, `${method} ${path.split("?", 1)[0]}`);
      return { object: received, bytes: response.bytes };
    } catch (error) {
      const apiError = toApiError(error, this.meaningOf);
      // The path of a POST is a collection's, not that of an object that may be gone.
      if (method !== "POST" && apiError instanceof ApiError && apiError.seemsAbsent) {
        const [container, member] = splitPath(path);
        apiError.isAbsent = await this.lacks(container, await this.findContainer(container), member);
        if (!apiError.isAbsent)
          apiError.message +=
            "; nothing else shows that the object is gone: does a proxy answer instead of the API?";
      }
      throw apiError;
    }
  }

  /** True if the API serves a container, and the container lacks the member. `response`: as `findContainer` returns it. */
  private async lacks(container: string, response: Wire | null | undefined, member: string) {
    // Without a readable list, nothing shows that the object is gone.
    return response !== undefined && !(await this.contains(container, response, member).catch(() => true));
  }

  /** Returns the list or object at a path; null if it is missing as well, undefined if the API doesn't serve the path. */
  private findContainer(path: string): Promise<Wire | null | undefined> {
    const inFlight = this.containers.get(path);
    const request = inFlight ?? this.getContainer(path).finally(() => this.containers.delete(path));
    this.containers.set(path, request);
    return request;
  }

  private async getContainer(path: string): Promise<Wire | null | undefined> {
    if (path === "") return undefined;
    try {
      const { body } = await this.transport.request({ method: "GET", path });
      return isListOrObject(body, path) ? (body as Wire) : undefined;
    } catch (error) {
      const apiError = error instanceof HttpError ? new ApiError(error) : undefined;
      if (!apiError?.isAbsent && !apiError?.seemsAbsent) return undefined;
      const [parent, key] = splitPath(path);
      const response = await this.findContainer(parent);
      if (await this.lacks(parent, response, key)) return null;
      // A collection without a list of its own is part of its parent.
      const list = response?.[key];
      return Array.isArray(list) ? { [key]: list } : undefined;
    }
  }

  private async contains(path: string, response: Wire | null, member: string): Promise<boolean> {
    if (response === null) return false;
    const listKey = Object.keys(response).find((key) => Array.isArray(response[key]));
    if (isObjectAt(response, path) || listKey === undefined) return (response[member] ?? null) !== null;
    const isOnlyPage = (response.next_page_uri ?? null) === null;
    const items = isOnlyPage ? (response[listKey] as readonly Wire[]) : this.list({ path, listKey });
    for await (const { id } of items) if (id === member) return true;
    return false;
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

function splitPath(path: string): readonly [container: string, member: string] {
  const [pathname = ""] = path.split("?", 1);
  const end = pathname.lastIndexOf("/");
  return [pathname.slice(0, end), decodeURIComponent(pathname.slice(end + 1))];
}

/** True if a response looks like one of the API: the object at the path, or a list. */
function isListOrObject(body: unknown, path: string): boolean {
  if (typeof body !== "object" || body === null) return false;
  const isList = (body as Wire).next_page_uri !== undefined || Object.values(body).some(Array.isArray);
  return isList || isObjectAt(body as Wire, path);
}

const isObjectAt = ({ id }: Wire, path: string) =>
  typeof id === "string" && path.endsWith(`/${encodeURIComponent(id)}`);

/** Adds the API's message to transport errors with a response. */
function toApiError(error: unknown, meaningOf: MeaningOf | undefined): unknown {
  if (error instanceof HttpError) return new ApiError(error, meaningOf);
  if (!(error instanceof LostReplyError) || !error.response) return error;
  const text = `${new ApiError(error.response, meaningOf).message}; ${LostReplyError.consequence}`;
  return new LostReplyError(text, error.request, error.status, error.response);
}

function throwNotSet(path: string): never {
  const text = `GET ${path}: the response is empty, so the object is not set`;
  throw new ApiError(new HttpError(text, { method: "GET", path }, 204, undefined, true));
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
